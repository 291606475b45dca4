// Brings a sound to a loudness: one gain for everything, and a limiter for the peaks that it raises too far.

import { createLoudnessMeter } from '../loudness.ts';
import { createBookMeter } from './dsp/book-meter.ts';
import { createLevelMeter } from './dsp/level-meter.ts';
import { createLimiter, multiply } from './dsp/limiter.ts';
import type { Block, ExportSettings } from './plan.ts';
import type { OutputFormat } from './takes/segment-stream.ts';

/** What a sound is brought to, in LUFS or dBFS, with a true peak of `ceilingDb` at most. */
type LevelGoal = { figure: 'loudness' | 'rms'; target: number; ceilingDb: number };

/** Highest true peak that is promised, in dBTP; the limiter stays below it by the margin of a meter. */
const CEILING_DBTP = -1;
const METER_MARGIN_DB = 0.1;
/** In the middle of what shops allow; encoding may raise a peak by a decibel. */
const BOOK_GOAL: LevelGoal = { figure: 'rms', target: -20.5, ceilingDb: -4 };
/** A second gain is tried with the limiter, this much higher: what the limiter takes away is to be given back. */
const TRIED_DB = 2;
/** It is given back as far as this. */
const MAX_CORRECTION_DB = 4;
/** Least growth of the loudness that is reckoned with, per decibel of gain: of clicks the limiter takes away all that is added. */
const MIN_GROWTH = 0.1;

/** How often the whole is produced at most to find its gain. */
export const MAX_MEASUREMENTS = 2;

/** What is done to the samples of every file. */
export type ProgramGain = {
  factor: number;
  /** The highest true peak that the limiter leaves, 1 is full scale; null is no limiter. */
  ceiling: number | null;
};

/** Everything stays as it is. */
export const UNCHANGED: ProgramGain = { factor: 1, ceiling: null };

/** What the files of an export are brought to; null leaves levels as they are. */
export function goalOf({ loudness, isAudiobook }: ExportSettings): LevelGoal | null {
  if (isAudiobook) return BOOK_GOAL;
  return loudness === null ? null : { figure: 'loudness', target: loudness, ceilingDb: CEILING_DBTP - METER_MARGIN_DB };
}

/** Sound that can be produced several times. */
export type Program = { produce: () => AsyncIterable<Block>; format: OutputFormat };

/**
 * Measures a sound and returns the gain that brings it to the target. Silence stays as it is.
 * @param alike the same at a lower rate, which is produced faster: whether and how far it is to be raised is measured of
 * it, and what the limiter leaves is measured of the sound itself.
 */
export async function findProgramGain(program: Program, alike: Program, goal: LevelGoal): Promise<ProgramGain> {
  const meter = createLevelMeter(alike.format.rateHz);
  for await (const block of alike.produce()) meter.add(block);
  const { truePeak, [goal.figure]: level } = meter.level();
  if (!Number.isFinite(level)) return UNCHANGED;
  const { target } = goal;
  const gainDb = target - level;
  const isLoud = truePeak + gainDb > goal.ceilingDb;
  if (!isLoud && alike === program) return { factor: fromDecibels(gainDb), ceiling: null };
  const tried = isLoud ? [gainDb, gainDb + TRIED_DB] : [gainDb];
  const [found = target, raised = found] = await tryGains(program, tried, goal);
  // Between the two, and a little beyond, loudness is taken to grow evenly.
  const growth = isLoud ? Math.max(MIN_GROWTH, (raised - found) / TRIED_DB) : 1;
  const missingDb = (target - found) / growth;
  const factor = fromDecibels(gainDb + Math.min(missingDb, MAX_CORRECTION_DB));
  return { factor, ceiling: fromDecibels(goal.ceilingDb) };
}

/** The level of a sound with each gain and the limiter. At once, because producing the sound is most of the work. */
async function tryGains(
  { produce, format: { rateHz, channels } }: Program,
  gainsDb: readonly number[],
  { figure, ceilingDb }: LevelGoal,
): Promise<number[]> {
  const tried = gainsDb.map((gainDb) => {
    const limiter = createLimiter(rateHz, channels, fromDecibels(ceilingDb), fromDecibels(gainDb));
    if (figure === 'loudness') {
      const { add, loudness } = createLoudnessMeter(rateHz);
      return { limiter, add, level: loudness };
    }
    const { add, level } = createBookMeter(rateHz);
    return { limiter, add, level: () => level().rms };
  });
  for await (const block of produce()) for (const { limiter, add } of tried) add(limiter.push(block));
  for (const { limiter, add } of tried) add(limiter.end());
  return tried.map(({ level }) => level());
}

/** Applies a gain. A factor of 1 without limiter passes everything as it is. A block is valid until the next is asked for. */
export async function* withGain(
  blocks: AsyncIterable<Block>,
  { factor, ceiling }: ProgramGain,
  { rateHz, channels }: OutputFormat,
): AsyncGenerator<Block, void> {
  if (ceiling !== null) {
    const limiter = createLimiter(rateHz, channels, ceiling, factor);
    for await (const block of blocks) yield limiter.push(block);
    yield limiter.end();
  } else for await (const block of blocks) yield factor === 1 ? block : block.map((samples) => scaled(samples, factor));
}

function scaled(samples: Float32Array, factor: number): Float32Array<ArrayBuffer> {
  const louder = new Float32Array(samples.length);
  multiply(samples, factor, louder);
  return louder;
}

function fromDecibels(db: number): number {
  return 10 ** (db / 20);
}
