import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeWorkers } from '../../testing/fake-worker.ts';
import { createPictureWorker } from './picture-worker-client.ts';
import type { PictureReply, PictureRequest } from './tasks-contract.ts';

function setUp() {
  const { createWorker, workers } = fakeWorkers<PictureRequest, PictureReply>();
  const pictures = createPictureWorker(createWorker);
  const worker = (index = 0) => {
    const found = workers[index];
    if (!found) throw new Error('No worker was started.');
    return found;
  };
  return { pictures, workers, worker };
}

const bytes = () => new Uint8Array([1, 2, 3]);
const data = { bytes: null, widthPx: 1, heightPx: 1 };
const IDLE_MS = 30_000;

afterEach(() => vi.useRealTimers());

describe('createPictureWorker', () => {
  it('starts a worker on first use, transfers buffers to it and returns each reply to its caller', async () => {
    const { pictures, workers, worker } = setUp();
    expect(workers).toHaveLength(0);
    const [first, second] = [bytes(), bytes()];
    const calls = [pictures.makeWorkingPicture({ bytes: first }), pictures.makeWorkingPicture({ bytes: second })];
    const [a, b] = worker().sent.map(({ id }) => id);
    worker().reply({ id: b ?? 0, ok: false, error: 'unreadable' });
    worker().reply({ id: a ?? 0, ok: true, data });
    expect(await Promise.all(calls)).toEqual([
      { ok: true, data },
      { ok: false, error: 'unreadable' },
    ]);
    expect(worker().transferred).toEqual([first.buffer, second.buffer]);
    expect(workers).toHaveLength(1);
  });

  it('reports progress to the caller of the task', async () => {
    const { pictures, worker } = setUp();
    const reported: number[] = [];
    const call = pictures.makeWorkingPicture({ bytes: bytes() }, undefined, (doneRatio) => reported.push(doneRatio));
    const other = pictures.makeWorkingPicture({ bytes: bytes() });
    const [a, b] = worker().sent.map(({ id }) => id);
    worker().reply({ id: a ?? 0, doneRatio: 0.4 });
    worker().reply({ id: b ?? 0, doneRatio: 0.9 });
    for (const id of [a, b]) worker().reply({ id: id ?? 0, ok: true, data });
    expect(await Promise.all([call, other])).toHaveLength(2);
    worker().reply({ id: a ?? 0, doneRatio: 1 });
    expect(reported).toEqual([0.4]);
  });

  it('rejects for a bug', async () => {
    const { pictures, worker } = setUp();
    const call = pictures.makeWorkingPicture({ bytes: bytes() });
    worker().reply({ id: worker().sent[0]?.id ?? 0, ok: false, bug: 'TypeError: x' });
    await expect(call).rejects.toThrow('TypeError: x');
  });

  it('settles a cancelled call at once, notifies the worker, and ignores a late reply', async () => {
    const { pictures, worker } = setUp();
    const stop = new AbortController();
    const call = pictures.makeWorkingPicture({ bytes: bytes() }, stop.signal);
    stop.abort();
    expect(await call).toEqual({ ok: false, error: 'cancelled' });
    const id = worker().sent[0]?.id ?? 0;
    expect(worker().sent[1]).toEqual({ id, task: 'cancel' });
    worker().reply({ id, ok: true, data });
    expect(await pictures.makeWorkingPicture({ bytes: bytes() }, stop.signal)).toEqual({
      ok: false,
      error: 'cancelled',
    });
    expect(worker().sent).toHaveLength(2);
  });

  it('when the worker dies, fails the running call and those that waited with different errors, and starts another', async () => {
    const { pictures, workers, worker } = setUp();
    const calls = [1, 2, 3].map(() => pictures.makeWorkingPicture({ bytes: bytes() }));
    worker().die();
    expect(await Promise.all(calls)).toEqual(['died', 'neverRun', 'neverRun'].map((error) => ({ ok: false, error })));
    const next = pictures.makeWorkingPicture({ bytes: bytes() });
    worker(1).reply({ id: worker(1).sent[0]?.id ?? 0, ok: true, data });
    expect(await next).toEqual({ ok: true, data });
    expect(workers).toHaveLength(2);
  });

  it('ends its worker after half a minute without a call, which frees what that holds, and starts another', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { pictures, workers, worker } = setUp();
    const call = (index: number) => {
      const made = pictures.makeWorkingPicture({ bytes: bytes() });
      const id = worker(index).sent.at(-1)?.id ?? 0;
      return { made, reply: () => worker(index).reply({ id, ok: true, data }) };
    };
    call(0).reply();
    vi.advanceTimersByTime(IDLE_MS - 1);
    expect(worker().isTerminated).toBe(false);
    const long = call(0);
    vi.advanceTimersByTime(IDLE_MS);
    expect(worker().isTerminated).toBe(false);
    long.reply();
    expect(await long.made).toEqual({ ok: true, data });
    vi.advanceTimersByTime(IDLE_MS);
    expect(worker().isTerminated).toBe(true);
    const next = call(1);
    next.reply();
    expect(await next.made).toEqual({ ok: true, data });
    expect(workers).toHaveLength(2);
  });

  it('ends a worker that is still at work half a minute after its last call was cancelled', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { pictures, worker } = setUp();
    const stop = new AbortController();
    const call = pictures.makeWorkingPicture({ bytes: bytes() }, stop.signal);
    stop.abort();
    expect(await call).toEqual({ ok: false, error: 'cancelled' });
    vi.advanceTimersByTime(IDLE_MS);
    expect(worker().isTerminated).toBe(true);
  });

  it('ends its worker and the pending calls', async () => {
    const { pictures, worker } = setUp();
    const call = pictures.makeWorkingPicture({ bytes: bytes() });
    pictures.dispose();
    expect(await call).toEqual({ ok: false, error: 'cancelled' });
    expect(worker().isTerminated).toBe(true);
    expect(await pictures.makeWorkingPicture({ bytes: bytes() })).toEqual({ ok: false, error: 'cancelled' });
  });
});
