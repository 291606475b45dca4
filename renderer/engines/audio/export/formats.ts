// What each kind of file can have: rates, bit rates, extension.

import { factsOfFormat } from '../../../../shared/speech/formats.ts';
import type { ExportKind, ExportSettings } from './plan.ts';

/** File name extensions, without a dot. */
export const FILE_EXTENSIONS: Readonly<Record<ExportKind, string>> = {
  wav: factsOfFormat('wav').extension,
  flac: 'flac',
  mp3: factsOfFormat('mp3').extension,
  ogg_opus: 'opus',
};

/** Sample rates of mp3 in hertz, rising. */
export const MP3_RATES_HZ = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;
/** Bit rates of mp3 in kbit/s, rising; not every sample rate has the high ones. */
export const MP3_KBPS = [8, 16, 24, 32, 40, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320] as const;

/** The rate at which Opus counts samples and is decoded, whatever rate was encoded (RFC 7845 §4). */
export const OPUS_RATE_HZ = 48_000;

/** The rates of a kind, rising; null if it has any. */
const RATES_HZ: Readonly<Record<ExportKind, readonly number[] | null>> = {
  wav: null,
  flac: null,
  mp3: MP3_RATES_HZ,
  // Decoders always return 48 kHz; encoding at a lower rate leaves out what the takes do not have.
  ogg_opus: [8000, 12_000, 16_000, 24_000, OPUS_RATE_HZ],
};
/** Used when no take says its rate: the rate of most relays. */
const USUAL_RATE_HZ = 24_000;

/** The rate of a file: the wanted one, or the next higher one that the kind has, or its highest. */
export function outputRate(kind: ExportKind, wantedHz: number): number {
  const rates = RATES_HZ[kind];
  const wanted = wantedHz > 0 ? wantedHz : USUAL_RATE_HZ;
  return rates === null ? wanted : (rates.find((rate) => rate >= wanted) ?? rates.at(-1) ?? wanted);
}

/** The highest and the usual bit rates from a sample rate on, in kbit/s. */
type BitrateRow = { fromHz: number; most: number; mono: number; stereo: number };

/** The highest and the usual bit rates of mp3 from a sample rate on: MPEG-1, MPEG-2 and MPEG-2.5 layer III. */
const MP3_ROWS = [
  { fromHz: 32_000, most: 320, mono: 128, stereo: 192 },
  { fromHz: 16_000, most: 160, mono: 96, stereo: 128 },
  { fromHz: 0, most: 64, mono: 48, stereo: 64 },
] as const;
const OPUS_ROWS = [{ fromHz: 0, most: 256, mono: 64, stereo: 96 }] as const;

/** The bit rates of a kind; `steps` are all that it can have, null if it can have any. */
const BITRATES: Readonly<Record<ExportKind, { rows: readonly BitrateRow[]; steps: readonly number[] | null }>> = {
  // Not compressed to a rate: what is returned for these is not used.
  wav: { rows: OPUS_ROWS, steps: null },
  flac: { rows: OPUS_ROWS, steps: null },
  mp3: { rows: MP3_ROWS, steps: MP3_KBPS },
  ogg_opus: { rows: OPUS_ROWS, steps: null },
};

/** Whether the samples of a kind have a number of bits. */
export const HAS_BITS: Readonly<Record<ExportKind, boolean>> = { wav: true, flac: true, mp3: false, ogg_opus: false };

/**
 * The bit rate of a compressed file in kbit/s: one that suits it, or the wanted one, of mp3 the next lower one that the
 * format has.
 */
export function outputBitrate(
  { kind, bitrateKbps }: Pick<ExportSettings, 'kind' | 'bitrateKbps'>,
  rateHz: number,
  channels: 1 | 2,
): number {
  const { rows, steps } = BITRATES[kind];
  const row = rows.find(({ fromHz }) => rateHz >= fromHz) ?? OPUS_ROWS[0];
  const wanted = Math.min(row.most, bitrateKbps ?? (channels === 1 ? row.mono : row.stereo));
  return steps === null ? wanted : (steps.findLast((kbps) => kbps <= wanted) ?? steps[0] ?? wanted);
}
