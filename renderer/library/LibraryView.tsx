// The Library screen: search, all items by day, and the details of one item.

import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import type { LibraryFilter, LibrarySort } from '../../shared/contract/finding.ts';
import type { Chosen } from '../items/chosen.ts';
import { ErrorAlert } from '../items/ErrorAlert.tsx';
import { restoreItems } from '../items/item-actions.ts';
import { SelectionBar } from '../items/SelectionBar.tsx';
import { useCommand, useCommons, useDialogs, useSession, useShell, useTranslation } from '../services.ts';
import { FeatureLayout } from '../shell/FeatureLayout.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { RadioSegments } from '../ui/RadioSegments.tsx';
import { FilterChips } from './filters/FilterChips.tsx';
import { Filters } from './filters/Filters.tsx';
import { NothingFound } from './filters/NothingFound.tsx';
import { ItemDetails } from './ItemDetails.tsx';
import { ItemGrid } from './ItemGrid.tsx';
import styles from './LibraryView.module.css';
import { isNarrowed as isFilterNarrow, NO_FILTER } from './library-filter.ts';
import { sizeOf } from './library-selection.ts';
import type { LibraryStore } from './library-store.ts';
import { Shelf } from './shelf/Shelf.tsx';
import { TrashNotice } from './trash/TrashNotice.tsx';
import { ViewControls } from './ViewControls.tsx';

/** The kinds of items that can be shown alone. Replies that were kept are among all items only. */
const SHOWN_KINDS = ['all', 'audio', 'pictures'] as const;
const KINDS_OF = { all: [], audio: ['speech'], pictures: ['edit'] } as const;

/** The Library screen. */
export function LibraryView({ store }: { store: LibraryStore }) {
  const commons = useCommons();
  const { openBatch, askDeletion, openSheet } = useDialogs();
  const { shell, session } = commons;
  const { t } = useTranslation();
  const filter = useStore(store, (library) => library.filter);
  const sort = useStore(store, (library) => library.sort);
  const state = useStore(store, (library) => library.state);
  const problem = useStore(store, (library) => library.problem);
  const total = useStore(store, (library) => library.total);
  const selection = useStore(store, (library) => library.selection);
  const isDetailOpen = useStore(store, (library) => library.isDetailOpen);
  const open = useStore(store, (library) => (library.isDetailOpen ? library.currentItem : null));
  const { isRightPanelOpen, libraryView, libraryTilePx } = useSession((one) => one.settings.layout);
  const tab = useShell((frame) => frame.tab);
  const box = useRef<HTMLInputElement>(null);
  const { setFilter, setSort, setShown, reload, openDetail, closeDetail, report, clearSelection } = store.getState();
  const { isTrashed } = filter;
  const kind = SHOWN_KINDS.find((one) => KINDS_OF[one].join() === filter.kinds.join()) ?? 'all';
  useEffect(() => {
    void store.getState().reload();
  }, [store]);
  useEffect(() => setShown(tab === 'library'), [setShown, tab]);
  useCommand('library.search', () => {
    // At once, because the next key is meant for the field: elsewhere it may be a command.
    if (tab !== 'library') flushSync(() => shell.getState().openTab('library'));
    box.current?.focus();
  });
  /** What is selected, or else all that is shown, which is selected then. */
  const chosenOrAll = (): Chosen => {
    if (sizeOf(selection, total) === 0) store.getState().selectAll();
    return store.getState().chosen();
  };
  useCommand('library.selectAll', () => store.getState().selectAll());
  useCommand('library.saveSeveral', () => openBatch(chosenOrAll()));
  useCommand('library.contactSheet', () => openSheet(chosenOrAll()));
  const isDetailShown = isDetailOpen && open !== null && isRightPanelOpen;
  const isEmpty = state === 'ready' && total === 0;
  const isNarrowed = isFilterNarrow(filter);
  const openItem = (index: number): void => {
    openDetail(index);
    if (!isRightPanelOpen) session.getState().updateLayout({ isRightPanelOpen: true });
  };
  const finding = {
    filter,
    sort,
    setFilter: (change: Partial<LibraryFilter>) => void setFilter(change),
    setSort: (next: LibrarySort) => void setSort(next),
  };
  const choosePlace = (next: LibraryFilter, sort?: LibrarySort): void => {
    if (sort) void setSort(sort);
    void setFilter(next);
  };
  const showKind = (next: keyof typeof KINDS_OF) => void setFilter({ kinds: [...KINDS_OF[next]] });
  return (
    <FeatureLayout
      leading={<Shelf filter={filter} none={NO_FILTER} onChoose={choosePlace} report={report} />}
      panel={isDetailShown && <ItemDetails key={open.id} store={store} item={open} onClose={closeDetail} />}
    >
      <Filters finding={finding} searchRef={box}>
        <RadioSegments
          label={t('library.kind')}
          value={kind}
          options={SHOWN_KINDS.map((value) => ({ value, label: t(`library.kind.${value}`) }))}
          onChange={showKind}
        />
        <ViewControls />
      </Filters>
      <FilterChips finding={finding} report={report} />
      {problem !== null && !isDetailShown && (
        <div className={styles.problem}>
          <ErrorAlert error={problem} onRepeat={() => void reload()} onDismiss={() => report(null)} />
        </div>
      )}
      {state === 'loading' && <p className={styles.state}>{t('library.loading')}</p>}
      {state === 'failed' && total === 0 && <p className={styles.state}>{t('library.failed')}</p>}
      {isEmpty && !isNarrowed && isTrashed && (
        <div className={styles.state}>
          <EmptyState drawing="library" title={t('library.trashEmpty')}>
            <Button onClick={() => void setFilter({ isTrashed: false })}>{t('library.trashLeave')}</Button>
          </EmptyState>
        </div>
      )}
      {isEmpty && !isNarrowed && !isTrashed && (
        <div className={styles.state}>
          <EmptyState drawing="library" title={t('library.empty')} hint={t('library.emptyHint')}>
            <Button onClick={() => shell.getState().openTab('speech')}>{t('library.goToSpeech')}</Button>
          </EmptyState>
        </div>
      )}
      {isTrashed && total > 0 && <TrashNotice />}
      {isEmpty && isNarrowed && <NothingFound finding={finding} />}
      <ItemGrid store={store} view={libraryView} tilePx={libraryTilePx} onOpen={openItem} />
      {sizeOf(selection, total) > 0 && (
        <SelectionBar
          chosen={store.getState().chosen()}
          report={report}
          onClear={clearSelection}
          onDeleteForGood={(ids) => askDeletion({ kind: 'items', ids })}
          onRestore={isTrashed ? (ids) => void restoreItems(commons, ids).then(report) : undefined}
        />
      )}
    </FeatureLayout>
  );
}
