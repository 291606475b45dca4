// PNG headers: W3C PNG (third edition), chunks IHDR, tRNS, acTL, iCCP, cICP, gAMA, cHRM, sRGB, eXIf.

import { hasMark, u8, u16be, u32be } from './bytes.ts';
import { exifOrientation } from './exif.ts';
import type { PictureHeader } from './types.ts';

/** Samples per pixel by colour type; palette entries are colours. */
const COMPONENTS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 };
/** gAMA of sRGB: 1 / 2.2 in hundred-thousandths. */
const SRGB_GAMMA = 45_455;

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
    hasProfile: seen.hasProfile || (!seen.saysSrgb && seen.hasOtherGamma),
    components,
    isDecodable: true,
  };
}

type Seen = Pick<PictureHeader, 'orientation' | 'isAnimated' | 'hasProfile'> & {
  hasTransparency: boolean;
  saysSrgb: boolean;
  hasOtherGamma: boolean;
};

function readChunks(bytes: Uint8Array): Seen {
  const seen = {
    orientation: 1 as PictureHeader['orientation'],
    isAnimated: false,
    hasProfile: false,
    hasTransparency: false,
    saysSrgb: false,
    hasOtherGamma: false,
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
    if (is('cICP') && u16be(bytes, data) !== 0x010d) seen.hasProfile = true;
    if (is('cHRM')) seen.hasOtherGamma = true;
    if (is('gAMA') && u32be(bytes, data) !== SRGB_GAMMA) seen.hasOtherGamma = true;
  }
  return seen;
}
