// The properties of a connection other than its address and key: model ids and the dialect of its relay.

import { DEFAULT_IMAGE_MODEL, MAX_PIXELS, MAX_RATIO, RECOMMENDED_REFERENCES } from '../images/limits.ts';
import { DEFAULT_PCM_RATE_HZ } from '../speech/formats.ts';
import { DEFAULT_SPEECH_MODEL, RECOMMENDED_INPUT_BYTES } from '../speech/limits.ts';

/** Id of the built-in connection to the practice relay; its port changes, its id never does. */
export const PRACTICE_CONNECTION_ID = 'practice';

/** Which of the two documented field names is used for the output format. */
export const FORMAT_FIELDS = ['response_format', 'format', 'both'] as const;
/** Where the provider-level speech fields are sent: at the top level, inside `metadata`, or nowhere. */
export const EXTRAS_PLACES = ['top', 'metadata', 'never'] as const;
/** What is done with a text over the recommended size: it is cut into several requests, or sent in one. */
export const LONG_TEXTS = ['cut', 'whole'] as const;
/** How a picture is encoded in a JSON body. */
export const PICTURE_TEXTS = ['dataUrl', 'base64'] as const;
/** Name of the file parts when a multipart body contains several pictures. */
export const PICTURE_PARTS = ['image', 'image[]'] as const;

/** Limit for the number of concurrent requests of one kind on a connection. */
export const MAX_CONCURRENCY = 16;

/** How a relay expects its requests, where the contract leaves a choice. */
export type Dialect = {
  formatField: (typeof FORMAT_FIELDS)[number];
  /** The format name sent for Opus in Ogg; the contract uses `ogg_opus`, some relays accept `opus`. */
  opusWord: string;
  /**
   * Sent as the output format instead of the chosen one, for relays with other format names; empty sends the chosen
   * one.
   */
  formatWord: string;
  extrasPlace: (typeof EXTRAS_PLACES)[number];
  /** Sample rate of headerless pcm, in hertz. */
  pcmRateHz: number;
  /** Largest input of one request that the relay is expected to take, in UTF-8 bytes. */
  recommendedInputBytes: number;
  longText: (typeof LONG_TEXTS)[number];
  /** Time limit for a whole speech request, in seconds. */
  speechTimeoutS: number;
  /** How many speech requests may run at once. */
  speechConcurrency: number;
  pictureText: (typeof PICTURE_TEXTS)[number];
  picturePart: (typeof PICTURE_PARTS)[number];
  /** The relay supports half-transparent masks; otherwise every touched pixel is sent as fully masked. */
  hasSoftMasks: boolean;
  /** Maximum number of pixels of a `size`. */
  maxPixels: number;
  /** Maximum ratio of the long side to the short side. */
  maxRatio: number;
  /** The relay accepts a tier word (`2K`) as `size`. */
  hasSizeTiers: boolean;
  /** Number of pictures in one request above which the app shows a warning. */
  recommendedPictures: number;
  /** Time limit for a whole edit, in seconds. Relays send no header until an edit is done. */
  imageTimeoutS: number;
  /** How many edits may run at once. */
  imageConcurrency: number;
  /** `user`: an end-user identifier; not sent if empty. */
  endUserId: string;
};

/** The dialect that the contract defines. */
export const DEFAULT_DIALECT: Dialect = {
  formatField: 'response_format',
  opusWord: 'ogg_opus',
  formatWord: '',
  extrasPlace: 'top',
  pcmRateHz: DEFAULT_PCM_RATE_HZ,
  recommendedInputBytes: RECOMMENDED_INPUT_BYTES,
  longText: 'cut',
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

/** How many requests of a kind may run at once. */
export function requestsAtOnce({ speechConcurrency, imageConcurrency }: Dialect, kind: 'speech' | 'edit'): number {
  return kind === 'speech' ? speechConcurrency : imageConcurrency;
}

/** The model ids that a connection sends. */
export type Models = { speech: string; image: string };

/** The contract's model ids. */
export const DEFAULT_MODELS: Models = { speech: DEFAULT_SPEECH_MODEL, image: DEFAULT_IMAGE_MODEL };
