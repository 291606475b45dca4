// JPEG XL: the size in the codestream's first bits (ISO 18181-1, SizeHeader), bare or in a box.

import type { Size } from '../size.ts';
import { hasMark, u8, u16be, u32be } from './bytes.ts';

/** Widths by height, for the ratios 1 to 7. */
const RATIOS: readonly (readonly [number, number])[] = [
  [1, 1],
  [12, 10],
  [4, 3],
  [3, 2],
  [16, 9],
  [5, 4],
  [2, 1],
];
/** Bits of a side, by its two-bit selector. */
const SIDE_BITS = [9, 13, 18, 30] as const;

/** Reads the size, without the orientation that may follow it; undefined if there is no codestream in the bytes. */
export function readJxlSize(bytes: Uint8Array): Size | undefined {
  const start = codestream(bytes);
  if (start === undefined || u16be(bytes, start) !== 0xff0a) return undefined;
  const read = bitReader(bytes, start + 2);
  const isSmall = read(1) === 1;
  const side = (): number => (isSmall ? 8 * (1 + read(5)) : 1 + read(SIDE_BITS[read(2)] ?? 9));
  const height = side();
  const ratio = RATIOS[read(3) - 1];
  const width = ratio === undefined ? side() : Math.floor((height * ratio[0]) / ratio[1]);
  return width > 0 ? { width, height } : undefined;
}

/** Where the codestream begins: at once, or in the first box that holds it. */
function codestream(bytes: Uint8Array): number | undefined {
  if (u16be(bytes, 0) === 0xff0a) return 0;
  for (let at = 0; at + 8 <= bytes.length; at += Math.max(8, u32be(bytes, at))) {
    if (hasMark(bytes, at + 4, 'jxlc')) return at + 8;
    // A part of it, after the part's number.
    if (hasMark(bytes, at + 4, 'jxlp')) return at + 12;
  }
  return undefined;
}

/** Reads numbers bit by bit, the lowest bit first. */
function bitReader(bytes: Uint8Array, start: number): (count: number) => number {
  let at = 0;
  return (count) => {
    let value = 0;
    for (let bit = 0; bit < count; bit++, at++) value += ((u8(bytes, start + (at >> 3)) >> (at & 7)) & 1) * 2 ** bit;
    return value;
  };
}
