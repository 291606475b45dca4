import { describe, expect, it, vi } from 'vitest';
import type { UnsavedThing } from '../shared/contract/storage.ts';
import { eventually } from '../tests/support/eventually.ts';
import { manualClock } from '../tests/support/manual-clock.ts';
import { WORKING_BYTES } from './disk-space.ts';
import { createStorageMonitor, RECHECK_MS } from './storage-health.ts';

const MIB = 1024 * 1024;
const systemError = (code: string) => Object.assign(new Error(code), { code, syscall: 'write' });

/** A monitor over a disk whose state a test sets. */
function start() {
  const disk = { free: (1000 * MIB) as number | undefined, error: undefined as Error | undefined };
  const opened = { isWritable: true, folder: '/library', reason: '' };
  const clock = manualClock();
  const onChanged = vi.fn();
  const onProblem = vi.fn();
  const onBug = vi.fn();
  const onBack = vi.fn();
  const tryWriting = vi.fn(async () => {
    if (disk.error) throw disk.error;
  });
  const monitor = createStorageMonitor(
    { storage: () => opened, opened: async () => opened },
    {
      clock,
      freeBytes: async () => disk.free,
      requireFolder: async () => undefined,
      tryWriting,
      onChanged,
      onProblem,
      onBug,
      onBack,
    },
  );
  /** Lets the time until the next look pass; true once `is` holds. */
  const passes = (is: () => boolean) =>
    eventually(() => {
      clock.advance(RECHECK_MS);
      expect(is()).toBe(true);
    });
  return { disk, clock, monitor, onChanged, onProblem, onBug, onBack, tryWriting, passes };
}

/** Something unsaved whose writing fails until `works`. */
function unsaved(thing: UnsavedThing) {
  const state = { isSaved: false, works: false };
  const save = vi.fn(async () => {
    state.isSaved = state.works;
  });
  return { state, save, isSaved: () => state.isSaved, thing };
}

describe('room for a reply', () => {
  it('is twice its size, beside what the app needs and what other replies reserved', async () => {
    const { disk, monitor } = start();
    disk.free = WORKING_BYTES + 20 * MIB;
    const first = await monitor.reserve(10 * MIB);
    expect(first.ok).toBe(true);
    expect(await monitor.reserve(10 * MIB)).toMatchObject({
      ok: false,
      error: {
        code: 'storage.no_room',
        billed: 'no',
        details: { neededBytes: WORKING_BYTES + 30 * MIB, freeBytes: WORKING_BYTES + 20 * MIB },
      },
    });
    if (first.ok) first.data[Symbol.dispose]();
    expect((await monitor.reserve(10 * MIB)).ok).toBe(true);
  });

  it('is there where the system cannot say how much is free', async () => {
    const { disk, monitor } = start();
    disk.free = undefined;
    expect((await monitor.reserve(10 * MIB)).ok).toBe(true);
  });

  it('is not there while the disk takes no changes', async () => {
    const { disk, monitor } = start();
    disk.error = systemError('EROFS');
    await monitor.look();
    expect(await monitor.reserve(1)).toMatchObject({
      error: { code: 'storage.failed', details: { problem: 'readOnly' } },
    });
  });
});

