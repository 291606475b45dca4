import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { storageProblemOf } from '../shared/storage/storage-problems.ts';
import { mountSmallDisk } from '../tests/support/small-disk.ts';
import { tempFolder } from '../tests/support/temp-folder.ts';
import { openLibrary } from './database/open-library.ts';
import { freeBytesOf, requireWritable } from './disk-space.ts';
import { storageErrorCode, storageFailure } from './files.ts';

const DRAFT = { pictures: [], chain: [], instruction: 'Blue', guide: { change: '', keep: '', style: '' }, choices: {} };
const fail = (error: unknown) => {
  throw error;
};
const MIB = 1024 * 1024;

it('says how much is free; unknown where there is no such folder', async () => {
  expect(await freeBytesOf(await tempFolder())).toBeGreaterThan(0);
  expect(await freeBytesOf('/no/such/folder')).toBeUndefined();
});

it('leaves nothing behind', async () => {
  const folder = await tempFolder();
  await requireWritable(folder);
  expect(await readdir(folder)).toEqual([]);
});

const probe = mountSmallDisk(1);
probe?.unmount();

describe.skipIf(!probe)('on a small disk (needs the right to mount one)', () => {
  function disk(sizeMiB: number) {
    const mounted = mountSmallDisk(sizeMiB);
    if (!mounted) throw new Error('It could be mounted before.');
    onTestFinished(mounted.unmount);
    return mounted;
  }
  const failureOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('a full disk takes an empty file and fails the trial write, without leaving a file', async () => {
    const { folder, fill, makeRoom } = disk(2);
    await fill();
    await writeFile(path.join(folder, 'empty'), '');
    expect(await freeBytesOf(folder)).toBe(0);
    expect(storageErrorCode(await failureOf(requireWritable(folder)))).toBe('ENOSPC');
    expect((await readdir(folder)).toSorted()).toEqual(['empty', 'filler']);
    makeRoom();
    expect(await failureOf(requireWritable(folder))).toBeUndefined();
  });

  it('a read-only disk is recognised', async () => {
    const { folder, setReadOnly } = disk(2);
    setReadOnly(true);
    expect(storageFailure(await failureOf(requireWritable(folder)))).toMatchObject({
      code: 'storage.failed',
      details: { problem: 'readOnly', reason: 'EROFS' },
    });
  });

  it('a full disk is recognised when SQLite reports it', async () => {
    const { folder, fill } = disk(2);
    const db = new DatabaseSync(path.join(folder, 'test.sqlite'));
    onTestFinished(() => db.close());
    db.exec('CREATE TABLE one (body BLOB)');
    await fill();
    const insert = () => db.prepare('INSERT INTO one VALUES (zeroblob(1000000))').run();
    const error = await failureOf(Promise.resolve().then(insert));
    expect(storageProblemOf(storageErrorCode(error) ?? '')).toBe('full');
  });

  it('an app that starts on a full disk shows its library', async () => {
    const { folder, fill } = disk(8);
    const first = openLibrary(folder, fail);
    first.repositories.drafts.save({ name: 'images', body: DRAFT });
    first.close();
    await fill(MIB / 8);
    const second = openLibrary(folder, fail);
    onTestFinished(second.close);
    expect(second.repositories.drafts.load().drafts).toEqual([{ name: 'images', body: DRAFT }]);
    await fill();
    await expect(requireWritable(folder)).rejects.toThrow('ENOSPC');
  });
});
