// The worker's side of take streams: decodes a take, brings it to the output's rate and to the playback rate, and passes
// it on in pieces.

import { createResampler } from '../export/dsp/resampler.ts';
import type { Block } from '../export/plan.ts';
import { separated } from '../export/takes/segment-stream.ts';
import type { ReadTake } from '../export/takes/take-piece.ts';
import type { FromTakeStreams, TakeWish, ToTakeStreams } from './take-stream.ts';
import { createTimeStretcher } from './time-stretch.ts';

/** Length of pieces in seconds: the first one is short, so that it can be heard soon. */
const FIRST_PIECE_S = 0.5;
const PIECE_S = 4;

/** Serves streams. @param reply sends to the page. @returns takes the page's messages. */
export function createTakeServer(
  readTake: ReadTake,
  reply: (message: FromTakeStreams, transfer: Transferable[]) => void,
): (message: ToTakeStreams) => void {
  const streams = new Map<number, AsyncGenerator<Block, void>>();
  const read = async (stream: number): Promise<void> => {
    const blocks = streams.get(stream);
    if (blocks === undefined) return;
    try {
      const { done, value } = await blocks.next();
      if (done) {
        streams.delete(stream);
        reply({ type: 'streamAnswer', stream, answer: 'end' }, []);
      } else
        reply(
          { type: 'streamAnswer', stream, answer: { block: value } },
          value.map(({ buffer }) => buffer),
        );
    } catch {
      streams.delete(stream);
      reply({ type: 'streamAnswer', stream, answer: 'unreadable' }, []);
    }
  };
  return (message) => {
    if (message.type === 'openStream') streams.set(message.stream, takeBlocks(readTake, message.wish));
    else if (message.type === 'readStream') void read(message.stream);
    else {
      const blocks = streams.get(message.stream);
      streams.delete(message.stream);
      // A reading that fails now concerns nobody.
      blocks?.return().catch(() => undefined);
    }
  };
}

/** The sound of a take from a position to its end. */
async function* takeBlocks(readTake: ReadTake, { take, rateHz, rate, fromS }: TakeWish): AsyncGenerator<Block, void> {
  type Step = { push: (block: Block) => Block; end: () => Block };
  let steps: Step[] | undefined;
  let unusedFrames = 0;
  const gathered = createGatherer(rateHz);
  for await (const piece of readTake(take)) {
    const channels = piece.channels === 2 ? 2 : 1;
    if (steps === undefined) {
      unusedFrames = Math.round(fromS * piece.rateHz);
      steps = [
        ...(piece.rateHz === rateHz ? [] : [createResampler(piece.rateHz, rateHz, channels)]),
        ...(rate === 1 ? [] : [createTimeStretcher(rate, rateHz, channels)]),
      ];
    }
    const frames = piece.samples.length / piece.channels;
    const unused = Math.min(frames, unusedFrames);
    unusedFrames -= unused;
    if (unused === frames) continue;
    gathered.add(steps.reduce((block, step) => step.push(block), separated(piece, unused, frames, channels)));
    yield* gathered.whole();
  }
  for (const [i, step] of (steps ?? []).entries())
    gathered.add((steps ?? []).slice(i + 1).reduce((block, later) => later.push(block), step.end()));
  yield* gathered.whole();
  yield* gathered.rest();
}

/** Gathers blocks to pieces that are worth a message. */
function createGatherer(rateHz: number) {
  let blocks: Block[] = [];
  let frames = 0;
  let wanted = Math.round(FIRST_PIECE_S * rateHz);
  const take = (count: number): Block => {
    const piece = (blocks[0] ?? []).map(() => new Float32Array(count));
    let filled = 0;
    while (filled < count) {
      const [first, ...rest] = blocks;
      const length = first?.[0]?.length ?? 0;
      if (first === undefined || length === 0) {
        blocks = rest;
        if (first === undefined) break;
        continue;
      }
      const used = Math.min(length, count - filled);
      for (const [channel, samples] of first.entries()) piece[channel]?.set(samples.subarray(0, used), filled);
      blocks = used === length ? rest : [first.map((samples) => samples.subarray(used)), ...rest];
      filled += used;
    }
    frames -= count;
    return piece;
  };
  return {
    add: (block: Block): void => {
      blocks.push(block);
      frames += block[0]?.length ?? 0;
    },
    whole: function* (): Generator<Block, void> {
      while (frames >= wanted) {
        const piece = take(wanted);
        wanted = Math.round(PIECE_S * rateHz);
        yield piece;
      }
    },
    rest: function* (): Generator<Block, void> {
      if (frames > 0) yield take(frames);
    },
  };
}
