// The text of a job's or queue's status. Independent of where it is shown.

import { MAX_TRIES } from '../../shared/app/job-states.ts';
import type { Job, Queue, SpeechJob } from '../../shared/contract/jobs.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import { formatPosition } from '../../shared/text/format-text.ts';
import type { RunningJob } from '../shell/session-store.ts';

/** Returns what a job is doing or waiting for. @param queue the pause or back-off of its connection, if any. */
export function formatJobState(
  job: Pick<RunningJob, 'state' | 'tries' | 'isPaused'> & { part?: SpeechJob['part'] },
  queue: Queue | undefined,
  nowMs: number,
  t: Translate,
): string {
  if (job.state !== 'queued') {
    const state = job.state === 'saving' ? t('running.saving') : withPart(t(`running.${job.state}`), job, t);
    return job.tries > 1 ? t('queue.try', { state, number: job.tries }) : state;
  }
  if (queue?.isPaused) return t(queue.isUnverified ? 'queue.heldLong' : 'queue.paused');
  if (job.isPaused) return t('queue.paused');
  if (!queue?.backoff) return t('running.queued');
  const reason = t(reasonKey(queue.backoff.code));
  const seconds = secondsLeft(queue.backoff.untilMs, nowMs);
  if (job.tries === 0) return t('queue.rests', { reason, seconds });
  return t('queue.triesAgain', { reason, seconds, number: job.tries + 1, limit: MAX_TRIES });
}

function withPart(state: string, { part }: { part?: SpeechJob['part'] }, t: Translate): string {
  return part ? t('queue.part', { state, ...part }) : state;
}

/** Returns how long a job has been running, counted from when it was sent; time in the queue does not count. */
export function formatElapsed(
  { state, isPaused, sentAtMs, createdAtMs }: Pick<Job, 'state' | 'isPaused' | 'sentAtMs' | 'createdAtMs'>,
  nowMs: number,
  t: Translate,
): string {
  if (state === 'queued') return t(isPaused ? 'queue.paused' : 'running.queued');
  return formatPosition((nowMs - (sentAtMs ?? createdAtMs)) / 1000);
}

/** Returns why a connection sends nothing; null while it sends. */
export function formatQueueStatus(queue: Queue | undefined, nowMs: number, t: Translate): string | null {
  if (queue?.isPaused) return t(queue.isUnverified ? 'queue.heldLong' : 'queue.pausedLong');
  if (!queue?.backoff) return null;
  const { code, untilMs } = queue.backoff;
  return t('queue.rests', { reason: t(reasonKey(code)), seconds: secondsLeft(untilMs, nowMs) });
}

function reasonKey(code: ErrorCode): 'queue.rateLimit' | 'queue.noAnswer' | 'queue.busy' {
  if (code === 'relay.rate_limited') return 'queue.rateLimit';
  return code.startsWith('network.') || code === 'practice.unavailable' ? 'queue.noAnswer' : 'queue.busy';
}

function secondsLeft(untilMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
}
