// Measures loudness and true peak of a finished file from its bytes, while they are written.

import { createStreamDecoder } from '../../decode/stream-decoder.ts';
import { createLevelMeter, type LevelMeter } from '../dsp/level-meter.ts';
import { OPUS_RATE_HZ } from '../formats.ts';
import type { Block, ExportKind, SoundLevel } from '../plan.ts';
import type { Encode } from './encoder.ts';
import { quantised } from './quantise.ts';

/** An encoder that also measures what it has written; null if it was not asked to. */
export type MeasuredEncode = { bytes: ReturnType<Encode>; level: () => SoundLevel | null };

/** What a kind is decoded as, and its rate then; null: that of the file. */
type Decoded = { readonly format: 'mp3' | 'ogg_opus'; readonly rateHz: number | null };

/** The kinds that are decoded again to be measured; null has the samples that were encoded. */
const DECODED_AS: Readonly<Record<ExportKind, Decoded | null>> = {
  wav: null,
  flac: null,
  mp3: { format: 'mp3', rateHz: null },
  ogg_opus: { format: 'ogg_opus', rateHz: OPUS_RATE_HZ },
};

/** Encodes and measures. */
export function encodeMeasured(
  kind: ExportKind,
  encode: Encode,
  isMeasured: boolean,
  ...[blocks, facts]: Parameters<Encode>
): MeasuredEncode {
  if (!isMeasured) return { bytes: encode(blocks, facts), level: () => null };
  const decodedAs = DECODED_AS[kind];
  const meter = createLevelMeter(decodedAs?.rateHz ?? facts.rateHz);
  const bytes =
    decodedAs === null
      ? encode(measuredBlocks(blocks, facts.bits, meter), facts)
      : measuredBytes(encode(blocks, facts), decodedAs.format, meter);
  return { bytes, level: meter.level };
}

/** The samples as they are after rounding. */
async function* measuredBlocks(blocks: AsyncIterable<Block>, bits: 16 | 24, meter: LevelMeter) {
  for await (const block of blocks) {
    const values = quantised(block, bits);
    const samples = new Float32Array(values.length);
    const full = 2 ** (bits - 1);
    for (let i = 0; i < samples.length; i++) samples[i] = (values[i] ?? 0) / full;
    meter.add(separated(samples, block.length));
    yield block;
  }
}

async function* measuredBytes(encoded: ReturnType<Encode>, format: Decoded['format'], meter: LevelMeter) {
  let channels = 1;
  const decoder = createStreamDecoder(format, 0, {
    begin: (sound) => {
      channels = sound.channels;
    },
    samples: (samples) => meter.add(separated(samples, channels)),
  });
  try {
    for await (const bytes of encoded) {
      decoder.push(bytes);
      await decoder.ready();
      yield bytes;
    }
    await decoder.end();
  } finally {
    decoder.dispose();
  }
}

function separated(samples: Float32Array, channels: number): readonly Float32Array[] {
  if (channels === 1) return [samples];
  return Array.from({ length: channels }, (_, channel) => {
    const own = new Float32Array(samples.length / channels);
    for (let i = 0; i < own.length; i++) own[i] = samples[i * channels + channel] ?? 0;
    return own;
  });
}
