// Reads a picture as a mask.

import type { PictureRows } from './wand.ts';

/** What marks the area to be edited in a picture: its transparency, as relays read it, or its brightness. */
export type ImportChannel = 'alpha' | 'luminance';

const BAND_ROWS = 128;
const OPAQUE = 255;

/** The channel that is probably meant: transparency if there is any, otherwise brightness. */
export function guessChannel(picture: PictureRows): ImportChannel {
  for (let top = 0; top < picture.heightPx; top += BAND_ROWS) {
    const pixels = picture.read(top, Math.min(BAND_ROWS, picture.heightPx - top));
    for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== OPAQUE) return 'alpha';
  }
  return 'luminance';
}

/**
 * Coverage 0–255 of each pixel: its transparency, or its brightness (Rec. 709 weights; transparent pixels are dark).
 */
export function coverageOf(picture: PictureRows, channel: ImportChannel, isInverted: boolean): Uint8Array<ArrayBuffer> {
  const { widthPx, heightPx } = picture;
  const coverage = new Uint8Array(widthPx * heightPx);
  const flip = isInverted ? OPAQUE : 0;
  for (let top = 0; top < heightPx; top += BAND_ROWS) {
    const pixels = picture.read(top, Math.min(BAND_ROWS, heightPx - top));
    for (let from = 0, to = top * widthPx; from < pixels.length; from += 4, to++) {
      const alpha = pixels[from + 3] ?? OPAQUE;
      const bright = (54 * (pixels[from] ?? 0) + 183 * (pixels[from + 1] ?? 0) + 19 * (pixels[from + 2] ?? 0)) >> 8;
      const value = channel === 'alpha' ? OPAQUE - alpha : Math.round((bright * alpha) / OPAQUE);
      coverage[to] = value ^ flip;
    }
  }
  return coverage;
}
