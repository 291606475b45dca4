// The folder of media alone cannot be written: a start as another user, or a disk of its own.

import { createHash } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freeBytesOf } from '../../electron/disk-space.ts';
import { tryWritingInLibrary } from '../../electron/library/library-folder.ts';
import { createStorageMonitor, type StorageMonitor } from '../../electron/storage-health.ts';
import { pcmTone, replies, startScriptedRelay } from '../fakes/scripted-relay.ts';
import { eventually } from '../support/eventually.ts';
import { openJobSide } from '../support/job-side.ts';
import { manualClock } from '../support/manual-clock.ts';
import { closeFolder, mountItself } from '../support/read-only-folder.ts';
import { speechRequest } from '../support/relay-client.ts';
import { tempFolder } from '../support/temp-folder.ts';

const SOUND = pcmTone(0.2);

/** Jobs over a library whose disk is watched as in the app. */
async function start() {
  const root = await tempFolder();
  const relay = await startScriptedRelay();
  onTestFinished(relay.close);
  relay.answerWith(replies.audio(SOUND));
  const clock = manualClock();
  const storage = { isWritable: true, folder: root, reason: '' };
  const disk: StorageMonitor = createStorageMonitor(
    { storage: () => storage, opened: async () => storage },
    {
      clock,
      freeBytes: () => freeBytesOf(root),
      requireFolder: async () => undefined,
      tryWriting: (failed) => tryWritingInLibrary(root, failed),
      onChanged: () => undefined,
      onBack: () => undefined,
      onProblem: () => undefined,
      onBug: (error) => expect.unreachable(String(error)),
    },
  );
  onTestFinished(disk.stop);
  const side = await openJobSide(relay, root, { clock, reserve: disk.reserve, onDiskError: disk.report });
  return { root, relay, clock, disk, ...side };
}

// fault 43
it.each(['all of media', 'one of its folders'])(
  '%s cannot be written: it is said, nothing more is sent, and what was received is kept until it can',
  async (which) => {
    const { root, relay, clock, disk, queue, reaches, store, items } = await start();
    const first = createHash('sha256').update(SOUND).digest('hex').slice(0, 2);
    const folder = which === 'all of media' ? path.join(root, 'media') : path.join(root, 'media', first);
    await mkdir(folder, { recursive: true });
    const reopen = closeFolder(folder);
    let isOpen = false;
    const open = (): void => {
      if (!isOpen) reopen();
      isOpen = true;
    };
    onTestFinished(open);

    const { id } = await queue.add('speech', speechRequest());
    await reaches(id, 'saving');
    await eventually(() => expect(disk.health().problem).not.toBeNull());
    await disk.look();
    expect(disk.health().problem?.kind).toMatch(/readOnly|noPermission/);

    const second = await queue.add('speech', speechRequest({ text: 'Another' }));
    await reaches(second.id, 'failed');
    expect(await store.find(second.id)).toMatchObject({ error: { code: 'storage.failed', billed: 'no' } });
    expect(queue.cancel(id)).toMatchObject({ ok: true });
    expect(relay.requests).toHaveLength(1);

    open();
    await eventually(async () => {
      clock.advance(60_000);
      expect((await store.find(id))?.state).toBe('done');
      expect(disk.health().problem).toBeNull();
    });
    expect(await items()).toMatchObject([{ id }]);
  },
);

// fault 43
it('a folder of media on another disk takes what arrives', async () => {
  const { root, queue, reaches, items } = await start();
  const media = path.join(root, 'media');
  await mkdir(media);
  if (process.getuid?.() === 0) onTestFinished(mountItself(media));
  const { id } = await queue.add('speech', speechRequest());
  await reaches(id, 'done');
  expect(await items()).toMatchObject([{ id, sizeBytes: SOUND.length }]);
  expect(await readdir(media, { recursive: true })).toHaveLength(2);
  expect(await readdir(path.join(root, 'incoming'))).toEqual([]);
});
