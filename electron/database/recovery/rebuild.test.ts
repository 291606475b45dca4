import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ImagesDraft } from '../../../shared/contract/drafts.ts';
import type { LibraryItem } from '../../../shared/contract/library.ts';
import { madeId, madeTake, writeMadeItem } from '../../../tests/support/made-library.ts';
import { makeReadOnly } from '../../../tests/support/read-only.ts';
import { runs } from '../../../tests/support/runs.ts';
import { tempFolder } from '../../../tests/support/temp-folder.ts';
import { itemsOver, openTestDatabase } from '../../../tests/support/test-database.ts';
import { createLibrary } from '../../library/library.ts';
import { createMediaStore } from '../../library/media-store.ts';
import { openScripts } from '../../scripts/scripts.ts';
import { createRepositories } from '../repositories.ts';
import { openDatabase } from '../schema.ts';
import { databaseFiles, inspectFiles, isDamage, isSound, markClosed, markOpen } from './database-files.ts';
import { rebuild as fillFrom } from './rebuild.ts';
import { startRebuilding } from './rebuild-file.ts';

let root: string;
beforeEach(async () => {
  root = await tempFolder();
});

const CONNECTION = { id: 'acme', name: 'Acme' };
const DRAFT: ImagesDraft = {
  pictures: [],
  chain: [],
  instruction: 'Erase the cup',
  guide: { change: '', keep: '', style: '' },
  choices: {},
};

/** Opens the library as the app does; `close` ends it cleanly. */
function open(folder = root) {
  const db = openDatabase(path.join(folder, 'library.sqlite'));
  const store = createMediaStore(folder);
  const library = createLibrary(itemsOver(db), store, folder);
  const { drafts, usage, items } = createRepositories(db, fail);
  const list = (isTrashed = false): LibraryItem[] =>
    items.list({ search: '', kind: null, beforeId: null, limit: 200, isTrashed }).items;
  const add = async (number: number, text: string, changed = {}) => {
    const item = madeTake(number, text, changed);
    const file = store.receive(item.id, new AbortController().signal);
    await file.write(Buffer.from(text));
    await file.close();
    await store.keep(item.id, item.mediaId, 'pcm');
    await library.addMedia({ ...item, extension: 'pcm', pcmRateHz: 24_000 });
    await library.add(item);
    return item;
  };
  return { db, library, rows: items, list, add, drafts, usage };
}

function fail(error: unknown): never {
  throw error;
}

const rebuild = (onProgress: (progress: { done: number; total: number }) => void = () => undefined) =>
  startRebuilding(root).run({ signal: new AbortController().signal, onProgress });

const removeDatabase = (): void => {
  for (const end of ['', '-wal', '-shm']) rmSync(path.join(root, `library.sqlite${end}`), { force: true });
};

/** What a person sees of a library: both lists with their contents and rates, and what a search finds. */
function seen() {
  const { db, rows, list } = open();
  const items = list();
  const sound = {
    items,
    trash: list(true),
    rates: [...items, ...list(true)].map((item) => item.kind === 'speech' && rows.media(item.mediaId)),
    tags: rows.tags(),
    found: rows.list({ search: 'wörter', kind: null, beforeId: null, limit: 200 }).items.map(({ id }) => id),
    trashedAt: db.prepare('SELECT id, trashed_at_ms FROM items ORDER BY id').all(),
    integrity: db.prepare('PRAGMA integrity_check').get()?.integrity_check,
  };
  db.close();
  return sound;
}

