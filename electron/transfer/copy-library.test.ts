import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { madeId, madeTake, writeMadeItem } from '../../tests/support/made-library.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { judgeTarget } from './choose-target.ts';
import { copyLibrary, discardCopy, finishCopy, removeMark, removeMoved, unfinishedCopyOf } from './copy-library.ts';

let from: string;
let to: string;
const run = { signal: new AbortController().signal, onProgress: () => undefined };
const filesOf = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();

beforeEach(async () => {
  const folder = await tempFolder();
  from = path.join(folder, 'library');
  to = path.join(folder, 'disk');
  for (const number of [1, 2, 3]) writeMadeItem(from, madeTake(number, `take ${number}`), number);
  writeFileSync(path.join(from, 'library.sqlite'), 'database');
  writeFileSync(path.join(from, 'of-a-later-version.json'), '{}');
  for (const name of ['lock.sqlite', 'owner.json']) writeFileSync(path.join(from, name), '');
});

describe('a move', () => {
  it('brings everything but what belongs to the running app, also what changed meanwhile', async () => {
    const movedFiles = () =>
      filesOf(from).filter((name) => !['lock.sqlite', 'owner.json', 'moved.json'].includes(name));
    const moved = movedFiles();
    const copied = await copyLibrary(from, to, run);
    expect(filesOf(to)).not.toContain('library.sqlite');
    expect(await unfinishedCopyOf(to)).toBe(from);
    writeMadeItem(from, madeTake(1, 'take 1', { title: 'Renamed' }), 1);
    writeMadeItem(from, madeTake(4, 'take 4'), 4);
    rmSync(path.join(from, 'items', `${madeId(2)}.json`));
    const { files } = await finishCopy(copied, run);
    await removeMark(to);
    expect(files).toBe(moved.length + 1);
    expect(filesOf(to)).toEqual(movedFiles());

    symlinkSync('/etc', path.join(from, 'link'));
    expect(await removeMoved(copied, run.signal)).toEqual({ count: 1, first: ['link'] });
    expect(readdirSync(from)).toEqual(['link']);
  });

  it('that was interrupted is continued, and one that is given up leaves nothing', async () => {
    await copyLibrary(from, to, run);
    expect(await judgeTarget(to, from)).toEqual({ kind: 'copy', folder: to });
    rmSync(path.join(from, 'items', `${madeId(3)}.json`));
    const again = await copyLibrary(from, to, run);
    await finishCopy(again, run);
    expect(existsSync(path.join(to, 'items', `${madeId(3)}.json`))).toBe(false);
    await discardCopy(to);
    expect(existsSync(to)).toBe(false);
    expect(filesOf(from)).toContain('library.sqlite');
  });
});

it.each(['finished', 'given up'])('a copy that is %s removes nothing that somebody put there', async (end) => {
  const copied = await copyLibrary(from, to, run);
  mkdirSync(path.join(to, 'Photos'));
  for (const name of ['.notes', 'letter.txt', path.join('Photos', 'sea.jpg')])
    writeFileSync(path.join(to, name), 'mine');
  if (end === 'finished') await finishCopy(copied, run);
  else await discardCopy(to);
  expect(filesOf(to)).toEqual(expect.arrayContaining(['.notes', 'letter.txt', path.join('Photos', 'sea.jpg')]));
  expect(filesOf(to).includes('library.sqlite')).toBe(end === 'finished');
});

// fault 49
it.each(['nobody moved a library from', 'another library was moved from', 'the library lies in'])(
  'a folder that %s is left alone when an earlier folder is cleared',
  async (which) => {
    const copied = await copyLibrary(from, to, run);
    await finishCopy(copied, run);
    const mark = path.join(from, 'moved.json');
    if (which.startsWith('nobody')) rmSync(mark);
    if (which.startsWith('another')) writeFileSync(mark, JSON.stringify({ to: path.dirname(to) }));
    if (which.startsWith('the')) writeFileSync(path.join(to, 'moved.json'), JSON.stringify({ to }));
    const previous = which.startsWith('the') ? path.join(to, '..', 'disk') : from;
    const before = filesOf(previous);
    expect(await removeMoved({ from: previous, to, copied: new Map() }, run.signal)).toEqual({ count: 0, first: [] });
    expect(filesOf(previous)).toEqual(before);
  },
);

// fault 49
it('of an earlier folder only what the library has with the same bytes is removed, and what its own writes have left', async () => {
  await finishCopy(await copyLibrary(from, to, run), run);
  await removeMark(to);
  const sidecar = path.join('items', `${madeId(1)}.json`);
  writeFileSync(path.join(from, sidecar), readFileSync(path.join(from, sidecar), 'utf8').replace('take 1', 'TAKE 1'));
  mkdirSync(path.join(from, 'Mine.tmp'));
  for (const name of ['notes.tmp', path.join('Mine.tmp', 'letter.txt'), path.join('media', '1-0badcafe.tmp')])
    writeFileSync(path.join(from, name), 'mine');
  for (const name of ['a.json.71-0badcafe.tmp', path.join('media', 'b.pcm.moving.tmp')])
    writeFileSync(path.join(from, name), 'app');
  const left = await removeMoved({ from, to, copied: new Map() }, run.signal);
  const kept = [sidecar, path.join('Mine.tmp', 'letter.txt'), path.join('media', '1-0badcafe.tmp'), 'notes.tmp'];
  expect(left.first.toSorted()).toEqual(kept.toSorted());
  expect(filesOf(from).toSorted()).toEqual(kept.toSorted());
});

it('a folder for the library is empty, has a library, or gets one beside what it has', async () => {
  mkdirSync(to);
  expect(await judgeTarget(to, from)).toEqual({ kind: 'copy', folder: to });
  writeFileSync(path.join(to, '.DS_Store'), '');
  expect(await judgeTarget(to, from)).toEqual({ kind: 'copy', folder: to });
  mkdirSync(path.join(to, '.git'));
  const nested = path.join(to, 'Relay Studio Library');
  expect(await judgeTarget(to, from)).toEqual({ kind: 'copy', folder: nested });
  writeMadeItem(nested, madeTake(1, 'other'), 1);
  expect(await judgeTarget(to, from)).toEqual({ kind: 'use', folder: nested });
  expect(await judgeTarget(nested, from)).toEqual({ kind: 'use', folder: nested });
  writeFileSync(path.join(nested, 'manifest.json'), '{}');
  await expect(judgeTarget(to, from)).rejects.toThrow('notEmpty');
  await expect(judgeTarget(path.join(from, 'items'), from)).rejects.toThrow('inside');
  await expect(judgeTarget(from, from)).rejects.toThrow('sameLibrary');
  const loop = path.join(path.dirname(to), 'loop');
  symlinkSync(loop, loop);
  await expect(judgeTarget(loop, from)).rejects.toThrow('ELOOP');
});
