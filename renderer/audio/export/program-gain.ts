// Brings a sound to a loudness: one gain for everything, and a limiter for the peaks that it raises too far.

import { createLevelMeter } from './dsp/level-meter.ts';
import { createLimiter } from './dsp/limiter.ts';
import type { Block, LoudnessTarget, SoundLevel } from './plan.ts';
import type { OutputFormat } from './takes/segment-stream.ts';

/** Highest true peak that is promised, in dBTP; the limiter stays below it by the margin of a meter. */
const CEILING_DBTP = -1;
const METER_MARGIN_DB = 0.1;
const CEILING = fromDecibels(CEILING_DBTP - METER_MARGIN_DB);
/** What the limiter takes away is given back in as many steps, altogether as far as this. */
const CORRECTIONS = 2;
const MOST_CORRECTION_DB = 4;
/** Deviations that nobody hears are left. */
const NEGLIGIBLE_DB = 0.1;

/** How often the whole is produced at most to find its gain. */
export const MAX_MEASUREMENTS = 1 + CORRECTIONS;

/** What is done to the samples of every file. */
export type ProgramGain = { factor: number; isLimited: boolean };

/** Sound that can be produced several times. */
type Produce = () => AsyncIterable<Block>;

/** Measures the whole and returns the gain that brings it to the target. Silence stays as it is. */
export async function findProgramGain(
  produce: Produce,
  format: OutputFormat,
  target: LoudnessTarget,
): Promise<ProgramGain> {
  const { loudness, truePeak } = await measure(produce(), format);
  if (!Number.isFinite(loudness)) return { factor: 1, isLimited: false };
  const gainDb = target - loudness;
  if (truePeak + gainDb <= CEILING_DBTP - METER_MARGIN_DB) return { factor: fromDecibels(gainDb), isLimited: false };
  let raisedDb = gainDb;
  for (let step = 0; step < CORRECTIONS; step++) {
    const limited = await measure(withGain(produce(), limitedBy(raisedDb), format), format);
    const missingDb = target - limited.loudness;
    if (Math.abs(missingDb) < NEGLIGIBLE_DB) break;
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

async function measure(blocks: AsyncIterable<Block>, { rateHz }: OutputFormat): Promise<SoundLevel> {
  const meter = createLevelMeter(rateHz);
  for await (const block of blocks) meter.add(block);
  return meter.level();
}

function fromDecibels(db: number): number {
  return 10 ** (db / 20);
}