describe('a rebuilt library', () => {
  it('is the same in order and content, whatever was done to it before', { timeout: 60_000 }, async () => {
    const tags = fc.array(fc.constantFrom('cup', 'Cup', '茶杯', 'é', 'a b'), { maxLength: 3 });
    const keptChange = fc.record(
      { isStarred: fc.boolean(), rating: fc.nat(5), addTags: tags, removeTags: tags, note: fc.string() },
      { requiredKeys: [] },
    );
    const step = fc.oneof(
      fc.record({ do: fc.constant('add' as const), text: fc.constantFrom('wörter', '今天', 'a', 'b'), at: fc.nat(9) }),
      fc.record({ do: fc.constantFrom('trash' as const, 'restore' as const), at: fc.nat(9) }),
      fc.record({ do: fc.constant('replace' as const), at: fc.nat(9), title: fc.string() }),
      fc.record({ do: fc.constant('keep' as const), at: fc.nat(9), change: keptChange }),
      fc.record({ do: fc.constant('reread' as const), at: fc.nat(9), rateHz: fc.constantFrom(8000, 16_000) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        root = await mkdtemp(path.join(tmpdir(), 'relay-studio-'));
        const { db, library, add } = open();
        const made: string[] = [];
        for (const [number, one] of steps.entries()) {
          const id = made[one.at % Math.max(1, made.length)];
          const item = id === undefined ? undefined : await library.get(id);
          // Clocks jump: the order is not that of the times.
          if (one.do === 'add') made.push((await add(number, one.text, { createdAtMs: one.at })).id);
          else if (item?.kind !== 'speech') continue;
          else if (one.do === 'replace') await library.change(item.id, () => ({ ...item, title: one.title }));
          else if (one.do === 'keep') await library.setKept([{ ids: made.slice(one.at), change: one.change }]);
          else if (one.do === 'reread') await library.reread(item.mediaId, one.rateHz);
          else await library.setTrashed([item.id], one.do === 'trash');
        }
        db.close();
        const before = seen();
        removeDatabase();
        const { result } = await rebuild();
        expect(result).toMatchObject({ items: made.length, badSidecars: { count: 0 }, mediaWithoutItem: 0 });
        expect(seen()).toEqual(before);
        rmSync(root, { recursive: true });
      }),
      { numRuns: runs(25) },
    );
  });

  it('knows the lines that takes were made for, and has the scripts with their steps of undo', async () => {
    const line = { scriptId: 's', lineId: 'l' };
    const script = { id: 's', title: 'Episode', text: 'Hello', lines: [], cast: [], lexicon: [] };
    const { db, add } = open();
    await add(1, 'Hello', { line });
    db.close();
    const before = openTestDatabase(root);
    const scripts = openScripts(before, root, fail);
    await scripts.save({ ...script, createdAtMs: 1, changedAtMs: 1 });
    await scripts.saveHistory('s', '[1]');
    await before.close();
    await rebuild();
    const after = openTestDatabase(root);
    const again = openScripts(after, root, fail);
    expect(await again.takes('s', [], null)).toMatchObject([{ id: madeId(1), line }]);
    expect(await again.list({ search: 'hello' })).toMatchObject([{ id: 's', title: 'Episode' }]);
    expect(await again.readHistory('s')).toBe('[1]');
    await after.close();
  });

  it('goes on with the order: new items come after all others', async () => {
    const first = open();
    for (const number of [3, 1, 2]) await first.add(number, `${number}`);
    first.db.close();
    removeDatabase();
    await rebuild();
    const { db, add, list } = open();
    await add(0, 'new');
    expect(list().map(({ title }) => title)).toEqual(['new', '2', '1', '3']);
    db.close();
  });

  it('has items from before there was an order by their time, and two of one place by theirs', async () => {
    for (const [number, order] of [
      [4, null],
      [2, null],
      [9, 7],
      [8, 7],
      [1, 5],
    ] as const)
      writeMadeItem(root, madeTake(number, `${number}`), order);
    await rebuild();
    const { db, list } = open();
    expect(
      list()
        .map(({ id }) => id)
        .sort(),
    ).toEqual([1, 2, 4, 8, 9].map(madeId));
    const titles = list().map(({ title }) => title);
    expect(titles.slice(2)).toEqual(['1', '4', '2']);
    db.close();
  });

  it('reports progress, and can be cancelled: the earlier database stays', async () => {
    for (let number = 1; number <= 250; number++) writeMadeItem(root, madeTake(number, `${number}`), number, false);
    const cancel = new AbortController();
    const progress: number[] = [];
    const run = startRebuilding(root).run({
      signal: cancel.signal,
      onProgress({ done, total }) {
        progress.push(done / total);
        if (done >= 100) cancel.abort();
      },
    });
    await expect(run).rejects.toThrow('abort');
    expect(progress).toEqual([0.4]);
    expect(readdirSync(root).sort()).toEqual(['items']);
  });

  it('can be listed while it is filled', async () => {
    for (let number = 1; number <= 250; number++) writeMadeItem(root, madeTake(number, `${number}`), number, false);
    const rebuilding = startRebuilding(root);
    const counts: unknown[] = [];
    const count = rebuilding.db.prepare('SELECT count(*) AS count FROM items');
    await rebuilding.run({
      signal: new AbortController().signal,
      onProgress: () => counts.push(count.get()?.count),
    });
    expect(counts.slice(0, 3)).toEqual([100, 200, 250]);
  });
});

