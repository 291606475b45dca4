// The states of a job: one attempt to have the relay do something, from the queue to its end.

/** In order; the last four are ends. `unknown`: the request went out and nobody can say what the relay did with it. */
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

/** Most times a job is sent by itself. */
export const MAX_TRIES = 3;
