import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { holdLibrary } from '../../tests/support/hold-library.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { type LockOptions, type LockResult, lockLibrary } from './lock-library.ts';
import { type Owner, thisStart } from './owner.ts';

const HOUR_MS = 3_600_000;

/** Locks a folder in this process, until the test ends; nobody is asked. */
async function lock(folder: string, options: Partial<LockOptions> = {}): Promise<LockResult> {
  const ask = async () => expect.unreachable('the person was asked');
  const result = await lockLibrary(folder, { version: '2.0.0', ask, ...options });
  if (result.kind === 'owned') onTestFinished(result.ownership.release);
  return result;
}

/** Starts another program that locks the folder; ended when the test ends. */
async function startOther(folder: string) {
  const other = await holdLibrary(folder);
  onTestFinished(other.release);
  return other;
}

/** Writes the file that another app leaves in the folder. */
async function writeOwner(folder: string, change: Partial<Owner>): Promise<Owner> {
  const owner = { ...thisStart('1.0.0'), token: 'theirs', host: 'desk', bootId: 'other', pid: 1, ...change };
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'owner.json'), JSON.stringify(owner));
  return owner;
}

const readOwner = async (folder: string): Promise<Owner> =>
  JSON.parse(await readFile(path.join(folder, 'owner.json'), 'utf8'));

// fault 31
it('a second app is refused, and learns who has the library', async () => {
  const folder = path.join(await tempFolder(), 'library');
  const first = await startOther(folder);
  expect(first.result).toEqual({ kind: 'owned' });
  expect(await lock(folder)).toMatchObject({ kind: 'inUse', owner: { pid: first.pid, version: '1.0.0' } });
  expect((await startOther(folder)).result).toMatchObject({ kind: 'inUse', owner: { pid: first.pid } });
});

// fault 31
it('an app ended by kill -9 leaves nothing that would refuse the next', async () => {
  const folder = await tempFolder();
  const first = await startOther(folder);
  await first.release();
  expect((await readOwner(folder)).pid).toBe(first.pid);
  expect((await lock(folder)).kind).toBe('owned');
  expect(await readOwner(folder)).toMatchObject({ pid: process.pid, version: '2.0.0' });
});

it('a released library is free at once, and its owner file is gone', async () => {
  const folder = await tempFolder();
  const first = await lock(folder);
  if (first.kind !== 'owned') return expect.unreachable();
  await first.ownership.release();
  expect(await readdir(folder)).toEqual(['lock.sqlite']);
  expect((await startOther(folder)).result).toEqual({ kind: 'owned' });
});

it('a lock that names nobody, or one that has ended, is refused without a name', async () => {
  const folder = await tempFolder();
  const first = await startOther(folder);
  await rm(path.join(folder, 'owner.json'));
  expect(await lock(folder)).toEqual({ kind: 'inUse', owner: undefined });
  await writeOwner(folder, { ...thisStart('1.0.0'), pid: first.pid === 4_194_304 ? 1 : 4_194_304 });
  expect(await lock(folder)).toEqual({ kind: 'inUse', owner: undefined });
});

it('the same host after a restart is taken over in silence', async () => {
  const folder = await tempFolder();
  const { host, bootedAtMs } = thisStart('');
  await writeOwner(folder, { host, bootId: 'earlier', heartbeatAtMs: bootedAtMs - 1000 });
  expect((await lock(folder)).kind).toBe('owned');
});

// fault 31
it('another host whose heartbeat is fresh has the library', async () => {
  const folder = await tempFolder();
  const owner = await writeOwner(folder, {});
  expect(await lock(folder)).toEqual({ kind: 'inUse', owner });
  expect(await readOwner(folder)).toEqual(owner);
  await rm(path.join(folder, 'owner.json'));
  expect((await lock(folder)).kind).toBe('owned');
});

it.each([
  ['old', -HOUR_MS],
  ['of a clock that is ahead', HOUR_MS],
])('another host whose heartbeat is %s is asked about', async (_what, byMs) => {
  const folder = await tempFolder();
  const owner = await writeOwner(folder, { heartbeatAtMs: Date.now() + byMs });
  const ask = vi.fn(async () => false);
  expect(await lock(folder, { ask })).toEqual({ kind: 'declined', owner });
  expect(ask).toHaveBeenCalledWith(owner, expect.any(AbortSignal));
  expect(await readOwner(folder)).toEqual(owner);
  expect((await lock(folder, { ask: async () => true })).kind).toBe('owned');
});

it('the question is withdrawn when the other host shows a sign of life', async () => {
  const folder = await tempFolder();
  const owner = await writeOwner(folder, { heartbeatAtMs: Date.now() - HOUR_MS });
  const later = { ...owner, heartbeatAtMs: owner.heartbeatAtMs + 30_000 };
  const ask = async (_owner: Owner, signal: AbortSignal) => {
    await writeOwner(folder, later);
    await new Promise((done) => signal.addEventListener('abort', done));
    return false;
  };
  expect(await lock(folder, { ask, heartbeatMs: 60 })).toEqual({ kind: 'inUse', owner: later });
});

