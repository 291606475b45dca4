// Moves a library's files to another folder: copied and read back while the app goes on, the rest once it has closed its
// database, the originals removed when the library is open in its new place.

import { lstat, mkdir, opendir, readFile, realpath, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import type { Listed } from '../../shared/contract/recovery.ts';
import { parseBounded } from '../../shared/json/bounded-json.ts';
import { addTo, emptyList } from '../database/recovery/listed.ts';
import { storageErrorCode, writeFileAtomic } from '../files.ts';
import { copyVerified, hashOf, sizeOf } from './copy-file.ts';
import { isLeftBehind, isOwnLeftover, partAt } from './library-parts.ts';
import { TransferError } from './library-source.ts';
import { requireRoom } from './room.ts';
import { forAll, type TransferRun } from './transfer-run.ts';

/** In a folder that a library is being copied to: what is there is no library yet. */
const MARK = 'moving.json';
/** In the folder that a library was moved from, until it is cleared. Nothing is removed from a folder without it. */
const MOVED_MARK = 'moved.json';
/** The end of the names of files that are not whole yet. */
const COPIED_SUFFIX = '.moving.tmp';
/** Copied once the database is closed. */
const DATABASE = /^library\.sqlite(-wal|-shm)?$/;

type Facts = { sizeBytes: number; modifiedAtMs: number };

/** A library that is copied but for what has changed since. */
export type CopiedLibrary = { from: string; to: string; copied: Map<string, Facts> };

/** What a move brought to its new place. */
export type CopiedFiles = { files: number; bytes: number };

/** The folder that a copy was begun from; undefined if there is no unfinished copy in `to`. */
export async function unfinishedCopyOf(to: string): Promise<string | undefined> {
  const text = await readFile(path.join(to, MARK)).catch(() => undefined);
  return text && (folderIn(text, 'from') ?? '');
}

/** The folder that a mark names. */
function folderIn(text: Buffer, field: 'from' | 'to'): string | undefined {
  const mark = parseBounded(text, 'ownFile');
  if (!mark.ok || typeof mark.data !== 'object' || mark.data === null) return undefined;
  const folder: unknown = Reflect.get(mark.data, field);
  return typeof folder === 'string' ? folder : undefined;
}

/** Says that the copy in a folder is a library from now on. */
export async function removeMark(to: string): Promise<void> {
  await rm(path.join(to, MARK), { force: true });
}

/**
 * Copies everything but the database while the library is in use.
 * @throws NoRoomError, the signal's reason, or the disk's error.
 */
export async function copyLibrary(from: string, to: string, run: TransferRun): Promise<CopiedLibrary> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const isContinued = (await unfinishedCopyOf(to)) !== undefined;
  await writeFileAtomic(path.join(to, MARK), `${JSON.stringify({ from })}\n`);
  const found = await factsUnder(from, run);
  const database = await sizeOf(path.join(from, 'library.sqlite'));
  const total = [...found.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  await requireRoom(to, isContinued ? 0 : total + (database ?? 0));
  const library: CopiedLibrary = { from, to, copied: new Map() };
  await copyAll(library, found, run, isContinued);
  return library;
}

/**
 * Copies what has changed since, and the database. Nothing may have the library open.
 * @throws the signal's reason, or the disk's error.
 */
export async function finishCopy(library: CopiedLibrary, run: TransferRun): Promise<CopiedFiles> {
  const { from, to, copied } = library;
  const found = await factsUnder(from, run, true);
  for (const place of copied.keys()) if (!found.has(place)) await rm(path.join(to, place), { force: true });
  const changed = new Map(
    [...found].filter(([place, facts]) => {
      const before = copied.get(place);
      return before?.sizeBytes !== facts.sizeBytes || before.modifiedAtMs !== facts.modifiedAtMs;
    }),
  );
  await copyAll(library, changed, run, false);
  // What an interrupted move has left there is not in the library any more.
  for (const place of (await factsUnder(to, run, true)).keys())
    if (!found.has(place) && isOfLibrary(place)) await rm(path.join(to, place), { force: true });
  for (const [place, { sizeBytes }] of found)
    if ((await sizeOf(path.join(to, place))) !== sizeBytes) throw new TransferError('notWhole');
  // Where it cannot be written, as on a disk that is read only, nothing could be removed either.
  await writeFileAtomic(path.join(from, MOVED_MARK), `${JSON.stringify({ to })}\n`).catch(() => undefined);
  return { files: found.size, bytes: [...found.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
}

/** Removes a copy that was not finished, and nothing that somebody else has put there. Never rejects. */
export async function discardCopy(to: string): Promise<void> {
  try {
    const from = await unfinishedCopyOf(to);
    if (from === undefined) return;
    for await (const place of placesUnder(to))
      if (place !== MARK && (isOfLibrary(place) || (await sizeOf(path.join(from, place))) !== undefined))
        await rm(path.join(to, place), { force: true });
    await removeFolders(to);
    await removeMark(to);
    await rmdir(to);
  } catch {
    // The mark says what it is, or the folder is not empty.
  }
}

/**
 * Removes from the earlier folder what is in the new one with the same bytes, or is of no use any more. Killed in between,
 * it can be done again. A folder that no library was moved from to this one is left alone.
 * What the same move has copied, and has not changed since, is not read again.
 * @returns what stays there, because the new folder does not have it.
 */
export async function removeMoved({ from, to, copied }: CopiedLibrary, signal: AbortSignal): Promise<Listed> {
  const left = emptyList();
  if (!(await isMovedAway(from, to))) return left;
  const isKept = async (place: string): Promise<boolean> => {
    const facts = await lstat(path.join(from, place));
    if (!facts.isFile()) return false;
    if (DATABASE.test(place)) return (await sizeOf(path.join(to, 'library.sqlite'))) !== undefined;
    const before = copied.get(place);
    const isUnchanged = before?.sizeBytes === facts.size && before.modifiedAtMs === facts.mtimeMs;
    if (isUnchanged) return (await sizeOf(path.join(to, place))) !== undefined;
    return isSame(path.join(from, place), path.join(to, place), signal);
  };
  // First the database: what is left is no library that could be opened by mistake.
  const places: string[] = [];
  for await (const place of placesUnder(from)) if (place !== MOVED_MARK) places.push(place);
  places.sort((a, b) => Number(DATABASE.test(b)) - Number(DATABASE.test(a)));
  for (const place of places) {
    if (isOwnLeftover(place) || (await isKept(place))) await rm(path.join(from, place), { force: true });
    else addTo(left, place);
  }
  await removeFolders(from);
  await rm(path.join(from, MOVED_MARK), { force: true });
  await rmdir(from).catch(() => undefined);
  return left;
}

/** Whether a library was moved from a folder to another one, and something may be left of it. */
async function isMovedAway(from: string, to: string): Promise<boolean> {
  try {
    const mark = await readFile(path.join(from, MOVED_MARK));
    return folderIn(mark, 'to') === to && (await realpath(from)) !== (await realpath(to));
  } catch {
    return false;
  }
}

async function copyAll(
  { from, to, copied }: CopiedLibrary,
  found: ReadonlyMap<string, Facts>,
  { signal, onProgress }: TransferRun,
  isContinued: boolean,
): Promise<void> {
  const total = [...found.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  let done = 0;
  const count = (bytes: number): void => {
    done += bytes;
    onProgress('copying', Math.min(done, total), total);
  };
  await forAll(found, async ([place, facts]) => {
    signal.throwIfAborted();
    const target = path.join(to, place);
    try {
      if (isContinued && (await isSame(path.join(from, place), target, signal))) count(facts.sizeBytes);
      else
        await copyVerified(path.join(from, place), target, {
          part: `${target}${COPIED_SUFFIX}`,
          signal,
          onBytes: count,
        });
      copied.set(place, facts);
    } catch (error) {
      // Removed meanwhile: the second look finds that.
      if (storageErrorCode(error) !== 'ENOENT' || (await sizeOf(path.join(from, place))) !== undefined) throw error;
    }
  });
}

async function isSame(from: string, to: string, signal: AbortSignal): Promise<boolean> {
  const size = await sizeOf(to);
  return (
    size !== undefined && size === (await sizeOf(from)) && (await hashOf(from, signal)) === (await hashOf(to, signal))
  );
}

/** All files that are moved, with what tells whether they have changed. */
async function factsUnder(root: string, { signal, onProgress }: TransferRun, hasDatabase = false) {
  const found = new Map<string, Facts>();
  for await (const place of placesUnder(root)) {
    signal.throwIfAborted();
    const [first = ''] = place.split(path.sep);
    if (isLeftBehind(first) || place.endsWith('.tmp') || (!hasDatabase && DATABASE.test(place))) continue;
    const facts = await lstat(path.join(root, place)).catch(() => undefined);
    if (!facts?.isFile()) continue;
    found.set(place, { sizeBytes: facts.size, modifiedAtMs: facts.mtimeMs });
    onProgress('counting', found.size, 0);
  }
  return found;
}

/** Whether a path is one that only a library has. */
function isOfLibrary(place: string): boolean {
  const names = place.split(path.sep);
  return (
    partAt(names.join('/')) !== undefined ||
    names[0] === 'thumbnails' ||
    DATABASE.test(place) ||
    place.endsWith(COPIED_SUFFIX)
  );
}

/** Every file and link under a folder, by its path there. */
async function* placesUnder(root: string, below = ''): AsyncGenerator<string> {
  for await (const entry of await opendir(path.join(root, below))) {
    const place = path.join(below, entry.name);
    if (entry.isDirectory()) yield* placesUnder(root, place);
    else yield place;
  }
}

/** Removes the folders under a folder that are empty. */
async function removeFolders(root: string): Promise<void> {
  for await (const entry of await opendir(root)) {
    if (!entry.isDirectory()) continue;
    const folder = path.join(root, entry.name);
    await removeFolders(folder);
    await rmdir(folder).catch(() => undefined);
  }
}
