// Media files on disk: named by the SHA-256 of their bytes, complete or absent. Independent of the database.

import { createHash, type Hash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { mediaIdSchema } from '../../shared/contract/media.ts';
import { moveDurably } from '../files.ts';
import { mimeOfExtension } from './media-types.ts';
import { safePath, UnsafePathError } from './safe-path.ts';

/** A file being received; `MediaStore.keep` makes it permanent. */
export type IncomingFile = {
  write: (bytes: Uint8Array) => Promise<void>;
  /** Flushes to disk and closes; the file stays in place for the next start. */
  close: () => Promise<void>;
};

/** Id and size of a stored file. */
type KeptFile = { mediaId: string; sizeBytes: number };

/** Operations on the files under `library/`. */
export type MediaStore = {
  /** Opens the incoming file of a job and empties it. */
  receive: (jobId: string) => Promise<IncomingFile>;
  /** Returns the id and size that the incoming file of a job will have. Undefined if there is none. */
  identify: (jobId: string) => Promise<KeptFile | undefined>;
  /** Moves the incoming file of a job to its final place. Succeeds if that has already been done. */
  keep: (jobId: string, mediaId: string, extension: string) => Promise<void>;
  discardIncoming: (jobId: string) => Promise<void>;
  /** Deletes the incoming files of earlier runs but those still needed. */
  sweepIncoming: (isNeeded: (jobId: string) => Promise<boolean>) => Promise<void>;
  /** Path of a job's incoming file until it is kept. @throws UnsafePathError */
  incomingPath: (jobId: string) => string;
  /**
   * Path of a media file, whether or not it exists. Every path to media is made here.
   * @throws UnsafePathError for an id that is no SHA-256, an extension that no media file has, or a symbolic link.
   */
  pathOf: (mediaId: string, extension: string) => string;
};

/** Opens the media folder under `root` (the library folder). */
export function createMediaStore(root: string): MediaStore {
  const incomingFolder = path.join(root, 'incoming');
  const incomingPath = (jobId: string): string => safePath(root, 'incoming', `${jobId}.part`);
  const pathOf = (mediaId: string, extension: string): string => {
    if (!mediaIdSchema.safeParse(mediaId).success || mimeOfExtension(extension) === undefined)
      throw new UnsafePathError(`Not a media file: ${JSON.stringify(`${mediaId}.${extension}`)}`);
    return safePath(root, 'media', mediaId.slice(0, 2), `${mediaId}.${extension}`);
  };

  /** The ids of the files that this run received. */
  const own = new Set<string>();

  return {
    pathOf,
    incomingPath,
    async receive(jobId) {
      own.add(jobId);
      await mkdir(incomingFolder, { recursive: true, mode: 0o700 });
      const handle = await open(incomingPath(jobId), 'w', 0o600);
      return {
        write: (bytes) => writeAll(handle, bytes),
        async close() {
          await handle.sync();
          await handle.close();
        },
      };
    },
    identify: (jobId) => hashFile(incomingPath(jobId)),
    async keep(jobId, mediaId, extension) {
      const final = pathOf(mediaId, extension);
      try {
        await moveDurably(incomingPath(jobId), final);
      } catch (error) {
        if (!isMissing(error) || !existsSync(final)) throw error;
      }
    },
    async discardIncoming(jobId) {
      await rm(incomingPath(jobId), { force: true });
    },
    async sweepIncoming(isNeeded) {
      for (const name of await readdir(incomingFolder).catch(() => [])) {
        const { name: id } = path.parse(name);
        if (!own.has(id) && !(await isNeeded(id)))
          await rm(path.join(incomingFolder, name), { recursive: true, force: true });
      }
    },
  };
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  let done = 0;
  while (done < bytes.length) done += (await handle.write(bytes, done)).bytesWritten;
}

async function hashFile(file: string): Promise<KeptFile | undefined> {
  const hash: Hash = createHash('sha256');
  let sizeBytes = 0;
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      sizeBytes += chunk.length;
    }
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  return { mediaId: hash.digest('hex'), sizeBytes };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
