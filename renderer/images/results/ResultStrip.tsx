// The strip of results under the canvas, with running and failed edits; shown if there is at least one. Arrow keys move
// along it.

import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useSession, useTranslation } from '../../app/services.ts';
import { Button } from '../../ui/Button.tsx';
import { type ImagesStore, isEditJob } from '../images-store.ts';
import { PresentedActions, ReadyNotice } from './PresentedActions.tsx';
import { ResultActions } from './ResultActions.tsx';
import styles from './ResultStrip.module.css';
import { ResultTile } from './ResultTile.tsx';
import { tilesOf } from './result-tiles.ts';
import { UnfinishedTile } from './UnfinishedTile.tsx';
import { useCanvasContent } from './use-canvas-content.ts';

/** The results of the current picture. */
export function ResultStrip({ store }: { store: ImagesStore }) {
  const { t } = useTranslation();
  const results = useStore(store, (images) => images.results);
  const failures = useStore(store, (images) => images.failures);
  const selectedId = useStore(store, (images) => images.selectedId);
  const arriving = useStore(store, (images) => images.arriving);
  const ready = useStore(store, (images) => images.ready);
  const isWatching = useStore(store, (images) => images.watchedJobId !== null);
  const content = useCanvasContent(store);
  const jobs = useSession((session) => session.jobs);
  const [isHidden, setHidden] = useState(false);
  const [exportedId, setExportedId] = useState<string | null>(null);
  const tiles = tilesOf({ results, jobs: jobs.filter(isEditJob), arriving, failures });
  const { list, currentId, onFocus, onKeyDown, onLeaving } = useRoving(
    tiles.map(({ id }) => id),
    selectedId,
  );
  // New tiles are scrolled into view.
  useEffect(() => {
    if (tiles.length > 0) list.current?.scrollTo({ left: list.current.scrollWidth });
  }, [tiles.length, list]);
  if (tiles.length === 0) return null;
  const presented = content.kind === 'result' && selectedId === null && !isWatching ? content.item : undefined;
  const shown = presented ?? results.find((item) => item.id === selectedId);
  const startExport = (id: string): void => {
    store.getState().select(id);
    setExportedId(id);
  };
  return (
    <section className={styles.strip} aria-label={t('images.resultArea')}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('images.results')}</h2>
        <ReadyNotice store={store} />
        {presented !== undefined && <PresentedActions store={store} item={presented} />}
        {shown !== undefined && (
          <ResultActions
            store={store}
            item={shown}
            isExporting={exportedId === shown.id}
            onExporting={(isExporting) => setExportedId(isExporting ? shown.id : null)}
          />
        )}
        <span className={styles.space} />
        <Button variant="plain" aria-expanded={!isHidden} onClick={() => setHidden(!isHidden)}>
          {t(isHidden ? 'images.showResults' : 'images.hideResults')}
        </Button>
      </div>
      <ul
        ref={list}
        className={styles.list}
        aria-label={t('images.results')}
        hidden={isHidden}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
      >
        {tiles.map((tile) => {
          const place = { store, tabIndex: tile.id === currentId ? 0 : -1, onLeaving: () => onLeaving(tile.id) };
          return tile.kind === 'result' ? (
            <ResultTile
              key={tile.id}
              {...place}
              tile={tile}
              isSelected={tile.id === selectedId}
              isPresented={tile.id === presented?.id}
              isReady={ready.includes(tile.id)}
              onExport={() => startExport(tile.id)}
            />
          ) : (
            <UnfinishedTile key={tile.id} {...place} tile={tile} />
          );
        })}
      </ul>
    </section>
  );
}

const MOVES: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/**
 * A roving tabindex: one tile is in the tab order, arrow keys move it, and a removed tile passes it to the next one.
 */
function useRoving(ids: readonly string[], selectedId: string | null) {
  const list = useRef<HTMLUListElement>(null);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const vacated = useRef<number | null>(null);
  const existingId = [focusedId, selectedId].find((id) => id !== null && ids.includes(id));
  const currentId = existingId ?? ids.at(-1) ?? null;
  const focusAt = (at: number): void => {
    const tiles = list.current?.querySelectorAll<HTMLElement>('[data-tile]');
    tiles?.[Math.min(Math.max(0, at), tiles.length - 1)]?.focus();
  };
  const signature = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run only when the tiles change.
  useEffect(() => {
    if (vacated.current === null) return;
    const at = vacated.current;
    vacated.current = null;
    focusAt(at);
  }, [signature]);
  const onFocus = ({ target }: FocusEvent): void => {
    const tile = target.closest('li')?.querySelector<HTMLElement>('[data-tile]');
    if (tile?.dataset.tile !== undefined) setFocusedId(tile.dataset.tile);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = MOVES[event.key];
    const at = ids.indexOf(currentId ?? '');
    const isOnTile = event.target instanceof HTMLElement && event.target.dataset.tile !== undefined;
    if (move === undefined || !isOnTile || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    focusAt(move(at, ids.length));
  };
  /** A tile is about to be removed; the focus stays at its position. */
  const onLeaving = (id: string): void => {
    vacated.current = ids.indexOf(id);
  };
  return { list, currentId, onFocus, onKeyDown, onLeaving };
}
