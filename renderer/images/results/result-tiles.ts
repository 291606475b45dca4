// The tiles of the strip in their order: results, running edits, failures. Pure functions.

import type { EditJob, Job } from '../../../shared/contract/jobs.ts';
import type { EditItem } from '../../../shared/contract/library.ts';
import type { FailedPicture } from '../../jobs/attention.ts';
import { isJobRunning } from '../../shell/session-store.ts';

/** One tile; `id` is unique on the strip. */
export type Tile =
  /** `number` counts results from 1, the oldest first. */
  | { kind: 'result'; id: string; item: EditItem; number: number }
  | { kind: 'running'; id: string; job: EditJob }
  | { kind: 'failed'; id: string; failure: FailedPicture };

type OnStrip = {
  results: readonly EditItem[];
  jobs: readonly EditJob[];
  /** All jobs when the results were asked for. */
  resultsAsOf: readonly Job[];
  failures: readonly FailedPicture[];
};

/** Whether a job has ended with results that are still to be read. @param asOf all jobs when results were asked for */
export function isArriving(job: EditJob, asOf: readonly Job[]): boolean {
  if (isJobRunning(job)) return false;
  return job.itemIds.length > (asOf.find(({ id }) => id === job.id)?.itemIds.length ?? 0);
}

/** Returns the tiles, oldest request first, the pictures of each request in their order. */
export function tilesOf({ results, jobs, resultsAsOf, failures }: OnStrip): Tile[] {
  const placed = [
    ...results.map((item, index) => ({
      tile: { kind: 'result' as const, id: item.id, item, number: index + 1 },
      atMs: item.createdAtMs,
      index: item.resultIndex,
    })),
    ...jobs
      .filter((job) => isJobRunning(job) || isArriving(job, resultsAsOf))
      .map((job) => ({ tile: { kind: 'running' as const, id: job.id, job }, atMs: job.createdAtMs, index: 0 })),
    ...failures.map((failure) => ({
      tile: { kind: 'failed' as const, id: `failed ${failure.id}`, failure },
      atMs: failure.job.createdAtMs,
      index: failure.index,
    })),
  ];
  return placed.sort((a, b) => a.atMs - b.atMs || a.index - b.index).map(({ tile }) => tile);
}
