// How a picture becomes the file that a person chose: copied byte by byte, or encoded. Pure functions and types.

import type { SourceDetails } from '../../../shared/contract/media.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { OutputFormat } from '../../../shared/images/limits.ts';
import type { SavedScale } from '../../../shared/library/saving.ts';
import type { Result } from '../../../shared/result.ts';

/** What a person chooses for pictures. */
export type PictureChoices = Omit<Settings['saving'], 'sound'>;

/** How a picture is encoded. `details`: what is kept of its source. */
export type PictureFileOptions = {
  format: OutputFormat;
  /** 1–100; unused for png. */
  quality: number;
  scale: SavedScale;
  widthPx: number;
  details: (SourceDetails & { keepsPlace: boolean }) | null;
};

/** `isFlattened`: transparent parts became white. */
export type PictureFile = { bytes: Uint8Array<ArrayBuffer>; isFlattened: boolean };

/** Encodes a stored picture. Null if it was cancelled. Never rejects. */
export type ConvertPicture = (
  mediaId: string,
  as: PictureFileOptions,
  signal: AbortSignal,
) => Promise<Result<PictureFile | null, AppError>>;

/** How a picture is encoded; undefined if its file is to be copied. @param details of its source */
export function encodingOf(choices: PictureChoices, details: SourceDetails | null): PictureFileOptions | undefined {
  const { picture: format, quality, scale, widthPx, keepsDetails, keepsPlace } = choices;
  if (format === 'asIs') return undefined;
  return { format, quality, scale, widthPx, details: keepsDetails && details ? { ...details, keepsPlace } : null };
}
