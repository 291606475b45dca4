import { execFileSync } from 'node:child_process';
import { linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { madeTake, writeMadeItem } from '../../tests/support/made-library.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import type { Database } from '../database/client.ts';
import { openDatabase } from '../database/schema.ts';
import { lockLibrary } from '../ownership/lock-library.ts';
import { createLibrary } from './library.ts';
import { createMediaStore } from './media-store.ts';
import { createTakeAway } from './quarantine.ts';
import { createThumbnails } from './thumbnails.ts';

const SECRET = 'not of this library';

let root: string;
let outside: string;
let victim: string;
beforeEach(async () => {
  const folder = await tempFolder();
  root = path.join(folder, 'library');
  outside = path.join(folder, 'outside');
  victim = path.join(outside, 'thesis.txt');
  for (const made of [root, outside]) mkdirSync(made);
  writeFileSync(victim, SECRET);
  for (const number of [1, 2]) writeMadeItem(root, madeTake(number, `take ${number}`), number);
});

const at = (...names: string[]): string => path.join(root, ...names);
const isWindows = process.platform === 'win32';
const asideIn = (folder: string): string[] => readdirSync(at(folder)).filter((name) => name.includes('.put-aside-'));

/** Opens the library as a start does, lists it, and makes a change. */
async function start() {
  const quarantined: string[] = [];
  const rebuilt = Promise.withResolvers<void>();
  const database: Database = openTestDatabase(root, () => undefined, {
    onQuarantined: (names) => quarantined.push(...names),
    onMaintenance: ({ step }) => step === 'rebuilt' && rebuilt.resolve(),
    onOpened: ({ reason }) => reason === '' && rebuilt.resolve(),
  });
  await database.opened();
  await rebuilt.promise;
  const store = createMediaStore(root);
  const library = createLibrary(
    database.items,
    store,
    root,
    createTakeAway(root, (names) => quarantined.push(...names)),
  );
  await library.setTrashed([madeTake(2, '').id], true);
  const { items } = await library.list({ search: '', kind: null, beforeId: null, limit: 9 });
  return { database, library, store, quarantined, titles: items.map(({ title }) => title) };
}

describe.skipIf(isWindows)('what is planted in a library before it is opened', () => {
  const plants: Record<string, (place: string) => void> = {
    'a symbolic link to a folder': (place) => symlinkSync(outside, place),
    'a symbolic link to a file': (place) => symlinkSync(victim, place),
    'a link that leads nowhere': (place) => symlinkSync(path.join(outside, 'new'), place),
    'a named pipe': (place) => void execFileSync('mkfifo', [place]),
  };
  const places = [
    ...['thumbnails', 'scripts', 'incoming', 'leaving', 'thumbnails/ab', 'incoming/job.part', 'media/zz', 'unknown'],
    ...['library.sqlite', 'library.sqlite-wal', 'library.sqlite-shm', 'library.sqlite-journal'],
    ...['library.sqlite.rebuilding', 'library.sqlite.rebuilt', 'library.in-use', 'owner.json'],
  ];
  // attack 20
  it.each(places.flatMap((place) => Object.keys(plants).map((kind) => [place, kind] as const)))(
    'at %s: %s is neither followed nor deleted, and said',
    async (place, kind) => {
      mkdirSync(path.dirname(at(place)), { recursive: true });
      plants[kind]?.(at(place));
      const before = readdirSync(outside);
      const { database, quarantined, titles } = await start();
      await database.close();
      expect(titles).toEqual(['take 1']);
      expect(readdirSync(outside)).toEqual(before);
      expect(readFileSync(victim, 'utf8')).toBe(SECRET);
      expect(quarantined).toEqual([expect.stringContaining(`${place}.put-aside-`)]);
      expect(lstatSync(at(quarantined[0] ?? '')).isFile()).toBe(false);
    },
  );

  it.each(['media', 'items'])('a link in the place of %s is put aside; the library is what is left', async (place) => {
    const elsewhere = path.join(outside, place);
    mkdirSync(elsewhere);
    for (const folder of [root]) execFileSync('rm', ['-r', path.join(folder, place)]);
    symlinkSync(elsewhere, at(place));
    const { database, quarantined } = await start();
    await database.close();
    expect(quarantined).toEqual([expect.stringMatching(`^${place}.put-aside-`)]);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  // promise foreign-libraries
  it.each([
    'library.sqlite-wal',
    'library.sqlite-shm',
    'library.in-use',
    'library.sqlite',
    'library.sqlite.rebuilt',
    'library.sqlite.rebuilding',
    'library.sqlite-journal',
  ])('another name of somebody’s file at %s: the file is not written', async (place) => {
    if (place.includes('wal') || place.includes('shm')) await (await start()).database.close();
    linkSync(victim, at(place));
    const { database, titles } = await start();
    await database.close();
    expect(titles).toEqual(['take 1']);
    expect(readFileSync(victim, 'utf8')).toBe(SECRET);
  });

  it('a database with a second name, as copies by hard links have, is used, and its copy stays as it was', async () => {
    const first = await start();
    await first.database.close();
    const copy = path.join(outside, 'copy.sqlite');
    linkSync(at('library.sqlite'), copy);
    const before = readFileSync(copy);
    const { database, titles, library } = await start();
    await library.setTrashed([madeTake(1, '').id], true);
    await database.close();
    expect(titles).toEqual(['take 1']);
    expect(readFileSync(copy).equals(before)).toBe(true);
  });

  it('bytes in incoming that have another name do not become an item', async () => {
    mkdirSync(at('incoming'));
    const name = '00000000-0000-4000-8000-000000000009';
    linkSync(victim, at('incoming', `${name}.part`));
    const { database, store } = await start();
    expect(await store.leftovers()).toEqual([]);
    expect(asideIn('incoming')).toHaveLength(1);
    await database.close();
  });
});

/** A rollback journal that writes one page into the file beside it. */
function journalWith(text: string): Buffer {
  const [page, sector, nonce] = [4096, 512, 1];
  const head = Buffer.alloc(sector);
  Buffer.from('d9d505f920a163d7', 'hex').copy(head);
  for (const [index, value] of [1, nonce, 1, sector, page].entries()) head.writeUInt32BE(value, 8 + index * 4);
  const data = Buffer.alloc(page, text);
  let sum = nonce;
  for (let place = page - 200; place > 0; place -= 200) sum += data[place] ?? 0;
  const record = Buffer.alloc(page + 8);
  record.writeUInt32BE(1, 0);
  data.copy(record, 4);
  record.writeUInt32BE(sum, page + 4);
  return Buffer.concat([head, record]);
}

describe('a journal beside a database', () => {
  it('is what this test takes it for: SQLite writes it into any file', () => {
    writeFileSync(at('some.sqlite'), 'x'.repeat(5000));
    writeFileSync(at('some.sqlite-journal'), journalWith('EVIL'));
    const db = new DatabaseSync(at('some.sqlite'));
    expect(() => db.exec('BEGIN EXCLUSIVE')).toThrow();
    db.close();
    expect(readFileSync(at('some.sqlite'), 'utf8').slice(0, 4)).toBe('EVIL');
  });

  it('of the lock is not written into another file by that name', async () => {
    writeFileSync(victim, SECRET.repeat(500));
    linkSync(victim, at('lock.sqlite'));
    writeFileSync(at('lock.sqlite-journal'), journalWith('EVIL'));
    const locked = await lockLibrary(root, { version: '1', ask: async () => false });
    expect(locked.kind).toBe('owned');
    if (locked.kind === 'owned') await locked.ownership.release();
    expect(readFileSync(victim, 'utf8')).toBe(SECRET.repeat(500));
    expect(asideIn('').filter((name) => name.startsWith('lock.sqlite.'))).toHaveLength(1);
  });

  // promise foreign-libraries
  it('of the library’s database is put aside, and the database used as it is', async () => {
    const first = await start();
    await first.database.close();
    writeFileSync(at('library.sqlite-journal'), journalWith('EVIL'));
    const { database, titles, quarantined } = await start();
    expect(titles).toEqual(['take 1']);
    expect(quarantined).toEqual([expect.stringContaining('library.sqlite-journal.put-aside-')]);
    await database.close();
  });

  it.skipIf(isWindows)('a lock that is a pipe or a link does not keep the app from starting', async () => {
    symlinkSync(victim, at('lock.sqlite'));
    execFileSync('mkfifo', [at('lock.sqlite-journal')]);
    execFileSync('mkfifo', [at('owner.json')]);
    const locked = await lockLibrary(root, { version: '1', ask: async () => false });
    if (locked.kind !== 'owned') throw new Error('Not owned');
    expect(locked.ownership.quarantined).toHaveLength(3);
    await locked.ownership.release();
    expect(readFileSync(victim, 'utf8')).toBe(SECRET);
  });
});

describe.skipIf(isWindows)('a media file that is met while the app runs', () => {
  const take = madeTake(1, 'take 1');
  const file = (): string => at('media', take.mediaId.slice(0, 2), `${take.mediaId}.pcm`);
  const replaceBy = (plant: (place: string) => void): void => {
    execFileSync('rm', [file()]);
    plant(file());
  };

  it.each([
    ['a symbolic link', (place: string) => symlinkSync(victim, place)],
    ['another name of somebody’s file', (place: string) => linkSync(victim, place)],
    ['a named pipe', (place: string) => void execFileSync('mkfifo', [place])],
  ])('%s is put aside, and the media file is missing', async (_kind, plant) => {
    const { database, library, quarantined } = await start();
    replaceBy(plant);
    const media = await library.media(take.mediaId);
    expect(media?.path).toBe(file());
    expect(lstatSync(file(), { throwIfNoEntry: false })).toBeUndefined();
    expect(quarantined).toHaveLength(1);
    expect(readFileSync(victim, 'utf8')).toBe(SECRET);
    await database.close();
  });

  it('a hard link to its own bytes, as a deduplicated copy has, is read', async () => {
    const { database, library, quarantined } = await start();
    linkSync(file(), path.join(outside, 'copy.pcm'));
    const media = await library.media(take.mediaId);
    expect(readFileSync(media?.path ?? '', 'utf8')).toBe('take 1');
    expect(quarantined).toEqual([]);
    await database.close();
  });

  it('a thumbnail with another name is not shown, and the next one takes its place only', async () => {
    const { database, library } = await start();
    mkdirSync(at('thumbnails', take.mediaId.slice(0, 2)), { recursive: true });
    linkSync(victim, at('thumbnails', take.mediaId.slice(0, 2), `${take.mediaId}.webp`));
    expect(createThumbnails(root, library).pathOf(take.mediaId, 'whole')).toBeUndefined();
    await database.close();
  });

  it('an incoming file that has another name is begun anew, not written through', async () => {
    const { database, store } = await start();
    mkdirSync(at('incoming'), { recursive: true });
    linkSync(victim, store.incomingPath('job'));
    const incoming = store.receive('job', new AbortController().signal);
    await incoming.write(Buffer.from('received'));
    await incoming.close();
    expect(readFileSync(victim, 'utf8')).toBe(SECRET);
    expect(readFileSync(store.incomingPath('job'), 'utf8')).toBe('received');
    await database.close();
  });
});

describe('a database with something that the app did not make', () => {
  const LEAK = "INSERT INTO drafts VALUES ('leak', new.body)";
  it.each([
    // attack 43
    ['a trigger', `CREATE TRIGGER t AFTER INSERT ON items BEGIN ${LEAK}; END`],
    ['a trigger on a change', `CREATE TRIGGER t AFTER UPDATE ON items BEGIN ${LEAK}; END`],
    ['a view in the place of a table', 'DROP TABLE usage; CREATE VIEW usage AS SELECT 1 AS day'],
    ['a virtual table in the place of a table', 'DROP TABLE queues; CREATE VIRTUAL TABLE queues USING fts5(body)'],
    ['one more table', 'CREATE TABLE more(x)'],
    ['one more index', "CREATE INDEX more ON items(json_extract(body, '$.x'))"],
    ['a table less', 'DROP TABLE mask_tiles'],
    ['all tables less', dropAll()],
    ['a column that is computed', 'ALTER TABLE drafts ADD COLUMN x INT GENERATED ALWAYS AS (zeroblob(1000)) VIRTUAL'],
    ['a version before its time', 'PRAGMA user_version = 0'],
    ['a version below all', 'PRAGMA user_version = -1'],
  ])('%s: it is rebuilt from the files, not used', async (_what, sql) => {
    const first = await start();
    await first.database.close();
    const db = new DatabaseSync(at('library.sqlite'));
    db.exec(sql);
    db.close();
    const { database, titles } = await start();
    await database.close();
    expect(titles).toEqual(['take 1']);
    const now = new DatabaseSync(at('library.sqlite'), { readOnly: true });
    const names = now.prepare("SELECT name FROM sqlite_schema WHERE name IN ('t', 'more')").all();
    const leaked = now.prepare("SELECT * FROM drafts WHERE name = 'leak'").all();
    now.close();
    expect([names, leaked]).toEqual([[], []]);
    expect(readdirSync(root).filter((name) => name.startsWith('library.damaged-'))).not.toEqual([]);
  });
});

function dropAll(): string {
  const db = openDatabase(':memory:');
  const tables = db
    .prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite%'",
    )
    .all();
  db.close();
  return ['PRAGMA foreign_keys = OFF', ...tables.map(({ name }) => `DROP TABLE ${name}`)].join('; ');
}
