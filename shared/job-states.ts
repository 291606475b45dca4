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

/** Maximum number of times a job is sent automatically, the first included. */
export const MAX_TRIES = 3;
