// File names that are valid on every system.

import { isSeen, withoutHidden } from './hidden-characters.ts';

const MAX_CHARACTERS = 120;
const MAX_BYTES = 240;
const MAX_EXTENSION_CHARACTERS = 16;
/** What Windows takes for a device, also before a dot and anything after it: `con.tar`, `COM¹`, `CONIN$`. */
const DEVICE = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$|clock\$)\s*(?:\.|$)/i;
/** Path separators, characters that Windows refuses, and controls. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}]/gu;

const encoder = new TextEncoder();

/** Whether Windows takes a file name for one of its devices. */
export function isDeviceName(name: string): boolean {
  return DEVICE.test(name);
}

/**
 * Makes a file name from a text that a person wrote: NFC, without forbidden and hidden characters, short enough for
 * every file system, and no switch to a program that it is given to.
 * @param stem name without extension; may be any text.
 * @param extension without a dot; only its letters and digits of ASCII are used, none if it has none.
 */
export function safeFileName(stem: string, extension: string): string {
  const kind = extension.replace(/[^A-Za-z0-9]/g, '').slice(0, MAX_EXTENSION_CHARACTERS);
  const clean = withoutHidden(stem.toWellFormed()).normalize('NFC').replace(FORBIDDEN, ' ').replace(/\s+/g, ' ');
  let short = '';
  let characters = 0;
  for (const character of clean) {
    if (characters++ >= MAX_CHARACTERS || encoder.encode(short + character).length > MAX_BYTES - kind.length - 1) break;
    short += character;
  }
  const trimmed = short.replace(/^[\s.-]+|[\s.]+$/g, '');
  const name = !isSeen(trimmed) || isDeviceName(trimmed) ? `untitled ${trimmed}`.trim() : trimmed;
  return kind === '' ? name : `${name}.${kind}`;
}

/** Makes a name with an extension valid, as `safeFileName` does. */
export function safeFullName(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot > 0 ? safeFileName(fileName.slice(0, dot), fileName.slice(dot + 1)) : safeFileName(fileName, '');
}

/** Adds a number before the extension of a file name: `a (2).wav`; the first has none. */
export function numbered(fileName: string, count: number): string {
  if (count === 1) return fileName;
  const dot = fileName.lastIndexOf('.');
  const at = dot > 0 ? dot : fileName.length;
  return `${fileName.slice(0, at)} (${count})${fileName.slice(at)}`;
}
