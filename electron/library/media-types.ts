// The closed set of media files: which extensions a stored file may have, and the MIME type of each. Names from
// sidecars, rows and folders are checked against it.

import { contentFacts, REPLY_CONTENTS } from '../../shared/library/reply-contents.ts';
import { AUDIO_KINDS, isRaw, KIND_FACTS } from '../../shared/speech/formats.ts';

const MIME_OF: ReadonlyMap<string, string> = new Map(
  REPLY_CONTENTS.map(contentFacts).map(({ extension, mime }) => [extension, mime]),
);
const RAW_EXTENSIONS: ReadonlySet<string> = new Set(
  AUDIO_KINDS.filter(isRaw).map((kind) => KIND_FACTS[kind].extension),
);

/** Every MIME type that a media file can have. */
export const MEDIA_MIMES: readonly string[] = [...MIME_OF.values()];

/** The MIME type of a media file's extension (without a dot); undefined if no media file has that extension. */
export function mimeOfExtension(extension: string): string | undefined {
  return MIME_OF.get(extension);
}

/** Whether files with this extension hold headerless pcm, whose rate is not in the bytes. */
export function isRawExtension(extension: string): boolean {
  return RAW_EXTENSIONS.has(extension);
}
