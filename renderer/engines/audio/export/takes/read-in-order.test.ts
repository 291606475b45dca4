import { expect, it } from 'vitest';
import type { TakeSource } from '../plan.ts';
import { readInOrder } from './read-in-order.ts';
import type { TakePiece } from './take-piece.ts';

const source = (url: string): TakeSource => ({ url, kind: 'wav' });

/** Takes of two pieces each; `log` has what was begun, read and ended. */
function takes() {
  const log: string[] = [];
  const readTake = async function* ({ url }: TakeSource): AsyncGenerator<TakePiece, void> {
    log.push(`begin ${url}`);
    try {
      if (url === 'broken') throw new Error('broken');
      for (const value of [1, 2]) yield { rateHz: 8000, channels: 1, samples: Float32Array.of(value) };
    } finally {
      log.push(`end ${url}`);
    }
  };
  return { log, readTake };
}

const none: AsyncIterable<TakePiece> = takes().readTake(source('none'));

async function count(pieces: AsyncIterable<TakePiece>): Promise<number> {
  let counted = 0;
  for await (const _ of pieces) counted += 1;
  return counted;
}

it('begins the next take while one is read, over what has none', async () => {
  const { log, readTake } = takes();
  const read: (number | undefined)[] = [];
  for await (const pieces of readInOrder([null, source('a'), null, source('b')], readTake)) {
    if (pieces === undefined) read.push(undefined);
    else for await (const { samples } of pieces) read.push(samples[0]);
  }
  expect(read).toEqual([undefined, 1, 2, undefined, 1, 2]);
  expect(log).toEqual(['begin a', 'begin b', 'end a', 'end b']);
});

it('ends both takes if it is left early', async () => {
  const { log, readTake } = takes();
  for await (const pieces of readInOrder([source('a'), source('b'), source('c')], readTake)) {
    for await (const _ of pieces ?? []) break;
    break;
  }
  expect(log.sort()).toEqual(['begin a', 'begin b', 'end a', 'end b']);
});

it('says that a take is unreadable when its turn comes', async () => {
  const { readTake } = takes();
  const reading = readInOrder([source('a'), source('broken')], readTake);
  await expect(count((await reading.next()).value || none)).resolves.toBe(2);
  await expect(count((await reading.next()).value || none)).rejects.toThrow('broken');
});
