// PNG headers: W3C PNG (third edition), chunks IHDR, tRNS, acTL, iCCP, cICP, gAMA, cHRM, sRGB, eXIf.

import { hasMark, u8, u16be, u32be } from './bytes.ts';
import { exifOrientation } from './exif.ts';
import type { PictureHeader } from './types.ts';

/** Samples per pixel by colour type; palette entries are colours. */
const COMPONENTS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 };
/**
 * gAMA and cHRM of sRGB, in hundred-thousandths: 1 / 2.2; x and y of white, red, green and blue. Encoders round them
 * each in its own way.
 */
const SRGB_GAMMA = { value: 45_455, tolerance: 455 } as const;
const SRGB_PRIMARIES = {
  values: [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6000],
  tolerance: 500,
} as const;

/** Reads a PNG header, chunk by chunk as far as the bytes reach. */
export function readPng(bytes: Uint8Array): PictureHeader | undefined {
  if (!hasMark(bytes, 12, 'IHDR') || bytes.length < 29) return undefined;
  const colourType = u8(bytes, 25);
  const components = COMPONENTS[colourType];
  if (components === undefined) return undefined;
  const seen = readChunks(bytes);
  return {
    format: 'png',
    mime: 'image/png',
    widthPx: u32be(bytes, 16),
    heightPx: u32be(bytes, 20),
    hasAlpha: colourType >= 4 || seen.hasTransparency,
    orientation: seen.orientation,
    bitDepth: u8(bytes, 24),
    isAnimated: seen.isAnimated,
    hasProfile: seen.hasProfile || (!seen.saysSrgb && seen.hasOtherColours),
    components,
    isDecodable: true,
  };
}

type Seen = Pick<PictureHeader, 'orientation' | 'isAnimated' | 'hasProfile'> & {
  hasTransparency: boolean;
  saysSrgb: boolean;
  /** gAMA or cHRM are those of another colour space. */
  hasOtherColours: boolean;
  /** Where gAMA and cHRM are. */
  colours: ChunkRange[];
};
/** Where a chunk begins and ends. */
type ChunkRange = { start: number; end: number };

/**
 * Where the chunks of a PNG are that say again that it is sRGB: decoders take gAMA literally, as a curve that sRGB is
 * only near, and change every pixel by it. Empty if the file has another colour space, or none of them.
 */
export function redundantColours(bytes: Uint8Array): readonly ChunkRange[] {
  if (!hasMark(bytes, 1, 'PNG')) return [];
  const { hasProfile, saysSrgb, hasOtherColours, colours } = readChunks(bytes);
  return !hasProfile && (saysSrgb || !hasOtherColours) ? colours : [];
}

function readChunks(bytes: Uint8Array): Seen {
  const seen = {
    orientation: 1 as PictureHeader['orientation'],
    isAnimated: false,
    hasProfile: false,
    hasTransparency: false,
    saysSrgb: false,
    hasOtherColours: false,
    colours: [] as ChunkRange[],
  };
  let isBeforeData = true;
  for (let at = 8; at + 12 <= bytes.length; at += 12 + u32be(bytes, at)) {
    const data = at + 8;
    const is = (mark: string): boolean => hasMark(bytes, at + 4, mark);
    if (is('IEND')) break;
    if (is('eXIf')) seen.orientation = exifOrientation(bytes, data, data + u32be(bytes, at));
    if (is('IDAT')) isBeforeData = false;
    if (!isBeforeData) continue;
    if (is('tRNS')) seen.hasTransparency = true;
    if (is('acTL')) seen.isAnimated = true;
    if (is('sRGB')) seen.saysSrgb = true;
    if (is('iCCP')) seen.hasProfile = true;
    // Primaries 1 and transfer function 13 are sRGB (ITU-T H.273).
    if (is('cICP')) seen[u16be(bytes, data) === 0x010d ? 'saysSrgb' : 'hasProfile'] = true;
    if (is('gAMA') || is('cHRM')) seen.colours.push({ start: at, end: at + 12 + u32be(bytes, at) });
    if (is('cHRM')) seen.hasOtherColours ||= !hasSrgbPrimaries(bytes, data);
    if (is('gAMA')) seen.hasOtherColours ||= Math.abs(u32be(bytes, data) - SRGB_GAMMA.value) > SRGB_GAMMA.tolerance;
  }
  return seen;
}

function hasSrgbPrimaries(bytes: Uint8Array, at: number): boolean {
  const { values, tolerance } = SRGB_PRIMARIES;
  return values.every((value, i) => Math.abs(u32be(bytes, at + 4 * i) - value) <= tolerance);
}
