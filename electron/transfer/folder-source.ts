// A library in a folder: one of the app, or a back-up. Symbolic links are not followed.

import { constants, existsSync } from 'node:fs';
import { lstat, open, opendir } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok } from '../../shared/result.ts';
import { storageErrorCode } from '../files.ts';
import { MANIFEST_NAME, maxRecordBytes, type Part, partAt, placeOf, RECORD_FOLDERS } from './library-parts.ts';
import { type LibrarySource, type Refusals, RefusedError, refuse, type SourceMedia } from './library-source.ts';

const MAX_MANIFEST_BYTES = 256 * 1024 * 1024;
/** The names under which a library may lie in the folder that a person chose. */
const NESTED = ['', 'library', 'Relay Studio Library', 'Relay Studio Backup'];

/** Whether a folder has what a library has. */
export function isLibraryFolder(folder: string): boolean {
  return ['library.sqlite', 'items', 'scripts', 'media'].some((name) => existsSync(path.join(folder, name)));
}

/** The library's folder in, or at, a chosen folder; undefined if there is none. */
export function libraryIn(folder: string): string | undefined {
  return NESTED.map((name) => path.join(folder, name)).find(isLibraryFolder);
}

/** Lists a library in a folder. @throws TransferError, or the file system's error. */
export async function openFolderSource(root: string): Promise<LibrarySource> {
  const refused: Refusals = {};
  const records: LibrarySource['records'][number][] = [];
  const media = new Map<string, SourceMedia>();
  for await (const place of placesUnder(root, refused)) {
    const part = partAt(place);
    if (part === undefined) refuse(refused, 'foreign', place);
    else if (part.kind === 'record') records.push({ folder: part.folder, id: part.id });
    else if (part.kind === 'media') {
      const { size } = await lstat(path.join(root, place));
      if (media.has(part.mediaId)) refuse(refused, 'duplicate', place);
      else media.set(part.mediaId, { extension: part.extension, sizeBytes: size });
    }
  }
  const pathOf = (part: Part): string => path.join(root, ...placeOf(part).split('/'));
  return {
    records,
    media,
    refused,
    async readText(part) {
      const maxBytes = part.kind === 'record' ? maxRecordBytes(part.folder) : MAX_MANIFEST_BYTES;
      const handle = await openPlain(pathOf(part)).catch(() => undefined);
      if (!handle) return fail('unreadable');
      try {
        const { size } = await handle.stat();
        return size > maxBytes ? fail('tooLarge') : ok((await handle.readFile()).toString('utf8'));
      } catch (error) {
        if (storageErrorCode(error) === undefined) throw error;
        return fail('unreadable');
      } finally {
        await handle.close();
      }
    },
    async *readMedia(mediaId) {
      const facts = media.get(mediaId);
      if (!facts) throw new RefusedError('mediaMissing');
      const handle = await openPlain(pathOf({ kind: 'media', mediaId, extension: facts.extension }));
      // Closes the handle at its end.
      yield* handle.createReadStream();
    },
    close: async () => undefined,
  };
}

/** Opens an ordinary file; a named pipe would keep it waiting. @throws RefusedError for anything else. */
async function openPlain(file: string) {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new RefusedError('link');
}

/** The files that a library has, by their places; folders are read one at a time. */
async function* placesUnder(root: string, refused: Refusals): AsyncGenerator<string> {
  const isFile = await lstat(path.join(root, MANIFEST_NAME)).then(
    (facts) => facts.isFile(),
    () => false,
  );
  if (isFile) yield MANIFEST_NAME;
  for (const folder of RECORD_FOLDERS) yield* filesIn(root, folder, refused);
  for await (const { name, isFolder } of entriesOf(root, 'media', refused)) {
    if (isFolder) yield* filesIn(root, `media/${name}`, refused);
    else refuse(refused, 'foreign', `media/${name}`);
  }
}

async function* filesIn(root: string, folder: string, refused: Refusals): AsyncGenerator<string> {
  for await (const { name, isFolder } of entriesOf(root, folder, refused)) {
    // What a write has not finished is no file of the library.
    if (name.endsWith('.tmp') || name.endsWith('.part')) continue;
    if (isFolder) refuse(refused, 'foreign', `${folder}/${name}`);
    else yield `${folder}/${name}`;
  }
}

async function* entriesOf(root: string, place: string, refused: Refusals) {
  const folder = path.join(root, ...place.split('/'));
  const facts = await lstat(folder).catch(() => undefined);
  if (facts?.isSymbolicLink()) refuse(refused, 'link', place);
  if (!facts?.isDirectory()) return;
  for await (const entry of await opendir(folder)) {
    if (entry.isSymbolicLink()) refuse(refused, 'link', `${place}/${entry.name}`);
    else if (entry.isFile() || entry.isDirectory()) yield { name: entry.name, isFolder: entry.isDirectory() };
  }
}
