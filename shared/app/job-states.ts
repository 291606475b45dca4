// The states of a job, which is one attempt to have the relay do something.

/**
 * In order; the last four are final. `unknown`: the request was sent, and it is not known what the relay did with it.
 */
export const JOB_STATES = [
  'queued',
  'sending',
  'receiving',
  'saving',
  'done',
  'failed',
  'cancelled',
  'unknown',
] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Whether a job in this state has ended. */
export function isJobOver(state: JobState): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled' || state === 'unknown';
}

/** Whether a job can be cancelled. What is being saved has been received, and may have been paid for. */
export function isCancellable({ state }: { state: JobState }): boolean {
  return !isJobOver(state) && state !== 'saving';
}

/**
 * Whether nothing of an ended job is left to tell: it was cancelled before it was sent, or all that was asked came. Of
 * a picture edit some results can have come and others failed (`failures`), so that `done` alone does not say it.
 */
export function isJobSettled({ state, error, failures = [] }: JobEnd): boolean {
  return error === null && (state === 'cancelled' || (state === 'done' && failures.length === 0));
}

/** What is known of the end of a job. */
type JobEnd = { state: JobState; error: object | null; failures?: readonly unknown[] };

/** Maximum number of times a job is sent automatically, the first included. */
export const MAX_TRIES = 3;
