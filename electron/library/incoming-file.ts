// A file that is written while its bytes arrive, and that outlasts a full disk: what cannot be written waits in memory
// and is written again. Independent of where the bytes come from.

import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeFolder, storageErrorCode } from '../files.ts';

/** A file being received; `MediaStore.keep` makes it permanent. */
export type IncomingFile = {
  /**
   * Appends bytes. While the disk fails they wait in memory and the call returns; once 64 MiB wait, it returns only
   * when the disk works again, so that no more is read from the network. @throws the disk's error after the signal.
   */
  write: (bytes: Uint8Array) => Promise<void>;
  /** Waits until everything is on disk, and closes; the file stays in place for the next start. */
  close: () => Promise<void>;
  /** Stops writing and closes; the caller removes the file. Never rejects. */
  abandon: () => Promise<void>;
  /** Whether bytes wait in memory for a failing disk. */
  isWaiting: () => boolean;
};

/**
 * `signal` ends the waiting for a failing disk; `writeAgainMs` is the time between two attempts; `onFailing` is called
 * with the disk's error before each wait; `requireFolder` looks whether the library is still there, and rejects with the
 * system's error.
 */
export type IncomingOptions = {
  signal: AbortSignal;
  writeAgainMs: number;
  onFailing: (error: unknown) => void;
  requireFolder: () => Promise<void>;
};

/** The signal for bytes that can be received again: a failing disk is an error at once. */
export const AT_ONCE: AbortSignal = AbortSignal.abort();

const MAX_WAITING_BYTES = 64 * 1024 * 1024;

/** Opens an empty file; it is created when the first byte is written. Its folder is created too. */
export function openIncomingFile(
  file: string,
  { signal, writeAgainMs, onFailing, requireFolder }: IncomingOptions,
): IncomingFile {
  const abandoned = new AbortController();
  const ended = AbortSignal.any([signal, abandoned.signal]);
  const waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let handle: FileHandle | undefined;
  let isSynced = false;
  let writing: Promise<void> | undefined;
  /** Set while the disk fails; resolves at once for those who need not wait for the disk. */
  let isFailing = false;
  let release = (): void => undefined;

  async function writeNext(): Promise<void> {
    if (!handle) {
      await requireFolder();
      handle = await create(file);
    }
    const [chunk] = waiting;
    if (!chunk) {
      await handle.sync();
      isSynced = true;
      return;
    }
    const { bytesWritten } = await handle.write(chunk);
    waitingBytes -= bytesWritten;
    if (bytesWritten < chunk.length) waiting[0] = chunk.subarray(bytesWritten);
    else waiting.shift();
  }

  /** Writes all that waits, as often as the disk needs. @throws the disk's error after the signal, or a bug. */
  async function writeAll(isLast: boolean): Promise<void> {
    while (waiting.length > 0 || (isLast && !isSynced)) {
      try {
        await writeNext();
        isFailing = false;
      } catch (error) {
        if (storageErrorCode(error) === undefined || ended.aborted) throw error;
        isFailing = true;
        release();
        onFailing(error);
        await delay(writeAgainMs, undefined, { signal: ended }).catch(() => {
          throw error;
        });
      }
    }
  }

  return {
    isWaiting: () => isFailing,
    async write(bytes) {
      waiting.push(bytes);
      waitingBytes += bytes.length;
      isSynced = false;
      const failing = new Promise<void>((resolve) => {
        release = resolve;
      });
      writing ??= writeAll(false).finally(() => {
        writing = undefined;
      });
      // Awaited again by the next write or by `close`.
      writing.catch(() => undefined);
      if (waitingBytes > MAX_WAITING_BYTES) await writing;
      else if (!isFailing) await Promise.race([writing, failing]);
    },
    async close() {
      try {
        await writing;
        await writeAll(true);
      } finally {
        await handle?.close();
      }
    },
    async abandon() {
      waiting.length = 0;
      isFailing = false;
      abandoned.abort();
      await writing?.catch(() => undefined);
      await handle?.close().catch(() => undefined);
    },
  };
}

/**
 * Creates the file anew, so that no other name of an earlier one is written through. Creates its folder if that is
 * missing, but not the library: its drive may have been unplugged.
 */
async function create(file: string): Promise<FileHandle> {
  await makeFolder(path.dirname(file));
  await rm(file, { force: true });
  return open(file, 'wx', 0o600);
}
