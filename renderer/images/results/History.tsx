// The history of the picture: every edit of it with its results, the newest first, those that run or failed in their
// place, and the sources that led to it.

import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { formatTime } from '../../../shared/text/format-text.ts';
import { trashItems } from '../../items/item-actions.ts';
import { keepRows } from '../../items/keeping/keep-rows.ts';
import { attention } from '../../jobs/attention.ts';
import { useCurrentRow } from '../../lists/use-current-row.ts';
import { type RowSelection, useRows } from '../../lists/use-rows.ts';
import { useCommons, useSession, useTranslation } from '../../services.ts';
import { RightPanel } from '../../shell/RightPanel.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { RecentMenu } from '../../work/RecentMenu.tsx';
import { type ImagesStore, isEditJob } from '../images-store.ts';
import { comparedIds, resultAtHand } from '../middle.ts';
import { ledTo, sourcesOf } from '../tray/source-chain.ts';
import styles from './History.module.css';
import { ReadyNotice } from './ReadyNotice.tsx';
import { ResultTile } from './ResultTile.tsx';
import { historyOf, isPictureOf, type Placed, type Tile } from './result-tiles.ts';
import { SourceChain } from './SourceChain.tsx';
import { UnfinishedTile } from './UnfinishedTile.tsx';
import { useComparing } from './use-comparing.ts';

/** With fewer results all are seen at a glance. */
const SEARCHED_FROM = 8;

/** The panel at the right of the screen. */
export function History({ store }: { store: ImagesStore }) {
  const commons = useCommons();
  const { t } = useTranslation();
  const results = useStore(store, (images) => images.results);
  const failures = useSession((session) => attention(session.jobs).failedPictures);
  const shownId = useStore(store, (images) => resultAtHand(images)?.id);
  const compared = useStore(store, ({ middle }) => comparedIds(middle));
  const resultsAsOf = useStore(store, (images) => images.resultsAsOf);
  const ready = useStore(store, (images) => images.ready);
  const source = useStore(store, (images) => images.pictures[0]);
  const chain = useStore(store, (images) => images.chain);
  const [search, setSearch] = useState('');
  const jobs = useSession((session) => session.jobs);
  const all = {
    results,
    jobs: jobs.filter(isEditJob),
    resultsAsOf,
    failures,
    lineage: ledTo(chain, source).map(({ mediaId }) => mediaId),
  };
  const isSearchable = search !== '' || results.length >= SEARCHED_FROM;
  const placed = historyOf({ ...all, search });
  const sources = sourcesOf(chain, source);
  const [original] = sources;
  const others = sources.filter(({ mediaId }) => !results.some((item) => isPictureOf(item, mediaId)));
  const history = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const current = useCurrentRow(
    placed.map(({ tile }) => tile.id),
    shownId ?? 0,
  );
  const remove = (tile: Tile): void => {
    const { cancelJob, dismissPicture } = commons.session.getState();
    if (tile.kind === 'result') void trashItems(commons, [tile.item]).then(store.getState().report);
    else if (tile.kind === 'running') cancelJob(tile.job.id);
    else dismissPicture(tile.failure.job.id, tile.failure.index);
  };
  const { toggle, compareFrom } = useComparing(store);
  const idAt = (index: number): string | undefined => {
    const tile = placed[index]?.tile;
    return tile?.kind === 'result' ? tile.id : undefined;
  };
  const allIds = placed.flatMap((_, index) => idAt(index) ?? []);
  /** What is selected is compared. */
  const selection: RowSelection = {
    size: compared.length,
    isSelected: (index) => compared.includes(idAt(index) ?? ''),
    start: () => undefined,
    toggle: (index) => toggle(idAt(index)),
    extendTo: (index) => compareFrom(shownId, idAt(index), allIds),
    all: () => compareFrom(allIds[0], allIds.at(-1), allIds),
    clear: () => void store.getState().goBack(),
  };
  const rows = useRows(list, {
    count: placed.length,
    ...current,
    layout: { kind: 'grid', columns: 1 },
    selection,
    remove: (index) => placed.slice(index, index + 1).map(({ tile }) => remove(tile)),
    ...keepRows(commons, store.getState().report, (index) => {
      const tile = placed[index]?.tile;
      const first = tile?.kind === 'result' ? tile.item : undefined;
      return { first, ids: async () => (first ? [first.id] : []) };
    }),
    hasMenu: true,
  });
  // What is new is seen.
  useEffect(() => {
    if (placed.length > 0) history.current?.scrollIntoView({ block: 'start' });
  }, [placed.length]);
  return (
    <RightPanel label={t('images.historyPanel')} width="historyWidthPx">
      <section ref={history} className={styles.history} aria-label={t('images.resultArea')}>
        <div className={styles.head}>
          <h2 className={styles.title}>{t('images.historyPanel')}</h2>
          <RecentMenu screen="images" />
        </div>
        <ReadyNotice store={store} />
        {isSearchable && (
          <SearchField
            className={styles.search}
            label={t('images.searchHistory')}
            value={search}
            onChange={setSearch}
          />
        )}
        {placed.length === 0 && (
          <p className={styles.none}>
            {search === '' ? t(source ? 'images.noResults' : 'images.noHistory') : t('library.noMatch', { search })}
          </p>
        )}
        {placed.length > 0 && (
          <ul ref={list} className={styles.list} aria-label={t('images.results')} {...rows.listProps}>
            {placed.map(({ tile, at, isAside, isEdited, group }, index) => {
              const place = {
                store,
                index,
                isCurrent: index === current.currentIndex,
                menu: rows.menuOf(index),
                caption: group && <Caption group={group} />,
                isAlone: group?.size === 1,
                aside: isAside ? (at % 2 === 0 ? ('left' as const) : ('right' as const)) : undefined,
              };
              return tile.kind === 'result' ? (
                <ResultTile
                  key={tile.id}
                  {...place}
                  tile={tile}
                  isShown={tile.id === shownId || compared.includes(tile.id)}
                  isBeside={tile.id !== shownId && compared.includes(tile.id)}
                  isReady={ready.includes(tile.id)}
                  isEdited={isEdited}
                />
              ) : (
                <UnfinishedTile key={tile.id} {...place} tile={tile} />
              );
            })}
          </ul>
        )}
        {original !== undefined && search === '' && placed.length > 0 && others.length > 0 && (
          <SourceChain store={store} sources={others} original={original} />
        )}
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
        {from !== null && from !== 'original' && t.separators.fact + t('images.fromResult', { text: from.prompt })}
      </p>
    </div>
  );
}
