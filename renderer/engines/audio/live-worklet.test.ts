import { beforeEach, expect, it, vi } from 'vitest';
import type { LiveState } from './live-worklet.ts';
import { createTakeWriter, type SharedTake, SLOT } from './shared-take.ts';

const RATE_HZ = 1000;
/** Frames that must have arrived before playback starts: 120 ms. */
const START = 120;
/** Frames of one block, as an audio thread requests them. */
const BLOCK = 128;

type Processor = { process: (inputs: Float32Array[][], outputs: Float32Array[][]) => boolean };
type ProcessorClass = new () => Processor & { port: { onmessage: (message: { data: SharedTake }) => void } };

const posted: LiveState[] = [];
let LiveTake: ProcessorClass;

beforeEach(async () => {
  posted.length = 0;
  vi.resetModules();
  vi.stubGlobal(
    'AudioWorkletProcessor',
    class {
      port = { postMessage: (state: LiveState) => posted.push(state) };
    },
  );
  vi.stubGlobal('registerProcessor', (_name: string, processor: ProcessorClass) => {
    LiveTake = processor;
  });
  await import('./live-worklet.ts');
});

/** Starts a take with this many channels; `block` returns the audio thread's next block of it. */
function start(channels = 1) {
  const writer = createTakeWriter({ rateHz: RATE_HZ, channels });
  const control = new Int32Array(writer.take.control);
  control[SLOT.isPlaying] = 1;
  const processor = new LiveTake();
  processor.port.onmessage({ data: writer.take });
  let isAlive = true;
  const block = (): number[][] => {
    const output = Array.from({ length: Math.min(2, channels) }, () => new Float32Array(BLOCK));
    isAlive = processor.process([], [output]);
    return output.map((channel) => [...channel]);
  };
  // The first block may be processed before the worklet is connected, so nothing is played in it.
  block();
  return { writer, control, block, isAlive: () => isAlive };
}

/** Consecutive numbers as samples. */
const samples = (count: number, from = 1) => Float32Array.from({ length: count }, (_, i) => from + i);
const silence = Array.from({ length: BLOCK }, () => 0);

it('starts when 120 ms have arrived, not a frame earlier', () => {
  const { writer, block } = start();
  writer.append(samples(START - 1));
  expect(block()).toEqual([silence]);
  writer.append(samples(BLOCK, START));
  expect(block()).toEqual([[...samples(BLOCK)]]);
  expect(posted).toEqual(['sounding']);
});

it('on underrun plays what has arrived, waits for 120 ms again, and continues at the next frame', () => {
  const { writer, control, block } = start();
  writer.append(samples(START));
  expect(block()).toEqual([[...samples(START), ...silence.slice(START)]]);
  expect([control[SLOT.underruns], posted]).toEqual([1, ['sounding', 'waiting']]);
  writer.append(samples(START - 1, START + 1));
  expect(block()).toEqual([silence]);
  writer.append(samples(BLOCK, 2 * START));
  expect(block()).toEqual([[...samples(BLOCK, START + 1)]]);
});

it('ends with its last frame, which is not an underrun', () => {
  const { writer, control, block } = start();
  writer.append(samples(10));
  writer.end(false);
  expect(block()).toEqual([[...samples(10), ...silence.slice(10)]]);
  expect([posted, control[SLOT.underruns], control[SLOT.rendered]]).toEqual([['sounding', 'ended'], 0, 10]);
  expect(block()).toEqual([silence]);
});

it('keeps channels separate', () => {
  const { writer, block } = start(2);
  writer.append(samples(2 * BLOCK));
  const [left, right] = block();
  expect([left?.slice(0, 3), right?.slice(0, 3)]).toEqual([
    [1, 3, 5],
    [2, 4, 6],
  ]);
});

it('is silent while it is paused, and skips nothing', () => {
  const { writer, control, block } = start();
  writer.append(samples(4 * BLOCK));
  block();
  control[SLOT.isPlaying] = 0;
  expect(block()).toEqual([silence]);
  control[SLOT.isPlaying] = 1;
  expect(block()).toEqual([[...samples(BLOCK, BLOCK + 1)]]);
});

it('seeks, also after its end', () => {
  const { writer, control, block } = start();
  writer.append(samples(BLOCK));
  writer.end(false);
  block();
  block();
  control[SLOT.seek] = 100;
  expect(block()).toEqual([[...samples(28, 101), ...silence.slice(28)]]);
  expect(control[SLOT.seek]).toBe(-1);
  expect(posted).toEqual(['sounding', 'ended', 'waiting', 'sounding', 'ended']);
});

it('repeats a selection within a block, but only once all of it has arrived', () => {
  const { writer, control, block } = start();
  control[SLOT.loopFrom] = 10;
  control[SLOT.loopTo] = 50;
  writer.append(samples(START));
  const [heard = []] = block();
  const round = samples(40, 11);
  expect(heard).toEqual([...samples(50), ...round, ...round.slice(0, 38)]);
  control[SLOT.loopTo] = 10 * BLOCK;
  control[SLOT.seek] = 0;
  expect(block()).toEqual([[...samples(START), ...silence.slice(START)]]);
  expect(control[SLOT.read]).toBe(START);
});

it('ends when the page stops it', () => {
  const { control, block, isAlive } = start();
  expect(isAlive()).toBe(true);
  control[SLOT.isStopped] = 1;
  block();
  expect(isAlive()).toBe(false);
});

it('plays silence until it is sent a take', () => {
  const output = [new Float32Array(BLOCK)];
  expect(new LiveTake().process([], [output])).toBe(true);
  expect([...(output[0] ?? [])]).toEqual(silence);
});
