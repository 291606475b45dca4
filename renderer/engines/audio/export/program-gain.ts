// Brings a sound to a loudness: one gain for everything, and a limiter for the peaks that it raises too far.

import { createLoudnessMeter } from '../loudness.ts';
import { createLevelMeter } from './dsp/level-meter.ts';
import { createLimiter, multiply } from './dsp/limiter.ts';
import type { Block, LoudnessTarget } from './plan.ts';
import type { OutputFormat } from './takes/segment-stream.ts';

/** Highest true peak that is promised, in dBTP; the limiter stays below it by the margin of a meter. */
const CEILING_DBTP = -1;
const METER_MARGIN_DB = 0.1;
const CEILING = fromDecibels(CEILING_DBTP - METER_MARGIN_DB);
/** A second gain is tried with the limiter, this much higher: what the limiter takes away is to be given back. */
const TRIED_DB = 2;
/** It is given back as far as this. */
const MAX_CORRECTION_DB = 4;
/** Least growth of the loudness that is reckoned with, per decibel of gain: of clicks the limiter takes away all that is added. */
const MIN_GROWTH = 0.1;

/** How often the whole is produced at most to find its gain. */
export const MAX_MEASUREMENTS = 2;

/** What is done to the samples of every file. */
export type ProgramGain = { factor: number; isLimited: boolean };

/** Everything stays as it is. */
export const UNCHANGED: ProgramGain = { factor: 1, isLimited: false };

/** Sound that can be produced several times. */
export type Program = { produce: () => AsyncIterable<Block>; format: OutputFormat };

/**
 * Measures a sound and returns the gain that brings it to the target. Silence stays as it is.
 * @param alike the same at a lower rate, which is produced faster: whether and how far it is to be raised is measured of
 * it, and what the limiter leaves is measured of the sound itself.
 */
export async function findProgramGain(program: Program, alike: Program, target: LoudnessTarget): Promise<ProgramGain> {
  const meter = createLevelMeter(alike.format.rateHz);
  for await (const block of alike.produce()) meter.add(block);
  const { loudness, truePeak } = meter.level();
  if (!Number.isFinite(loudness)) return UNCHANGED;
  const gainDb = target - loudness;
  const isLoud = truePeak + gainDb > CEILING_DBTP - METER_MARGIN_DB;
  if (!isLoud && alike === program) return { factor: fromDecibels(gainDb), isLimited: false };
  const [found = target, raised = found] = await tryGains(program, isLoud ? [gainDb, gainDb + TRIED_DB] : [gainDb]);
  // Between the two, and a little beyond, loudness is taken to grow evenly.
  const growth = isLoud ? Math.max(MIN_GROWTH, (raised - found) / TRIED_DB) : 1;
  const missingDb = (target - found) / growth;
  return limitedBy(gainDb + Math.min(missingDb, MAX_CORRECTION_DB));
}

/** The loudness of a sound with each gain and the limiter. At once, because producing the sound is most of the work. */
async function tryGains({ produce, format }: Program, gainsDb: readonly number[]): Promise<number[]> {
  const tried = gainsDb.map((gainDb) => ({
    limiter: createLimiter(format.rateHz, format.channels, CEILING, fromDecibels(gainDb)),
    meter: createLoudnessMeter(format.rateHz),
  }));
  for await (const block of produce()) for (const { limiter, meter } of tried) meter.add(limiter.push(block));
  for (const { limiter, meter } of tried) meter.add(limiter.end());
  return tried.map(({ meter }) => meter.loudness());
}

function limitedBy(gainDb: number): ProgramGain {
  return { factor: fromDecibels(gainDb), isLimited: true };
}

/** Applies a gain. A factor of 1 without limiter passes everything as it is. A block is valid until the next is asked for. */
export async function* withGain(
  blocks: AsyncIterable<Block>,
  { factor, isLimited }: ProgramGain,
  { rateHz, channels }: OutputFormat,
): AsyncGenerator<Block, void> {
  if (isLimited) {
    const limiter = createLimiter(rateHz, channels, CEILING, factor);
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
