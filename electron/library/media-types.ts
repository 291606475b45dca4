// The closed set of media files: which extensions a stored file may have, and the MIME type of each. Names from
// sidecars, rows and folders are checked against it.

import type { PictureFormat } from '../../shared/images/headers/types.ts';
import { AUDIO_KINDS, isRaw, KIND_FACTS } from '../../shared/speech/formats.ts';

const PICTURE_EXTENSIONS: Readonly<Record<PictureFormat, string>> = {
  png: 'png',
  jpeg: 'jpg',
  webp: 'webp',
  gif: 'gif',
  bmp: 'bmp',
  avif: 'avif',
};

const MIME_OF: ReadonlyMap<string, string> = new Map([
  ...AUDIO_KINDS.map((kind) => [KIND_FACTS[kind].extension, KIND_FACTS[kind].mime] as const),
  ...Object.entries(PICTURE_EXTENSIONS).map(([format, extension]) => [extension, `image/${format}`] as const),
]);
const RAW_EXTENSIONS: ReadonlySet<string> = new Set(
  AUDIO_KINDS.filter(isRaw).map((kind) => KIND_FACTS[kind].extension),
);

/** Every MIME type that a media file can have. */
export const MEDIA_MIMES: readonly string[] = [...MIME_OF.values()];

/** The MIME type of a media file's extension (without a dot); undefined if no media file has that extension. */
export function mimeOfExtension(extension: string): string | undefined {
  return MIME_OF.get(extension);
}

/** The extension of a MIME type, without a dot; undefined if no media file has that type. */
export function extensionOfMime(mime: string): string | undefined {
  return [...MIME_OF].find(([, known]) => known === mime)?.[0];
}

/** Whether files with this extension hold headerless pcm, whose rate is not in the bytes. */
export function isRawExtension(extension: string): boolean {
  return RAW_EXTENSIONS.has(extension);
}
