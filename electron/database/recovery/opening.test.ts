import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it } from 'vitest';
import { madeTake, writeMadeItem } from '../../../tests/support/made-library.ts';
import { makeReadOnly } from '../../../tests/support/read-only.ts';
import { tempFolder } from '../../../tests/support/temp-folder.ts';
import { createRepositories } from '../repositories.ts';
import { type OpenedLibrary, openRecoverable } from './opening.ts';

let root: string;
beforeEach(async () => {
  root = await tempFolder();
  for (const number of [1, 2, 3]) writeMadeItem(root, madeTake(number, `${number}`), number);
});

const at = (name: string): string => path.join(root, name);
const open = (): OpenedLibrary => openRecoverable(root, 100);
const titles = ({ db }: OpenedLibrary): string[] =>
  createRepositories(db, () => undefined)
    .items.list({ search: '', kind: null, beforeId: null, limit: 50 })
    .items.map(({ title }) => title);

/** Opens, fills and opens again, as the app does. */
async function start() {
  const first = open();
  const { storage, filling } = first;
  if (!filling) return { opened: first, first: storage, rebuilt: undefined };
  const rebuilt = await filling.run({ signal: new AbortController().signal, onProgress: () => undefined });
  return { opened: filling.cause === null ? first : open(), first: storage, rebuilt, cause: filling.cause };
}

it('a missing database is rebuilt, and the library is writable then', async () => {
  const { opened, first, cause } = await start();
  expect([cause, first.reason, opened.storage.isWritable]).toEqual(['missing', 'rebuilding', true]);
  expect(titles(opened)).toEqual(['3', '2', '1']);
  opened.close();
  expect(readdirSync(root).sort()).toEqual(['items', 'library.sqlite', 'media']);
  const again = open();
  expect(again).toMatchObject({ filling: null, storage: { isWritable: true } });
  again.close();
});

it.each<[string, () => void]>([
  ['halved', () => truncateSync(at('library.sqlite'), 8192)],
  ['of garbage', () => writeFileSync(at('library.sqlite'), 'no database '.repeat(100))],
])('a database that is %s is put aside and rebuilt, after a clean end too', async (_, damage) => {
  (await start()).opened.close();
  damage();
  const { opened, rebuilt } = await start();
  expect(titles(opened)).toEqual(['3', '2', '1']);
  expect(readdirSync(root)).toContain(rebuilt?.aside);
  opened.close();
});

it('after an end that was not clean the database is looked at, and a sound one is used', async () => {
  const { opened } = await start();
  opened.db.close();
  // A kill leaves the mark and the log.
  writeFileSync(at('library.sqlite-wal'), '');
  const { opened: again, rebuilt } = await start();
  expect(rebuilt).toBeUndefined();
  again.close();
});

it('the library of a newer version is shown from its files, and left as it is', async () => {
  (await start()).opened.close();
  const newer = new DatabaseSync(at('library.sqlite'));
  newer.exec('PRAGMA user_version = 9999');
  newer.close();
  rmSync(at('library.sqlite-wal'), { force: true });
  const before = readFileSync(at('library.sqlite'));
  const { opened } = await start();
  expect(opened.storage).toEqual({ isWritable: false, folder: root, reason: 'newerVersion' });
  expect(titles(opened)).toEqual(['3', '2', '1']);
  opened.close();
  expect(readFileSync(at('library.sqlite')).equals(before)).toBe(true);
});

it('a folder that cannot be written is shown from its files', async () => {
  (await start()).opened.close();
  makeReadOnly(root);
  const { opened } = await start();
  expect(opened.storage.isWritable).toBe(false);
  expect(['EROFS', 'EACCES']).toContain(opened.storage.reason);
  expect(titles(opened)).toEqual(['3', '2', '1']);
  opened.close();
});
