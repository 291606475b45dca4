// Presents stored samples as one wav file, without writing it: raw pcm, containers that players do not know, wav files
// that were joined to one, and those whose header does not say how long they are. The stored bytes stay as they were
// received.

import { createReadStream } from 'node:fs';
import { AUDIO_KINDS, KIND_FACTS, rawKind } from '../../shared/speech/formats.ts';
import { frameBytes, type SampleOrder, WAV_TAG } from '../../shared/speech/linear/linear-sound.ts';
import { type PcmLayout, wavHeader } from '../../shared/speech/wav.ts';
import type { MediaFile } from './library.ts';
import { findWavParts, type SampleRange, type WavParts } from './wav-parts.ts';

/** A wav file made of a header in memory and ranges of another file. */
export type WavView = {
  path: string;
  header: Uint8Array;
  ranges: readonly SampleRange[];
  order: SampleOrder;
  /** Size of a sample in bytes. */
  sampleBytes: number;
  /** Size of the whole wav file in bytes. */
  sizeBytes: number;
};

type Facts = Pick<MediaFile, 'path' | 'extension' | 'pcmRateHz'>;

/** Files with these extensions may have samples that a player cannot find by itself. */
const EXTENSIONS: ReadonlySet<string> = new Set(
  AUDIO_KINDS.map((kind) => KIND_FACTS[kind])
    .filter(({ container }) => container === 'wav' || container === 'linear')
    .map(({ extension }) => extension),
);
const WAV_EXTENSION = KIND_FACTS.wav.extension;
/** The largest size of a chunk. */
const MAX_SIZE = 0xffff_ffff;
/** What the extension of raw pcm says of its samples. */
const RAW_LAYOUTS = new Map(
  (['little', 'big'] as const).flatMap((order) =>
    ([1, 2] as const).map((channels) => [
      KIND_FACTS[rawKind(order, channels)].extension,
      { channels, order: order === 'big' ? ('swapped' as const) : ('wav' as const) },
    ]),
  ),
);

/**
 * Returns a file as wav.
 * @param sizeBytes of the file.
 * @returns undefined if it is played as it is: it is one wav file, or compressed. @throws the disk's error.
 */
export async function viewAsWav(media: Facts, sizeBytes: number): Promise<WavView | undefined> {
  if (media.pcmRateHz !== null) return viewRaw(media, sizeBytes, media.pcmRateHz);
  if (!EXTENSIONS.has(media.extension)) return undefined;
  const parts = await findWavParts(media.path, sizeBytes);
  if (!parts || parts.riff?.isTrue) return undefined;
  return mended(media.path, parts, sizeBytes) ?? createView(media.path, parts.format, parts.ranges);
}

/**
 * Returns a wav file with true sizes in its header, and every other byte as it was received.
 * @returns undefined if its header is true, or it is more than one wav file, or another one. @throws the disk's error.
 */
export async function viewMended(media: Facts, sizeBytes: number): Promise<WavView | undefined> {
  if (media.extension !== WAV_EXTENSION) return undefined;
  const parts = await findWavParts(media.path, sizeBytes);
  return parts && mended(media.path, parts, sizeBytes);
}

function mended(path: string, { riff, ranges, format }: WavParts, sizeBytes: number): WavView | undefined {
  const [range, second] = ranges;
  if (!riff || riff.isTrue || !range || second) return undefined;
  const header = Buffer.from(riff.bytes);
  header.writeUInt32LE(Math.min(range.end - 8, MAX_SIZE), 4);
  header.writeUInt32LE(Math.min(range.end - range.start, MAX_SIZE), header.length - 4);
  return {
    path,
    header,
    ranges: [{ start: range.start, end: sizeBytes }],
    order: format.order,
    sampleBytes: 1,
    sizeBytes,
  };
}

/**
 * Returns a file as wav if it has mono samples of 16 bits, raw or after a header: what can be joined with others.
 * @param sizeBytes of the file. @returns undefined for any other file. @throws the disk's error.
 */
