// How long the library's database holds main up: the same operations on the calling thread, as a peer, and through the
// database's own thread. Independent of windows.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { connectDatabase, type Database } from '../../electron/database/client.ts';
import { databaseThread } from '../../electron/database/database-thread.ts';
import type { Place } from '../../electron/database/items.ts';
import { createRepositories, type Repositories } from '../../electron/database/repositories.ts';
import { openDatabase } from '../../electron/database/schema.ts';
import { item } from '../../renderer/testing/fake-ipc.ts';
import type { LibraryItem } from '../../shared/contract/library.ts';
import { amount, type Bench, type Figure, repeat } from './bench.ts';

const ITEMS = amount(100_000, 500);
const RUNS = { warmUps: 1, times: 7 };
const FRAME_MS = 50;
const CALLS = 1000;
const MEDIA_ID = 'ab'.repeat(32);
const WORDS = ['good', 'morning', 'harbour', 'lantern', 'winter', 'letter', 'river', 'quiet', 'copper', 'evening'];

/** Operations of either side. */
type Operations = {
  [R in 'items']: Pick<Repositories[R] | Database[R], 'list' | 'sampledVoices' | 'add' | 'setTrashed'>;
};

/** Fills a library, and measures the longest block of the event loop during each operation. */
export const benchDatabase: Bench = async (flags) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'relay-studio-bench-'));
  const count = flags.get('items') ?? ITEMS;
  const db = openDatabase(path.join(folder, 'library.sqlite'));
  fill(db, count);
  const here = createRepositories(db, console.error);
  const report = (): void => undefined;
  const thread = connectDatabase(databaseThread(folder), folder, {
    onOpened: report,
    onMaintenance: report,
    onRebuildFailed: console.error,
    onFilled: report,
    onBusy: report,
    onQuarantined: () => undefined,
    onUnreadable: console.error,
    onDied: console.error,
  });
  try {
    await thread.opened();
    return [
      ...(await blocks('on the calling thread', here, count)),
      ...(await blocks('in its own thread', thread, count)),
      {
        name: 'database: a call, in its own thread',
        unit: 'µs',
        samples: await repeat({ warmUps: 2, times: 9 }, () => perCallUs(thread)),
        note: `mean of ${CALLS} calls one after another that find nothing`,
      },
    ];
  } finally {
    await thread.close();
    db.close();
    await rm(folder, { recursive: true, force: true });
  }
};

function take(number: number): LibraryItem {
  const words = Array.from({ length: 40 }, (_, at) => WORDS[(number * 7 + at * at) % WORDS.length]);
  const made = item(`take-${number}`, number, { fingerprint: `f${number}`, mediaId: MEDIA_ID });
  return { ...made, request: { ...made.request, text: `${words.join(' ')} n${number}` } };
}

/** The place of the item with this number. */
function place(number: number): Place {
  return { order: number + 1, trashedAtMs: null };
}

function fill(db: ReturnType<typeof openDatabase>, count: number): void {
  const rows = createRepositories(db, console.error);
  rows.items.addMedia({ mediaId: MEDIA_ID, sizeBytes: 1, extension: 'pcm', mime: 'audio/pcm', pcmRateHz: 24_000 });
  // Durable writes would take the time of as many flushes.
  db.exec('PRAGMA synchronous = OFF');
  for (let number = 0; number < count; number++) rows.items.add(take(number), place(number), null);
  db.exec('PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(TRUNCATE)');
}

async function blocks(where: string, { items }: Operations, count: number): Promise<Figure[]> {
  let added = count;
  const page = { kind: null, beforeId: null, limit: 60 } as const;
  const operations: Record<string, () => unknown> = {
    'nothing, for 50 ms': () => delay(50),
    'the first page': () => items.list({ ...page, search: '' }),
    'a page in the middle': () => items.list({ ...page, search: '', beforeId: `take-${Math.floor(count / 2)}` }),
    'a search that finds all': () => items.list({ ...page, search: 'good morning' }),
    'a search that finds one': () => items.list({ ...page, search: `n${Math.floor(count / 3)}` }),
    'the trash, empty': () => items.list({ ...page, search: '', isTrashed: true }),
    'the voices that have takes': () => items.sampledVoices(),
    'adding an item': () => items.add(take(added), place(added++), null),
    'trashing 1000 items': () =>
      items.setTrashed(
        Array.from({ length: 1000 }, (_, number) => `take-${number}`),
        Date.now(),
      ),
  };
  const figures: Figure[] = [];
  for (const [name, run] of Object.entries(operations)) {
    const samples = await repeat(RUNS, () => longestBlockMs(run));
    figures.push({
      name: `database: ${name}`,
      unit: 'ms',
      samples,
      aim: FRAME_MS,
      aimShare: 1,
      note: `longest block, ${where}`,
    });
  }
  return figures;
}

/** The longest time for which nothing else could run, in milliseconds, while `run` was carried out. */
async function longestBlockMs(run: () => unknown): Promise<number> {
  let longestMs = 0;
  let isDone = false;
  let lastMs = performance.now();
  const done = Promise.resolve()
    .then(run)
    .finally(() => {
      isDone = true;
    });
  while (!isDone) {
    await nextTurn();
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
  }
  await done;
  return longestMs;
}

async function perCallUs({ items }: Database): Promise<number> {
  const began = performance.now();
  for (let call = 0; call < CALLS; call++) await items.get('nobody');
  return ((performance.now() - began) / CALLS) * 1000;
}
