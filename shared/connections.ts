// What a connection to a relay is beside its address and key: model ids and the dialect its relay speaks.

import { DEFAULT_IMAGE_MODEL } from './images/limits.ts';
import { DEFAULT_PCM_RATE_HZ } from './speech/formats.ts';
import { DEFAULT_SPEECH_MODEL, RECOMMENDED_INPUT_BYTES } from './speech/limits.ts';

/** Id of the fixed connection to the practice relay; its port changes, its id never. */
export const PRACTICE_CONNECTION_ID = 'practice';

/** Which of the two documented names carries the output format. */
export const FORMAT_FIELDS = ['response_format', 'format', 'both'] as const;
/** Where the provider-level speech fields go: beside the others, inside `metadata`, or nowhere. */
export const EXTRAS_PLACES = ['top', 'metadata', 'never'] as const;

/** How a relay wants its requests written, where the contract leaves room. */
export type Dialect = {
  formatField: (typeof FORMAT_FIELDS)[number];
  /** Word sent for Opus in Ogg; the contract says `ogg_opus`, some relays know `opus`. */
  opusWord: string;
  extrasPlace: (typeof EXTRAS_PLACES)[number];
  /** Sample rate of headerless pcm, in hertz. */
  pcmRateHz: number;
  /** Input size above which a person is warned, in UTF-8 bytes. */
  recommendedInputBytes: number;
  /** Time a speech request may take in all, in seconds. */
  speechTimeoutS: number;
};

/** The dialect of the contract itself. */
export const DEFAULT_DIALECT: Dialect = {
  formatField: 'response_format',
  opusWord: 'ogg_opus',
  extrasPlace: 'top',
  pcmRateHz: DEFAULT_PCM_RATE_HZ,
  recommendedInputBytes: RECOMMENDED_INPUT_BYTES,
  speechTimeoutS: 300,
};

/** Model ids a connection sends. */
export type Models = { speech: string; image: string };

/** The contract's model ids. */
export const DEFAULT_MODELS: Models = { speech: DEFAULT_SPEECH_MODEL, image: DEFAULT_IMAGE_MODEL };