export async function viewMono16(
  media: Facts,
  sizeBytes: number,
): Promise<{ view: WavView; rateHz: number } | undefined> {
  const { path, extension, pcmRateHz } = media;
  if (pcmRateHz !== null) {
    const isMono = RAW_LAYOUTS.get(extension)?.channels !== 2;
    return isMono ? { view: viewRaw(media, sizeBytes, pcmRateHz), rateHz: pcmRateHz } : undefined;
  }
  const parts = EXTENSIONS.has(extension) ? await findWavParts(path, sizeBytes) : undefined;
  if (!parts || parts.isMixed) return undefined;
  const { layout, formatTag } = parts.format;
  const { rateHz, channels, bitsPerSample } = layout;
  if (formatTag !== WAV_TAG.pcm || channels !== 1 || bitsPerSample !== 16 || !isRate(rateHz)) return undefined;
  return { view: createView(path, parts.format, parts.ranges), rateHz };
}

/** Reads the samples of a view, little-endian. Rejects with the disk's error. */
export function readSamplesOf(view: WavView): AsyncGenerator<Uint8Array> {
  return readWavView(view, view.header.length, view.sizeBytes);
}

function isRate(rateHz: number): boolean {
  return Number.isInteger(rateHz) && rateHz > 0;
}

function viewRaw({ path, extension }: Facts, sizeBytes: number, rateHz: number): WavView {
  const { channels, order } = RAW_LAYOUTS.get(extension) ?? { channels: 1, order: 'wav' };
  const layout = { rateHz, channels, bitsPerSample: 16 };
  const ranges = [{ start: 0, end: sizeBytes - (sizeBytes % frameBytes(layout)) }];
  return createView(path, { layout, formatTag: WAV_TAG.pcm, order }, ranges);
}

function createView(
  path: string,
  { layout, formatTag, order }: WavParts['format'],
  ranges: readonly SampleRange[],
): WavView {
  const dataBytes = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  const header = wavHeader(dataBytes, layout, formatTag);
  const sampleBytes = sampleBytesOf(layout);
  return { path, header, ranges, order, sampleBytes, sizeBytes: header.length + dataBytes };
}

function sampleBytesOf(layout: PcmLayout): number {
  return Math.max(1, frameBytes({ ...layout, channels: 1 }));
}

/** Reads bytes `start` to `end` of the wav file, the latter not included. Rejects with the disk's error. */
export async function* readWavView(view: WavView, start: number, end: number): AsyncGenerator<Uint8Array> {
  const { header, ranges } = view;
  if (start < header.length) yield header.subarray(start, Math.min(end, header.length));
  let at = header.length;
  for (const range of ranges) {
    const from = Math.max(0, start - at);
    const to = Math.min(range.end - range.start, end - at);
    if (from < to) yield* readSamples(view, range.start, from, to);
    at += range.end - range.start;
  }
}

/** Reads bytes `from` to `to` of the samples that begin at `base` in the file. */
async function* readSamples(view: WavView, base: number, from: number, to: number): AsyncGenerator<Uint8Array> {
  const { path, order, sampleBytes } = view;
  const first = from - (from % sampleBytes);
  const last = Math.ceil(to / sampleBytes) * sampleBytes;
  let at = first;
  let rest: Buffer = Buffer.alloc(0);
  const stream: AsyncIterable<Buffer> = createReadStream(path, { start: base + first, end: base + last - 1 });
  for await (const chunk of stream) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole = bytes.subarray(0, bytes.length - (bytes.length % sampleBytes));
    rest = Buffer.from(bytes.subarray(whole.length));
    reorder(whole, order, sampleBytes);
    yield whole.subarray(Math.max(0, from - at), to - at);
    at += whole.length;
  }
}

/** Writes samples in place as wav has them. */
function reorder(bytes: Buffer, order: SampleOrder, sampleBytes: number): void {
  if (order === 'signed8') for (let i = 0; i < bytes.length; i++) bytes[i] = (bytes[i] ?? 0) ^ 0x80;
  if (order !== 'swapped') return;
  if (sampleBytes === 2) bytes.swap16();
  else for (let at = 0; at < bytes.length; at += sampleBytes) bytes.subarray(at, at + sampleBytes).reverse();
}
