// The strip of results under the canvas: there when something came back, is on its way, or failed.

import { TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { EditJob } from '../../shared/contract/jobs.ts';
import type { EditItem } from '../../shared/contract/library.ts';
import { wordsFor } from '../app/error-words.ts';
import { formatPosition } from '../app/format-text.ts';
import { useSession, useWords } from '../app/services.ts';
import { isJobRunning } from '../app/session-store.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { type ImagesStore, isEditJob } from './images-store.ts';
import { ResultActions } from './ResultActions.tsx';
import styles from './ResultStrip.module.css';

/** The results of the picture in hand. */
export function ResultStrip({ store }: { store: ImagesStore }) {
  const { t } = useWords();
  const results = useStore(store, (images) => images.results);
  const selectedId = useStore(store, (images) => images.selectedId);
  const askedIds = useStore(store, (images) => images.askedIds);
  const jobs = useSession((session) => session.jobs);
  const [isHidden, setHidden] = useState(false);
  const arriving = useStore(store, (images) => images.arriving);
  const isUnderWay = (job: EditJob): boolean => isJobRunning(job) || arriving.has(job.id);
  const open = jobs.filter(isEditJob).filter((job) => isUnderWay(job) || isFailure(job, askedIds));
  const list = useRef<HTMLUListElement>(null);
  const count = results.length + open.length;
  // What is new comes last and into view.
  useEffect(() => {
    if (count > 0) list.current?.scrollTo({ left: list.current.scrollWidth });
  }, [count]);
  if (count === 0) return null;
  const selected = results.find((item) => item.id === selectedId);
  return (
    <section className={styles.strip} aria-label={t('images.resultArea')}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('images.results')}</h2>
        {selected !== undefined && <ResultActions store={store} item={selected} />}
        <span className={styles.space} />
        <Button look="plain" aria-expanded={!isHidden} onClick={() => setHidden(!isHidden)}>
          {t(isHidden ? 'images.showResults' : 'images.hideResults')}
        </Button>
      </div>
      <ul ref={list} className={styles.list} aria-label={t('images.results')} hidden={isHidden}>
        {results.map((item, index) => (
          <ResultTile key={item.id} store={store} item={item} number={index + 1} isSelected={item.id === selectedId} />
        ))}
        {open.map((job) =>
          isUnderWay(job) ? (
            <RunningTile key={job.id} store={store} job={job} />
          ) : (
            <FailedTile key={job.id} store={store} job={job} />
          ),
        )}
      </ul>
    </section>
  );
}

function isFailure(job: EditJob, askedIds: readonly string[]): boolean {
  return (job.state === 'failed' || job.state === 'unknown') && job.itemIds.length === 0 && askedIds.includes(job.id);
}

type ResultTileProps = { store: ImagesStore; item: EditItem; number: number; isSelected: boolean };

function ResultTile({ store, item, number, isSelected }: ResultTileProps) {
  const { t } = useWords();
  const shown = item.protected?.picture ?? item.raw;
  return (
    <li className={styles.item}>
      <button
        type="button"
        className={styles.tile}
        aria-label={t('images.resultN', { number })}
        aria-pressed={isSelected}
        title={item.request.prompt}
        onClick={() => store.getState().select(item.id)}
      >
        <img src={`/media/${shown.mediaId}`} alt="" decoding="async" draggable={false} />
      </button>
    </li>
  );
}

/** Pressed, it shows its result as soon as that is there. */
function RunningTile({ store, job }: { store: ImagesStore; job: EditJob }) {
  const { t } = useWords();
  const isWatched = useStore(store, (images) => images.watchedJobId === job.id);
  const elapsed = useRef<HTMLSpanElement>(null);
  const sinceMs = job.sentAtMs ?? job.createdAtMs;
  useEffect(() => {
    const show = (): void => {
      if (elapsed.current) elapsed.current.textContent = formatPosition((Date.now() - sinceMs) / 1000);
    };
    show();
    const timer = setInterval(show, 500);
    return () => clearInterval(timer);
  }, [sinceMs]);
  const { n } = job.request.options;
  return (
    <li className={styles.item}>
      <button
        type="button"
        className={styles.running}
        aria-label={t('images.showWhenDone')}
        aria-pressed={isWatched}
        title={t('images.showWhenDone')}
        onClick={() => store.getState().watch(isWatched ? null : job.id)}
      >
        {job.previewMediaId !== null && <img src={`/media/${job.previewMediaId}`} alt="" draggable={false} />}
        <span className={styles.elapsed}>
          <span ref={elapsed} />
          {n !== null && n > 1 && ` ×${n}`}
        </span>
      </button>
    </li>
  );
}

function FailedTile({ store, job }: { store: ImagesStore; job: EditJob }) {
  const { t } = useWords();
  const reason = wordsFor(job.error?.code ?? 'outcome.unknown', 'title', t, 'edit');
  return (
    <li className={styles.item}>
      <span className={styles.failed} title={reason}>
        <TriangleAlert size={14} aria-hidden />
        <span>{t('images.resultFailed', { reason })}</span>
      </span>
      <IconButton
        size="small"
        label={t('images.dismissResult')}
        icon={<X size={12} aria-hidden />}
        className={styles.dismiss}
        onClick={() => store.getState().dismissJob(job.id)}
      />
    </li>
  );
}
