// Reads the small text files beside the library: settings, keys. Whatever is in their place, reading ends.

import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { storageErrorCode } from '../files.ts';

/** Largest file that is read unless it is said otherwise; the app writes some hundred kB at most. */
export const MAX_OWN_FILE_BYTES = 16 * 1024 * 1024;

/** Byte order marks, which editors write, with the encoding that each stands for. */
const MARKS: readonly (readonly [mark: string, encoding: string])[] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
];

/**
 * Reads a text in UTF-8, or in the encoding that its byte order mark names; the mark is left out.
 * @returns undefined if there is no file; `text` is undefined if it is none that can be read: a folder, a pipe, a
 * device, too large, in another encoding, or the system refuses.
 */
export async function readOwnFile(
  file: string,
  maxBytes = MAX_OWN_FILE_BYTES,
): Promise<{ text: string | undefined } | undefined> {
  try {
    const bytes = await readOrdinary(file, maxBytes);
    return { text: bytes && decode(bytes) };
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(storageErrorCode(error) ?? '') ? undefined : { text: undefined };
  }
}

/** Reads an ordinary file, or one that a link leads to. Undefined for anything else, and for a file that is too large. */
export async function readOrdinary(file: string, maxBytes = MAX_OWN_FILE_BYTES): Promise<Buffer | undefined> {
  // A pipe would keep a blocking open waiting.
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const facts = await handle.stat();
    return facts.isFile() && facts.size <= maxBytes ? await handle.readFile() : undefined;
  } finally {
    await handle.close();
  }
}

function decode(bytes: Buffer): string | undefined {
  const [, encoding = 'utf-8'] = MARKS.find(([mark]) => bytes.toString('hex', 0, mark.length / 2) === mark) ?? [];
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
