// FLAC (RFC 9639) of 16 or 24 bits, without loss. Blocks of 4096 samples with fixed predictors; two channels as left and
// right, or one of them and their difference.

import { joinBytes, utf8 } from '../../../../../shared/speech/stream/byte-text.ts';
import { createBitWriter } from './bit-writer.ts';
import type { Encode, EncodeFacts } from './encoder.ts';
import { analyse, type Subframe, writeSubframe } from './flac-subframe.ts';
import { quantised } from './quantise.ts';
import { vorbisComment } from './vorbis-comment.ts';

const BLOCK_FRAMES = 4096;
const SYNC = 0xfff8;
/** Codes in a frame's header: 16 bits with the size follow, 16 bits with the rate follow, the rate is in STREAMINFO. */
const SIZE_FOLLOWS = 7;
const RATE_FOLLOWS = 13;
const RATE_IN_HEAD = 0;
const MAX_RATE_HZ = 0xffff;
const RATE_CODES: ReadonlyMap<number, number> = new Map([
  [88_200, 1],
  [176_400, 2],
  [192_000, 3],
  [8000, 4],
  [16_000, 5],
  [22_050, 6],
  [24_000, 7],
  [32_000, 8],
  [44_100, 9],
  [48_000, 10],
  [96_000, 11],
]);
const BITS_CODES = { 16: 4, 24: 6 } as const;
/** Channel assignments: one or two of their own, left and difference, difference and right. */
const LEFT_SIDE = 8;
const SIDE_RIGHT = 9;
const STREAM_INFO_BYTES = 34;
const VORBIS_COMMENT = 4;
const LAST_BLOCK = 0x80;

/** Encodes a FLAC file. */
export const encodeFlac: Encode = async function* (blocks, facts) {
  yield headOf(facts);
  const { channels, bits } = facts;
  const waiting = new Int32Array(BLOCK_FRAMES * channels);
  let filled = 0;
  let number = 0;
  for await (const block of blocks) {
    const values = quantised(block, bits);
    const frames: Uint8Array[] = [];
    for (let at = 0; at < values.length; ) {
      const part = values.subarray(at, at + waiting.length - filled);
      waiting.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < waiting.length) break;
      frames.push(frameOf(waiting, facts, number));
      number += 1;
      filled = 0;
    }
    yield joinBytes(...frames);
  }
  if (filled > 0) yield frameOf(waiting.subarray(0, filled), facts, number);
};

/** Size of the whole file, at most. */
export function flacFileBytes(facts: EncodeFacts): number {
  const blocks = Math.ceil(facts.frames / BLOCK_FRAMES);
  return headOf(facts).length + (facts.frames * facts.channels * facts.bits) / 8 + blocks * 32;
}

function headOf(facts: EncodeFacts): Uint8Array<ArrayBuffer> {
  const { rateHz, channels, bits, frames } = facts;
  const info = new Uint8Array(STREAM_INFO_BYTES);
  const view = new DataView(info.buffer);
  view.setUint16(0, BLOCK_FRAMES);
  view.setUint16(2, BLOCK_FRAMES);
  // Sizes of frames and the MD5 sum stay 0: unknown. Rate in 20 bits, channels in 3, bits in 5, samples in 36.
  view.setUint32(10, ((rateHz << 12) | ((channels - 1) << 9) | ((bits - 1) << 4) | Math.floor(frames / 2 ** 32)) >>> 0);
  view.setUint32(14, frames >>> 0);
  const comment = vorbisComment(facts);
  const size = (length: number): Uint8Array => Uint8Array.of(length >> 16, length >> 8, length);
  return joinBytes(
    utf8('fLaC'),
    Uint8Array.of(0),
    size(info.length),
    info,
    Uint8Array.of(LAST_BLOCK | VORBIS_COMMENT),
    size(comment.length),
    comment,
  );
}

/** One frame of interleaved samples. */
function frameOf(values: Int32Array, { channels, bits, rateHz }: EncodeFacts, number: number): Uint8Array<ArrayBuffer> {
  const { assignment, subframes } = subframesOf(values, channels, bits);
  const frames = values.length / channels;
  const writer = createBitWriter();
  writer.put(SYNC, 16);
  writer.put(SIZE_FOLLOWS, 4);
  const rateCode = RATE_CODES.get(rateHz) ?? (rateHz > MAX_RATE_HZ ? RATE_IN_HEAD : RATE_FOLLOWS);
  writer.put(rateCode, 4);
  writer.put(assignment, 4);
  writer.put(BITS_CODES[bits] << 1, 4);
  for (const byte of codedNumber(number)) writer.put(byte, 8);
  writer.put(frames - 1, 16);
  if (rateCode === RATE_FOLLOWS) writer.put(rateHz, 16);
  writer.put(crc8(writer.bytes()), 8);
  for (const subframe of subframes) writeSubframe(subframe, writer);
  const content = writer.bytes();
  const sum = crc16(content);
  return joinBytes(content, Uint8Array.of(sum >> 8, sum));
}

function subframesOf(
  values: Int32Array,
  channels: 1 | 2,
  bits: number,
): { assignment: number; subframes: readonly Subframe[] } {
  if (channels === 1) return { assignment: 0, subframes: [analyse(values, bits)] };
  const count = values.length / 2;
  const [left, right, side] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
  for (let i = 0; i < count; i++) {
    left[i] = values[2 * i] ?? 0;
    right[i] = values[2 * i + 1] ?? 0;
    side[i] = (left[i] ?? 0) - (right[i] ?? 0);
  }
  const [ofLeft, ofRight, ofSide] = [analyse(left, bits), analyse(right, bits), analyse(side, bits + 1)];
  const choices = [
    { assignment: 1, subframes: [ofLeft, ofRight] },
    { assignment: LEFT_SIDE, subframes: [ofLeft, ofSide] },
    { assignment: SIDE_RIGHT, subframes: [ofSide, ofRight] },
  ] as const;
  const cost = ({ subframes: [a, b] }: (typeof choices)[number]): number => a.bits + b.bits;
  return choices.reduce<(typeof choices)[number]>((best, next) => (cost(next) < cost(best) ? next : best), choices[0]);
}

/** The number of a frame, as UTF-8 codes numbers, up to 36 bits. */
function codedNumber(number: number): number[] {
  if (number < 0x80) return [number];
  const rest: number[] = [];
  let left = number;
  // The first byte has fewer bits the more bytes follow.
  while (left >= 1 << (6 - rest.length)) {
    rest.unshift(0x80 | (left & 0x3f));
    left >>= 6;
  }
  return [((0xff80 >> rest.length) & 0xff) | left, ...rest];
}

const CRC8_TABLE = crcTable(8, 0x07);
const CRC16_TABLE = crcTable(16, 0x8005);

function crcTable(bits: 8 | 16, polynomial: number): Uint16Array {
  return Uint16Array.from({ length: 256 }, (_, byte) => {
    let rest = byte << (bits - 8);
    for (let i = 0; i < 8; i++) rest = rest & (1 << (bits - 1)) ? (rest << 1) ^ polynomial : rest << 1;
    return rest & ((1 << bits) - 1);
  });
}

function crc8(bytes: Uint8Array): number {
  let rest = 0;
  for (const byte of bytes) rest = CRC8_TABLE[rest ^ byte] ?? 0;
  return rest;
}

function crc16(bytes: Uint8Array): number {
  let rest = 0;
  for (const byte of bytes) rest = ((rest << 8) & 0xff00) ^ (CRC16_TABLE[(rest >> 8) ^ byte] ?? 0);
  return rest;
}
