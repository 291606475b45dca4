// Measures loudness and true peak of what an encoder writes, while it writes.

import { createLevelMeter, type LevelMeter } from '../dsp/level-meter.ts';
import { OPUS_RATE_HZ } from '../formats.ts';
import type { Block, ExportKind, SoundLevel } from '../plan.ts';
import { type Decoded, type EncodedMeter, type MeterEncoded, separated } from './encoded-meter.ts';
import type { Encode, EncodeFacts } from './encoder.ts';
import { quantised } from './quantise.ts';

/** What an encoder writes, and its level once all of it was read. */
export type MeasuredEncode = { bytes: ReturnType<Encode>; level: () => Promise<SoundLevel> };

/** How files of a kind are decoded again to be measured; null: the samples that were encoded are measured. */
const DECODED_AS: Readonly<Record<ExportKind, ((facts: EncodeFacts) => Decoded) | null>> = {
  wav: null,
  flac: null,
  mp3: ({ rateHz }) => ({ format: 'mp3', rateHz }),
  ogg_opus: () => ({ format: 'ogg_opus', rateHz: OPUS_RATE_HZ }),
};

/** Encodes and measures. */
export function encodeMeasured(
  kind: ExportKind,
  encode: Encode,
  meterEncoded: MeterEncoded,
  ...[blocks, facts]: Parameters<Encode>
): MeasuredEncode {
  const decodedAs = DECODED_AS[kind];
  if (decodedAs !== null) {
    const meter = meterEncoded(decodedAs(facts));
    return { bytes: measuredBytes(encode(blocks, facts), meter), level: meter.level };
  }
  const meter = createLevelMeter(facts.rateHz);
  return {
    bytes: encode(measuredBlocks(blocks, facts.bits, meter), facts),
    level: () => Promise.resolve(meter.level()),
  };
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

async function* measuredBytes(encoded: ReturnType<Encode>, meter: EncodedMeter) {
  for await (const bytes of encoded) {
    await meter.add(bytes);
    yield bytes;
  }
}
