// How items are saved as files: what a person can choose for sounds and pictures.

import { IMPORT_LIMITS, OUTPUT_FORMATS } from '../images/limits.ts';

/** What becomes of takes: the best copy of what was received, or another format. */
export const SAVED_SOUNDS = ['asIs', 'wav', 'flac', 'mp3', 'ogg_opus'] as const;
export type SavedSound = (typeof SAVED_SOUNDS)[number];

/** What becomes of pictures. */
export const SAVED_PICTURES = ['asIs', ...OUTPUT_FORMATS] as const;
export type SavedPicture = (typeof SAVED_PICTURES)[number];

/** What a script is exported for, which decides the files; for `custom` a person does. */
export const EXPORT_DESTINATIONS = ['podcast', 'audiobook', 'video', 'broadcast', 'custom'] as const;
export type ExportDestination = (typeof EXPORT_DESTINATIONS)[number];

/** The quality of jpeg and webp. */
export const SAVED_QUALITY = { min: 1, max: 100, default: 90 } as const;

/** In which size pictures are saved: their own, half of it, or a width. None is enlarged. */
export const SAVED_SCALES = ['whole', 'half', 'width'] as const;
export type SavedScale = (typeof SAVED_SCALES)[number];

/** A width in pixels. */
export const SAVED_WIDTH = { min: 1, max: IMPORT_LIMITS.maxSidePx, default: 1920 } as const;

/** The width of a saved picture, in pixels. */
export function savedWidth(widthPx: number, scale: SavedScale, wantedPx: number): number {
  if (scale === 'half') return Math.max(1, Math.round(widthPx / 2));
  return scale === 'width' ? Math.min(widthPx, wantedPx) : widthPx;
}