describe('a damaged database', () => {
  /** A library of 120 items with usage, a draft and a mask, closed. */
  async function prepare(): Promise<string> {
    for (let number = 1; number <= 120; number++)
      writeMadeItem(root, madeTake(number, `item ${number} ${'x'.repeat(500)}`), number, false);
    await rebuild();
    for (const name of readdirSync(root)) if (name.startsWith('library.damaged')) rmSync(path.join(root, name));
    const again = open();
    again.usage.countSent(CONNECTION, 10);
    again.drafts.save({ name: 'images', body: DRAFT });
    again.drafts.saveMask('a', [{ index: 3, packed: Uint8Array.of(1, 2) }]);
    again.db.close();
    return path.join(root, 'library.sqlite');
  }

  /** Whether a start, and if not that the first listing, sees the damage. */
  function isSeen(): boolean {
    const found = inspectFiles(root);
    if (found.rebuild !== null) return true;
    try {
      const { db, list } = open();
      try {
        if (!isSound(db)) return true;
        list();
        db.prepare('PRAGMA integrity_check').get();
        return db.prepare('PRAGMA integrity_check').get()?.integrity_check !== 'ok';
      } finally {
        db.close();
      }
    } catch (error) {
      return isDamage(error);
    }
  }

  const DAMAGES: Readonly<Record<string, (file: string) => void>> = {
    halved: (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
    'cut in its header': (file) => truncateSync(file, 50),
    'with garbage for a header': (file) => overwrite(file, 0, Buffer.alloc(100, 0xab)),
    'with flipped pages': (file) => {
      for (let page = 3; page < statSync(file).size / 4096; page += 5)
        overwrite(file, page * 4096, Buffer.alloc(4096, page));
    },
    'of garbage': (file) => writeFileSync(file, 'no database '.repeat(1000)),
    'with a broken index': (file) => {
      const db = new DatabaseSync(file, { defensive: false });
      db.exec(`PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'jobs_state')
          WHERE name = 'items_voice'`);
      db.close();
    },
  };

  it.each(Object.entries(DAMAGES))(
    '%s is noticed, put aside and rebuilt without a loss of items',
    async (_, damage) => {
      damage(await prepare());
      expect(isSeen()).toBe(true);
      const before = readFileSync(path.join(root, 'library.sqlite'));
      const { result, aside } = await rebuild();
      expect(result.items).toBe(120);
      expect(aside).toMatch(/^library\.damaged-\d{4}-\d\d-\d\dT[\d-]+\.sqlite$/);
      expect(readFileSync(path.join(root, aside ?? '')).equals(before)).toBe(true);
      expect(isSeen()).toBe(false);
      expect(seen().items).toHaveLength(120);
    },
  );

  // fault 10
  it('that can still be read loses nothing: usage, drafts and masks are taken over', async () => {
    const file = await prepare();
    DAMAGES['with a broken index']?.(file);
    const { result } = await rebuild();
    expect(result.carried).toMatchObject({
      usage: { count: 1, isWhole: true },
      drafts: { count: 1, isWhole: true },
      mask_tiles: { count: 1, isWhole: true },
    });
    const { db, usage } = open();
    expect(usage.list().total.requests).toBe(1);
    db.close();
  });

  // fault 10
  it('that cannot be read says what may be lost', async () => {
    const file = await prepare();
    DAMAGES['of garbage']?.(file);
    const { result } = await rebuild();
    expect(result.carried.usage).toEqual({ count: 0, isWhole: false });
    expect(result.carried.drafts).toEqual({ count: 0, isWhole: false });
  });

  it('gives back items whose sidecar is gone or damaged, with a new sidecar', async () => {
    await prepare();
    rmSync(path.join(root, 'items', `${madeId(7)}.json`));
    writeFileSync(path.join(root, 'items', `${madeId(8)}.json`), '{"half');
    const { result } = await rebuild();
    expect(result).toMatchObject({ items: 120, itemsFromRows: 2, badSidecars: { count: 0 } });
    expect(readFileSync(path.join(root, 'items', `${madeId(8)}.json.damaged`), 'utf8')).toBe('{"half');
    expect((await rebuild()).result).toMatchObject({ items: 120, itemsFromRows: 0 });
  });
});

describe('a start', () => {
  it('finds a library that was closed to be clean, and a new one as well', async () => {
    expect(inspectFiles(root)).toEqual({ rebuild: null, wasClean: true });
    const { db } = open();
    markOpen(root);
    markClosed(root);
    db.close();
    expect(inspectFiles(root)).toEqual({ rebuild: null, wasClean: true });
  });

  it('checks the database after an end that was not clean', async () => {
    const { db } = open();
    markOpen(root);
    expect(inspectFiles(root)).toEqual({ rebuild: null, wasClean: false });
    db.close();
  });

  // fault 11
  it('rebuilds a database that is missing, empty, or without its log, if there are sidecars', async () => {
    writeMadeItem(root, madeTake(1, 'one'), 1);
    expect(inspectFiles(root)).toEqual({ rebuild: 'missing' });
    writeFileSync(path.join(root, 'library.sqlite'), '');
    expect(inspectFiles(root)).toEqual({ rebuild: 'missing' });
    rmSync(path.join(root, 'library.sqlite'));
    open().db.close();
    markOpen(root);
    expect(inspectFiles(root)).toEqual({ rebuild: 'walMissing' });
  });

  // fault 11
  it('never plays the log of a lost database into the rebuilt one', async () => {
    const { db, add } = open();
    await add(1, 'one');
    copyFileSync(path.join(root, 'library.sqlite-wal'), path.join(root, 'log'));
    db.close();
    removeDatabase();
    copyFileSync(path.join(root, 'log'), path.join(root, 'library.sqlite-wal'));
    const { result } = await rebuild();
    expect(result.items).toBe(1);
    expect(existsSync(path.join(root, 'library.sqlite-wal'))).toBe(false);
    expect(seen()).toMatchObject({ integrity: 'ok', items: [{ title: 'one' }] });
  });

  it('finishes an exchange that was interrupted, and repeats a rebuild that was', async () => {
    const { db, add } = open();
    await add(1, 'one');
    db.close();
    const files = databaseFiles(root);
    copyFileSync(files.live, files.rebuilt);
    writeFileSync(files.live, 'damaged');
    expect(inspectFiles(root)).toEqual({ rebuild: null, wasClean: true });
    expect(seen().items).toHaveLength(1);
    writeFileSync(files.rebuilding, 'half');
    expect(inspectFiles(root)).toEqual({ rebuild: 'interrupted' });
    expect((await rebuild()).result.items).toBe(1);
    expect(inspectFiles(root)).toEqual({ rebuild: null, wasClean: true });
  });
});

it('killed in the middle, a rebuild is repeated at the next start', async () => {
  for (let number = 1; number <= 1000; number++) writeMadeItem(root, madeTake(number, `${number}`), number, false);
  const child = fork(path.join(import.meta.dirname, '../../../tests/support/rebuild-process.ts'), [root]);
  await once(child, 'message');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(existsSync(path.join(root, 'library.sqlite'))).toBe(false);
  expect(inspectFiles(root)).toEqual({ rebuild: 'interrupted' });
  expect((await rebuild()).result.items).toBe(1000);
  expect(readdirSync(root).sort()).toEqual(['items', 'library.sqlite']);
});

it('where nothing may be written, items are shown all the same', async () => {
  for (let number = 1; number <= 5; number++) writeMadeItem(root, madeTake(number, `${number}`), number);
  makeReadOnly(root);
  expect(() => writeFileSync(path.join(root, 'probe'), '')).toThrow();
  const db = openDatabase(':memory:');
  const { items } = await fillFrom(db, root, {
    isWriting: false,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  expect(items).toBe(5);
  const { items: listed } = createRepositories(db, fail).items.list({
    search: '',
    kind: null,
    beforeId: null,
    limit: 50,
  });
  expect(listed.map(({ title }) => title)).toEqual(['5', '4', '3', '2', '1']);
});

function overwrite(file: string, at: number, bytes: Uint8Array): void {
  const whole = readFileSync(file);
  whole.set(bytes.subarray(0, Math.max(0, whole.length - at)), at);
  writeFileSync(file, whole);
}
