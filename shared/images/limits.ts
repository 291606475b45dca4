// Ranges and defaults of the image-edit operation: the relay API's §2.3 and §8, and limits of known relays.

/** The model of an edit request; a connection may use another. */
export const DEFAULT_IMAGE_MODEL = 'image-edit-5-0-260128';

/** `output_format`, and the formats in which pictures can be saved. */
export const OUTPUT_FORMATS = ['png', 'jpeg', 'webp'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** How many results a person can request at once; the contract has no upper limit for `n`. */
export const MAX_VARIATIONS = 15;

/** Minimum number of pixels of a `size`: exactly 1920x1920. */
export const MIN_PIXELS = 3_686_400;
/** The size that the relay uses when the field is omitted. */
export const DEFAULT_SIZE = '1920x1920';
/**
 * Maximum number of pixels of a `size`, unless the connection sets another; the lowest possible setting is the
 * contract's minimum.
 */
export const MAX_PIXELS = { min: MIN_PIXELS, max: 268_435_456, default: 16_777_216 } as const;
/** Maximum ratio of the long side to the short side, unless the connection sets another. */
export const MAX_RATIO = { min: 1, max: 100, default: 16 } as const;

/** Recommended number of pictures in one request; more are sent with a warning. */
export const RECOMMENDED_REFERENCES = 14;
/** References and results of one request together, as relays count them. */
export const MAX_REFERENCES_AND_RESULTS = 15;
/** The largest request body that relays accept; they answer a larger one with 413. */
export const REQUEST_MAX_BYTES = 32_000_000;
/** Limits of relays for one reference: at most this many bytes and pixels, every side longer than `sideOverPx`. */
export const REFERENCE_LIMITS = { maxBytes: 10_000_000, maxPixels: 36_000_000, sideOverPx: 14 } as const;

/**
 * Limits for importing one picture. A file that the app makes from it (upright, 8 bit, lossless) may be larger than the
 * imported file: `maxMadeBytes` is enough for the uncompressed pixels. `maxPixels` has room for cameras of 100 megapixels
 * (11656x8742) and 108 (12032x9024).
 */
export const IMPORT_LIMITS = {
  maxBytes: 64 * 1024 * 1024,
  maxMadeBytes: 444_000_000,
  maxSidePx: 16_384,
  maxPixels: 110_000_000,
} as const;

/** Returns which limit of the app a picture's size is beyond, or undefined. */
export function exceededLimit({
  widthPx,
  heightPx,
}: Readonly<{ widthPx: number; heightPx: number }>): 'sideTooLong' | 'tooManyPixels' | undefined {
  if (Math.max(widthPx, heightPx) > IMPORT_LIMITS.maxSidePx) return 'sideTooLong';
  return widthPx * heightPx > IMPORT_LIMITS.maxPixels ? 'tooManyPixels' : undefined;
}

/** How far the mask of a protected picture can be grown and feathered afterwards, in pixels of the source. */
export const ADJUSTMENT_PX = { min: 0, max: 1000 } as const;

/** Cells along the longer side of the field by which a drifting result is brought back; a coarse grid stays smooth. */
export const FIELD_CELLS = 8;
