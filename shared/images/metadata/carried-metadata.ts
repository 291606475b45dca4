// What a file takes over of what the picture says of itself that it was made of.

import type { NewMetadata } from './add-metadata.ts';
import { type Density, type DescribedPicture, exifDensity, readExif, writeExif } from './exif-details.ts';

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

/** What is put into the file of a picture; undefined if there is nothing to take over. Never throws. */
export function carriedMetadata(
  source: SourceMetadata | null,
  keepsPlace: boolean,
  picture: DescribedPicture,
): NewMetadata | undefined {
  if (sourceFacts(source).state !== 'there') return undefined;
  const details = source?.exif ? readExif(source.exif) : undefined;
  const density = source?.density ?? (details && exifDensity(details));
  return { exif: writeExif({ details, keepsPlace, density, picture }), density };
}

/** Says only how a picture stands and which colours it has. */
export function plainExif(picture: DescribedPicture): Uint8Array {
  return writeExif({ details: undefined, keepsPlace: false, density: undefined, picture });
}
