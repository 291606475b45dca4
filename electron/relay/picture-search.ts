// Finds the pictures of a reply whose envelope is none of the documented ones: by their bytes in any field, by their
// address in a field with a usual name. Independent of bytes, files and downloads.

import { type Fields, type FoundString, stringsIn } from './json-fields.ts';

/**
 * What a text is known to encode. Texts with the same `identity` encode the same bytes. `isMarked`: the text has a marker
 * in place of what it encodes, so that it is no address.
 */
export type Encoded = { isPicture: boolean; identity: string; isMarked?: boolean };

/** A picture that was found, in base64 or by its address; `parent` is the object around it. */
export type FoundPicture = { kind: 'base64' | 'url'; text: string; parent: Fields };

/** Fields that repeat the request, or that are about something else than a result. */
const FOREIGN_NAMES =
  /^(inputs?|input_.*|request|prompt|mask|reference.*|thumb.*|preview.*|error|(init|source|original|ref|control|mask)[_-]?(image|img|pic|url).*)$/i;
/** Fields in which relays give an address. */
const ADDRESS_NAMES =
  /^((\w+[_-])?(image|img|picture|pic|photo|file|output|result|download|media|cdn)s?[_-]?)?(ur[il]|link)s?$|^(\w+[_-])?(image|img|picture|pic|photo|output|result)s?$|^(data|src|sample)$/i;
/** The middle of a picture in Markdown, `![text](address)`, and the text before it. */
const MARKDOWN_LINK = /\]\(\s{0,9}<?((?:data:[^,)\s]{0,200},\s{1,9})?[^)\s>]+)/g;
const MAX_LINK_TEXT = 1000;
/** Fields of what a chat says. */
const CHAT_NAMES = /^(content|text)$/i;
const DATA_URL = /^\s*data:[^,]{0,200};base64,/i;
/** An absolute address, or a relative one, which base64 is not: that has no dot. */
const ADDRESS = /^(https?:\/\/[^\s"'<>]{1,8000}|\.{0,2}\/(?=[^\s"'<>]*[.?])[^\s"'<>]{1,2000})$/i;

/**
 * Searches a value of any shape, in document order. Each picture is found once, whatever the number of fields with it.
 * Addresses count only if no picture is there in base64.
 * @param skip objects whose pictures are known already.
 * @param look tells what a base64 text encodes; undefined if it is none.
 * @param known the identities and addresses of pictures that are known already; those found are added.
 * @param maxCount the search ends after so many.
 */
export function findPictures(
  value: unknown,
  skip: ReadonlySet<unknown>,
  look: (base64: string) => Encoded | undefined,
  known: Set<string>,
  maxCount: number,
): FoundPicture[] {
  const strings = stringsIn(value, skip)
    .filter(({ names }) => !names.some((name) => FOREIGN_NAMES.test(name)))
    .flatMap(withMarkdown);
  const found: FoundPicture[] = [];
  for (const { names, text, parent } of strings) {
    if (found.length === maxCount) break;
    const encoded = look(text);
    if (!encoded || known.has(encoded.identity)) continue;
    if (!encoded.isPicture && names.at(-1) !== 'b64_json') continue;
    known.add(encoded.identity);
    found.push({ kind: 'base64', text, parent });
  }
  if (found.length > 0 || skip.size > 0) return found;
  for (const { names, text, parent } of strings) {
    if (found.length === maxCount) break;
    const address = text.trim();
    if (!ADDRESS.test(address) || !ADDRESS_NAMES.test(names.at(-1) ?? 'url') || known.has(address)) continue;
    if (look(address)?.isMarked) continue;
    known.add(address);
    found.push({ kind: 'url', text: address, parent });
  }
  return found;
}

/** Whether a text is nothing but an address, absolute or relative. */
export function isAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/** Whether an address is a `data:` URL in base64. */
export function isDataUrl(address: string): boolean {
  return DATA_URL.test(address);
}

/** A text with pictures in Markdown stands for their addresses, and so does one of a chat that is nothing else. */
function withMarkdown({ names, text, parent }: FoundString): FoundString[] {
  const isOfChat = CHAT_NAMES.test(names.at(-1) ?? '');
  if (isOfChat && ADDRESS.test(text.trim())) return [{ names: [...names, 'url'], text, parent }];
  if (!text.includes('![')) return [{ names, text, parent }];
  const addresses: string[] = [];
  let end = 0;
  for (const { index, 0: link, 1: address = '' } of text.matchAll(MARKDOWN_LINK)) {
    if (isPictureLink(text.slice(Math.max(end, index - MAX_LINK_TEXT), index))) addresses.push(address);
    end = index + link.length;
  }
  if (addresses.length === 0) return [{ names, text, parent }];
  return addresses.map((address) => ({ names: [...names, 'url'], text: address, parent }));
}

/** Whether the text before the middle of a link ends with the beginning of a picture. */
function isPictureLink(before: string): boolean {
  const opened = before.lastIndexOf('![');
  return opened >= 0 && !before.includes(']', opened);
}
