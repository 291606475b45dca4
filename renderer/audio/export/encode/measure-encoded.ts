// Measures loudness and true peak of a finished file from its bytes, while they are written.

import { createStreamDecoder } from '../../decode/stream-decoder.ts';
import { createLevelMeter, type LevelMeter } from '../dsp/level-meter.ts';
import { OPUS_RATE_HZ } from '../formats.ts';
import type { Block, ExportKind, SoundLevel } from '../plan.ts';
import type { Encode } from './encoder.ts';
import { quantised } from './quantise.ts';

/** An encoder that also measures what it has written; null if it was not asked to. */
export type MeasuredEncode = { bytes: ReturnType<Encode>; level: () => SoundLevel | null };

/** The kinds that are decoded again to be measured; null has the samples that were encoded. */
const DECODED_AS: Readonly<Record<ExportKind, 'mp3' | 'ogg_opus' | null>> = {
  wav: null,
  flac: null,
  mp3: 'mp3',
  ogg_opus: 'ogg_opus',
};

/** Encodes and measures. */
export function encodeMeasured(
  kind: ExportKind,
  encode: Encode,
  isMeasured: boolean,
  ...[blocks, facts]: Parameters<Encode>
): MeasuredEncode {
  if (!isMeasured) return { bytes: encode(blocks, facts), level: () => null };
  const meter = createLevelMeter(kind === 'ogg_opus' ? OPUS_RATE_HZ : facts.rateHz);
  const decodedAs = DECODED_AS[kind];
  const bytes =
    decodedAs === null
      ? encode(measuredBlocks(blocks, facts.bits, meter), facts)
      : measuredBytes(encode(blocks, facts), decodedAs, meter);
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

async function* measuredBytes(encoded: ReturnType<Encode>, kind: 'mp3' | 'ogg_opus', meter: LevelMeter) {
  let channels = 1;
  const decoder = createStreamDecoder(kind, 0, {
    begin: (format) => {
      channels = format.channels;
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
