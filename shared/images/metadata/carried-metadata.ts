// What a file takes over of what the picture says of itself that it was made of.

import type { NewMetadata } from './add-metadata.ts';
import { type Density, exifDensity, readExif, writeExif } from './exif-details.ts';

/** The EXIF block of a picture as it is, and its resolution where that is stated outside of EXIF. */
export type SourceMetadata = { exif: Uint8Array | null; density: Density | null };

/** Whether anything can be taken over, and whether that includes a place. `unreadable`: there is EXIF, but broken. */
export type SourceFacts = { state: 'there' | 'none' | 'unreadable'; hasPlace: boolean };

/** What can be taken over of a source; null stands for one that is not there. Never throws. */
export function sourceFacts(source: SourceMetadata | null): SourceFacts {
  const read = source?.exif ? readExif(source.exif) : undefined;
  const hasDetails = read !== undefined && read.main.length + read.camera.length + read.place.length > 0;
  const hasPlace = read !== undefined && read.place.length > 0;
  if (hasDetails || (source?.density ?? null) !== null) return { state: 'there', hasPlace };
  return { state: source?.exif && read === undefined ? 'unreadable' : 'none', hasPlace };
}

/** What is put into a file of this size; undefined if there is nothing to take over. Never throws. */
export function carriedMetadata(
  source: SourceMetadata | null,
  keepsPlace: boolean,
  size: { widthPx: number; heightPx: number },
): NewMetadata | undefined {
  if (sourceFacts(source).state !== 'there') return undefined;
  const details = source?.exif ? readExif(source.exif) : undefined;
  const density = source?.density ?? (details && exifDensity(details));
  return { exif: writeExif({ details, keepsPlace, density, ...size }), density };
}

/** Says only that a picture is upright and sRGB. */
export function plainExif(size: { widthPx: number; heightPx: number }): Uint8Array {
  return writeExif({ details: undefined, keepsPlace: false, density: undefined, ...size });
}
