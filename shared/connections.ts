// What a connection to a relay is beside its address and key: model ids and the dialect its relay speaks.

import { DEFAULT_IMAGE_MODEL, MAX_PIXELS, MAX_RATIO, RECOMMENDED_REFERENCES } from './images/limits.ts';
import { DEFAULT_PCM_RATE_HZ } from './speech/formats.ts';
import { DEFAULT_SPEECH_MODEL, RECOMMENDED_INPUT_BYTES } from './speech/limits.ts';

/** Id of the fixed connection to the practice relay; its port changes, its id never. */
export const PRACTICE_CONNECTION_ID = 'practice';

/** Which of the two documented names carries the output format. */
export const FORMAT_FIELDS = ['response_format', 'format', 'both'] as const;
/** Where the provider-level speech fields go: beside the others, inside `metadata`, or nowhere. */
export const EXTRAS_PLACES = ['top', 'metadata', 'never'] as const;
/** How a picture is written in a JSON body. */
export const PICTURE_TEXTS = ['dataUrl', 'base64'] as const;
/** Name of the file parts when a multipart body carries several pictures. */
export const PICTURE_PARTS = ['image', 'image[]'] as const;

/** Most requests of one kind a connection may have under way. */
export const MAX_CONCURRENCY = 16;

/** How a relay wants its requests written, where the contract leaves room. */
export type Dialect = {
  formatField: (typeof FORMAT_FIELDS)[number];
  /** Word sent for Opus in Ogg; the contract says `ogg_opus`, some relays know `opus`. */
  opusWord: string;
  /** Sent as the output format instead of the chosen one, for relays with words of their own; empty sends the chosen one. */
  formatWord: string;
  extrasPlace: (typeof EXTRAS_PLACES)[number];
  /** Sample rate of headerless pcm, in hertz. */
  pcmRateHz: number;
  /** Input size above which a person is warned, in UTF-8 bytes. */
  recommendedInputBytes: number;
  /** Time a speech request may take in all, in seconds. */
  speechTimeoutS: number;
  /** Speech requests under way at the same time. */
  speechConcurrency: number;
  pictureText: (typeof PICTURE_TEXTS)[number];
  picturePart: (typeof PICTURE_PARTS)[number];
  /** The relay understands half-transparent masks; otherwise every touched pixel is wholly in the mask. */
  hasSoftMasks: boolean;
  /** Most pixels of a `size`. */
  maxPixels: number;
  /** Most times the long side may be longer than the short one. */
  maxRatio: number;
  /** The relay takes a tier word (`2K`) in place of a `size`. */
  hasSizeTiers: boolean;
  /** Pictures in one request above which a person is warned. */
  recommendedPictures: number;
  /** Time an edit may take in all, in seconds. Relays send no header until an edit is done. */
  imageTimeoutS: number;
  /** Edits under way at the same time. */
  imageConcurrency: number;
  /** `user`: an end-user identifier; empty is not sent. */
  endUserId: string;
};

/** The dialect of the contract itself. */
export const DEFAULT_DIALECT: Dialect = {
  formatField: 'response_format',
  opusWord: 'ogg_opus',
  formatWord: '',
  extrasPlace: 'top',
  pcmRateHz: DEFAULT_PCM_RATE_HZ,
  recommendedInputBytes: RECOMMENDED_INPUT_BYTES,
  speechTimeoutS: 300,
  speechConcurrency: 3,
  pictureText: 'dataUrl',
  picturePart: 'image',
  hasSoftMasks: false,
  maxPixels: MAX_PIXELS.default,
  maxRatio: MAX_RATIO.default,
  hasSizeTiers: false,
  recommendedPictures: RECOMMENDED_REFERENCES,
  imageTimeoutS: 600,
  imageConcurrency: 2,
  endUserId: '',
};

/** Requests of a kind that may be under way at the same time. */
export function requestsAtOnce({ speechConcurrency, imageConcurrency }: Dialect, kind: 'speech' | 'edit'): number {
  return kind === 'speech' ? speechConcurrency : imageConcurrency;
}

/** Model ids a connection sends. */
export type Models = { speech: string; image: string };

/** The contract's model ids. */
export const DEFAULT_MODELS: Models = { speech: DEFAULT_SPEECH_MODEL, image: DEFAULT_IMAGE_MODEL };
