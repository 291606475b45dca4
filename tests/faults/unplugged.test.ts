import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectDatabase } from '../../electron/database/client.ts';
import { databaseThread } from '../../electron/database/database-thread.ts';
import { freeBytesOf, tryWriting } from '../../electron/disk-space.ts';
import { createLibrary } from '../../electron/library/library.ts';
import { createFolderCheck } from '../../electron/library/library-folder.ts';
import { createMediaStore } from '../../electron/library/media-store.ts';
import { createStorageMonitor, RECHECK_MS } from '../../electron/storage-health.ts';
import { eventually } from '../support/eventually.ts';
import { madeTake } from '../support/made-library.ts';
import { manualClock } from '../support/manual-clock.ts';

const run = (...command: [string, ...string[]]): void => {
  execFileSync(command[0], command.slice(1), { stdio: 'ignore' });
};

/**
 * A drive with a library, plugged in where it is to be mounted; undefined where this user may not mount.
 * @param name of the library's folder on the drive; empty if it is the drive itself, whose place stays as an empty folder
 */
async function plugDrive(name: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'relay-studio-drive-'));
  const [drive, place] = [path.join(folder, 'drive'), path.join(folder, 'place')];
  await mkdir(path.join(drive, name), { recursive: true });
  await mkdir(place);
  const plug = () => run('mount', '--bind', drive, place);
  const unplug = () => run('umount', '--lazy', place);
  try {
    plug();
  } catch {
    return undefined;
  }
  return { place, root: path.join(place, name), plug, unplug };
}

const drives = {
  'that has the library in a folder': await plugDrive('library'),
  'that is the library itself': await plugDrive(''),
};

describe.each(Object.entries(drives))('a drive %s', (_, drive) => {
  // fault 32
  it.skipIf(!drive)('is unplugged: nothing is written in its place, and it goes on when it is back', async () => {
    if (!drive) throw new Error('It could be mounted before.');
    const { place, root, plug, unplug } = drive;
    onTestFinished(unplug);
    const fail = vi.fn();
    const events = { onOpened: vi.fn(), onBusy: vi.fn(), onFilled: vi.fn(), onMaintenance: vi.fn(), onDied: vi.fn() };
    const database = connectDatabase(databaseThread(root), root, {
      ...events,
      onQuarantined: vi.fn(),
      onUnreadable: fail,
      onRebuildFailed: fail,
    });
    onTestFinished(database.close);
    const clock = manualClock();
    const reopened = vi.fn();
    const monitor = createStorageMonitor(database, {
      clock,
      freeBytes: () => freeBytesOf(root),
      requireFolder: createFolderCheck(root),
      tryWriting: () => tryWriting(root),
      onBack: () => void database.reopen().then(reopened),
      onChanged: vi.fn(),
      onProblem: vi.fn(),
      onBug: fail,
    });
    const add = async (number: number): Promise<void> => {
      const take = madeTake(number, `Take ${number}`);
      const { mediaId, sizeBytes, mime } = take;
      await database.items.addMedia({ mediaId, sizeBytes, mime, extension: 'pcm', pcmRateHz: 24_000 });
      await database.items.add(take, { order: number, trashedAtMs: null }, null);
    };
    const library = createLibrary(database.items, createMediaStore(root), root);
    const list = async () => (await database.items.list({ search: '', kind: null, beforeId: null, limit: 9 })).items;
    await add(1);

    unplug();
    expect((await monitor.reserve(1)).ok).toBe(false);
    await expect(library.change(madeTake(1, '').id, (item) => ({ ...item, title: 'New' }))).rejects.toThrow('ENOENT');
    await monitor.look();
    expect(monitor.health().problem?.kind).toBe('gone');
    expect(await readdir(place)).toEqual([]);

    plug();
    await eventually(() => {
      clock.advance(RECHECK_MS);
      expect(reopened).toHaveBeenCalled();
    });
    expect(monitor.health().problem).toBeNull();
    await add(2);
    expect((await list()).map(({ title }) => title)).toEqual(['Take 2', 'Take 1']);
    expect(fail).not.toHaveBeenCalled();
  });
});
