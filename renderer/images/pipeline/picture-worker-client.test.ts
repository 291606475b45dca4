import { describe, expect, it, vi } from 'vitest';
import { createPictureWorker } from './picture-worker-client.ts';
import type { PictureReply, PictureRequest } from './tasks-contract.ts';

/** A fake worker: records its messages, and replies as the test requires. */
class FakeWorker extends EventTarget {
  readonly sent: PictureRequest[] = [];
  readonly transferred: Transferable[] = [];
  readonly terminate = vi.fn();
  postMessage(request: PictureRequest, transfer: Transferable[] = []): void {
    this.sent.push(request);
    this.transferred.push(...transfer);
  }
  reply(reply: PictureReply): void {
    this.dispatchEvent(new MessageEvent('message', { data: reply }));
  }
}

function setUp() {
  const workers: FakeWorker[] = [];
  const pictures = createPictureWorker(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  });
  const worker = (index = 0): FakeWorker => {
    const found = workers[index];
    if (!found) throw new Error('No worker was started.');
    return found;
  };
  return { pictures, workers, worker };
}

const bytes = () => new Uint8Array([1, 2, 3]);
const data = { bytes: null, widthPx: 1, heightPx: 1 };

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

  it('reports out of memory when the worker dies, and starts another', async () => {
    const { pictures, workers, worker } = setUp();
    const call = pictures.makeWorkingPicture({ bytes: bytes() });
    worker().dispatchEvent(new Event('error', { cancelable: true }));
    expect(await call).toEqual({ ok: false, error: 'outOfMemory' });
    const next = pictures.makeWorkingPicture({ bytes: bytes() });
    worker(1).reply({ id: worker(1).sent[0]?.id ?? 0, ok: true, data });
    expect(await next).toEqual({ ok: true, data });
    expect(workers).toHaveLength(2);
  });

  it('ends its worker and the pending calls', async () => {
    const { pictures, worker } = setUp();
    const call = pictures.makeWorkingPicture({ bytes: bytes() });
    pictures.dispose();
    expect(await call).toEqual({ ok: false, error: 'cancelled' });
    expect(worker().terminate).toHaveBeenCalledOnce();
    expect(await pictures.makeWorkingPicture({ bytes: bytes() })).toEqual({ ok: false, error: 'cancelled' });
  });
});
