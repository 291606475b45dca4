// WAV of 16 or 24 bits; RF64 (EBU Tech 3306) where 32 bits are not enough for the size. Title and chapters follow the
// samples: "cue ", "LIST adtl" and "LIST INFO".

import { joinBytes, little32, little64, utf8 } from '../../../../../shared/speech/stream/byte-text.ts';
import { WAV_HEADER_BYTES, wavHeader } from '../../../../../shared/speech/wav.ts';
import type { Encode, EncodeFacts } from './encoder.ts';
import { quantised } from './quantise.ts';

/** Largest size in the header of a RIFF file. */
const MAX_RIFF_BYTES = 0xffff_ffff;
const DS64_BYTES = 28;

/** Encodes a wav file. */
export const encodeWav: Encode = async function* (blocks, facts) {
  const tail = chunksAfter(facts);
  yield headOf(facts, tail.length);
  let bytes = 0;
  for await (const block of blocks) {
    const samples = facts.bits === 16 ? bytesOf16(quantised(block, 16)) : bytesOf24(quantised(block, 24));
    bytes += samples.length;
    yield samples;
  }
  if (bytes % 2 === 1) yield new Uint8Array(1);
  yield tail;
};

/** Size of the whole file. */
export function wavFileBytes(facts: EncodeFacts): number {
  const tail = chunksAfter(facts).length;
  return headOf(facts, tail).length + paddedBytes(facts) + tail;
}

function headOf(facts: EncodeFacts, tailBytes: number): Uint8Array<ArrayBuffer> {
  const dataBytes = facts.frames * frameBytes(facts);
  const layout = { rateHz: facts.rateHz, channels: facts.channels, bitsPerSample: facts.bits };
  const header = wavHeader(dataBytes, layout);
  const riffBytes = WAV_HEADER_BYTES - 8 + paddedBytes(facts) + tailBytes;
  if (riffBytes <= MAX_RIFF_BYTES) {
    header.set(little32(riffBytes), 4);
    return header;
  }
  header.set(utf8('RF64'));
  header.set(little32(MAX_RIFF_BYTES), 4);
  header.set(little32(MAX_RIFF_BYTES), WAV_HEADER_BYTES - 4);
  const sizes = joinBytes(
    little64(riffBytes + 8 + DS64_BYTES),
    little64(dataBytes),
    little64(facts.frames),
    little32(0),
  );
  return joinBytes(header.subarray(0, 12), chunk('ds64', sizes), header.subarray(12));
}

function frameBytes({ channels, bits }: EncodeFacts): number {
  return (channels * bits) / 8;
}

/** Chunks have an even size. */
function paddedBytes(facts: EncodeFacts): number {
  const bytes = facts.frames * frameBytes(facts);
  return bytes + (bytes % 2);
}

function chunksAfter({ title, track, chapters }: EncodeFacts): Uint8Array<ArrayBuffer> {
  const texts = [
    ...(title === '' ? [] : [chunk('INAM', zeroEnded(title))]),
    ...(track === null ? [] : [chunk('IPRD', zeroEnded(track.album)), chunk('ITRK', zeroEnded(String(track.number)))]),
  ];
  const info = texts.length === 0 ? [] : [chunk('LIST', utf8('INFO'), ...texts)];
  if (chapters.length === 0) return joinBytes(...info);
  const points = chapters.map(({ start }, i) =>
    joinBytes(little32(i + 1), little32(start), utf8('data'), little32(0), little32(0), little32(start)),
  );
  const labels = chapters.map((chapter, i) => chunk('labl', little32(i + 1), zeroEnded(chapter.title)));
  return joinBytes(
    chunk('cue ', little32(chapters.length), ...points),
    chunk('LIST', utf8('adtl'), ...labels),
    ...info,
  );
}

function chunk(name: string, ...content: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = joinBytes(...content);
  return joinBytes(utf8(name), little32(bytes.length), bytes, new Uint8Array(bytes.length % 2));
}

function zeroEnded(text: string): Uint8Array<ArrayBuffer> {
  return joinBytes(utf8(text), new Uint8Array(1));
}

/** Wav is little-endian, like every system this runs on. */
function bytesOf16(values: Int32Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new Int16Array(values).buffer);
}

function bytesOf24(values: Int32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(values.length * 3);
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    bytes[3 * i] = value;
    bytes[3 * i + 1] = value >> 8;
    bytes[3 * i + 2] = value >> 16;
  }
  return bytes;
}
