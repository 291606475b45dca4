// The results of an audition: their states, pages and order. Pure functions.

import type { Job } from '../../shared/contract/jobs.ts';
import type { SpeechItem } from '../../shared/contract/library.ts';
import type { AppError } from '../../shared/errors.ts';
import { isJobRunning } from '../shell/session-store.ts';

/** The maximum number of voices in an audition. */
export const MAX_VOICES = 20;
/** Number of results on a page, one for each of the keys 1 to 9. */
export const PAGE_SIZE = 9;

/** The result of a voice: what was asked, by its job as soon as there is one; the take; or why there is none. */
export type Candidate = { voice: string } & (
  | { kind: 'asked'; jobId: string | null }
  | { kind: 'made'; item: SpeechItem }
  | { kind: 'refused'; error: AppError | null }
);

/** The same as it is shown. */
export type CandidateState =
  | { state: 'running' }
  | { state: 'ready'; item: SpeechItem }
  | { state: 'failed'; error: AppError | null };

/** Returns the state of a candidate, which is that of its job until its take is there. */
export function candidateState(candidate: Candidate, jobs: readonly Job[]): CandidateState {
  if (candidate.kind === 'made') return { state: 'ready', item: candidate.item };
  if (candidate.kind === 'refused') return { state: 'failed', error: candidate.error };
  if (candidate.jobId === null) return { state: 'running' };
  const job = jobs.find(({ id }) => id === candidate.jobId);
  if (job !== undefined && (isJobRunning(job) || isMade(job))) return { state: 'running' };
  return { state: 'failed', error: job?.error ?? null };
}

/** Whether the take of a job is there, or about to be loaded. */
export function isMade({ state, itemIds }: Job): boolean {
  return state === 'done' && itemIds.length > 0;
}

/** Returns the number of pages of results, at least one. */
export function pageCount(candidates: readonly unknown[]): number {
  return Math.max(1, Math.ceil(candidates.length / PAGE_SIZE));
}

/** Returns a random permutation (Fisher–Yates); all are equally likely. */
export function shuffle<T>(values: readonly T[], random: () => number): T[] {
  const mixed = [...values];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const [a, b] = [mixed[i], mixed[j]];
    if (a !== undefined && b !== undefined) [mixed[i], mixed[j]] = [b, a];
  }
  return mixed;
}
