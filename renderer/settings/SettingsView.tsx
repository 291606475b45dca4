// The Settings screen: connections at the left, the open one beside them, the app's own settings below.

import { Plus } from 'lucide-react';
import { useRef } from 'react';
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
  const { t } = useTranslation();
  const form = useStore(store, (state) => state.form);
  const formNumber = useStore(store, (state) => state.formNumber);
  const connections = useSession((session) => session.connections);
  const open = savedConnection(form, connections);
  return (
    <div className={styles.view}>
      <div className={styles.page}>
        <section className={styles.columns} aria-label={t('settings.connections')}>
          <ConnectionList store={store} />
          {open?.isPractice ? (
            <PracticeCard store={store} connection={open} />
          ) : (
            <ConnectionFormView key={formNumber} store={store} />
          )}
        </section>
        <AppSettings about={about} />
        <section className={styles.columns} aria-label={t('provenance.title')}>
          <h2 className={styles.heading}>{t('provenance.title')}</h2>
          <div className={styles.app}>
            <ProvenanceFields isExplained />
          </div>
        </section>
        <section className={styles.columns} aria-label={t('maintenance.title')}>
          <h2 className={styles.heading}>{t('maintenance.title')}</h2>
          <LibrarySection />
        </section>
        <section className={styles.columns} aria-label={t('storageUse.title')}>
          <h2 className={styles.heading}>{t('storageUse.title')}</h2>
          <StorageSection store={storage} deletion={deletion} />
        </section>
        <section className={styles.columns} aria-label={t('usage.title')}>
          <h2 className={styles.heading}>{t('usage.title')}</h2>
          <UsageSection store={usage} />
        </section>
      </div>
    </div>
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
      <h2 className={styles.heading}>{t('settings.connections')}</h2>
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

function AppSettings({ about }: { about: AboutStore }) {
  const { t } = useTranslation();
  return (
    <section className={styles.columns} aria-label={t('settings.app')}>
      <h2 className={styles.heading}>{t('settings.app')}</h2>
      <div className={styles.app}>
        {PREFERENCE_NAMES.map((name) => (
          <PreferenceField key={name} name={name} />
        ))}
        <AboutSection store={about} />
      </div>
    </section>
  );
}
