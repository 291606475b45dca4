import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../tests/support/eventually.ts';
import { manualClock } from '../tests/support/manual-clock.ts';
import { idsOnDisk, importPicture, openRun, passTime } from '../tests/support/owned-media.ts';
import { tempFolder } from '../tests/support/temp-folder.ts';
import { createLibrarySweeps } from './library-sweeps.ts';

/** A library with a picture that nothing needs, after a restart. */
async function start() {
  const root = await tempFolder();
  const earlier = openRun(root);
  await importPicture(earlier, 1);
  passTime(root, earlier, 48);
  await earlier.database.close();
  const { database } = openRun(root);
  onTestFinished(() => database.close());
  const clock = { ...manualClock(), now: Date.now };
  const state = { isAnyRunning: false, isMaintained: false };
  const onProgress = vi.fn();
  const onFailed = vi.fn();
  const expire = vi.fn(async () => undefined);
  const sweeps = createLibrarySweeps({
    database,
    clock,
    logFolder: path.join(root, 'logs'),
    freeBytes: async () => 1000,
    isAnyRunning: () => state.isAnyRunning,
    isMaintained: () => state.isMaintained,
    onProgress,
    expire,
    onFailed,
  });
  return { root, clock, state, sweeps, onProgress, expire, onFailed, database };
}

it('the library is swept five minutes after the start, once no request is running', async () => {
  const { root, clock, state, sweeps, onFailed } = await start();
  sweeps.begin();
  state.isAnyRunning = true;
  clock.advance(5 * 60_000);
  state.isAnyRunning = false;
  expect(idsOnDisk(root)).toHaveLength(1);
  clock.advance(60_000);
  await eventually(() => expect(idsOnDisk(root)).toEqual([]));
  expect(onFailed).not.toHaveBeenCalled();
});

it('what is used is counted with logs and free space; freeing reports what it freed', async () => {
  const { root, sweeps, onProgress } = await start();
  await mkdir(path.join(root, 'logs'));
  await writeFile(path.join(root, 'logs', 'main.log'), '12345');
  expect(await sweeps.measure()).toMatchObject({
    ok: true,
    data: { bytes: { recoverable: 64, logs: 5 }, freedBytes: 0, freeBytes: 1000 },
  });
  const [first, second] = await Promise.all([sweeps.freeUp(), sweeps.freeUp()]);
  expect(first).toMatchObject({ ok: true, data: { bytes: { recoverable: 0 }, freedBytes: 64 } });
  expect(second).toMatchObject({ ok: true, data: { freedBytes: 0 } });
  const ratios = onProgress.mock.calls.map(([ratio]) => ratio);
  expect(ratios.every((ratio) => ratio > 0 && ratio <= 1)).toBe(true);
});

it('nothing is counted or removed while the library is verified, or after the end of the app', async () => {
  const { root, state, sweeps } = await start();
  state.isMaintained = true;
  expect(await sweeps.freeUp()).toEqual({ ok: true, data: null });
  state.isMaintained = false;
  sweeps.stop();
  expect(await sweeps.freeUp()).toEqual({ ok: true, data: null });
  expect(idsOnDisk(root)).toHaveLength(1);
});

it('a disk that fails is said', async () => {
  const { sweeps, database } = await start();
  await database.close();
  expect(await sweeps.measure()).toMatchObject({ ok: false, error: { code: 'storage.failed' } });
});
