// The problem that a screen shows for a failed request, and when it changes. Pure functions, independent of the kind of
// request.

import type { Job } from '../../../shared/contract/jobs.ts';
import { type AppError, appError } from '../../../shared/errors.ts';
import type { Ipc } from '../../ipc.ts';
import { isJobRunning } from '../session-store.ts';

/** A problem of a request, shown until it is dismissed or until the next attempt. */
export type JobProblem<Request> = {
  error: AppError;
  /** Null if there is no job: the request was refused, or something else failed. */
  jobId: string | null;
  /** The requests that can be sent again unchanged. */
  requests: readonly Request[];
  /** The app retries the job automatically. */
  isWaiting: boolean;
};

/** Returns a problem without a job. */
export function problemOfError<Request>(error: AppError, requests: readonly Request[] = []): JobProblem<Request> {
  return { error, jobId: null, requests, isWaiting: false };
}

/**
 * Returns the problem to show after an update of a job: the job's error; null once the job of the current problem
 * continues; otherwise the current problem.
 * @param requests what can be sent again if the job failed
 */
export function problemAfter<Request>(
  shown: JobProblem<Request> | null,
  job: Job,
  requests: readonly Request[],
): JobProblem<Request> | null {
  if (job.error !== null) return { error: job.error, jobId: job.id, requests, isWaiting: isJobRunning(job) };
  return shown?.jobId === job.id ? null : shown;
}

/** Returns the problem of the newest job whose outcome is unknown because the app was closed; null if there is none. */
export function interruptedProblem<J extends Job, Request>(
  jobs: readonly J[],
  requestsOf: (job: J) => readonly Request[],
): JobProblem<Request> | null {
  const job = jobs.findLast(({ state }) => state === 'unknown');
  if (job === undefined) return null;
  const error = job.error ?? appError('outcome.interrupted');
  return { error, jobId: job.id, requests: requestsOf(job), isWaiting: false };
}

/** Dismisses the job of a dismissed problem in main, unless it is going to be retried. */
export function dismissJobOf(problem: JobProblem<unknown> | null, ipc: Ipc): void {
  if (problem !== null && problem.jobId !== null && !problem.isWaiting)
    void ipc.request('jobs.dismiss', { id: problem.jobId });
}
