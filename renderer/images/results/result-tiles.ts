// The tiles of the strip in their order: results, running edits, failures. Pure functions.

import type { EditJob } from '../../../shared/contract/jobs.ts';
import type { EditItem } from '../../../shared/contract/library.ts';
import { isJobRunning } from '../../app/session-store.ts';
import type { FailedResult } from '../images-state.ts';

/** One tile; `id` is unique on the strip. */
export type Tile =
  /** `number` counts results from 1, the oldest first. */
  | { kind: 'result'; id: string; item: EditItem; number: number }
  | { kind: 'running'; id: string; job: EditJob }
  | { kind: 'failed'; id: string; failure: FailedResult };

type OnStrip = {
  results: readonly EditItem[];
  jobs: readonly EditJob[];
  /** Ids of jobs that are done and whose results are being read. */
  arriving: ReadonlySet<string>;
  failures: readonly FailedResult[];
};

/** Returns the tiles, oldest request first, the pictures of each request in their order. */
export function tilesOf({ results, jobs, arriving, failures }: OnStrip): Tile[] {
  const placed = [
    ...results.map((item, index) => ({
      tile: { kind: 'result' as const, id: item.id, item, number: index + 1 },
      atMs: item.createdAtMs,
      index: item.resultIndex,
    })),
    ...jobs
      .filter((job) => isJobRunning(job) || arriving.has(job.id))
      .map((job) => ({ tile: { kind: 'running' as const, id: job.id, job }, atMs: job.createdAtMs, index: 0 })),
    ...failures.map((failure) => ({
      tile: { kind: 'failed' as const, id: `failed ${failure.id}`, failure },
      atMs: failure.job.createdAtMs,
      index: failure.index,
    })),
  ];
  return placed.sort((a, b) => a.atMs - b.atMs || a.index - b.index).map(({ tile }) => tile);
}
