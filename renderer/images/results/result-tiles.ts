// The tiles of the history in their order: results, running edits, failures. Pure functions.

import type { EditJob, Job } from '../../../shared/contract/jobs.ts';
import type { EditItem } from '../../../shared/contract/library.ts';
import type { FailedPicture } from '../../jobs/attention.ts';
import { isJobRunning } from '../../shell/session-store.ts';

/** One tile; `id` is unique in the history. */
export type Tile =
  /** `number` counts results from 1, the oldest first. */
  | { kind: 'result'; id: string; item: EditItem; number: number }
  | { kind: 'running'; id: string; job: EditJob }
  | { kind: 'failed'; id: string; failure: FailedPicture };

type Made = {
  results: readonly EditItem[];
  jobs: readonly EditJob[];
  /** All jobs when the results were asked for. */
  resultsAsOf: readonly Job[];
  failures: readonly FailedPicture[];
};

type InHistory = Made & {
  /** The pictures that were edited one after the other, until picture 1, which is the last, by their media ids. */
  lineage: readonly string[];
  /** Words that the instruction has; all requests if there are none. */
  search: string;
};

/** Whether a job has ended with results that are still to be read. @param asOf all jobs when results were asked for */
export function isArriving(job: EditJob, asOf: readonly Job[]): boolean {
  if (isJobRunning(job)) return false;
  return job.itemIds.length > (asOf.find(({ id }) => id === job.id)?.itemIds.length ?? 0);
}

/** A tile in its place. `group` is set on the first tile of each request: its size, and what is said of the request. */
export type Placed = {
  tile: Tile;
  /** Its place among the tiles of its request, from 0. */
  at: number;
  /** The request was made of a picture that did not lead to picture 1. */
  isAside: boolean;
  /** It is picture 1. */
  isEdited: boolean;
  group: {
    size: number;
    prompt: string;
    atMs: number;
    /** The instruction whose result was edited, or the original; null if the request before shows what it was. */
    from: { prompt: string } | 'original' | null;
  } | null;
};

/** Returns the tiles, newest request first, the pictures of each request in their order. */
export function historyOf({ lineage, search, ...all }: InHistory): Placed[] {
  const words = search.toLowerCase().split(/\s+/);
  const groups = groupsOf(tilesOf(all));
  const made = [...groups.values()].flat().filter((tile) => tile.kind === 'result');
  /** The result that was edited: the latest of those with this picture that were there. */
  const resultOf = (mediaId: string | undefined, beforeMs: number) =>
    made.findLast(({ item }) => item.createdAtMs < beforeMs && isPictureOf(item, mediaId));
  const edited = resultOf(lineage.at(-1), Number.POSITIVE_INFINITY);
  const sourceOf = (tiles: readonly Tile[]): string | undefined => tiles[0] && requestOf(tiles[0]).pictures[0]?.mediaId;
  const ordered = [...groups].sort(([a], [b]) => b - a);
  return ordered.flatMap(([atMs, tiles], index) => {
    const [first] = tiles;
    if (first === undefined) return [];
    const [, before = []] = ordered[index + 1] ?? [];
    const source = sourceOf(tiles);
    const result = resultOf(source, atMs);
    // Goes on with a result of the request before, or tries the same picture again.
    const isOfBefore = result !== undefined && before.includes(result);
    const isPlain = before.length === 0 || source === sourceOf(before) || isOfBefore;
    const from = isPlain ? null : result ? { prompt: requestOf(result).prompt } : ('original' as const);
    const { prompt } = requestOf(first);
    if (!words.every((word) => prompt.toLowerCase().includes(word))) return [];
    const group = { size: tiles.length, prompt, atMs, from };
    const isAside = source !== undefined && !lineage.includes(source);
    return tiles.map((tile, at) => ({
      tile,
      at,
      isAside,
      isEdited: tile === edited,
      group: at === 0 ? group : null,
    }));
  });
}

/** The requests of one press have the same instruction and picture, and follow each other at once. */
const AT_ONCE_MS = 1000;

/** The tiles by when they were asked for together. @param tiles the oldest first */
function groupsOf(tiles: readonly Tile[]): Map<number, Tile[]> {
  let last: { atMs: number; tile: Tile } | undefined;
  return Map.groupBy(tiles, (tile) => {
    const atMs = timeOf(tile);
    const isOfLast = last !== undefined && atMs - last.atMs < AT_ONCE_MS && isSameRequest(tile, last.tile);
    if (!isOfLast) last = { atMs, tile };
    return last?.atMs ?? atMs;
  });
}

function isSameRequest(a: Tile, b: Tile): boolean {
  const [one, other] = [requestOf(a), requestOf(b)];
  return one.prompt === other.prompt && one.pictures[0]?.mediaId === other.pictures[0]?.mediaId;
}

/** Whether a picture is one of a result's: as received, or protected. */
export function isPictureOf({ raw, protected: kept }: EditItem, mediaId: string | undefined): boolean {
  return mediaId !== undefined && (mediaId === raw.mediaId || mediaId === kept?.picture.mediaId);
}

function requestOf(tile: Tile): EditItem['request'] {
  if (tile.kind === 'result') return tile.item.request;
  return tile.kind === 'running' ? tile.job.request : tile.failure.job.request;
}

/** When it was asked for: the same for all pictures of a request. */
function timeOf(tile: Tile): number {
  if (tile.kind === 'result') return tile.item.createdAtMs;
  return tile.kind === 'running' ? tile.job.createdAtMs : tile.failure.job.createdAtMs;
}

/** Returns the tiles, oldest request first, the pictures of each request in their order. */
function tilesOf({ results, jobs, resultsAsOf, failures }: Made): Tile[] {
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
