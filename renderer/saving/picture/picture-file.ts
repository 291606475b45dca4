// How a picture becomes the file that a person chose: copied byte by byte, or made here. Pure functions and types.

import type { Picture, SourceDetails } from '../../../shared/contract/media.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import type { AppError } from '../../../shared/errors.ts';
import { OUTPUT_FORMATS, type OutputFormat } from '../../../shared/images/limits.ts';
import { sourceFacts } from '../../../shared/images/metadata/carried-metadata.ts';
import { contentOfMime } from '../../../shared/library/reply-contents.ts';
import type { SavedPicture, SavedScale } from '../../../shared/library/saving.ts';
import type { Result } from '../../../shared/result.ts';

/** What a person chooses for pictures. */
export type PictureChoices = Omit<Settings['saving'], 'sound'>;

/** How a picture's file is made: `asIs` keeps its pixels. `details`: what is kept of its source. */
export type PictureFileOptions = {
  format: SavedPicture;
  /** 1–100; unused for png. */
  quality: number;
  scale: SavedScale;
  widthPx: number;
  details: (SourceDetails & { keepsPlace: boolean }) | null;
};

/** `isFlattened`: transparent parts became white. */
export type PictureFile = { bytes: Uint8Array<ArrayBuffer>; isFlattened: boolean };

/** Makes the file of a stored picture. Null if it was cancelled. Never rejects. */
export type ConvertPicture = (
  mediaId: string,
  as: PictureFileOptions,
  signal: AbortSignal,
) => Promise<Result<PictureFile | null, AppError>>;

/** What is known of a picture that is to be saved. */
type SavedPictureFacts = Partial<Pick<Picture, 'mime' | 'widthPx'>>;

/** The format that a picture has; undefined if its file can say nothing of itself, or is damaged. */
export function ownFormat({ mime = '', widthPx = 0 }: SavedPictureFacts): OutputFormat | undefined {
  const content = contentOfMime(mime);
  return widthPx > 0 ? OUTPUT_FORMATS.find((format) => format === content) : undefined;
}

/** How a picture's file is made; undefined if it is to be copied. @param source what the picture was made of says */
export function encodingOf(
  choices: PictureChoices,
  source: SourceDetails | null,
  picture: SavedPictureFacts,
): PictureFileOptions | undefined {
  const { picture: format, quality, scale, widthPx, keepsDetails, keepsPlace } = choices;
  const details = keepsDetails && sourceFacts(source).state === 'there' && source ? { ...source, keepsPlace } : null;
  if (format === 'asIs' && (details === null || ownFormat(picture) === undefined)) return undefined;
  return { format, quality, scale, widthPx, details };
}
