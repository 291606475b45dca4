// What needs a person, worked out from the jobs and from nothing else, so that it is the same whenever main settles a
// job and whenever the page hears of it. What a person dismisses leaves the jobs (`jobs.dismiss`). Pure functions.

import { isJobOver } from '../../shared/app/job-states.ts';
import type { EditRequest } from '../../shared/contract/images.ts';
import type { EditJob, Job, SpeechJob } from '../../shared/contract/jobs.ts';
import { type AppError, appError, isRefusalOfAll } from '../../shared/errors.ts';

/** Requests that went wrong, and why. */
export type JobAlert<J extends Job = Job> = {
  error: AppError;
  /** At least one, the newest last. Several have failed alike; one whose outcome is unknown is always alone. */
  jobs: readonly J[];
  /** The app tries again by itself. */
  isWaiting: boolean;
};

/** A picture that was asked for and did not come: one of several, or all of an edit. */
export type FailedPicture = { id: string; job: EditJob; index: number; error: AppError };

/** What needs a person, by screen. */
export type Attention = {
  /** The newest first. */
  speech: readonly JobAlert<SpeechJob>[];
  edits: readonly JobAlert<EditJob>[];
  /** The oldest request first. */
  failedPictures: readonly FailedPicture[];
  /** How many requests wait for a person to do something, by screen. Those that the app tries again are none. */
  counts: Readonly<Record<'speech' | 'images', number>>;
};

const found = new WeakMap<readonly Job[], Attention>();

/** Returns what needs a person; the same object for the same jobs. */
export function attention(jobs: readonly Job[]): Attention {
  const known = found.get(jobs) ?? findAttention(jobs);
  found.set(jobs, known);
  return known;
}

function findAttention(jobs: readonly Job[]): Attention {
  const speech = alertsOf(jobs.filter((job) => job.kind === 'speech'));
  const edited = jobs.filter((job) => job.kind === 'edit');
  const edits = alertsOf(edited);
  const failedPictures = edited.flatMap(failedPicturesOf);
  return { speech, edits, failedPictures, counts: { speech: countOf(speech), images: countOf(edits) } };
}

function countOf(alerts: readonly JobAlert[]): number {
  return alerts.reduce((sum, { isWaiting, jobs }) => (isWaiting ? sum : sum + jobs.length), 0);
}

function alertsOf<J extends Job>(jobs: readonly J[]): JobAlert<J>[] {
  const alike = Map.groupBy(
    jobs.filter((job) => errorOf(job) !== null),
    likenessOf,
  );
  const alerts = [...alike.values()].flatMap((group) => {
    const error = errorOf(group.at(-1));
    return error === null ? [] : [{ error, jobs: group, isWaiting: !group.some(({ state }) => isJobOver(state)) }];
  });
  return alerts.reverse();
}

/** What a job says that went wrong; null if nothing did. */
function errorOf(job: Job | undefined): AppError | null {
  if (job === undefined) return null;
  return job.error ?? (job.state === 'unknown' ? appError('outcome.interrupted') : null);
}

/** Speech that failed alike is told once. Whether to pay again is asked of each request by itself, and of each edit. */
function likenessOf(job: Job): string {
  if (job.kind === 'edit' || job.state === 'unknown') return job.id;
  const { code, billed, details } = errorOf(job) ?? appError('outcome.interrupted');
  // Relays often name the single request in these, and the reason is the same for all.
  const said = isRefusalOfAll(code) ? undefined : details.relayMessage;
  const place = isJobOver(job.state) ? (job.line?.scriptId ?? '') : 'waiting';
  return JSON.stringify([place, code, billed, said]);
}

function failedPicturesOf(job: EditJob): FailedPicture[] {
  if (!isJobOver(job.state) || job.state === 'cancelled') return [];
  if (job.failures.length > 0)
    return job.failures.map(({ index, error }) => ({ id: `${job.id}-${index}`, job, index, error }));
  const error = job.state === 'done' ? null : errorOf(job);
  return error === null ? [] : [{ id: job.id, job, index: 0, error }];
}

/** A request for a failed picture only: for one of several pictures, not for all of them again. */
export function requestForMissing({ job: { request, itemIds, failures } }: FailedPicture): EditRequest {
  const isOneOfSeveral = itemIds.length + failures.length > 1;
  return isOneOfSeveral ? { ...request, options: { ...request.options, variations: null } } : request;
}

/** Whether a failed edit can be sent again as a whole: if some of its results came, they would be paid for twice. */
export function isRepeatable({ itemIds }: EditJob): boolean {
  return itemIds.length === 0;
}
