// The tiles of edits without a result: running, with preview and elapsed time, or failed, with the reason.

import { RotateCcw, TriangleAlert, X } from 'lucide-react';
import { useStore } from 'zustand';
import { isCancellable } from '../../../shared/app/job-states.ts';
import type { EditJob } from '../../../shared/contract/jobs.ts';
import { errorText } from '../../items/error-text.ts';
import type { FailedPicture } from '../../jobs/attention.ts';
import { formatElapsed } from '../../jobs/job-status-text.ts';
import { TickingText } from '../../jobs/TickingText.tsx';
import { faceProps } from '../../lists/use-rows.ts';
import { useSession, useTranslation } from '../../services.ts';
import type { MenuEntry } from '../../ui/Menu.tsx';
import type { ImagesStore } from '../images-store.ts';
import { watchedId } from '../middle.ts';
import styles from './History.module.css';
import type { Tile } from './result-tiles.ts';
import { TileMenu, type TilePlace } from './TileMenu.tsx';
import { useKeptReply } from './use-kept-reply.tsx';

type TileProps = TilePlace & { store: ImagesStore };

/** The tile of an edit without a result. */
export function UnfinishedTile({ tile, ...props }: TileProps & { tile: Exclude<Tile, { kind: 'result' }> }) {
  return tile.kind === 'running' ? (
    <RunningTile {...props} id={tile.id} job={tile.job} />
  ) : (
    <FailedTile {...props} id={tile.id} failure={tile.failure} />
  );
}

/** The tile of a running edit; pressing it shows the edit large, and its result as soon as it exists. */
function RunningTile({ store, id, job, ...place }: TileProps & { id: string; job: EditJob }) {
  const cancelJob = useSession((session) => session.cancelJob);
  const { t } = useTranslation();
  const isWatched = useStore(store, ({ middle }) => watchedId(middle) === job.id);
  const { variations } = job.request.options;
  const cancel = (): void => {
    cancelJob(job.id);
  };
  const entries: MenuEntry[] = [
    {
      id: 'cancel',
      label: t('common.cancel'),
      icon: <X size={16} aria-hidden />,
      isDanger: true,
      isDisabled: !isCancellable(job),
      onSelect: cancel,
    },
  ];
  return (
    <TileMenu label={t('images.runningActions')} entries={entries} place={place}>
      <button
        type="button"
        className={styles.running}
        data-tile={id}
        {...faceProps(place.isCurrent)}
        aria-label={t('images.showWhenDone')}
        aria-pressed={isWatched}
        aria-keyshortcuts="Delete"
        title={`${t('images.showWhenDone')}\n${job.request.prompt}`}
        onClick={() => store.getState().watch(isWatched ? null : job.id)}
      >
        {job.previewMediaId !== null && <img src={`/media/${job.previewMediaId}`} alt="" draggable={false} />}
        <span className={styles.elapsed}>
          <TickingText text={(nowMs) => formatElapsed(job, nowMs, t)} />
          {variations !== null && variations > 1 && ` ×${variations}`}
        </span>
      </button>
    </TileMenu>
  );
}

function FailedTile({ store, id, failure, ...place }: TileProps & { id: string; failure: FailedPicture }) {
  const { t } = useTranslation();
  const dismissPicture = useSession((session) => session.dismissPicture);
  const { explain, retry } = store.getState();
  const { error, job } = failure;
  const kept = useKeptReply(failure, store.getState().report);
  const reason = errorText(error.code, 'title', t, 'edit');
  const { relayMessage } = error.details;
  const dismiss = (): void => {
    dismissPicture(job.id, failure.index);
  };
  const entries: MenuEntry[] = [
    {
      id: 'retry',
      label: t('error.action.sendAgain'),
      icon: <RotateCcw size={16} aria-hidden />,
      onSelect: () => void retry(failure),
    },
    ...kept.entries,
    'separator',
    { id: 'dismiss', label: t('images.dismissResult'), icon: <X size={16} aria-hidden />, onSelect: dismiss },
  ];
  const relayTexts = typeof relayMessage === 'string' ? [relayMessage] : [];
  return (
    <TileMenu label={t('images.failedActions')} entries={entries} place={place}>
      <button
        type="button"
        className={styles.failed}
        data-tile={id}
        {...faceProps(place.isCurrent)}
        aria-keyshortcuts="Delete"
        title={[reason, ...kept.hints, ...relayTexts, job.request.prompt].join('\n')}
        onClick={() => explain(failure.id)}
      >
        <TriangleAlert size={14} aria-hidden />
        <span className={styles.reason}>
          {kept.isFetching ? t('reply.fetching') : t('images.resultFailed', { reason: relayTexts[0] ?? reason })}
        </span>
      </button>
    </TileMenu>
  );
}
