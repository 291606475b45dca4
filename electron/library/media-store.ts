// Media files on disk: named by the SHA-256 of their bytes, complete or absent. Independent of the database.

import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { mediaIdSchema } from '../../shared/contract/media.ts';
import { moveDurably, readPieces } from '../files.ts';
import { type HashedFile, hashFile } from './hash-file.ts';
import { type IncomingFile, openIncomingFile } from './incoming-file.ts';
import { createFolderCheck } from './library-folder.ts';
import { mimeOfExtension } from './media-types.ts';
import { safePath, UnsafePathError } from './safe-path.ts';

/** Time between two attempts to write what the disk did not take. */
const WRITE_AGAIN_MS = 2000;

const INCOMING_SUFFIX = '.part';

/** Operations on the files under `library/`. */
export type MediaStore = {
  /** Opens the incoming file of a job and empties it. @param signal ends the waiting for a failing disk. */
  receive: (jobId: string, signal: AbortSignal) => IncomingFile;
  hasIncoming: (jobId: string) => boolean;
  /** Reads the incoming file of a job. @throws the file system's error, `ENOENT` if there is none. */
  readIncoming: (jobId: string) => AsyncIterable<Uint8Array>;
  /** Returns the id and size that the incoming file of a job will have. Undefined if there is none. */
  identify: (jobId: string) => Promise<HashedFile | undefined>;
  /** Moves the incoming file of a job to its final place. Succeeds if that has already been done. */
  keep: (jobId: string, mediaId: string, extension: string) => Promise<void>;
  /** Puts the incoming file of this name in the place of the one of a job. */
  replaceIncoming: (jobId: string, by: string) => Promise<void>;
  discardIncoming: (jobId: string) => Promise<void>;
  /** The names of all incoming files: ids of jobs, and of pictures that are arriving. */
  incoming: () => Promise<string[]>;
  /** Those that earlier runs left. */
  leftovers: () => Promise<string[]>;
  /** Whether received bytes wait in memory because the disk fails; they are lost if the app ends. */
  isWaiting: () => boolean;
  /** Path of a job's incoming file until it is kept. @throws UnsafePathError */
  incomingPath: (jobId: string) => string;
  /**
   * Path of a media file, whether or not it exists. Every path to media is made here.
   * @throws UnsafePathError for an id that is no SHA-256, an extension that no media file has, or an entry that is no file.
   */
  pathOf: (mediaId: string, extension: string) => string;
};

/** `writeAgainMs`: time between two attempts to write what the disk did not take; `onFailing` gets the disk's errors. */
export type MediaStoreOptions = { writeAgainMs?: number; onFailing?: (error: unknown) => void };

/** Opens the media folder under `root` (the library folder). */
export function createMediaStore(
  root: string,
  { writeAgainMs = WRITE_AGAIN_MS, onFailing = () => undefined }: MediaStoreOptions = {},
): MediaStore {
  const requireFolder = createFolderCheck(root);
  const incomingFolder = path.join(root, 'incoming');
  const incomingPath = (jobId: string): string => safePath(root, 'incoming', `${jobId}${INCOMING_SUFFIX}`);
  const pathOf = (mediaId: string, extension: string): string => {
    if (!mediaIdSchema.safeParse(mediaId).success || mimeOfExtension(extension) === undefined)
      throw new UnsafePathError(`Not a media file: ${JSON.stringify(`${mediaId}.${extension}`)}`);
    return safePath(root, 'media', mediaId.slice(0, 2), `${mediaId}.${extension}`);
  };

  /** The ids of the files that this run received. */
  const own = new Set<string>();
  /** The files that bytes may still be written to. */
  const open = new Set<IncomingFile>();

  const incoming = async (): Promise<string[]> => {
    const files = await readdir(incomingFolder).catch(() => []);
    return files.flatMap((name) => incomingJobId(name) ?? []);
  };

  return {
    pathOf,
    incomingPath,
    receive(jobId, signal) {
      own.add(jobId);
      const file = openIncomingFile(incomingPath(jobId), { signal, writeAgainMs, onFailing, requireFolder });
      open.add(file);
      const forget = <T>(ended: Promise<T>) => ended.finally(() => open.delete(file));
      return { ...file, close: () => forget(file.close()), abandon: () => forget(file.abandon()) };
    },
    hasIncoming: (jobId) => existsSync(incomingPath(jobId)),
    readIncoming: (jobId) => readPieces(incomingPath(jobId)),
    identify: (jobId) => hashFile(incomingPath(jobId)),
    async keep(jobId, mediaId, extension) {
      const final = pathOf(mediaId, extension);
      try {
        await moveDurably(incomingPath(jobId), final);
      } catch (error) {
        if (!isMissing(error) || !existsSync(final)) throw error;
      }
    },
    replaceIncoming: (jobId, by) => moveDurably(incomingPath(by), incomingPath(jobId)),
    async discardIncoming(jobId) {
      await rm(incomingPath(jobId), { force: true });
    },
    isWaiting: () => [...open].some((file) => file.isWaiting()),
    incoming,
    leftovers: async () => (await incoming()).filter((name) => !own.has(name)),
  };
}

/** The name of the job whose incoming file has this name; undefined if it is no incoming file. */
export function incomingJobId(fileName: string): string | undefined {
  return fileName.endsWith(INCOMING_SUFFIX) ? path.basename(fileName, INCOMING_SUFFIX) : undefined;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