it('a heartbeat is written again and again, also after its file has vanished', async () => {
  const folder = await tempFolder();
  await lock(folder, { heartbeatMs: 20 });
  const first = await readOwner(folder);
  await eventually(async () => expect((await readOwner(folder)).heartbeatAtMs).toBeGreaterThan(first.heartbeatAtMs));
  await rm(path.join(folder, 'owner.json'));
  await eventually(async () => expect((await readOwner(folder)).token).toBe(first.token));
});

it('a heartbeat writes nothing where the library has vanished, and goes on when it is back', async () => {
  const parent = await tempFolder();
  const folder = path.join(parent, 'library');
  await lock(folder, { heartbeatMs: 20 });
  const { heartbeatAtMs } = await readOwner(folder);
  await rename(folder, `${folder} away`);
  // Three times as long as a heartbeat.
  await delay(60);
  expect(await readdir(parent)).toEqual(['library away']);
  await mkdir(folder);
  await delay(60);
  // Fails if there is anything in it.
  await rmdir(folder);
  await rename(`${folder} away`, folder);
  await eventually(async () => expect((await readOwner(folder)).heartbeatAtMs).toBeGreaterThan(heartbeatAtMs));
});

// fault 31
it('an app whose library was taken over notices it, and leaves the other its file', async () => {
  const folder = await tempFolder();
  const here = await lock(folder, { heartbeatMs: 20 });
  if (here.kind !== 'owned') return expect.unreachable();
  // A heartbeat of ours that is just being written may replace the other's first one.
  let writing: Promise<unknown> = Promise.resolve();
  const theirs = setInterval(() => {
    writing = writeOwner(folder, {});
  }, 50);
  const owner = await here.ownership.lost;
  clearInterval(theirs);
  await writing;
  expect(owner).toMatchObject({ host: 'desk', token: 'theirs' });
  await here.ownership.release();
  expect((await readOwner(folder)).token).toBe('theirs');
});

it('the file of an ended owner that a synced folder brings back is no takeover', async () => {
  const folder = await tempFolder();
  const owner = await writeOwner(folder, { heartbeatAtMs: Date.now() - HOUR_MS });
  const here = await lock(folder, { heartbeatMs: 20, ask: async () => true });
  await writeOwner(folder, owner);
  await eventually(async () => expect((await readOwner(folder)).pid).toBe(process.pid));
  expect((await readOwner(folder)).token).not.toBe('theirs');
  expect(here.kind).toBe('owned');
});

it.each([
  ['no text of ours', 'garbage'],
  ['hostile', JSON.stringify({ ...thisStart('1'), host: 'x', heartbeatAtMs: 1e300 })],
  ['huge', JSON.stringify({ ...thisStart('1'), host: 'x', more: 'x'.repeat(100_000) })],
])('an owner file that is %s is replaced', async (_what, text) => {
  const folder = await tempFolder();
  await writeFile(path.join(folder, 'owner.json'), text);
  expect((await lock(folder)).kind).toBe('owned');
  expect((await readOwner(folder)).pid).toBe(process.pid);
});

it('an owner file that cannot be written is no obstacle: the lock still holds', async () => {
  const folder = await tempFolder();
  await mkdir(path.join(folder, 'owner.json', 'in-the-way'), { recursive: true });
  expect((await lock(folder, { heartbeatMs: 20 })).kind).toBe('owned');
  expect((await startOther(folder)).result).toEqual({ kind: 'inUse' });
});

it('a folder that cannot be made or locked is left to those who open it', async () => {
  const folder = path.join(await tempFolder(), 'a-file', 'library');
  await writeFile(path.dirname(folder), '');
  expect((await lock(folder)).kind).toBe('owned');
});

it('taking the lock does not wait for the one who has it', async () => {
  const folder = await tempFolder();
  await startOther(folder);
  const startedAtMs = performance.now();
  await lock(folder);
  expect(performance.now() - startedAtMs).toBeLessThan(2000);
});

it.skipIf(process.platform === 'win32').each(['a file', 'a pipe'])(
  '%s in the place of the folder is put aside',
  async (what) => {
    const folder = path.join(await tempFolder(), 'library');
    if (what === 'a file') await writeFile(folder, 'kept');
    else execFileSync('mkfifo', [folder]);
    const result = await lock(folder);
    if (result.kind !== 'owned') throw new Error('Not owned');
    expect(result.ownership.quarantined).toEqual([expect.stringMatching(/^library.put-aside-/)]);
    expect((await readdir(path.dirname(folder))).sort()).toEqual(['library', ...result.ownership.quarantined]);
    expect((await readdir(folder)).sort()).toContain('lock.sqlite');
  },
);

// attack 42
it.skipIf(process.platform === 'win32')(
  'folder, lock and owner file are private, also those that were not',
  async () => {
    const folder = path.join(await tempFolder(), 'library');
    await mkdir(folder, { mode: 0o755 });
    await writeFile(path.join(folder, 'lock.sqlite'), '', { mode: 0o644 });
    await lock(folder);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    for (const name of ['lock.sqlite', 'owner.json'])
      expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600);
  },
);
