// What a picture file says about itself before anything is decoded.

/** Formats a picture may be taken in as. */
export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'bmp' | 'avif';

/** EXIF's number for how the stored rows have to be turned to stand upright; 1 is upright, 5 to 8 swap the sides. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export type PictureHeader = {
  readonly format: PictureFormat;
  readonly mime: string;
  /** Sides as stored, before turning: `uprightSize` gives them as shown. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Whether pixels may be transparent; undefined where only decoding tells. */
  readonly hasAlpha: boolean | undefined;
  readonly orientation: Orientation;
  /** Bits of one sample; of one pixel's index for palettes. */
  readonly bitDepth: number;
  /** Whether it holds, or by its header may hold, several frames. */
  readonly isAnimated: boolean;
  /** Whether it declares colours other than plain sRGB; also where a compressed profile cannot be judged. */
  readonly hasProfile: boolean;
  /** Samples of a pixel: 1 gray, 2 gray and alpha, 3 colour, 4 colour and alpha; a JPEG's 4 are CMYK. */
  readonly components: number;
  /** False for rare codings of a known format that browsers do not decode. */
  readonly isDecodable: boolean;
};
