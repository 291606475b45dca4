import { readdirSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { type OpenLibrary, openLibrary } from './open-library.ts';

function open(folder: string): OpenLibrary {
  const library = openLibrary(folder, vi.fn());
  onTestFinished(library.close);
  return library;
}
const isEmpty = ({ repositories }: OpenLibrary): boolean =>
  repositories.items.list({ search: '', kind: null, beforeId: null, limit: 1 }).items.length === 0;

// attack 42
it('the folder is private, and only the database and the reserve stay in it', async () => {
  const folder = path.join(await tempFolder(), 'library');
  const { storage, close } = openLibrary(folder, vi.fn());
  const modes = readdirSync(folder).map((name) => statSync(path.join(folder, name)).mode & 0o777);
  close();
  expect(storage).toEqual({ isWritable: true, folder, reason: '' });
  expect(readdirSync(folder).sort()).toEqual(['library.sqlite', 'reserve']);
  if (process.platform === 'win32') return;
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  // The database, its log and its index, the mark that it is open, and the reserve.
  expect(modes).toEqual([0o600, 0o600, 0o600, 0o600, 0o600]);
});

// fault 7
it('where nothing can be written an empty library opens all the same, and says why', async () => {
  const file = path.join(await tempFolder(), 'a-file');
  await writeFile(file, 'kept');
  const folder = path.join(file, 'library');
  const library = open(folder);
  expect(library.storage).toEqual({ isWritable: false, folder, reason: 'ENOTDIR' });
  expect(isEmpty(library)).toBe(true);
  expect(await readFile(file, 'utf8')).toBe('kept');
});

// attack 44, fault 14
it('the library of a newer version of the app is left as it is', async () => {
  const folder = await tempFolder();
  openLibrary(folder, vi.fn()).close();
  const file = path.join(folder, 'library.sqlite');
  const newer = new DatabaseSync(file);
  newer.exec('PRAGMA user_version = 9999');
  newer.close();
  const before = await readFile(file);
  expect(open(folder).storage).toMatchObject({ isWritable: false, reason: 'newerVersion' });
  expect(before.equals(await readFile(file))).toBe(true);
});

it('a damaged database is put aside and rebuilt from the files, without which it is empty', async () => {
  const folder = await tempFolder();
  const file = path.join(folder, 'library.sqlite');
  await writeFile(file, 'no database '.repeat(100));
  const library = open(folder);
  expect(library.storage).toMatchObject({ isWritable: false, reason: 'rebuilding' });
  const rebuilt = await library.filling?.run({ signal: new AbortController().signal, onProgress: vi.fn() });
  expect(await readFile(path.join(folder, rebuilt?.aside ?? ''), 'utf8')).toBe('no database '.repeat(100));
  const again = open(folder);
  expect([again.storage.isWritable, isEmpty(again)]).toEqual([true, true]);
});

// promise readable-stays
it('a library without one of its tables is rebuilt', async () => {
  const folder = await tempFolder();
  openLibrary(folder, vi.fn()).close();
  const db = new DatabaseSync(path.join(folder, 'library.sqlite'));
  db.exec('DROP TABLE queues');
  db.close();
  expect(open(folder).filling).toMatchObject({ cause: 'damaged' });
});
