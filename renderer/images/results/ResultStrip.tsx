// The strip of results under the canvas, with running and failed edits. Its place is there as soon as there is a picture.

import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { trashItems } from '../../items/item-actions.ts';
import { attention } from '../../jobs/attention.ts';
import { useCurrentRow } from '../../lists/use-current-row.ts';
import { useRows } from '../../lists/use-rows.ts';
import { useServices, useSession, useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { type ImagesStore, isEditJob } from '../images-store.ts';
import { comparedId, shownResult } from '../middle.ts';
import { PresentedActions, ReadyNotice } from './PresentedActions.tsx';
import { ResultActions } from './ResultActions.tsx';
import styles from './ResultStrip.module.css';
import { ResultTile } from './ResultTile.tsx';
import { type Tile, tilesOf } from './result-tiles.ts';
import { UnfinishedTile } from './UnfinishedTile.tsx';
import { useCanvasContent } from './use-canvas-content.ts';

/** The results of the current picture. */
export function ResultStrip({ store }: { store: ImagesStore }) {
  const services = useServices();
  const { t } = useTranslation();
  const results = useStore(store, (images) => images.results);
  const failures = useSession((session) => attention(session.jobs).failedPictures);
  const selectedId = useStore(store, ({ middle }) => comparedId(middle));
  const resultsAsOf = useStore(store, (images) => images.resultsAsOf);
  const ready = useStore(store, (images) => images.ready);
  const content = useCanvasContent(store);
  const shown = useStore(store, shownResult);
  const jobs = useSession((session) => session.jobs);
  const [isHidden, setHidden] = useState(false);
  const [exportedId, setExportedId] = useState<string | null>(null);
  const tiles = tilesOf({ results, jobs: jobs.filter(isEditJob), resultsAsOf, failures });
  const list = useRef<HTMLUListElement>(null);
  const current = useCurrentRow(
    tiles.map(({ id }) => id),
    selectedId ?? -1,
  );
  const remove = (tile: Tile): void => {
    const { cancelJob, dismissPicture } = services.session.getState();
    if (tile.kind === 'result') void trashItems(services, [tile.item]).then(store.getState().report);
    else if (tile.kind === 'running') cancelJob(tile.job.id);
    else dismissPicture(tile.failure.job.id, tile.failure.index);
  };
  const rows = useRows(list, {
    count: tiles.length,
    ...current,
    layout: { kind: 'line' },
    remove: (index) => tiles.slice(index, index + 1).forEach(remove),
    hasMenu: true,
  });
  // New tiles are scrolled into view.
  useEffect(() => {
    if (tiles.length > 0) list.current?.scrollTo({ left: list.current.scrollWidth });
  }, [tiles.length]);
  const hasPicture = useStore(store, (images) => images.pictures.length > 0);
  if (tiles.length === 0) {
    return hasPicture ? (
      <section className={styles.strip} aria-label={t('images.resultArea')}>
        <div className={styles.head}>
          <h2 className={styles.title}>{t('images.results')}</h2>
        </div>
        {!isHidden && <p className={classNames(styles.list, styles.none)}>{t('images.noResults')}</p>}
      </section>
    ) : null;
  }
  const presented = content.kind === 'result' ? content.item : undefined;
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
      <ul ref={list} className={styles.list} aria-label={t('images.results')} hidden={isHidden} {...rows.listProps}>
        {tiles.map((tile, index) => {
          const place = { store, index, isCurrent: index === current.currentIndex, menu: rows.menuOf(index) };
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
