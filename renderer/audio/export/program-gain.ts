// Brings a sound to a loudness: one gain for everything, and a limiter for the peaks that it raises too far.

import { createLevelMeter } from './dsp/level-meter.ts';
import { createLimiter } from './dsp/limiter.ts';
import type { Block, LoudnessTarget, SoundLevel } from './plan.ts';
import type { OutputFormat } from './takes/segment-stream.ts';

/** Highest true peak that is promised, in dBTP; the limiter stays below it by the margin of a meter. */
const CEILING_DBTP = -1;
const METER_MARGIN_DB = 0.1;
const CEILING = fromDecibels(CEILING_DBTP - METER_MARGIN_DB);
/** What the limiter takes away is given back in two steps, altogether as far as this. */
const MOST_CORRECTION_DB = 4;
/** Deviations that nobody hears are left. */
const NEGLIGIBLE_DB = 0.1;

/** How often the whole is produced at most to find its gain. */
export const MAX_MEASUREMENTS = 3;

/** What is done to the samples of every file. */
export type ProgramGain = { factor: number; isLimited: boolean };

/** Everything stays as it is. */
export const UNCHANGED: ProgramGain = { factor: 1, isLimited: false };

/** Sound that can be produced several times. */
export type Program = { produce: () => AsyncIterable<Block>; format: OutputFormat };

/**
 * Measures a sound and returns the gain that brings it to the target. Silence stays as it is.
 * @param alike the same at a lower rate, which is produced faster: what can be is measured of it, and what is left of the
 * sound itself.
 */
export async function findProgramGain(program: Program, alike: Program, target: LoudnessTarget): Promise<ProgramGain> {
  const isExact = alike === program;
  const { loudness, truePeak } = await measure(alike);
  if (!Number.isFinite(loudness)) return UNCHANGED;
  const gainDb = target - loudness;
  if (truePeak + gainDb <= CEILING_DBTP - METER_MARGIN_DB)
    // A peak may be a little higher at the other rate.
    return isExact
      ? { factor: fromDecibels(gainDb), isLimited: false }
      : limitedBy(target - (await measure(program)).loudness);
  let raisedDb = gainDb;
  for (const one of [alike, program]) {
    const missingDb = target - (await measure(one, limitedBy(raisedDb))).loudness;
    if (isExact && Math.abs(missingDb) < NEGLIGIBLE_DB) break;
    raisedDb = Math.min(gainDb + MOST_CORRECTION_DB, raisedDb + missingDb);
  }
  return limitedBy(raisedDb);
}

function limitedBy(gainDb: number): ProgramGain {
  return { factor: fromDecibels(gainDb), isLimited: true };
}

/** Applies a gain. A factor of 1 without limiter passes everything as it is. */
export async function* withGain(
  blocks: AsyncIterable<Block>,
  { factor, isLimited }: ProgramGain,
  { rateHz, channels }: OutputFormat,
): AsyncGenerator<Block, void> {
  const limiter = isLimited ? createLimiter(rateHz, channels, CEILING) : undefined;
  for await (const block of blocks) {
    const louder = factor === 1 ? block : block.map((samples) => scaled(samples, factor));
    yield limiter?.push(louder) ?? louder;
  }
  if (limiter) yield limiter.end();
}

function scaled(samples: Float32Array, factor: number): Float32Array<ArrayBuffer> {
  const louder = new Float32Array(samples.length);
  for (let i = 0; i < louder.length; i++) louder[i] = (samples[i] ?? 0) * factor;
  return louder;
}

async function measure({ produce, format }: Program, gain: ProgramGain = UNCHANGED): Promise<SoundLevel> {
  const meter = createLevelMeter(format.rateHz);
  for await (const block of withGain(produce(), gain, format)) meter.add(block);
  return meter.level();
}

function fromDecibels(db: number): number {
  return 10 ** (db / 20);
}
