import { execFileSync } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../tests/support/temp-folder.ts';
import { moveDurably, readHead, readPieces, writeFileAtomic } from './files.ts';

// attack 42
it('writes a private file, replaces it, and leaves no other file', async () => {
  const folder = await tempFolder();
  const file = path.join(folder, 'new', 'settings.json');
  await writeFileAtomic(file, 'one');
  await writeFileAtomic(file, 'two');
  expect(await readFile(file, 'utf8')).toBe('two');
  expect(await readdir(path.dirname(file))).toEqual(['settings.json']);
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it('writes a file whose name is as long as the system allows', async () => {
  const folder = await tempFolder();
  const name = `${'x'.repeat(251)}.png`;
  await writeFileAtomic(path.join(folder, name), 'text');
  expect(await readdir(folder)).toEqual([name]);
});

it('a file that is gone is the error of whoever reads it, however late', async () => {
  const gone = path.join(await tempFolder(), 'gone');
  const pieces = readPieces(gone);
  for (let i = 0; i < 3; i++) await expect(readFile(gone)).rejects.toThrow('ENOENT');
  await expect(pieces.next()).rejects.toThrow('ENOENT');
});

it('makes no folder in place of one that is gone', async () => {
  const folder = await tempFolder();
  const gone = path.join(folder, 'library');
  await expect(writeFileAtomic(path.join(gone, 'items', 'a.json'), 'text')).rejects.toThrow('ENOENT');
  await expect(moveDurably(path.join(gone, 'incoming', 'a'), path.join(gone, 'media', 'aa', 'a'))).rejects.toThrow(
    'ENOENT',
  );
  expect(await readdir(folder)).toEqual([]);
});

it('reads nothing of what is no file', async () => {
  const folder = await tempFolder();
  if (process.platform === 'win32') return;
  execFileSync('mkfifo', [path.join(folder, 'pipe')]);
  expect(await readHead(path.join(folder, 'pipe'))).toHaveLength(0);
});

// fault 1
it('leaves no temporary file when it cannot write', async () => {
  const folder = await tempFolder();
  await writeFile(path.join(folder, 'file'), '');
  await expect(writeFileAtomic(path.join(folder, 'file', 'x'), 'text')).rejects.toThrow();
  expect(await readdir(folder)).toEqual(['file']);
});
