// The kinds of bytes a relay may return, and how a file of each is named and served.

import type { ForeignFormat, PictureFormat } from '../images/headers/types.ts';
import { AUDIO_KINDS, KIND_FACTS } from '../speech/formats.ts';
import type { ReplyKind } from '../speech/sniff.ts';

/** The kind of a reply's bytes. `unknown`: neither text nor a known kind of sound or picture. */
export type ReplyContent = ReplyKind | PictureFormat | ForeignFormat;

/** File name extension without a dot, and the type under which the app serves the file to its page. */
export type ContentFacts = { extension: string; mime: string };

type OtherContent = Exclude<ReplyContent, (typeof AUDIO_KINDS)[number]>;

/** Text is never served as a page, whatever it contains. */
const OTHER_CONTENTS: Readonly<Record<OtherContent, ContentFacts>> = {
  png: { extension: 'png', mime: 'image/png' },
  jpeg: { extension: 'jpg', mime: 'image/jpeg' },
  webp: { extension: 'webp', mime: 'image/webp' },
  gif: { extension: 'gif', mime: 'image/gif' },
  bmp: { extension: 'bmp', mime: 'image/bmp' },
  avif: { extension: 'avif', mime: 'image/avif' },
  heic: { extension: 'heic', mime: 'image/heic' },
  tiff: { extension: 'tif', mime: 'image/tiff' },
  jxl: { extension: 'jxl', mime: 'image/jxl' },
  jp2: { extension: 'jp2', mime: 'image/jp2' },
  psd: { extension: 'psd', mime: 'image/vnd.adobe.photoshop' },
  ico: { extension: 'ico', mime: 'image/x-icon' },
  json: { extension: 'json', mime: 'text/plain' },
  sse: { extension: 'txt', mime: 'text/plain' },
  html: { extension: 'html', mime: 'text/plain' },
  text: { extension: 'txt', mime: 'text/plain' },
  unknown: { extension: 'bin', mime: 'application/octet-stream' },
};

/** All kinds, for schemas. */
export const REPLY_CONTENTS: readonly ReplyContent[] = [
  ...AUDIO_KINDS,
  ...(Object.keys(OTHER_CONTENTS) as OtherContent[]),
];

/** Returns how a file of this kind is named and served. */
export function contentFacts(content: ReplyContent): ContentFacts {
  return isAudio(content) ? KIND_FACTS[content] : OTHER_CONTENTS[content];
}

/** Returns the kind whose files are served under a type; undefined if there is none, or if it is text. */
export function contentOfMime(mime: string): ReplyContent | undefined {
  return mime === 'text/plain' ? undefined : REPLY_CONTENTS.find((content) => contentFacts(content).mime === mime);
}

function isAudio(content: ReplyContent): content is (typeof AUDIO_KINDS)[number] {
  return Object.hasOwn(KIND_FACTS, content);
}
