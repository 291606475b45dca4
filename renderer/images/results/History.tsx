// The history of the picture: every edit of it with its results, the newest first, those that run or failed in their
// place, and the sources that led to it.

import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { formatTime } from '../../../shared/text/format-text.ts';
import { trashItems } from '../../items/item-actions.ts';
import { attention } from '../../jobs/attention.ts';
import { useCurrentRow } from '../../lists/use-current-row.ts';
import { useRows } from '../../lists/use-rows.ts';
import { useServices, useSession, useTranslation } from '../../services.ts';
import { RightPanel } from '../../shell/RightPanel.tsx';
import { RecentMenu } from '../../work/RecentMenu.tsx';
import { type ImagesStore, isEditJob } from '../images-store.ts';
import { comparedId } from '../middle.ts';
import styles from './History.module.css';
import { ReadyNotice } from './ReadyNotice.tsx';
import { ResultTile } from './ResultTile.tsx';
import { historyOf, type Placed, type Tile } from './result-tiles.ts';
import { SourceChain } from './SourceChain.tsx';
import { UnfinishedTile } from './UnfinishedTile.tsx';
import { useCanvasContent } from './use-canvas-content.ts';

type HistoryProps = {
  store: ImagesStore;
  /** Opens the saving of a result as another format. */
  onExport: (id: string) => void;
};

/** The panel at the right of the screen. */
export function History({ store, onExport }: HistoryProps) {
  const services = useServices();
  const { t } = useTranslation();
  const results = useStore(store, (images) => images.results);
  const failures = useSession((session) => attention(session.jobs).failedPictures);
  const selectedId = useStore(store, ({ middle }) => comparedId(middle));
  const resultsAsOf = useStore(store, (images) => images.resultsAsOf);
  const ready = useStore(store, (images) => images.ready);
  const hasPicture = useStore(store, (images) => images.pictures.length > 0);
  const content = useCanvasContent(store);
  const jobs = useSession((session) => session.jobs);
  const placed = historyOf({ results, jobs: jobs.filter(isEditJob), resultsAsOf, failures });
  const history = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const current = useCurrentRow(
    placed.map(({ tile }) => tile.id),
    selectedId ?? 0,
  );
  const remove = (tile: Tile): void => {
    const { cancelJob, dismissPicture } = services.session.getState();
    if (tile.kind === 'result') void trashItems(services, [tile.item]).then(store.getState().report);
    else if (tile.kind === 'running') cancelJob(tile.job.id);
    else dismissPicture(tile.failure.job.id, tile.failure.index);
  };
  const rows = useRows(list, {
    count: placed.length,
    ...current,
    layout: { kind: 'grid', columns: 1 },
    remove: (index) => placed.slice(index, index + 1).map(({ tile }) => remove(tile)),
    hasMenu: true,
  });
  // What is new is seen.
  useEffect(() => {
    if (placed.length > 0) history.current?.scrollIntoView({ block: 'start' });
  }, [placed.length]);
  const presentedId = content.kind === 'result' ? content.item.id : undefined;
  return (
    <RightPanel label={t('images.historyPanel')} width="historyWidthPx">
      <section ref={history} className={styles.history} aria-label={t('images.resultArea')}>
        <div className={styles.head}>
          <h2 className={styles.title}>{t('images.historyPanel')}</h2>
          <RecentMenu screen="images" />
        </div>
        <ReadyNotice store={store} />
        {placed.length === 0 && (
          <p className={styles.none}>{t(hasPicture ? 'images.noResults' : 'images.noHistory')}</p>
        )}
        {placed.length > 0 && (
          <ul ref={list} className={styles.list} aria-label={t('images.results')} {...rows.listProps}>
            {placed.map(({ tile, group }, index) => {
              const place = {
                store,
                index,
                isCurrent: index === current.currentIndex,
                menu: rows.menuOf(index),
                caption: group && <Caption group={group} />,
                isAlone: group?.size === 1,
              };
              return tile.kind === 'result' ? (
                <ResultTile
                  key={tile.id}
                  {...place}
                  tile={tile}
                  isSelected={tile.id === selectedId}
                  isPresented={tile.id === presentedId}
                  isReady={ready.includes(tile.id)}
                  onExport={() => onExport(tile.id)}
                />
              ) : (
                <UnfinishedTile key={tile.id} {...place} tile={tile} />
              );
            })}
          </ul>
        )}
        <SourceChain store={store} />
      </section>
    </RightPanel>
  );
}

/** What was asked for, when, and what it goes on from unless that is the request before it. */
function Caption({ group: { prompt, atMs, from } }: { group: NonNullable<Placed['group']> }) {
  const { t, locale } = useTranslation();
  return (
    <div className={styles.caption}>
      <p className={styles.prompt} title={prompt}>
        {prompt}
      </p>
      <p className={styles.facts}>
        <time dateTime={new Date(atMs).toISOString()}>{formatTime(atMs, locale)}</time>
        {from === 'original' && t.separators.fact + t('images.fromOriginal')}
        {typeof from === 'number' && t.separators.fact + t('images.fromResult', { number: from })}
      </p>
    </div>
  );
}
