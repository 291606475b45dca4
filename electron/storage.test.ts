import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { tempFolder } from '../tests/support/temp-folder.ts';
import { storageErrorCode } from './files.ts';
import { openStorage, requireWritable, stopWriting, unwritable } from './storage.ts';

it('is private, in the user-data folder, and leaves no trace of having been tried', async () => {
  const userData = await tempFolder();
  const { db, storage } = openStorage(userData);
  db.close();
  const folder = path.join(userData, 'library');
  expect(storage).toEqual({ isWritable: true, folder, reason: '' });
  expect(readdirSync(folder)).toEqual(['library.sqlite']);
  if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it('where nothing can be written the app opens all the same, empty, and says why', async () => {
  const userData = path.join(await tempFolder(), 'a-file');
  await writeFile(userData, 'kept');
  const { db, storage } = openStorage(userData);
  expect(storage).toEqual({ isWritable: false, folder: path.join(userData, 'library'), reason: 'ENOTDIR' });
  expect(db.prepare('SELECT count(*) AS count FROM items').get()).toEqual({ count: 0 });
  db.close();
  expect(await readFile(userData, 'utf8')).toBe('kept');
  expect(unwritable(storage)).toMatchObject({
    error: { code: 'storage.unwritable', details: { folder: storage.folder } },
  });
});

it('the library of a newer version of the app is left as it is', async () => {
  const userData = await tempFolder();
  openStorage(userData).db.close();
  const file = path.join(userData, 'library', 'library.sqlite');
  const newer = new DatabaseSync(file);
  newer.exec('PRAGMA user_version = 9999');
  newer.close();
  const before = await readFile(file);
  const { db, storage } = openStorage(userData);
  db.close();
  expect(storage).toMatchObject({ isWritable: false, reason: 'newerVersion' });
  expect(before.equals(await readFile(file))).toBe(true);
});

it('a damaged library is not written over', async () => {
  const userData = await tempFolder();
  requireWritable(path.join(userData, 'library'));
  const file = path.join(userData, 'library', 'library.sqlite');
  await writeFile(file, 'no database '.repeat(100));
  const { db, storage } = openStorage(userData);
  db.close();
  expect(storage.isWritable).toBe(false);
  expect(await readFile(file, 'utf8')).toBe('no database '.repeat(100));
});

it('a library that another app has taken over is only read from then on', async () => {
  const opened = openStorage(await tempFolder());
  const { db, storage } = opened;
  stopWriting(opened);
  expect(storage).toMatchObject({ isWritable: false, reason: 'takenOver' });
  const write = () => db.prepare('DELETE FROM items').run();
  expect(storageErrorCode(thrownBy(write))).toBe('SQLITE_READONLY');
  expect(db.prepare('SELECT count(*) AS count FROM items').get()).toEqual({ count: 0 });
  db.close();
});

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

it("what cannot be written names the system's reason", async () => {
  const file = path.join(await tempFolder(), 'a-file');
  await writeFile(file, '');
  expect(() => requireWritable(path.join(file, 'inside'))).toThrow('ENOTDIR');
  expect(existsSync(path.join(file, 'inside'))).toBe(false);
});
