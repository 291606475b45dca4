import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { item } from '../../renderer/testing/fake-ipc.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { END } from '../../tests/support/mortal-database.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { storageErrorCode } from '../files.ts';
import { connectDatabase, type Database, type StartThread } from './client.ts';
import { databaseThread } from './database-thread.ts';
import { openDatabase } from './schema.ts';

const everything = { search: '', kind: null, beforeId: null, limit: 50 };

/** Starts the database's thread so that a test can end it: what is asked after `end` is not answered. */
function mortalThread() {
  let worker: Worker | undefined;
  const makeStart =
    (folder: string): StartThread =>
    ({ onReply, onEnd }) => {
      const started = new Worker(new URL('../../tests/support/mortal-database.ts', import.meta.url), {
        workerData: folder,
      });
      started.on('message', onReply).on('error', onEnd).on('exit', onEnd);
      worker = started;
      return { post: (order) => started.postMessage(order) };
    };
  return { makeStart, end: () => worker?.postMessage(END) };
}

const listeners = () => ({
  onOpened: vi.fn(),
  onMaintenance: vi.fn(),
  onRebuildFailed: vi.fn(),
  onFilled: vi.fn(),
  onBusy: vi.fn(),
  onQuarantined: vi.fn(),
  onUnreadable: vi.fn(),
  onDied: vi.fn(),
});
let order = 0;

/** A database in its thread, over an empty folder. */
async function open(makeStart: (folder: string) => StartThread = databaseThread) {
  const folder = await tempFolder();
  const events = listeners();
  const database = connectDatabase(makeStart(folder), folder, events);
  onTestFinished(database.close);
  return { folder, file: path.join(folder, 'library.sqlite'), database, events };
}

/** Adds an item with its file. */
async function add({ items }: Database, id: string): Promise<void> {
  const added = item(id, 1);
  if (added.kind !== 'speech') throw new Error('no take');
  const { mediaId, mime, sizeBytes } = added;
  const registered = items.addMedia({ mediaId, mime, sizeBytes, extension: 'pcm', pcmRateHz: null });
  await Promise.all([registered, items.add(added, { order: ++order, trashedAtMs: null }, null)]);
}

/**
 * Locks a database as another process would. @param mode `EXCLUSIVE`: not even reading is possible; `NORMAL`: for
 * writing. @returns ends the lock.
 */
function lock(file: string, mode: 'EXCLUSIVE' | 'NORMAL'): () => void {
  const other = new DatabaseSync(file);
  other.exec(`PRAGMA locking_mode = ${mode}; BEGIN IMMEDIATE`);
  let isHeld = true;
  const end = (): void => {
    if (isHeld) other.close();
    isHeld = false;
  };
  onTestFinished(end);
  return end;
}

describe('the database thread', () => {
  it('carries calls out in their order and reports that it is open', async () => {
    const { database, events, folder } = await open();
    expect(database.storage().isWritable).toBe(true);
    const ids = ['a', 'b', 'c'];
    const calls = ids.map((id) => add(database, id));
    const listed = database.items.list(everything);
    await Promise.all(calls);
    expect((await listed).items.map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    expect(events.onOpened.mock.calls).toEqual([[{ isWritable: true, folder, reason: '' }]]);
  });

  it("rejects with SQLite's code, and goes on", async () => {
    const { database } = await open();
    const error = await database.jobs.save({ id: null, state: 'done' } as never).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'ERR_SQLITE_ERROR',
      errcode: 1299,
      message: expect.stringContaining('NOT NULL'),
    });
    expect(storageErrorCode(error)).toBeUndefined();
    await expect(database.jobs.visible()).resolves.toEqual([]);
  });

  // fault 26
  it('that dies rejects what waits like a failing disk; the next call starts it anew, with what was written', async () => {
    const { makeStart, end } = mortalThread();
    const { database, events } = await open(makeStart);
    await add(database, 'a');
    end();
    expect(await database.items.list(everything).catch(storageErrorCode)).toBe('DATABASE_ENDED');
    expect(events.onDied).toHaveBeenCalledOnce();
    expect((await database.items.list(everything)).items).toHaveLength(1);
    expect(events.onOpened).toHaveBeenCalledTimes(2);
  });

  it('what is asked while it is opened again is answered afterwards', async () => {
    const { database, events } = await open();
    await add(database, 'a');
    const reopened = database.reopen();
    const asked = [add(database, 'b'), database.items.list(everything), database.reopen(), database.opened()];
    await Promise.all([reopened, ...asked]);
    expect((await database.items.list(everything)).items.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(events.onDied).not.toHaveBeenCalled();
  });

  it('that cannot start rejects every call', async () => {
    const { database } = await open(() => ({ onEnd }) => {
      setImmediate(() => onEnd(new Error('no memory')));
      return { post: () => undefined };
    });
    for (let call = 0; call < 2; call++) expect(await database.opened().catch(storageErrorCode)).toBe('DATABASE_ENDED');
  });

  it('closes after the calls made so far, and leaves no log file of SQLite behind', async () => {
    const { database, file } = await open();
    const added = add(database, 'a');
    await database.close();
    await added;
    expect(await database.items.list(everything).catch(storageErrorCode)).toBe('DATABASE_ENDED');
    const db = openDatabase(file);
    expect(db.prepare('SELECT count(*) AS count FROM items').get()).toEqual({ count: 1 });
    db.close();
  });
});

