// Determines the facts about a saved audio file from its bytes: sample rate, duration, and marks for anything odd.

import { type FileHandle, open } from 'node:fs/promises';
import { FilePathSource, Input, MP3, OGG } from 'mediabunny';
import type { SpeechFormat } from '../../shared/speech/formats.ts';
import { type AudioMark, isDurationPlausible } from '../../shared/speech/marks.ts';
import { parseWavHeader } from '../../shared/speech/wav.ts';
import { isMp3Truncated, isOggTruncated, TAIL_BYTES } from './audio-tail.ts';

/**
 * Rate in hertz and duration in milliseconds, null if the bytes do not contain them. `isTruncated` according to the
 * file's own structure.
 */
export type MeasuredAudio = { sampleRateHz: number | null; durationMs: number | null; isTruncated: boolean };

const UNKNOWN = { sampleRateHz: null, durationMs: null };
/** A streamed wav declares 0, or a size near the maximum of 31 or 32 bits. */
const MEANINGLESS_BYTES = 0x7fff0000;

/**
 * Measures an audio file. Never throws; a broken file gives null values.
 * @param pcmRateHz rate of headerless pcm, which its bytes do not contain.
 */
export async function measureAudio(
  file: string,
  format: SpeechFormat,
  sizeBytes: number,
  pcmRateHz: number,
): Promise<MeasuredAudio> {
  if (format === 'pcm') {
    return { sampleRateHz: pcmRateHz, durationMs: pcmDurationMs(sizeBytes, pcmRateHz), isTruncated: false };
  }
  try {
    if (format === 'wav') return await measureWav(file, sizeBytes);
    const isCut = format === 'mp3' ? isMp3Truncated : isOggTruncated;
    const measured = await measureCompressed(file).catch(() => UNKNOWN);
    return { ...measured, isTruncated: isCut(await readTail(file, sizeBytes)) };
  } catch {
    return { ...UNKNOWN, isTruncated: false };
  }
}

/** Determines the marks of audio that arrived completely, apart from errors reported by the relay. */
export function marksOf(
  { durationMs, isTruncated }: MeasuredAudio,
  { format, sizeBytes }: { format: SpeechFormat; sizeBytes: number },
  { text, speed }: { text: string; speed: number },
): AudioMark[] {
  const marks: AudioMark[] = [];
  if (isTruncated) marks.push('truncated');
  if (format === 'pcm' && sizeBytes % 2 === 1) marks.push('odd_length');
  if (durationMs !== null && !isDurationPlausible(text, speed, durationMs)) marks.push('implausible');
  return marks;
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

async function measureCompressed(file: string): Promise<Omit<MeasuredAudio, 'isTruncated'>> {
  using input = new Input({ source: new FilePathSource(file), formats: [MP3, OGG] });
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
