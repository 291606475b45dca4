import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { editJob } from '../../renderer/testing/fake-ipc.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { MediaFile } from '../library/library.ts';
import { createThumbnails } from '../library/thumbnails.ts';
import { type ImageDeps, imageHandlers } from './images.ts';

/** The handlers over a library that can be written or not; what they should not reach is not there. */
function start(isWritable: boolean, change: Partial<ImageDeps> = {}) {
  const add = vi.fn<JobQueue['addEdits']>(async (orders) => orders.map(({ request }) => editJob('job', { request })));
  const restart = vi.fn();
  const deps: Partial<ImageDeps> = {
    disk: { opened: async () => ({ isWritable, folder: '/library', reason: 'ENOSPC' }) },
    jobs: { addEdits: add, findWish: () => [] },
    practice: { restart },
    saving: { exportMask: vi.fn() },
    ...change,
  };
  return { handlers: imageHandlers(deps as ImageDeps), add, restart };
}

const order = { requests: [editJob('any').request], inPlaceOf: null };

it('imports, downloads and sends nothing while the library cannot be written', async () => {
  const { handlers, add, restart } = start(false);
  const unwritable = { ok: false, error: { code: 'storage.unwritable', details: { folder: '/library' } } };
  expect(await handlers['media.importBytes']({ bytes: new Uint8Array(1) })).toMatchObject(unwritable);
  expect(await handlers['media.importUrl']({ connectionId: 'c', url: 'https://example.com/a.png' })).toMatchObject(
    unwritable,
  );
  expect(await handlers['images.edit'](order)).toMatchObject(unwritable);
  expect(add).not.toHaveBeenCalled();
  expect(restart).not.toHaveBeenCalled();
});

it('an edit is queued, and wakes a practice relay that was given up', async () => {
  const { handlers, add, restart } = start(true);
  expect(await handlers['images.edit'](order)).toMatchObject({ ok: true, data: [{ kind: 'job', job: { id: 'job' } }] });
  expect(add).toHaveBeenCalledOnce();
  expect(restart).toHaveBeenCalledOnce();
});

it('a thumbnail that cannot be written is returned as an error', async () => {
  const file = path.join(await tempFolder(), 'no-folder');
  await writeFile(file, '');
  const thumbnails = createThumbnails(file, { media: async () => ({}) as MediaFile });
  const { handlers } = start(true, { thumbnails });
  const bytes = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .webp()
    .toBuffer();
  expect(await handlers['media.keepThumbnail']({ mediaId: 'ab'.repeat(32), part: 'whole', bytes })).toMatchObject({
    ok: false,
    error: { code: 'storage.failed', details: { reason: 'ENOTDIR' } },
  });
});
