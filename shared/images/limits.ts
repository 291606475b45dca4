// Ranges and defaults of the image-edit operation: the relay API's §2.3 and §8, and limits seen on relays of this kind.

/** Model of an edit request; a connection may name another. */
export const DEFAULT_IMAGE_MODEL = 'image-edit-5-0-260128';

/** `output_format`, and what pictures can be saved as. */
export const OUTPUT_FORMATS = ['png', 'jpeg', 'webp'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** Most results a person can ask for at once; the contract sets no upper end to `n`. */
export const MAX_VARIATIONS = 15;

/** Fewest pixels a `size` may have: 1920x1920 is exactly the floor. */
export const MIN_PIXELS = 3_686_400;
/** Size the relay uses when the field is omitted. */
export const DEFAULT_SIZE = '1920x1920';
/** Most pixels of a `size`, where the connection says nothing else; the floor is the lowest a cap can be. */
export const MAX_PIXELS = { min: MIN_PIXELS, max: 268_435_456, default: 16_777_216 } as const;
/** How many times longer than the short side the long side may be, where the connection says nothing else. */
export const MAX_RATIO = { min: 1, max: 100, default: 16 } as const;

/** Recommended number of pictures in one request. A recommendation: more are sent, with a warning. */
export const RECOMMENDED_REFERENCES = 14;
/** References and results of one request together, as relays count them. */
export const MAX_REFERENCES_AND_RESULTS = 15;
/** Largest request body that relays take, seen as a 413 above it. */
export const REQUEST_MAX_BYTES = 32_000_000;
/** What relays take as one reference: at most this many bytes and pixels, every side longer than `sideOverPx`. */
export const REFERENCE_LIMITS = { maxBytes: 10_000_000, maxPixels: 36_000_000, sideOverPx: 14 } as const;

/**
 * What the app itself takes in as one picture. A file that the app makes of it (upright, 8 bit, lossless) may be larger than the
 * file it was given: `maxMadeBytes` holds the pixels uncompressed.
 */
export const IMPORT_LIMITS = {
  maxBytes: 64 * 1024 * 1024,
  maxMadeBytes: 404_000_000,
  maxSidePx: 16_384,
  maxPixels: 100_000_000,
} as const;

/** How far the mask of a protected picture may be grown and feathered afterwards, in pixels of the source. */
export const ADJUSTMENT_PX = { min: 0, max: 1000 } as const;
