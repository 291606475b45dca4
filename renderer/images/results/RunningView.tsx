// The large view of a running edit: its latest preview, or its dimmed source until there is one; the elapsed time;
// buttons to go back and to cancel.

import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { isCancellable } from '../../../shared/app/job-states.ts';
import type { EditJob } from '../../../shared/contract/jobs.ts';
import { formatElapsed, formatJobState } from '../../jobs/job-status-text.ts';
import { TickingText } from '../../jobs/TickingText.tsx';
import { useSession, useTranslation } from '../../services.ts';
import { isJobRunning, queueOf } from '../../shell/session-store.ts';
import { Button } from '../../ui/Button.tsx';
import type { ImagesStore } from '../images-store.ts';
import pane from '../pane.module.css';
import resultBar from './ResultBar.module.css';
import styles from './RunningView.module.css';

/** The bar above the view. */
export function RunningBar({ store, job }: { store: ImagesStore; job: EditJob }) {
  const cancelJob = useSession((session) => session.cancelJob);
  const { t } = useTranslation();
  return (
    <div role="toolbar" aria-label={t('images.runningTools')} className={resultBar.bar}>
      <Button variant="plain" onClick={() => store.getState().watch(null)}>
        <ArrowLeft size={16} aria-hidden />
        {t('images.backToMask')}
      </Button>
      <span className={pane.space} />
      {isCancellable(job) && (
        <Button variant="plain" onClick={() => cancelJob(job.id)}>
          {t('images.stopEdit')}
        </Button>
      )}
    </div>
  );
}

/** The picture and the line under it. */
export function RunningView({ job }: { job: EditJob }) {
  const { t } = useTranslation();
  const queue = useSession((session) => queueOf(session, job.connectionId));
  const sourceId = job.request.pictures[0]?.mediaId ?? null;
  const { previewMediaId } = job;
  const [loadedId, setLoadedId] = useState<string | null>(null);
  const shownId = previewMediaId ?? sourceId;
  // The previous picture stays until the next one is loaded.
  const isPreview = loadedId !== null && loadedId !== sourceId;
  return (
    <section className={pane.view} aria-label={t('images.runningArea')}>
      <div className={pane.surround}>
        <div className={styles.surface}>
          {shownId !== null && (
            <img
              className={styles.picture}
              data-dimmed={isPreview ? undefined : ''}
              src={`/media/${shownId}`}
              alt={t(isPreview ? 'images.preview' : 'images.before')}
              decoding="async"
              draggable={false}
              onLoad={() => setLoadedId(shownId)}
            />
          )}
        </div>
      </div>
      <div className={pane.line}>
        <TickingText className={styles.elapsed} text={(nowMs) => formatElapsed(job, nowMs, t)} />
        {isJobRunning(job) && job.state !== 'queued' && (
          <TickingText text={(nowMs) => formatJobState(job, queue, nowMs, t)} />
        )}
        <span className={pane.space} />
        <span>{t(isPreview ? 'images.preview' : 'images.noPreviewYet')}</span>
      </div>
    </section>
  );
}
