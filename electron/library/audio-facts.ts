// What a saved audio file is, read from its bytes: rate and duration.

import { open } from 'node:fs/promises';
import { FilePathSource, Input, MP3, OGG } from 'mediabunny';
import type { SpeechFormat } from '../../shared/speech/formats.ts';
import { parseWavHeader } from '../../shared/speech/wav.ts';

/** Rate in hertz and duration in milliseconds; null where the bytes do not tell. */
export type MeasuredAudio = { sampleRateHz: number | null; durationMs: number | null };

const UNKNOWN: MeasuredAudio = { sampleRateHz: null, durationMs: null };

/**
 * Measures an audio file. A broken file measures as null, never throws.
 * @param pcmRateHz rate of headerless pcm, which its bytes do not tell.
 */
export async function measureAudio(
  file: string,
  format: SpeechFormat,
  sizeBytes: number,
  pcmRateHz: number,
): Promise<MeasuredAudio> {
  if (format === 'pcm') return { sampleRateHz: pcmRateHz, durationMs: pcmDurationMs(sizeBytes, pcmRateHz) };
  try {
    return format === 'wav' ? await measureWav(file, sizeBytes) : await measureCompressed(file);
  } catch {
    return UNKNOWN;
  }
}

/** Duration of headerless pcm: 16-bit mono. */
export function pcmDurationMs(sizeBytes: number, rateHz: number): number {
  return Math.round((sizeBytes / 2 / rateHz) * 1000);
}

/** The header of a streamed wav lies about its length, so the file's own size counts. */
async function measureWav(file: string, sizeBytes: number): Promise<MeasuredAudio> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
    const info = parseWavHeader(buffer.subarray(0, bytesRead));
    const bytesPerSecond = info ? (info.rateHz * info.channels * info.bitsPerSample) / 8 : 0;
    if (!info || bytesPerSecond === 0) return UNKNOWN;
    const dataBytes = Math.min(info.declaredBytes || Number.POSITIVE_INFINITY, sizeBytes - info.dataOffset);
    return { sampleRateHz: info.rateHz, durationMs: Math.round((dataBytes / bytesPerSecond) * 1000) };
  } finally {
    await handle.close();
  }
}

async function measureCompressed(file: string): Promise<MeasuredAudio> {
  using input = new Input({ source: new FilePathSource(file), formats: [MP3, OGG] });
  const track = await input.getPrimaryAudioTrack();
  if (!track) return UNKNOWN;
  return { sampleRateHz: track.sampleRate, durationMs: Math.round((await track.computeDuration()) * 1000) };
}
