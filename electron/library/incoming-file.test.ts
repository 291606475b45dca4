import { link, mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { unplug } from '../../tests/support/unplug.ts';
import { storageErrorCode } from '../files.ts';
import { AT_ONCE, openIncomingFile } from './incoming-file.ts';
import { createFolderCheck } from './library-folder.ts';

const MB = 1024 * 1024;

/** Lets every opening of a file fail. */
const opening = vi.hoisted(() => ({ failure: undefined as Error | undefined, attempts: 0 }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const openFile: typeof real.open = async (...args) => {
    if (!opening.failure) return real.open(...args);
    opening.attempts += 1;
    throw opening.failure;
  };
  return { ...real, open: openFile };
});

/** Makes writes to every file fail from now on, as on a full disk, until it is repaired. */
async function fillDisk(file: string) {
  const handle = await open(file, 'w');
  await handle.close();
  const spy = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'write');
  spy.mockRejectedValue(Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' }));
  onTestFinished(() => spy.mockRestore());
  return { attempts: () => spy.mock.calls.length, repair: () => spy.mockRestore() };
}

async function start(signal = new AbortController().signal) {
  const folder = await tempFolder();
  const file = path.join(folder, 'incoming', 'job.part');
  const requireFolder = createFolderCheck(folder);
  const incoming = openIncomingFile(file, { signal, writeAgainMs: 5, onFailing: () => undefined, requireFolder });
  return { folder, incoming, written: () => readFile(file) };
}

it('keeps in memory what a full disk does not take, and writes it in order once there is room', async () => {
  const { folder, incoming, written } = await start();
  await incoming.write(Buffer.from('one '));
  const disk = await fillDisk(path.join(folder, 'other'));
  await incoming.write(Buffer.from('two '));
  await incoming.write(Buffer.from('three'));
  const closed = incoming.close();
  await eventually(() => expect(disk.attempts()).toBeGreaterThan(2));
  expect(String(await written())).toBe('one ');
  expect(incoming.isWaiting()).toBe(true);
  disk.repair();
  await closed;
  expect(incoming.isWaiting()).toBe(false);
  expect(String(await written())).toBe('one two three');
});

it('is begun anew in the place of an earlier one, whose other names keep what they have', async () => {
  const { folder, incoming, written } = await start();
  const other = path.join(folder, 'other');
  await writeFile(other, 'mine');
  await mkdir(path.join(folder, 'incoming'));
  await link(other, path.join(folder, 'incoming', 'job.part'));
  await incoming.write(Buffer.from('received'));
  await incoming.close();
  expect(String(await written())).toBe('received');
  expect(await readFile(other, 'utf8')).toBe('mine');
});

it('continues a chunk where the disk stopped in the middle of it', async () => {
  const { folder, incoming, written } = await start();
  await incoming.write(Buffer.from('start '));
  const handle = await open(path.join(folder, 'other'), 'w');
  const prototype = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  const { write } = prototype;
  const spy = vi.spyOn(prototype, 'write').mockImplementationOnce(function (this: typeof handle, bytes: unknown) {
    return Reflect.apply(write, this, [(bytes as Uint8Array).subarray(0, 3)]);
  } as typeof write);
  onTestFinished(() => spy.mockRestore());
  await incoming.write(Buffer.from('abcdef'));
  await incoming.close();
  expect(String(await written())).toBe('start abcdef');
});

it('takes no more than 64 MiB into memory', async () => {
  const { folder, incoming } = await start();
  const disk = await fillDisk(path.join(folder, 'other'));
  const chunk = Buffer.alloc(16 * MB);
  for (let count = 0; count < 4; count++) await incoming.write(chunk);
  let isTaken = false;
  const fifth = incoming.write(chunk).then(() => {
    isTaken = true;
  });
  await eventually(() => expect(disk.attempts()).toBeGreaterThan(2));
  expect(isTaken).toBe(false);
  disk.repair();
  await fifth;
  await incoming.close();
});

it('waits for the library that was taken away, and writes nothing in its place', async () => {
  const { folder, incoming, written } = await start();
  const { filesInPlace, plug } = await unplug(folder);
  await incoming.write(Buffer.from('paid'));
  expect(incoming.isWaiting()).toBe(true);
  expect(await filesInPlace()).toEqual([]);
  await plug();
  await incoming.close();
  expect(String(await written())).toBe('paid');
});

it('stops waiting at the signal, and reports what the disk said', async () => {
  const ending = new AbortController();
  const { folder, incoming } = await start(ending.signal);
  await fillDisk(path.join(folder, 'other'));
  await incoming.write(Buffer.from('one'));
  const closed = incoming.close();
  ending.abort();
  await expect(closed).rejects.toMatchObject({ code: 'ENOSPC' });
});

it('reports the first failure at once if the bytes can be had again', async () => {
  const { folder, incoming } = await start(AT_ONCE);
  await fillDisk(path.join(folder, 'other'));
  await incoming.write(Buffer.from('one')).catch(() => undefined);
  await expect(incoming.close()).rejects.toMatchObject({ code: 'ENOSPC' });
});

it('can be abandoned while the disk is full', async () => {
  const { folder, incoming } = await start();
  await fillDisk(path.join(folder, 'other'));
  await incoming.write(Buffer.from('one'));
  await incoming.abandon();
});

// fault 8
it('waits until the system has a file to give: too many open ones lose nothing', async () => {
  const { folder, incoming, written } = await start();
  const missing = path.join(folder, 'incoming');
  const tooMany = Object.assign(new Error('too many open files'), { code: 'EMFILE', syscall: 'open' });
  expect(storageErrorCode(tooMany)).toBe('EMFILE');
  opening.failure = tooMany;
  await incoming.write(Buffer.from('one '));
  await incoming.write(Buffer.from('two'));
  await eventually(() => expect(opening.attempts).toBeGreaterThan(2));
  expect(await readdir(missing)).toEqual([]);
  opening.failure = undefined;
  await incoming.close();
  expect(String(await written())).toBe('one two');
});
