// Determines the facts about a saved audio file from its bytes: sample rate, duration, and warnings about anything odd.

import { type FileHandle, open } from 'node:fs/promises';
import { ALL_FORMATS, FilePathSource, HLS, Input } from 'mediabunny';
import { TAIL_BYTES } from '../../shared/speech/audio-tail.ts';
import { type AudioWarning, isDurationPlausible } from '../../shared/speech/audio-warnings.ts';
import { type AudioKind, type Container, isRaw, KIND_FACTS } from '../../shared/speech/formats.ts';
import { parseWavHeader } from '../../shared/speech/wav.ts';

/**
 * Rate in hertz and duration in milliseconds, null if the bytes do not contain them. `isTruncated` according to the
 * file's own structure.
 */
export type MeasuredAudio = { sampleRateHz: number | null; durationMs: number | null; isTruncated: boolean };

const UNKNOWN = { sampleRateHz: null, durationMs: null };
/** A streamed wav declares 0, or a size near the maximum of 31 or 32 bits. */
const MEANINGLESS_BYTES = 0x7fff0000;

/** Containers that are read. HLS is none: it is a list of other files, which nobody asked for. */
const CONTAINERS = ALL_FORMATS.filter((format) => format !== HLS);

/** @throws what is wrong with the file, or with the disk. */
type Measure = (file: string, sizeBytes: number, pcmRateHz: number) => Promise<MeasuredAudio>;

/** By what samples lie in: raw pcm has no more than a size, the header of a streamed wav lies about its length, other containers are taken apart. */
const MEASURES: Readonly<Record<Container, Measure>> = {
  none: async (_file, sizeBytes, rateHz) => ({
    sampleRateHz: rateHz,
    durationMs: pcmDurationMs(sizeBytes, rateHz),
    isTruncated: false,
  }),
  wav: measureWav,
  other: async (file) => ({ ...(await measureContainer(file).catch(() => UNKNOWN)), isTruncated: false }),
};

/**
 * Measures an audio file. Never throws; a broken file gives null values.
 * @param pcmRateHz rate of headerless pcm, which its bytes do not contain.
 */
export async function measureAudio(
  file: string,
  kind: AudioKind,
  sizeBytes: number,
  pcmRateHz: number,
): Promise<MeasuredAudio> {
  const { container, isTruncated } = KIND_FACTS[kind];
  try {
    const measured = await MEASURES[container](file, sizeBytes, pcmRateHz);
    return isTruncated === null ? measured : { ...measured, isTruncated: isTruncated(await readTail(file, sizeBytes)) };
  } catch {
    return { ...UNKNOWN, isTruncated: false };
  }
}

/** Determines the warnings about audio that arrived completely, apart from errors reported by the relay. */
export function warningsOf(
  { durationMs, isTruncated }: MeasuredAudio,
  { format, sizeBytes }: { format: AudioKind; sizeBytes: number },
  { text, speed }: { text: string; speed: number },
): AudioWarning[] {
  const warnings: AudioWarning[] = [];
  if (isTruncated) warnings.push('truncated');
  if (isRaw(format) && sizeBytes % 2 === 1) warnings.push('odd_length');
  if (durationMs !== null && !isDurationPlausible(text, speed, durationMs)) warnings.push('implausible');
  return warnings;
}

/** Duration of headerless 16-bit mono pcm, in milliseconds. */
export function pcmDurationMs(sizeBytes: number, rateHz: number): number {
  return Math.round((sizeBytes / 2 / rateHz) * 1000);
}

/** The header of a streamed wav has a wrong length, so the size of the file is used instead. */
async function measureWav(file: string, sizeBytes: number): Promise<MeasuredAudio> {
  const info = parseWavHeader(await readAt(file, 0, 4096));
  const bytesPerSecond = info ? (info.rateHz * info.channels * info.bitsPerSample) / 8 : 0;
  if (!info || bytesPerSecond === 0) return { ...UNKNOWN, isTruncated: false };
  const present = sizeBytes - info.dataOffset;
  const isDeclared = info.declaredBytes > 0 && info.declaredBytes < MEANINGLESS_BYTES;
  const dataBytes = isDeclared ? Math.min(info.declaredBytes, present) : present;
  return {
    sampleRateHz: info.rateHz,
    durationMs: Math.round((dataBytes / bytesPerSecond) * 1000),
    isTruncated: isDeclared && info.declaredBytes > present,
  };
}

async function measureContainer(file: string): Promise<Omit<MeasuredAudio, 'isTruncated'>> {
  using input = new Input({ source: new FilePathSource(file), formats: CONTAINERS });
  const track = await input.getPrimaryAudioTrack();
  if (!track) return UNKNOWN;
  return { sampleRateHz: track.sampleRate, durationMs: Math.round((await track.computeDuration()) * 1000) };
}

function readTail(file: string, sizeBytes: number): Promise<Uint8Array> {
  return readAt(file, Math.max(0, sizeBytes - TAIL_BYTES), TAIL_BYTES);
}

async function readAt(file: string, position: number, maxBytes: number): Promise<Uint8Array> {
  const handle: FileHandle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxBytes), 0, maxBytes, position);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
