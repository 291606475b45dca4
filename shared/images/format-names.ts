// The names of picture formats, the same in every language.

import type { ForeignFormat, PictureFormat } from './headers/types.ts';

/** What formats are called. */
export const FORMAT_NAMES: Readonly<Record<PictureFormat | ForeignFormat, string>> = {
  png: 'PNG',
  jpeg: 'JPEG',
  webp: 'WebP',
  gif: 'GIF',
  bmp: 'BMP',
  avif: 'AVIF',
  heic: 'HEIC',
  tiff: 'TIFF',
  jxl: 'JPEG XL',
  jp2: 'JPEG 2000',
  psd: 'Photoshop',
  ico: 'ICO',
};
