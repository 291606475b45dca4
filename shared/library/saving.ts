// How several items are saved: the formats that can be chosen.

import { OUTPUT_FORMATS } from '../images/limits.ts';

/** What becomes of takes: the best copy of what was received, or another format. */
export const SAVED_SOUNDS = ['asIs', 'wav', 'flac', 'mp3', 'ogg_opus'] as const;
export type SavedSound = (typeof SAVED_SOUNDS)[number];

/** What becomes of pictures. */
export const SAVED_PICTURES = ['asIs', ...OUTPUT_FORMATS] as const;
export type SavedPicture = (typeof SAVED_PICTURES)[number];

/** The quality of jpeg and webp. */
export const SAVED_QUALITY = { min: 1, max: 100, default: 90 } as const;
