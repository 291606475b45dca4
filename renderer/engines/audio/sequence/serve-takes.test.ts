import { describe, expect, it } from 'vitest';
import { settle } from '../../../testing/fake-ipc.ts';
import type { ReadTake } from '../export/takes/take-piece.ts';
import { UnreadableTake } from '../export/takes/take-piece.ts';
import { createTakeServer } from './serve-takes.ts';
import { createTakeStreams, type TakeAnswer, type TakeWish } from './take-stream.ts';

const RATE_HZ = 1000;

/** Both sides, connected. A take has the numbers from 0 on as samples, in pieces of 0.7 s. */
function connect(seconds: Readonly<Record<string, number>>) {
  const ended: string[] = [];
  const read: ReadTake = async function* ({ url }) {
    try {
      const frames = (seconds[url] ?? 0) * RATE_HZ;
      if (frames === 0) throw new UnreadableTake('There is no sound in it.');
      for (let at = 0; at < frames; at += 700) {
        const length = Math.min(700, frames - at);
        yield { rateHz: RATE_HZ, channels: 1, samples: Float32Array.from({ length }, (_, i) => at + i) };
      }
    } finally {
      ended.push(url);
    }
  };
  const serve = createTakeServer(read, (message) => streams.answer(message));
  const streams = createTakeStreams(serve);
  const open = (url: string, wish: Partial<TakeWish> = {}) =>
    streams.open({ take: { url, kind: 'wav' }, rateHz: RATE_HZ, rate: 1, fromS: 0, ...wish });
  return { streams, open, ended };
}

const lengthOf = (answer: TakeAnswer): number | string =>
  typeof answer === 'string' ? answer : (answer.block[0]?.length ?? 0);

async function readAll(stream: {
  read: () => Promise<TakeAnswer>;
}): Promise<{ lengths: unknown[]; samples: number[] }> {
  const lengths: unknown[] = [];
  const samples: number[] = [];
  for (;;) {
    const answer = await stream.read();
    lengths.push(lengthOf(answer));
    if (typeof answer === 'string') return { lengths, samples };
    samples.push(...(answer.block[0] ?? []));
  }
}

describe('a take that is read in pieces', () => {
  it('comes whole, the first piece short', async () => {
    const { open, ended } = connect({ a: 10 });
    const { lengths, samples } = await readAll(open('a'));
    expect(lengths).toEqual([500, 4000, 4000, 1500, 'end']);
    expect(samples).toEqual(Array.from({ length: 10_000 }, (_, i) => i));
    expect(ended).toEqual(['a']);
  });

  it('begins at a position, at another rate and speed', async () => {
    const { open } = connect({ a: 3 });
    expect((await readAll(open('a', { fromS: 2.9 }))).samples).toEqual(Array.from({ length: 100 }, (_, i) => 2900 + i));
    expect((await readAll(open('a', { fromS: 5 }))).lengths).toEqual(['end']);
    expect((await readAll(open('a', { rateHz: 2 * RATE_HZ }))).samples).toHaveLength(6000);
    expect((await readAll(open('a', { rate: 1.5 }))).samples).toHaveLength(2000);
  });

  it('is decoded only as far as it is asked for, and no further once it is closed', async () => {
    const { open, ended } = connect({ a: 1000 });
    const stream = open('a');
    expect(lengthOf(await stream.read())).toBe(500);
    stream.close();
    await settle();
    expect(ended).toEqual(['a']);
  });

  it('says that it cannot be read, and which were lost with the worker', async () => {
    const { open, streams } = connect({ a: 1 });
    expect(await open('none').read()).toBe('unreadable');
    const stream = open('a');
    const pending = stream.read();
    expect(streams.isBusy()).toBe(true);
    streams.lose();
    expect([await pending, await stream.read(), streams.isBusy()]).toEqual(['lost', 'lost', false]);
    stream.close();
    expect(lengthOf(await open('a').read())).toBe(500);
  });
});
