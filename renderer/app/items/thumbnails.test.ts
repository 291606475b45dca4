import { expect, test } from 'vitest';
import { ok } from '../../../shared/result.ts';
import type { Peaks } from '../../audio/peaks.ts';
import { failure, fakeIpc } from '../../testing/fake-ipc.ts';
import { fakeWorkers } from '../../testing/fake-worker.ts';
import type { MadeThumbnail, ThumbnailWish } from './thumbnail-worker.ts';
import { createThumbnails } from './thumbnails.ts';

const BYTES = new Uint8Array([1]);

/** Creates thumbnails with fake workers that reply when the test requires. */
function start(isWritable = true) {
  const { ipc, requests } = fakeIpc({
    'media.keepThumbnail': () => (isWritable ? ok(null) : failure('storage.failed')),
  });
  const { createWorker, workers } = fakeWorkers<ThumbnailWish, MadeThumbnail>();
  const answer = (mediaId: string, bytes: MadeThumbnail['bytes'] = BYTES) => workers.at(-1)?.reply({ mediaId, bytes });
  const die = () => workers.at(-1)?.die();
  const posted = () => workers.flatMap(({ sent }) => sent.map(({ mediaId }) => mediaId));
  const sounds = new Map<string, Peaks>();
  const peaks = { load: async ({ mediaId }: { mediaId: string }) => sounds.get(mediaId) };
  return { sounds, thumbnails: createThumbnails({ ipc, peaks, createWorker }), posted, answer, die, requests, workers };
}

test('makes one at a time, the latest request next, and none twice', async () => {
  const { thumbnails, posted, answer, requests } = start();
  const [a, , c] = ['a', 'b', 'c', 'a'].map((id) => thumbnails.make(id));
  expect(posted()).toEqual(['a']);
  answer('a');
  expect(await a).toBe(true);
  expect(posted()).toEqual(['a', 'c']);
  answer('c');
  expect(await c).toBe(true);
  expect(posted()).toEqual(['a', 'c', 'b']);
  expect(requests.map(({ input }) => input)).toEqual(['a', 'c'].map((mediaId) => ({ mediaId, bytes: BYTES })));
});

test('reports pictures that cannot be read or stored, and continues with the next', async () => {
  const { thumbnails, answer } = start(false);
  const [broken, unkept] = [thumbnails.make('broken'), thumbnails.make('unkept')];
  answer('broken', null);
  expect(await broken).toBe(false);
  answer('unkept');
  expect(await unkept).toBe(false);
});

test('a worker that has died is replaced, and makes the same picture once more', async () => {
  const { thumbnails, answer, die, posted } = start();
  const made = thumbnails.make('large');
  die();
  expect(posted()).toEqual(['large', 'large']);
  answer('large');
  expect(await made).toBe(true);
});

test('a picture of which two workers have died is given up, and the next one is made', async () => {
  const { thumbnails, answer, die, workers } = start();
  const [huge, next] = [thumbnails.make('huge'), thumbnails.make('next')];
  die();
  die();
  expect(await huge).toBe(false);
  expect(workers).toHaveLength(3);
  answer('next');
  expect(await next).toBe(true);
});

test('a sound is drawn from its peaks, a sound without peaks is passed over', async () => {
  const { thumbnails, sounds, answer, workers, requests } = start();
  sounds.set('loud', { values: Int8Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? -127 : 127)), length: 200 });
  const [loud, unreadable] = ['loud', 'unreadable'].map((mediaId) => thumbnails.makeWave({ mediaId, format: 'mp3' }));
  await expect.poll(() => workers.flatMap(({ sent }) => sent)).toHaveLength(1);
  const { amplitudes } = workers[0]?.sent[0] ?? {};
  expect([...(amplitudes ?? [])]).toEqual(Array.from({ length: 72 }, () => 1));
  answer('loud');
  expect([await loud, await unreadable]).toEqual([true, false]);
  expect(requests.map(({ input }) => input)).toEqual([{ mediaId: 'loud', bytes: BYTES }]);
});
