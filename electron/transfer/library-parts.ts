// What a library consists of: the one list of its folders. Backing up, importing and moving follow it.

import path from 'node:path';
import { idSchema } from '../../shared/contract/common.ts';
import { mediaIdSchema } from '../../shared/contract/media.ts';
import { mimeOfExtension } from '../library/media-types.ts';

/** Folders with one JSON file for each thing, named by its id, and the most bytes that such a file has. */
const RECORDS = { items: 16 * 1024 * 1024, scripts: 64 * 1024 * 1024, collections: 16 * 1024 * 1024 } as const;

/** There while an import runs: the next start lists what has no row yet. */
export const IMPORT_MARK = 'importing';

/** A folder of JSON files. */
export type RecordFolder = keyof typeof RECORDS;
export const RECORD_FOLDERS = Object.keys(RECORDS) as RecordFolder[];

/** Largest JSON file of a folder, in bytes. */
export function maxRecordBytes(folder: RecordFolder): number {
  return RECORDS[folder];
}

/** The name of the text in a back-up that says what it is. */
export const MANIFEST_NAME = 'manifest.json';

/** A file of a library by its place there. */
export type Part =
  | { kind: 'record'; folder: RecordFolder; id: string }
  | { kind: 'media'; mediaId: string; extension: string }
  | { kind: 'manifest' };

/** The path of a part under the library's folder, with slashes; every path in a back-up is made here. */
export function placeOf(part: Part): string {
  switch (part.kind) {
    case 'record':
      return `${part.folder}/${part.id}.json`;
    case 'media':
      return `media/${part.mediaId.slice(0, 2)}/${part.mediaId}.${part.extension}`;
    case 'manifest':
      return MANIFEST_NAME;
  }
}

/** The part that a path with slashes names; undefined if it names none. A path is never made from anything else. */
export function partAt(place: string): Part | undefined {
  const found = readPlace(place);
  return found !== undefined && placeOf(found) === place ? found : undefined;
}

function readPlace(place: string): Part | undefined {
  if (place === MANIFEST_NAME) return { kind: 'manifest' };
  const names = place.split('/');
  const { name, extension } = splitName(names.at(-1) ?? '');
  const folder = RECORD_FOLDERS.find((one) => one === names[0]);
  if (folder !== undefined && extension === 'json' && idSchema.safeParse(name).success)
    return { kind: 'record', folder, id: name };
  if (names[0] === 'media' && mediaIdSchema.safeParse(name).success && mimeOfExtension(extension) !== undefined)
    return { kind: 'media', mediaId: name, extension };
  return undefined;
}

function splitName(fileName: string): { name: string; extension: string } {
  const dot = fileName.lastIndexOf('.');
  return dot < 0
    ? { name: fileName, extension: '' }
    : { name: fileName.slice(0, dot), extension: fileName.slice(dot + 1) };
}

/** Names in the library's folder that only the running app needs, or that can be made again: never copied. */
const OWN_BUSINESS =
  /^(lock\.sqlite(-wal|-shm|-journal)?|owner\.json|library\.in-use|reserve|leaving|\.probe-.*|moving\.json|moved\.json)$/;
/** The names of files that the app, or a transfer, has not finished. */
const UNFINISHED = /(\.\d+-[0-9a-f]{8}|\.moving|^import-\d+)\.tmp$/;

/** Whether a file or folder directly in the library's folder stays behind when the library is moved. */
export function isLeftBehind(name: string): boolean {
  return OWN_BUSINESS.test(name) || name.endsWith('.tmp');
}

/** Whether a file at a path under a library's folder is of no use once the library is elsewhere, and nobody else's. */
export function isOwnLeftover(place: string): boolean {
  return OWN_BUSINESS.test(place.split(path.sep)[0] ?? '') || UNFINISHED.test(path.basename(place));
}
