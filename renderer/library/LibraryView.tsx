// The Library screen: search, all items by day, and the details of one item.

import { Search, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { ErrorAlert } from '../app/items/ErrorAlert.tsx';
import { restoreItems } from '../app/items/item-actions.ts';
import { SelectionBar } from '../app/items/SelectionBar.tsx';
import { useCommand, useServices, useSession, useShell, useTranslation } from '../app/services.ts';
import { FeatureLayout } from '../app/shell/FeatureLayout.tsx';
import { Button } from '../ui/Button.tsx';
import { RadioSegments } from '../ui/RadioSegments.tsx';
import { ItemDetails } from './ItemDetails.tsx';
import { ItemGrid } from './ItemGrid.tsx';
import styles from './LibraryView.module.css';
import { type LibraryStore, SHOWN_KINDS } from './library-store.ts';

/** The Library screen. */
export function LibraryView({ store }: { store: LibraryStore }) {
  const services = useServices();
  const { shell, session } = services;
  const { t } = useTranslation();
  const search = useStore(store, (library) => library.search);
  const isTrashShown = useStore(store, (library) => library.isTrashShown);
  const state = useStore(store, (library) => library.state);
  const problem = useStore(store, (library) => library.problem);
  const isEmpty = useStore(store, (library) => library.items.length === 0);
  const items = useStore(store, (library) => library.items);
  const selected = useStore(store, (library) => library.selected);
  const kind = useStore(store, (library) => library.kind);
  const isDetailOpen = useStore(store, (library) => library.isDetailOpen);
  const open = useStore(store, (library) => library.items.find((item) => item.id === library.currentId));
  const isPanelOpen = useSession((one) => one.settings.layout.isRightPanelOpen);
  const tab = useShell((frame) => frame.tab);
  const box = useRef<HTMLInputElement>(null);
  const { setSearch, showKind, showTrash, reload, openDetail, closeDetail, report } = store.getState();
  useEffect(() => {
    void store.getState().reload();
  }, [store]);
  useCommand('library.search', () => {
    if (tab !== 'library') shell.getState().openTab('library');
    // If the tab was not open, it must be rendered first.
    requestAnimationFrame(() => box.current?.focus());
  });
  const isDetailShown = isDetailOpen && open !== undefined && isPanelOpen;
  const openItem = (id: string): void => {
    openDetail(id);
    if (!isPanelOpen) session.getState().updateLayout({ isRightPanelOpen: true });
  };
  const { clearSelection } = store.getState();
  return (
    <FeatureLayout
      panel={isDetailShown && <ItemDetails key={open.id} store={store} item={open} onClose={closeDetail} />}
    >
      <div className={styles.bar}>
        <span className={styles.search}>
          <Search size={16} aria-hidden />
          <input
            ref={box}
            type="search"
            aria-label={t('library.search')}
            placeholder={t('library.search')}
            spellCheck={false}
            maxLength={1000}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </span>
        <RadioSegments
          label={t('library.kind')}
          value={kind}
          options={SHOWN_KINDS.map((value) => ({ value, label: t(`library.kind.${value}`) }))}
          onChange={(next) => void showKind(next)}
        />
        <Button
          variant="plain"
          className={styles.trash}
          aria-pressed={isTrashShown}
          onClick={() => void showTrash(!isTrashShown)}
        >
          <Trash2 size={16} aria-hidden />
          {t('library.trash')}
        </Button>
      </div>
      {problem !== null && !isDetailShown && (
        <div className={styles.problem}>
          <ErrorAlert error={problem} onRepeat={() => void reload()} onDismiss={() => report(null)} />
        </div>
      )}
      {state === 'loading' && <p className={styles.state}>{t('library.loading')}</p>}
      {state === 'failed' && isEmpty && <p className={styles.state}>{t('library.failed')}</p>}
      {state === 'ready' && isEmpty && search === '' && kind !== 'all' && (
        <div className={styles.state}>
          <p className={styles.title}>{t(`library.none.${kind}`)}</p>
          <Button onClick={() => void showKind('all')}>{t('library.showAll')}</Button>
        </div>
      )}
      {state === 'ready' && isEmpty && search === '' && kind === 'all' && isTrashShown && (
        <div className={styles.state}>
          <p className={styles.title}>{t('library.trashEmpty')}</p>
          <Button onClick={() => void showTrash(false)}>{t('library.trashLeave')}</Button>
        </div>
      )}
      {state === 'ready' && isEmpty && search === '' && kind === 'all' && !isTrashShown && (
        <div className={styles.state}>
          <p className={styles.title}>{t('library.empty')}</p>
          <p>{t('library.emptyHint')}</p>
          <Button onClick={() => shell.getState().openTab('speech')}>{t('library.goToSpeech')}</Button>
        </div>
      )}
      {state === 'ready' && isEmpty && search !== '' && (
        <div className={styles.state}>
          <p className={styles.title}>{t('library.noMatch', { search })}</p>
          <Button onClick={() => setSearch('')}>{t('library.clearSearch')}</Button>
        </div>
      )}
      <ItemGrid store={store} onOpen={openItem} />
      {selected.size > 0 && (
        <SelectionBar
          chosen={items.filter(({ id }) => selected.has(id))}
          report={report}
          onClear={clearSelection}
          onRestore={isTrashShown ? (ids) => void restoreItems(services, ids).then(report) : undefined}
        />
      )}
    </FeatureLayout>
  );
}
