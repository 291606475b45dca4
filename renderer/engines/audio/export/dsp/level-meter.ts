// Loudness, true peak and what audiobook shops measure, together.

import { createLoudnessMeter } from '../../loudness.ts';
import type { SoundLevel } from '../plan.ts';
import { createBookMeter } from './book-meter.ts';
import { createPeakMeter, toDecibels } from './true-peak.ts';

/** Measures a sound that comes in pieces. */
export type LevelMeter = { add: (channels: readonly Float32Array[]) => void; level: () => SoundLevel };

/** Creates a meter. */
export function createLevelMeter(rateHz: number): LevelMeter {
  const loudness = createLoudnessMeter(rateHz);
  const peak = createPeakMeter();
  const book = createBookMeter(rateHz);
  return {
    add: (channels) => {
      loudness.add(channels);
      peak.add(channels);
      book.add(channels);
    },
    level: () => ({ loudness: loudness.loudness(), truePeak: toDecibels(peak.peak()), ...book.level() }),
  };
}
