// The Settings screen: the list of its sections at the left, all of them in one column.

import { Plus } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useStore } from 'zustand';
import { PREFERENCE_NAMES } from '../../shared/app/preferences.ts';
import { ProvenanceFields } from '../items/ProvenanceFields.tsx';
import { connectionName, connectionPlace, missingKeyText } from '../jobs/connection-text.ts';
import { useCurrentRow } from '../lists/use-current-row.ts';
import { faceProps, useRows } from '../lists/use-rows.ts';
import { useSession, useTranslation } from '../services.ts';
import { activeConnection } from '../shell/session-store.ts';
import { Button } from '../ui/Button.tsx';
import { Menu, type MenuEntry } from '../ui/Menu.tsx';
import { AboutSection } from './AboutSection.tsx';
import type { AboutStore } from './about-store.ts';
import { ConnectionFormView, focusNameField } from './ConnectionFormView.tsx';
import { LibrarySection } from './LibrarySection.tsx';
import { PracticeCard } from './PracticeCard.tsx';
import { PreferenceField } from './PreferenceField.tsx';
import { SECTIONS, type SectionId, SettingsNav, sectionElementId } from './SettingsNav.tsx';
import styles from './SettingsView.module.css';
import { type Deletion, StorageSection } from './StorageSection.tsx';
import { type SettingsScreenStore, savedConnection } from './settings-store.ts';
import type { StorageUseStore } from './storage-use-store.ts';
import { UsageSection } from './UsageSection.tsx';
import type { UsageStore } from './usage-store.ts';

/** Stands for the connection that is being made. */
const NEW_ID = 'new';

type SettingsViewProps = {
  store: SettingsScreenStore;
  about: AboutStore;
  storage: StorageUseStore;
  usage: UsageStore;
  deletion: Deletion;
};

/** The Settings screen. */
export function SettingsView({ store, about, storage, usage, deletion }: SettingsViewProps) {
  const form = useStore(store, (state) => state.form);
  const formNumber = useStore(store, (state) => state.formNumber);
  const connections = useSession((session) => session.connections);
  const open = savedConnection(form, connections);
  const view = useRef<HTMLDivElement>(null);
  return (
    <div ref={view} className={styles.view}>
      <div className={styles.page}>
        <SettingsNav view={view} />
        <div className={styles.sections}>
          <Section id="connections">
            <ConnectionList store={store} />
            {open?.isPractice ? (
              <PracticeCard store={store} connection={open} />
            ) : (
              <ConnectionFormView key={formNumber} store={store} />
            )}
          </Section>
          <Section id="app">
            <div className={styles.app}>
              {PREFERENCE_NAMES.map((name) => (
                <PreferenceField key={name} name={name} />
              ))}
              <AboutSection store={about} />
            </div>
          </Section>
          <Section id="provenance">
            <div className={styles.app}>
              <ProvenanceFields isExplained />
            </div>
          </Section>
          <Section id="library">
            <LibrarySection />
          </Section>
          <Section id="storage">
            <StorageSection store={storage} deletion={deletion} />
          </Section>
          <Section id="usage">
            <UsageSection store={usage} />
          </Section>
        </div>
      </div>
    </div>
  );
}

function Section({ id, children }: { id: SectionId; children: ReactNode }) {
  const { t } = useTranslation();
  const title = t(SECTIONS[id]);
  return (
    <section id={sectionElementId(id)} tabIndex={-1} className={styles.section} aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      {children}
    </section>
  );
}

function ConnectionList({ store }: { store: SettingsScreenStore }) {
  const { t } = useTranslation();
  const connections = useSession((session) => session.connections);
  const activeId = useSession((session) => activeConnection(session)?.id);
  const openId = useStore(store, (state) => state.form.id);
  const unsaved = useStore(store, (state) => state.unsaved);
  const list = useRef<HTMLUListElement>(null);
  const { open, activate } = store.getState();
  const isUnsaved = (id: string | null): boolean => unsaved.some((form) => form.id === id);
  // The connection that is being made has no id yet.
  const hasNew = openId === null || isUnsaved(null);
  const ids = [...connections.map(({ id }) => id), ...(hasNew ? [NEW_ID] : [])];
  const current = useCurrentRow(ids, openId ?? NEW_ID);
  const rows = useRows(list, {
    count: ids.length,
    ...current,
    layout: { kind: 'column' },
    rename: (index) => {
      const connection = connections[index];
      if (connection === undefined || connection.isPractice) return;
      open(connection.id);
      // The form of that connection must be rendered first.
      requestAnimationFrame(() => focusNameField());
    },
    hasMenu: true,
  });
  const entriesAt = (index: number): MenuEntry[] => {
    const connection = connections[index];
    if (connection === undefined) return [];
    const { id } = connection;
    return [
      { id: 'open', label: t('settings.showConnection'), onSelect: () => open(id) },
      { id: 'use', label: t('settings.use'), isDisabled: id === activeId, onSelect: () => void activate(id) },
    ];
  };
  return (
    <div className={styles.list}>
      <ul ref={list} {...rows.listProps}>
        {connections.map((connection, index) => (
          <li key={connection.id} data-row={index}>
            <button
              type="button"
              className={styles.entry}
              aria-current={connection.id === openId}
              onClick={() => open(connection.id)}
              {...faceProps(index === current.currentIndex)}
            >
              <span className={styles.entryName}>{connectionName(connection, t)}</span>
              {connection.id === activeId && <span className={styles.mark}>{t('settings.inUse')}</span>}
              <span className={styles.entryHost}>{connectionPlace(connection, t)}</span>
              <span className={styles.noKey}>{missingKeyText(connection, t)}</span>
              {isUnsaved(connection.id) && <span className={styles.unsaved}>{t('settings.unsaved')}</span>}
            </button>
          </li>
        ))}
        {hasNew && (
          <li data-row={connections.length}>
            <button
              type="button"
              className={styles.entry}
              aria-current={openId === null}
              onClick={() => open(null)}
              {...faceProps(current.currentIndex === connections.length)}
            >
              <span className={styles.entryName}>{t('settings.newConnection')}</span>
              {isUnsaved(null) && <span className={styles.unsaved}>{t('settings.unsaved')}</span>}
            </button>
          </li>
        )}
      </ul>
      <Menu {...rows.menuOf(rows.menuIndex)} entries={entriesAt(rows.menuIndex)} />
      {!hasNew && (
        <Button variant="plain" className={styles.add} onClick={() => open(null)}>
          <Plus size={16} aria-hidden />
          {t('settings.addConnection')}
        </Button>
      )}
    </div>
  );
}