describe('while another process holds a lock', () => {
  // fault 12
  it('opening waits, says so, and what was asked meanwhile is answered afterwards', async () => {
    const folder = await tempFolder();
    const file = path.join(folder, 'library.sqlite');
    openDatabase(file).close();
    const end = lock(file, 'EXCLUSIVE');
    const events = listeners();
    const database = connectDatabase(databaseThread(folder), folder, events);
    onTestFinished(database.close);
    const listed = database.items.list(everything);
    await eventually(() => expect(events.onBusy.mock.calls).toEqual([[true]]));
    expect(events.onOpened).not.toHaveBeenCalled();
    end();
    expect((await listed).items).toEqual([]);
    expect(events.onBusy.mock.calls).toEqual([[true], [false]]);
    expect(database.storage().isWritable).toBe(true);
  });

  it('main goes on running', async () => {
    const { database, file, events } = await open();
    await database.opened();
    const end = lock(file, 'NORMAL');
    const saved = database.items.setTrashed(['a'], 1);
    let turns = 0;
    while (events.onBusy.mock.calls.length === 0) turns += await nextTurn(1);
    expect(turns).toBeGreaterThan(1000);
    end();
    await saved;
  });

  // fault 12
  it('a call fails as a locked database after half a minute, is not carried out later, and closing does not wait', async () => {
    const folder = await tempFolder();
    const database = openTestDatabase(folder);
    await database.opened();
    const end = lock(path.join(folder, 'library.sqlite'), 'NORMAL');
    const now = vi.spyOn(Date, 'now');
    onTestFinished(() => now.mockRestore());
    const calls = ['a', 'b'].map((id) => add(database, id).catch(storageErrorCode));
    await nextTurn();
    now.mockReturnValue(Date.now() + 31_000);
    expect(await Promise.all(calls)).toEqual(['SQLITE_BUSY', 'SQLITE_BUSY']);
    end();
    expect((await database.items.list(everything)).items).toEqual([]);
    await database.close();
  });
});

describe('once another app owns the library', () => {
  it('every write fails, reading works, and the storage says why', async () => {
    const { database, events, folder } = await open();
    await add(database, 'a');
    await database.stopWriting('takenOver');
    const storage = { isWritable: false, folder, reason: 'takenOver' };
    expect(database.storage()).toEqual(storage);
    expect(events.onOpened).toHaveBeenLastCalledWith(storage);
    expect(await database.items.setTrashed(['a'], 1).catch(storageErrorCode)).toBe('SQLITE_READONLY');
    expect((await database.items.list(everything)).items.map(({ id }) => id)).toEqual(['a']);
  });

  it('closing leaves its file alone', async () => {
    const { database, file } = await open();
    await add(database, 'a');
    await database.stopWriting('takenOver');
    const before = await readFile(file);
    await database.close();
    expect(before.equals(await readFile(file))).toBe(true);
    expect(existsSync(`${file}-wal`)).toBe(true);
  });

  it('a thread that is started anew writes nothing either', async () => {
    const { makeStart, end } = mortalThread();
    const { database } = await open(makeStart);
    await add(database, 'a');
    await database.stopWriting('takenOver');
    end();
    expect(await database.items.setTrashed([], 1).catch(storageErrorCode)).toBe('DATABASE_ENDED');
    expect(await database.items.setTrashed(['a'], 1).catch(storageErrorCode)).toBe('SQLITE_READONLY');
    expect(database.storage().isWritable).toBe(false);
  });
});
