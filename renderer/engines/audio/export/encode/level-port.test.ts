import { describe, expect, test } from 'vitest';
import { FakeWorker } from '../../../../testing/fake-worker.ts';
import { createLevelPort } from './level-port.ts';
import type { FromLevelWorker, ToLevelWorker } from './level-worker.ts';

const MP3 = { format: 'mp3', rateHz: 24_000 } as const;
const LEVEL = { loudness: -16, truePeak: -1, rms: -20, peak: -2, noiseFloor: -68, headS: 0.7, tailS: 2 };
const piece = (): Uint8Array<ArrayBuffer> => Uint8Array.of(1);

function setUp() {
  const workers: FakeWorker<ToLevelWorker, FromLevelWorker>[] = [];
  const meterEncoded = createLevelPort(() => {
    const worker = new FakeWorker<ToLevelWorker, FromLevelWorker>();
    workers.push(worker);
    return worker.asWorker();
  });
  return { workers, meterEncoded };
}

describe('the level worker', () => {
  test('measures one file after the other', async () => {
    const { workers, meterEncoded } = setUp();
    for (const level of [LEVEL, { ...LEVEL, loudness: -23 }]) {
      const meter = meterEncoded(MP3);
      await meter.add(piece());
      const found = meter.level();
      workers[0]?.reply({ type: 'taken' });
      workers[0]?.reply({ type: 'level', level });
      expect(await found).toEqual(level);
    }
    expect(workers).toHaveLength(1);
    expect(workers[0]?.sent.map(({ type }) => type)).toEqual(['begin', 'bytes', 'end', 'begin', 'bytes', 'end']);
  });

  test('has few pieces waiting: the encoder goes on when one was taken', async () => {
    const { workers, meterEncoded } = setUp();
    const meter = meterEncoded(MP3);
    let added = 0;
    const adding = (async () => {
      for (; added < 40; added++) await meter.add(piece());
    })();
    for (let taken = 0; taken < 40; taken++) {
      await new Promise(setImmediate);
      expect(added - taken).toBeLessThan(17);
      workers[0]?.reply({ type: 'taken' });
    }
    await adding;
  });

  test.each([
    [
      'cannot decode a file',
      (worker?: FakeWorker<ToLevelWorker, FromLevelWorker>) => worker?.reply({ type: 'failed', reason: 'no mp3' }),
    ],
    ['ends', (worker?: FakeWorker<ToLevelWorker, FromLevelWorker>) => worker?.die('no mp3')],
  ])('that %s is an error for whoever adds to the file or waits for its level', async (_, fail) => {
    const { workers, meterEncoded } = setUp();
    const meter = meterEncoded(MP3);
    const all = Promise.all(Array.from({ length: 20 }, () => meter.add(piece())));
    fail(workers[0]);
    await expect(all).rejects.toThrow('no mp3');
    await expect(meter.level()).rejects.toThrow('no mp3');
  });
});
