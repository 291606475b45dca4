// Media files on disk: named by the SHA-256 of their bytes, complete or absent. Independent of the database.

import { createHash, type Hash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { moveDurably } from '../files.ts';

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
  /** Deletes the incoming files that earlier runs of the app left, but those still needed. */
  sweepIncoming: (isNeeded: (jobId: string) => boolean) => Promise<void>;
  /** Path of a job's incoming file until it is kept. */
  incomingPath: (jobId: string) => string;
  pathOf: (mediaId: string, extension: string) => string;
};

/** Opens the media folder under `root` (the library folder). */
export function createMediaStore(root: string): MediaStore {
  const incomingFolder = path.join(root, 'incoming');
  const incomingPath = (jobId: string): string => path.join(incomingFolder, `${jobId}.part`);
  const pathOf = (mediaId: string, extension: string): string =>
    path.join(root, 'media', mediaId.slice(0, 2), `${mediaId}.${extension}`);

  /** Names of the files opened since the app started: a running job may be writing them. */
  const opened = new Set<string>();

  return {
    pathOf,
    incomingPath,
    async receive(jobId) {
      await mkdir(incomingFolder, { recursive: true, mode: 0o700 });
      opened.add(jobId);
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
        const id = path.parse(name).name;
        if (!opened.has(id) && !isNeeded(id))
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
