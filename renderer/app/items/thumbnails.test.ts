import { expect, test } from 'vitest';
import { ok } from '../../../shared/result.ts';
import { failure, fakeIpc } from '../../testing/fake-ipc.ts';
import { fakeWorkers } from '../../testing/fake-worker.ts';
import type { MadeThumbnail } from './thumbnail-worker.ts';
import { createThumbnails } from './thumbnails.ts';

const BYTES = new Uint8Array([1]);

/** Creates thumbnails with fake workers that reply when the test requires. */
function start(isWritable = true) {
  const { ipc, requests } = fakeIpc({
    'media.keepThumbnail': () => (isWritable ? ok(null) : failure('storage.failed')),
  });
  const { createWorker, workers } = fakeWorkers<string, MadeThumbnail>();
  const answer = (mediaId: string, bytes: MadeThumbnail['bytes'] = BYTES) => workers.at(-1)?.reply({ mediaId, bytes });
  const die = () => workers.at(-1)?.die();
  const posted = () => workers.flatMap(({ sent }) => sent);
  return { thumbnails: createThumbnails({ ipc, createWorker }), posted, answer, die, requests, workers };
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
