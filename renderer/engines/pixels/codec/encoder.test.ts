import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { FakeWorker } from '../../../testing/fake-worker.ts';
import { render } from '../../../testing/test-pictures.ts';
import { createCheckpoint, NO_CHECKPOINT } from '../checkpoint.ts';
import { rowsOf } from '../pixels.ts';
import type { EncodeReply, EncodeRequest } from './encode-worker.ts';
import { createEncoder } from './encoder.ts';

/** Of three strips. */
const picture = render(5, 150, (x, y) => [x, y, 9]);
const PNG = { type: 'image/png' } as const;

/** Paints at once; the test answers `encode`. */
class FakeEncodeWorker extends FakeWorker<EncodeRequest, EncodeReply> {
  readonly painted: { top: number; bytes: number[] }[] = [];

  override postMessage(message: EncodeRequest, transfer: Transferable[] = []): void {
    super.postMessage(message, transfer);
    if (message.type !== 'paint') return;
    this.painted.push({ top: message.top, bytes: [...message.rows] });
    queueMicrotask(() => this.reply({ type: 'painted', rows: message.rows }));
  }

  encoded(...bytes: number[]): void {
    this.reply({ type: 'encoded', file: new Uint8Array(bytes) });
  }
}

function setUp() {
  const workers: FakeEncodeWorker[] = [];
  const encodeElsewhere = createEncoder(() => {
    const worker = new FakeEncodeWorker();
    workers.push(worker);
    return worker.asWorker();
  });
  const encodePng = (checkpoint = NO_CHECKPOINT) =>
    encodeElsewhere(rowsOf(picture), checkpoint, (encode) => encode(PNG));
  /** Waits until the newest worker is to encode. */
  const encoding = (options: object = PNG) =>
    eventually(() => {
      expect(workers.at(-1)?.sent.at(-1)).toEqual({ type: 'encode', options });
      return workers.at(-1) as FakeEncodeWorker;
    });
  return { encodeElsewhere, encodePng, encoding, workers };
}

describe('the encoder', () => {
  it('paints all rows on a canvas, encodes it as often as is wanted, and frees it', async () => {
    const { encodeElsewhere, encoding } = setUp();
    const jpeg = { type: 'image/jpeg', quality: 0.5 } as const;
    const made = encodeElsewhere(rowsOf(picture), NO_CHECKPOINT, async (encode) => [
      ...(await encode(PNG)),
      ...(await encode(jpeg)),
    ]);
    const worker = await encoding();
    worker.encoded(1);
    (await encoding(jpeg)).encoded(2);
    expect(await made).toEqual([1, 2]);
    expect(worker.sent[0]).toEqual({ type: 'open', kind: 'canvas', width: 5, height: 150, isOpaque: true });
    expect(worker.painted.map(({ top }) => top)).toEqual([0, 64, 128]);
    expect(worker.painted.flatMap(({ bytes }) => bytes)).toEqual([...picture.data]);
    expect(worker.sent.at(-1)).toEqual({ type: 'close' });
  });

  it('that is cancelled is ended: the next file is made by another, and is its own', async () => {
    const { encodePng, encoding, workers } = setUp();
    const stop = new AbortController();
    const cancelled = encodePng(createCheckpoint(stop.signal));
    const first = await encoding();
    stop.abort();
    await expect(cancelled).rejects.toBe(stop.signal.reason);
    expect(first.isTerminated).toBe(true);
    const next = encodePng();
    const second = await encoding();
    first.encoded(1);
    second.encoded(2);
    expect([...(await next)]).toEqual([2]);
    expect(workers).toHaveLength(2);
  });

  it.each([
    ['has no memory for a file', (worker: FakeEncodeWorker) => worker.reply({ type: 'encoded', file: null })],
    ['ends', (worker: FakeEncodeWorker) => worker.die()],
  ])('that %s is out of memory, and the next file is made', async (_name, fail) => {
    const { encodePng, encoding } = setUp();
    const failed = encodePng();
    fail(await encoding());
    await expect(failed).rejects.toThrow(RangeError);
    const next = encodePng();
    (await encoding()).encoded(4);
    expect([...(await next)]).toEqual([4]);
  });

  it('that cannot be started is not taken for a lack of memory', async () => {
    const { encodeElsewhere, encodePng, encoding, workers } = setUp();
    const rows = { ...rowsOf(picture), readRow: (y: number) => y === 0 && workers[0]?.die('not started') };
    const failed = encodeElsewhere(rows, NO_CHECKPOINT, (encode) => encode(PNG));
    await expect(failed).rejects.toThrow('ended');
    await expect(failed).rejects.not.toThrow(RangeError);
    const next = encodePng();
    (await encoding()).encoded(6);
    expect([...(await next)]).toEqual([6]);
  });

  it('that ends while it paints is out of memory, and the next file is made', async () => {
    const { encodeElsewhere, encodePng, encoding, workers } = setUp();
    const rows = { ...rowsOf(picture), readRow: (y: number) => y === 100 && workers[0]?.die() };
    await expect(encodeElsewhere(rows, NO_CHECKPOINT, (encode) => encode(PNG))).rejects.toThrow(RangeError);
    const next = encodePng();
    (await encoding()).encoded(5);
    expect([...(await next)]).toEqual([5]);
  });
});
