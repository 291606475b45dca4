// AVIF and HEIC headers: the boxes of ISO 14496-12 and 23008-12 that contain size, depth, rotation, alpha and colours.

import type { Size } from '../size.ts';
import { contains, hasMark, u8, u16be, u32be } from './bytes.ts';
import type { Orientation, PictureHeader } from './types.ts';

/** Brands of files whose pictures are coded by HEVC, and of those that name no codec. */
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'] as const;

const ALPHA_URN = 'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha';
/** Boxes that only contain boxes, and how many bytes precede those. */
const CONTAINERS: Readonly<Record<string, number>> = { meta: 4, iprp: 0, ipco: 0 };
/** So many boxes are looked at; pictures have dozens before their pixels. */
const MAX_BOXES = 10_000;
/**
 * Orientations for rotations by 0, 90, 180, 270 degrees anticlockwise: not mirrored, and then mirrored with top and
 * bottom exchanged, or left and right.
 */
const TURNED: readonly Orientation[] = [1, 8, 3, 6];
const MIRRORED: readonly (readonly Orientation[])[] = [
  [4, 5, 2, 7],
  [2, 7, 4, 5],
];

type Facts = {
  widthPx: number;
  heightPx: number;
  hasAlpha: boolean;
  /** Quarter turns anticlockwise, and the axis of the mirror: 0 or 1. */
  turns: number;
  mirror: number | undefined;
  bitDepth: number;
  hasProfile: boolean;
  isMonochrome: boolean;
};

/** Whether the bytes begin like an AVIF file: one of its brands in the `ftyp` box. */
export function isAvif(bytes: Uint8Array): boolean {
  return hasBrand(bytes, ['avif', 'avis']);
}

/** Whether the bytes begin like an HEIC file; an AVIF file may have its brands too. */
export function isHeic(bytes: Uint8Array): boolean {
  return hasBrand(bytes, HEIC_BRANDS);
}

function hasBrand(bytes: Uint8Array, brands: readonly string[]): boolean {
  if (!hasMark(bytes, 4, 'ftyp')) return false;
  const end = Math.min(u32be(bytes, 0), 256);
  for (let at = 8; at + 4 <= end; at += 4) if (brands.some((brand) => hasMark(bytes, at, brand))) return true;
  return false;
}

/** Reads an AVIF header; undefined when its boxes contain no size. */
export function readAvif(bytes: Uint8Array): PictureHeader | undefined {
  const facts = readFacts(bytes);
  if (facts.widthPx === 0 || facts.heightPx === 0) return undefined;
  const { isMonochrome, turns, mirror, ...rest } = facts;
  return {
    format: 'avif',
    mime: 'image/avif',
    ...rest,
    orientation: orientationOf(turns, mirror),
    isAnimated: hasMark(bytes, 8, 'avis'),
    components: (isMonochrome ? 1 : 3) + (facts.hasAlpha ? 1 : 0),
    isDecodable: true,
  };
}

/** Returns the size of an HEIC picture as displayed, upright; undefined when its boxes contain none. */
export function readHeicSize(bytes: Uint8Array): Size | undefined {
  const { widthPx: width, heightPx: height, turns } = readFacts(bytes);
  if (width === 0 || height === 0) return undefined;
  return turns % 2 === 1 ? { width: height, height: width } : { width, height };
}

function readFacts(bytes: Uint8Array): Facts {
  const facts: Facts = {
    widthPx: 0,
    heightPx: 0,
    hasAlpha: false,
    turns: 0,
    mirror: undefined,
    bitDepth: 8,
    hasProfile: false,
    isMonochrome: false,
  };
  walk(bytes, 0, bytes.length, facts, 0, { boxes: MAX_BOXES });
  return facts;
}

function orientationOf(turns: number, mirror: number | undefined): Orientation {
  return (mirror === undefined ? TURNED : MIRRORED[mirror])?.[turns] ?? 1;
}

function walk(bytes: Uint8Array, from: number, to: number, facts: Facts, depth: number, left: { boxes: number }): void {
  for (let at = from; at + 8 <= to && left.boxes-- > 0; ) {
    const declared = u32be(bytes, at);
    const sizeBytes = declared === 0 ? to - at : declared;
    // A 64-bit size (1) is used by pixel data, which comes after everything read here.
    if (sizeBytes < 8) return;
    const end = Math.min(to, at + sizeBytes);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const ownBytes = CONTAINERS[type];
    if (ownBytes !== undefined && depth < 4) walk(bytes, at + 8 + ownBytes, end, facts, depth + 1, left);
    else read(bytes, type, at + 8, end, facts);
    at += sizeBytes;
  }
}

function read(bytes: Uint8Array, type: string, data: number, end: number, facts: Facts): void {
  if (type === 'ispe') {
    // Thumbnails, tiles and alpha planes have their own sizes; the largest size is the picture's.
    const [width, height] = [u32be(bytes, data + 4), u32be(bytes, data + 8)];
    if (width * height > facts.widthPx * facts.heightPx) {
      facts.widthPx = width;
      facts.heightPx = height;
    }
  } else if (type === 'irot') facts.turns = u8(bytes, data) & 3;
  else if (type === 'imir') facts.mirror = u8(bytes, data) & 1;
  else if (type === 'auxC') facts.hasAlpha ||= contains(bytes, ALPHA_URN, data, end);
  else if (type === 'av1C') {
    const flags = u8(bytes, data + 2);
    facts.bitDepth = Math.max(facts.bitDepth, (flags & 0x40) === 0 ? 8 : (flags & 0x20) === 0 ? 10 : 12);
  } else if (type === 'colr') {
    facts.hasProfile ||= hasMark(bytes, data, 'nclx') ? !isSrgbNclx(bytes, data + 4) : true;
  }
}

/** Primaries of BT.709 (or unspecified) with sRGB's transfer function (or unspecified): ITU-T H.273. */
function isSrgbNclx(bytes: Uint8Array, at: number): boolean {
  const [primaries, transfer] = [u16be(bytes, at), u16be(bytes, at + 2)];
  return (primaries === 1 || primaries === 2) && (transfer === 13 || transfer === 2);
}
