// The facts in a picture file's header, known before anything is decoded.

/** Formats in which a picture can be imported. */
export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'bmp' | 'avif';

/** Picture formats that the app recognises and keeps, but cannot show, because Chromium does not decode them. */
export type ForeignFormat = 'heic' | 'tiff' | 'jxl' | 'jp2' | 'psd' | 'ico';

/**
 * EXIF's number for how the stored rows must be rotated or mirrored to be upright; 1 is upright, 5 to 8 swap the sides.
 */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export type PictureHeader = {
  readonly format: PictureFormat;
  readonly mime: string;
  /** Sides as stored, before rotation: `uprightSize` returns them as displayed. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Whether pixels may be transparent; undefined if only decoding can show that. */
  readonly hasAlpha: boolean | undefined;
  readonly orientation: Orientation;
  /** Bits per sample; for palettes, bits per index. */
  readonly bitDepth: number;
  /** Whether the file contains several frames, or may do so according to its header. */
  readonly isAnimated: boolean;
  /** Whether it declares colours other than plain sRGB; also true when a compressed profile cannot be read. */
  readonly hasProfile: boolean;
  /** Samples per pixel: 1 gray, 2 gray and alpha, 3 colour, 4 colour and alpha; a JPEG's 4 are CMYK. */
  readonly components: number;
  /** False for rare encodings of a known format that browsers do not decode. */
  readonly isDecodable: boolean;
};
