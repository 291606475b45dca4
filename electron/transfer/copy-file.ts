// Copies a file so that the copy is known to be whole: hashed while it is read, read back, and only then given its name.

import { createHash } from 'node:crypto';
import { lstat, mkdir, open, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { moveDurably, readPieces } from '../files.ts';

/** Permissions of copies: private, as the files of a library are. */
const FILE_MODE = 0o600;

/** The copy differs from what was read: the disk does not keep what it is given. */
export class CopyDiffersError extends Error {
  override name = 'CopyDiffersError';
  readonly code = 'EIO';
  readonly syscall = 'read';
}

/** What was copied. `hash` is the SHA-256 of the bytes. */
export type Copied = { hash: string; sizeBytes: number };

/** How a copy is made. `part` is the name it has until it is whole. */
type CopyOptions = { part: string; signal: AbortSignal; onBytes: (count: number) => void };

/**
 * Writes bytes to a new file, reads them back, and gives it its name.
 * @throws CopyDiffersError, the signal's reason, or the system's error; then nothing is left of it.
 */
export async function writeVerified(
  bytes: AsyncIterable<Uint8Array>,
  file: string,
  { part, signal, onBytes }: CopyOptions,
  isWanted: (copied: Copied) => boolean = () => true,
): Promise<Copied> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let sizeBytes = 0;
  try {
    const handle = await open(part, 'w', FILE_MODE);
    try {
      for await (const chunk of bytes) {
        signal.throwIfAborted();
        hash.update(chunk);
        await handle.writeFile(chunk);
        sizeBytes += chunk.length;
        onBytes(chunk.length);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    const copied = { hash: hash.digest('hex'), sizeBytes };
    if (!isWanted(copied)) {
      await rm(part, { force: true });
      return copied;
    }
    if ((await hashOf(part, signal)) !== copied.hash) throw new CopyDiffersError(`The copy differs: ${file}`);
    await moveDurably(part, file);
    return copied;
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Copies a file with its time of change. See `writeVerified`. */
export async function copyVerified(from: string, to: string, options: CopyOptions): Promise<Copied> {
  const { atimeMs, mtimeMs } = await lstat(from);
  const copied = await writeVerified(readPieces(from), to, options);
  await utimes(to, atimeMs / 1000, mtimeMs / 1000);
  return copied;
}

/** The SHA-256 of a file. @throws the signal's reason, or the file system's error. */
export async function hashOf(file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of readPieces(file)) {
    signal.throwIfAborted();
    hash.update(chunk);
  }
  return hash.digest('hex');
}

/** The size of an ordinary file; undefined if there is none. */
export async function sizeOf(file: string): Promise<number | undefined> {
  return stat(file).then(
    (facts) => (facts.isFile() ? facts.size : undefined),
    () => undefined,
  );
}
