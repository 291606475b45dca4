// How long finding takes, as main waits for it: pages, jumps, days, ids, and counted facets.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectDatabase, type Database } from '../../electron/database/client.ts';
import { databaseThread } from '../../electron/database/database-thread.ts';
import { openDatabase } from '../../electron/database/schema.ts';
import { createFacetCounts } from '../../electron/library/facet-counts.ts';
import { facetsSchema, findSchema, matchingIdsSchema, timelineSchema } from '../../shared/contract/finding.ts';
import { FACETS } from '../../shared/finding/facets.ts';
import { type Figure, repeat } from './bench.ts';
import { fillDatabase } from './large-database.ts';

const RUNS = { warmUps: 1, times: 5 };
const PAGE = 60;

/** Aims in milliseconds by the number of items; growth alone is of interest for other sizes. */
const AIMS: ReadonlyMap<number, { page: number; jump?: number; facets?: number }> = new Map([
  [100_000, { page: 100, jump: 100, facets: 500 }],
  [1_000_000, { page: 300, facets: 500 }],
]);

/** Measures a library with this number of items. */
export async function findingFigures(count: number): Promise<Figure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'relay-studio-bench-'));
  const db = openDatabase(path.join(folder, 'library.sqlite'));
  fillDatabase(db, count);
  db.close();
  const report = (): void => undefined;
  const thread = connectDatabase(databaseThread(folder), folder, {
    onOpened: report,
    onMaintenance: report,
    onRebuildFailed: console.error,
    onFilled: report,
    onBusy: report,
    onUnreadable: console.error,
    onDied: console.error,
    onQuarantined: console.error,
  });
  try {
    await thread.opened();
    return await measure(thread, count);
  } finally {
    await thread.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure({ items }: Database, count: number): Promise<Figure[]> {
  const aims = AIMS.get(count);
  const size = `${count.toLocaleString('en')} items`;
  const page = (filter: object, sort: object = {}, offset = 0) =>
    items.find(findSchema.parse({ filter, sort, offset, limit: PAGE }));
  const middle = Math.floor(count * 0.45);
  const countFacets = createFacetCounts(items);
  const allFacets = (filter: object) => facetsSchema.parse({ filter, facets: FACETS.map((facet) => ({ facet })) });
  const queries: [name: string, aim: number | undefined, run: (run: number) => Promise<unknown>][] = [
    ['the first page', aims?.page, (run) => page({ minRating: 0, sizeBytes: { min: null, max: 1e12 + run } })],
    ['the first page by name', aims?.page, () => page({}, { by: 'name', isDescending: false })],
    ['the first page of a voice', aims?.page, (run) => page({ values: { voice: [`voice-${run}`] } })],
    [
      'the first page of a voice by name',
      aims?.page,
      (run) => page({ values: { voice: [`voice-${run + 20}`] } }, { by: 'name' }),
    ],
    ['the first page of a search that finds most', aims?.page, () => page({ search: 'good' })],
    ['the first page of a search that finds one', aims?.page, (run) => page({ search: `n${middle + run}` })],
    ['the first page of words: tag:tag-4 rating:2 good', aims?.page, () => page({ search: 'tag:tag-4 rating:2 good' })],
    ['a jump into the middle', aims?.jump, () => page({}, {}, middle)],
    ['a jump to the end', aims?.jump, () => page({}, {}, Math.floor(count * 0.89))],
    [
      'a jump into the middle, starred, by name',
      aims?.jump,
      () => page({ isStarred: true }, { by: 'name' }, Math.floor(count * 0.13)),
    ],
    ['the days', undefined, () => items.timeline(timelineSchema.parse({}))],
    ['the ids of all, up to 200 000', undefined, () => items.matchingIds(matchingIdsSchema.parse({ limit: 200_000 }))],
    ['all facets', aims?.facets, () => countFacets(allFacets({}))],
    [
      'all facets of a search and a voice',
      aims?.facets,
      () => countFacets(allFacets({ search: 'good', values: { voice: ['voice-1'] } })),
    ],
  ];
  const figures: Figure[] = [];
  for (const [name, aim, run] of queries) {
    const samples = await repeat(RUNS, async (number) => {
      const began = performance.now();
      await run(number);
      return performance.now() - began;
    });
    figures.push({ name: `library: ${name}`, unit: 'ms', samples, ...(aim === undefined ? {} : { aim }), note: size });
  }
  const waits = await repeat({ warmUps: 1, times: 3 }, () => longestWaitMs(items, () => countFacets(allFacets({}))));
  figures.push({
    name: 'library: another call while facets are counted',
    unit: 'ms',
    samples: waits,
    note: `the longest, ${size}`,
  });
  return figures;
}

/** The longest that a call waits, of those made one after another while `run` goes on. */
async function longestWaitMs(items: Database['items'], run: () => Promise<unknown>): Promise<number> {
  let isDone = false;
  let longestMs = 0;
  const done = run().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const began = performance.now();
    await items.get('nobody');
    longestMs = Math.max(longestMs, performance.now() - began);
  }
  await done;
  return longestMs;
}
