// Determines the facts about a saved audio file from its bytes: sample rate, duration, and warnings about anything odd.

import { type FileHandle, open } from 'node:fs/promises';
import { ADTS, FilePathSource, FLAC, Input, MATROSKA, MP3, MP4, OGG, WEBM } from 'mediabunny';
import { hasTrailingPage, TAIL_BYTES } from '../../shared/speech/audio-tail.ts';
import { type AudioWarning, type FileWarning, isDurationPlausible } from '../../shared/speech/audio-warnings.ts';
import { type AudioKind, type Container, isRaw, KIND_FACTS, rawChannels } from '../../shared/speech/formats.ts';
import { frameBytes } from '../../shared/speech/linear/linear-sound.ts';
import { readOggLength } from '../../shared/speech/ogg-length.ts';
import { lengthAsOne } from './one-sound-file.ts';
import { findWavParts } from './wav-parts.ts';

/** Rate in hertz and duration in milliseconds, null if the bytes do not contain them. */
type Measured = { sampleRateHz: number | null; durationMs: number | null };
/** The facts about a file. `findings`: what is odd about its bytes. */
export type MeasuredAudio = Measured & { findings: readonly FileWarning[] };

const UNKNOWN: MeasuredAudio = { sampleRateHz: null, durationMs: null, findings: [] };
const NO_SOUND: MeasuredAudio = { ...UNKNOWN, findings: ['no_sound'] };

/** Enough for the first packet of an Ogg stream. */
const HEAD_BYTES = 4096;

/** Containers that are read. A playlist is none: it names other files, which nobody asked for. */
const CONTAINERS = [MP3, OGG, FLAC, ADTS, MP4, WEBM, MATROSKA];

/** @throws what is wrong with the file, or with the disk. */
type Measure = (file: string, sizeBytes: number, pcmRateHz: number, kind: AudioKind) => Promise<MeasuredAudio>;

/** By what samples lie in: raw pcm has no more than a size, samples after a header are counted, other containers are taken apart. */
const MEASURES: Readonly<Record<Container, Measure>> = {
  none: async (_file, sizeBytes, rateHz, kind) => ({
    sampleRateHz: rateHz,
    durationMs: pcmDurationMs(sizeBytes, rateHz, kind),
    findings: [],
  }),
  wav: measureSamples,
  linear: measureSamples,
  other: measureContainer,
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
  const { container, isTruncated, isPlayable } = KIND_FACTS[kind];
  try {
    const { findings, ...measured } = await MEASURES[container](file, sizeBytes, pcmRateHz, kind);
    const tail = await readTail(file, sizeBytes);
    const found = new Set(findings);
    if (isTruncated?.(tail)) found.add('truncated');
    if (hasTrailingPage(tail)) found.add('trailing_text');
    // What the player cannot decode is not read here either.
    if (!isPlayable) found.delete('no_sound');
    return { ...measured, findings: [...found] };
  } catch {
    return UNKNOWN;
  }
}

/** Determines the warnings about audio that arrived completely, apart from errors reported by the relay. */
export function warningsOf(
  { durationMs, findings }: MeasuredAudio,
  { format, sizeBytes }: { format: AudioKind; sizeBytes: number },
  { text, speed }: { text: string; speed: number },
): AudioWarning[] {
  const warnings: AudioWarning[] = [...findings];
  if (isRaw(format) && sizeBytes % rawFrameBytes(format) !== 0) warnings.push('odd_length');
  if (durationMs && !isDurationPlausible(text, speed, durationMs)) warnings.push('implausible');
  return warnings;
}

/** Duration of headerless 16-bit pcm, in milliseconds. */
export function pcmDurationMs(sizeBytes: number, rateHz: number, kind: AudioKind): number {
  return Math.round((sizeBytes / rawFrameBytes(kind) / rateHz) * 1000);
}

function rawFrameBytes(kind: AudioKind): number {
  return 2 * rawChannels(kind);
}

async function measureSamples(file: string, sizeBytes: number): Promise<MeasuredAudio> {
  const parts = await findWavParts(file, sizeBytes);
  if (!parts) return UNKNOWN;
  const { layout } = parts.format;
  const bytesPerSecond = layout.rateHz * frameBytes(layout);
  if (bytesPerSecond === 0) return UNKNOWN;
  const dataBytes = parts.ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  const findings: FileWarning[] = [];
  if (parts.isTruncated) findings.push('truncated');
  if (parts.isMixed || parts.isLonger || parts.ranges.length > 1) findings.push('joined');
  if (dataBytes === 0) findings.push('no_sound');
  return { sampleRateHz: layout.rateHz, durationMs: Math.round((dataBytes / bytesPerSecond) * 1000), findings };
}

async function measureContainer(
  file: string,
  sizeBytes: number,
  _rateHz: number,
  kind: AudioKind,
): Promise<MeasuredAudio> {
  const length =
    (await lengthAsOne(file, kind, sizeBytes)) ??
    readOggLength(await readAt(file, 0, HEAD_BYTES), await readTail(file, sizeBytes));
  if (length) {
    const { rateHz, frames } = length;
    return { sampleRateHz: rateHz, durationMs: Math.round((frames / rateHz) * 1000), findings: [] };
  }
  using input = new Input({ source: new FilePathSource(file), formats: CONTAINERS });
  if (!(await input.canRead())) return NO_SOUND;
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track) return NO_SOUND;
    const durationS = await track.computeDuration();
    return { sampleRateHz: track.sampleRate, durationMs: Math.round(durationS * 1000), findings: [] };
  } catch {
    // There is sound in it, but its end is missing.
    return UNKNOWN;
  }
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
