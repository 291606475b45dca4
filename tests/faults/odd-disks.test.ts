// Disks that cannot do all that a usual one can: network drives, and file systems that a program provides.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { freeBytesOf } from '../../electron/disk-space.ts';
import { syncFolderSync, writeFileAtomic } from '../../electron/files.ts';
import { syncBuried } from '../../electron/library/buried.ts';
import { createFolderCheck, tryWritingInLibrary } from '../../electron/library/library-folder.ts';
import { keepReserve, RESERVE_NAME } from '../../electron/library/reserve.ts';
import { createStorageMonitor } from '../../electron/storage-health.ts';
import { requireRoom } from '../../electron/transfer/room.ts';
import { pcmTone, replies } from '../fakes/scripted-relay.ts';
import { startJobSide } from '../support/job-side.ts';
import { manualClock } from '../support/manual-clock.ts';
import { speechRequest } from '../support/relay-client.ts';
import { tempFolder } from '../support/temp-folder.ts';

const SOUND = pcmTone(0.2);

/** Makes the system refuse to sync folders, or files, until the test ends. */
async function refuseSync(code: string, what: 'folders' | 'files'): Promise<void> {
  const refused = (isFolder: boolean): boolean => isFolder === (what === 'folders');
  const error = (): Error => Object.assign(new Error(code), { code, syscall: 'fsync' });
  const handle = await fs.promises.open(await tempFolder(), 'r');
  await handle.close();
  const handles = Object.getPrototypeOf(handle) as typeof handle;
  const { sync } = handles;
  const { fsyncSync } = fs;
  handles.sync = async function (this: typeof handle) {
    if (refused((await this.stat()).isDirectory())) throw error();
    return Reflect.apply(sync, this, []);
  };
  fs.fsyncSync = (descriptor) => {
    if (refused(fs.fstatSync(descriptor).isDirectory())) throw error();
    fsyncSync(descriptor);
  };
  syncBuiltinESMExports();
  onTestFinished(() => {
    handles.sync = sync;
    fs.fsyncSync = fsyncSync;
    syncBuiltinESMExports();
  });
}

// fault 44
it.each(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EISDIR', 'EACCES', 'EPERM'])(
  'a disk whose folders cannot be synced (%s) takes what is received, written and deleted',
  async (code) => {
    await refuseSync(code, 'folders');
    const { root, relay, queue, reaches, items } = await startJobSide();
    relay.answerWith(replies.audio(SOUND));
    const { id } = await queue.add('speech', speechRequest());
    await reaches(id, 'done');
    expect(await items()).toMatchObject([{ id, sizeBytes: SOUND.length }]);
    const file = path.join(root, 'file.json');
    await writeFileAtomic(file, '{}');
    expect(fs.readFileSync(file, 'utf8')).toBe('{}');
    fs.mkdirSync(path.join(root, 'deleting'));
    syncBuried(root);
  },
);

// fault 44
it.each([
  ['EINVAL', 'files'],
  ['EIO', 'folders'],
] as const)('%s while %s are synced is still an error', async (code, what) => {
  const folder = await tempFolder();
  await refuseSync(code, what);
  await expect(writeFileAtomic(path.join(folder, 'file'), 'text')).rejects.toMatchObject({ code });
});

// fault 44
it.runIf(process.platform === 'linux')('a real folder that cannot be synced is left as it is', () => {
  const handle = fs.openSync('/proc/self', 'r');
  expect(() => fs.fsyncSync(handle)).toThrow('EINVAL');
  fs.closeSync(handle);
  syncFolderSync('/proc/self');
});

/** A disk in memory that does not say how large it is; undefined where this user may not mount one. */
async function mountUnsized(): Promise<string | undefined> {
  const folder = await tempFolder();
  try {
    execFileSync('mount', ['-t', 'ramfs', 'ramfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  return folder;
}

// fault 44
it('a disk that does not say how large it is counts as one with room', async ({ skip }) => {
  const folder = await mountUnsized();
  if (folder === undefined) return skip('this user may not mount a disk');
  expect(await freeBytesOf(folder)).toBeUndefined();
  const storage = { isWritable: true, folder, reason: '' };
  const disk = createStorageMonitor(
    { storage: () => storage, opened: async () => storage },
    {
      clock: manualClock(),
      freeBytes: () => freeBytesOf(folder),
      requireFolder: createFolderCheck(folder),
      tryWriting: (failed) => tryWritingInLibrary(folder, failed),
      onChanged: vi.fn(),
      onBack: vi.fn(),
      onProblem: vi.fn(),
      onBug: (error) => expect.unreachable(String(error)),
    },
  );
  onTestFinished(disk.stop);
  await disk.look();
  expect(disk.health().problem).toBeNull();
  expect((await disk.reserve(1e12)).ok).toBe(true);
  await requireRoom(folder, 1e12);
  keepReserve(folder);
  expect(fs.readdirSync(folder)).toEqual([RESERVE_NAME]);
});