describe('a problem', () => {
  it.each([
    ['ENOSPC', 'full'],
    ['EDQUOT', 'quota'],
    ['EROFS', 'readOnly'],
    ['EACCES', 'noPermission'],
    ['ENOENT', 'gone'],
    ['EIO', 'failing'],
  ])('%s is shown, makes the library unwritable, and goes away when writing works again', async (code, kind) => {
    const { disk, monitor, onChanged, passes } = start();
    disk.error = systemError(code);
    monitor.report(disk.error);
    expect(onChanged).toHaveBeenCalledOnce();
    expect(monitor.health().problem?.kind).toBe(kind);
    expect(monitor.storage().isWritable).toBe(false);
    disk.error = undefined;
    await passes(() => monitor.health().problem === null);
    expect(monitor.storage().isWritable).toBe(true);
  });

  it.each([
    ['ENOENT', 1],
    ['EIO', 1],
    ['ENOSPC', 0],
  ])('%s that ends says %i times that the disk was away', async (code, times) => {
    const { disk, monitor, onBack, passes } = start();
    disk.error = systemError(code);
    monitor.report(disk.error);
    await eventually(() => expect(monitor.health().problem).not.toBeNull());
    disk.error = undefined;
    await passes(() => monitor.health().problem === null);
    expect(onBack).toHaveBeenCalledTimes(times);
  });

  it('of little space says how much is missing', async () => {
    const { disk, monitor, passes } = start();
    disk.free = WORKING_BYTES - 3 * MIB + 1;
    await monitor.look();
    expect(monitor.health().problem).toEqual({ kind: 'full', missingBytes: 3 * MIB });
    disk.free = WORKING_BYTES;
    await passes(() => monitor.health().problem === null);
  });

  it('that comes while a reply arrives is noticed without a trial write before', async () => {
    const { disk, monitor, tryWriting, passes } = start();
    const room = await monitor.reserve(10 * MIB);
    await passes(() => tryWriting.mock.calls.length === 0);
    disk.free = WORKING_BYTES;
    await passes(() => monitor.health().problem?.missingBytes === 10 * MIB);
    if (room.ok) room.data[Symbol.dispose]();
    await passes(() => monitor.health().problem === null);
  });

  it('of the database ends when the database says so', async () => {
    const { monitor } = start();
    monitor.setProblem('locked', true);
    await monitor.look();
    expect(monitor.health().problem).toEqual({ kind: 'locked', missingBytes: null });
    monitor.setProblem('locked', false);
    expect(monitor.health().problem).toBeNull();
  });

  it('is logged once, and again only after all was well', async () => {
    const { disk, monitor, onProblem, passes } = start();
    disk.error = systemError('ENOSPC');
    for (let time = 0; time < 3; time++) monitor.report(disk.error);
    expect(onProblem).toHaveBeenCalledOnce();
    disk.error = undefined;
    await passes(() => monitor.health().problem === null);
    monitor.report(systemError('ENOSPC'));
    expect(onProblem).toHaveBeenCalledTimes(2);
  });

  it('is not made of a bug', async () => {
    const { disk, monitor, onBug } = start();
    monitor.report(new TypeError('a bug'));
    expect(monitor.health().problem).toBeNull();
    disk.error = new TypeError('another');
    await monitor.look();
    expect(onBug).toHaveBeenCalledWith(disk.error);
  });

  it('is no longer looked at after the end', async () => {
    const { disk, clock, monitor, tryWriting } = start();
    disk.error = systemError('EROFS');
    await monitor.look();
    monitor.stop();
    tryWriting.mockClear();
    clock.advance(10 * RECHECK_MS);
    expect(tryWriting).not.toHaveBeenCalled();
  });
});

describe('what is not saved', () => {
  it('is shown, written again until it works, and then no longer shown', async () => {
    const { monitor, passes } = start();
    const masks = unsaved('masks');
    monitor.add(masks);
    monitor.report(systemError('ENOSPC'));
    await eventually(() => expect(masks.save).toHaveBeenCalledOnce());
    await eventually(() => expect(monitor.health().unsaved).toEqual(['masks']));
    masks.state.works = true;
    await passes(() => monitor.health().unsaved.length === 0);
  });

  it('is not shown while it is only being written, though the space is looked at', async () => {
    const { monitor, onChanged, passes } = start();
    const settings = unsaved('settings');
    settings.state.works = true;
    monitor.add(settings);
    const shown: UnsavedThing[] = [];
    onChanged.mockImplementation(() => shown.push(...monitor.health().unsaved));
    expect((await monitor.reserve(10 * MIB)).ok).toBe(true);
    await passes(() => settings.save.mock.calls.length > 0);
    expect(shown).toEqual([]);
  });

  it('is written once more before the app ends', async () => {
    const { monitor } = start();
    const [settings, draft] = [unsaved('settings'), unsaved('draft')];
    settings.state.works = true;
    monitor.add(settings);
    monitor.add(draft);
    expect(await monitor.saveAll()).toEqual(['draft']);
  });
});
