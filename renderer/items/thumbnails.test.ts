import { expect, test } from 'vitest';
import { ok } from '../../shared/result.ts';
import type { Peaks } from '../engines/audio/peaks.ts';
import { failure, fakeIpc } from '../testing/fake-ipc.ts';
import { fakeWorkers } from '../testing/fake-worker.ts';
import type { MadeThumbnail, ThumbnailWish } from './thumbnail-worker.ts';
import { createThumbnails } from './thumbnails.ts';

const BYTES = new Uint8Array([1]);

/** Creates thumbnails with fake workers that reply when the test requires. */
function start(isWritable = true) {
  const { ipc, requests, emit } = fakeIpc({
    'media.keepThumbnail': () => (isWritable ? ok(null) : failure('storage.failed')),
  });
  const { createWorker, workers } = fakeWorkers<ThumbnailWish, MadeThumbnail>();
  const answer = (mediaId: string, bytes: MadeThumbnail['bytes'] = BYTES) => workers.at(-1)?.reply({ mediaId, bytes });
  const die = () => workers.at(-1)?.die();
  const posted = () => workers.flatMap(({ sent }) => sent.map(({ mediaId }) => mediaId));
  const sounds = new Map<string, Peaks>();
  const peaks = { load: async ({ mediaId }: { mediaId: string }) => sounds.get(mediaId) };
  const thumbnails = createThumbnails({ ipc, peaks, createWorker });
  const make = (mediaId: string) => thumbnails.make({ kind: 'picture', mediaId });
  return { sounds, thumbnails, make, posted, answer, die, requests, workers, emit };
}

test('makes one at a time, the latest request next, and none twice', async () => {
  const { make, posted, answer, requests } = start();
  const [a, , c] = ['a', 'b', 'c', 'a'].map((id) => make(id));
  expect(posted()).toEqual(['a']);
  answer('a');
  expect(await a).toBe(true);
  expect(posted()).toEqual(['a', 'c']);
  answer('c');
  expect(await c).toBe(true);
  expect(posted()).toEqual(['a', 'c', 'b']);
  expect(requests.map(({ input }) => input)).toEqual(
    ['a', 'c'].map((mediaId) => ({ mediaId, part: 'whole', bytes: BYTES })),
  );
});

test('what nobody looks at any more is not made, unless somebody else does', async () => {
  const { make, thumbnails, posted, answer } = start();
  const leaving = new AbortController();
  const look = (mediaId: string) => thumbnails.make({ kind: 'picture', mediaId }, leaving.signal);
  const [first, passed, shared] = [look('a'), look('b'), look('c')];
  void make('c');
  leaving.abort();
  expect(await passed).toBe(false);
  answer('a');
  // It was being made already.
  expect(await first).toBe(true);
  expect(posted()).toEqual(['a', 'c']);
  answer('c');
  expect(await shared).toBe(true);
  void make('b');
  expect(posted()).toEqual(['a', 'c', 'b']);
});

test('reports pictures that cannot be read or stored, and continues with the next', async () => {
  const { make, answer } = start(false);
  const [broken, unkept] = [make('broken'), make('unkept')];
  answer('broken', null);
  expect(await broken).toBe(false);
  answer('unkept');
  expect(await unkept).toBe(false);
});

test('what failed is tried again once the storage is well', async () => {
  const { make, answer, emit, posted } = start();
  const away = make('away');
  answer('away', null);
  expect(await away).toBe(false);
  const storage = { isWritable: false, folder: '/library', reason: '' };
  const health = { unsaved: [], losses: [] };
  emit('storage.changed', { storage, storageHealth: { ...health, problem: { kind: 'gone', missingBytes: null } } });
  expect(await make('away')).toBe(false);
  emit('storage.changed', { storage, storageHealth: { ...health, problem: null } });
  const back = make('away');
  answer('away');
  expect(await back).toBe(true);
  expect(posted()).toEqual(['away', 'away']);
});

test('a worker that has died is replaced, and makes the same picture once more', async () => {
  const { make, answer, die, posted } = start();
  const made = make('large');
  die();
  expect(posted()).toEqual(['large', 'large']);
  answer('large');
  expect(await made).toBe(true);
});

test('a picture of which two workers have died is given up, and the next one is made', async () => {
  const { make, answer, die, workers } = start();
  const [huge, next] = [make('huge'), make('next')];
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
  const [loud, unreadable] = ['loud', 'unreadable'].map((mediaId) =>
    thumbnails.make({ kind: 'sound', mediaId, format: 'mp3' }),
  );
  await expect.poll(() => workers.flatMap(({ sent }) => sent)).toHaveLength(1);
  const amplitudes = new Float32Array(72).fill(1);
  expect(workers[0]?.sent[0]).toEqual({ kind: 'sound', mediaId: 'loud', amplitudes });
  answer('loud');
  expect([await loud, await unreadable]).toEqual([true, false]);
  expect(requests.map(({ input }) => input)).toEqual([{ mediaId: 'loud', part: 'whole', bytes: BYTES }]);
});

test('the changed part of a picture is another thumbnail than the whole', async () => {
  const { thumbnails, make, answer, workers, requests } = start();
  const changed = { kind: 'changed', mediaId: 'a', coverageMediaId: 'mask' } as const;
  const made = [make('a'), thumbnails.make(changed)];
  answer('a');
  await made[0];
  expect(workers[0]?.sent).toEqual([{ kind: 'picture', mediaId: 'a' }, changed]);
  answer('a');
  expect(await made[1]).toBe(true);
  expect(requests.map(({ input }) => input)).toMatchObject([{ part: 'whole' }, { part: 'changed' }]);
});
