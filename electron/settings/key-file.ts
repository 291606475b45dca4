// The file of encrypted keys: read once, and written whole at each change, one change after another.

import { z } from 'zod';
import type { Loss } from '../../shared/contract/storage.ts';
import { storageErrorCode, writeFileAtomic } from '../files.ts';
import { keepAside } from './kept-aside.ts';
import { readOwnFile } from './read-own-file.ts';
import { parseObject, salvage, withUnknown } from './salvage.ts';

/** Bounds of what is read: a file of many connections, and the cipher text of the longest key with its origin. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;
export const MAX_ENCRYPTED_LENGTH = 32 * 1024;

// Fields of newer versions stay with their key.
const entrySchema = z.looseObject({
  origin: z.string().max(2048),
  encrypted: z.base64().max(MAX_ENCRYPTED_LENGTH),
});
const fileSchema = z.strictObject({
  /** Kept as found. */
  version: z.number().int().positive().default(1),
  keys: z.record(z.string(), entrySchema).default({}),
});
/** Encrypted keys by connection. */
export type StoredKeys = z.infer<typeof fileSchema>['keys'];

type KeyFile = {
  /** Resolves when the file was read and the changes so far were written, or were not taken by the disk. */
  settled: () => Promise<void>;
  /** The keys with all changes, also those that are not on disk; none before `settled` has resolved once. */
  keys: () => StoredKeys;
  /** Changes the keys and writes them. Rejects only for a bug. */
  change: (edit: (keys: StoredKeys) => StoredKeys) => Promise<void>;
  /** Whether the file has the latest change. */
  isSaved: () => boolean;
  /** Writes the file again if it does not have the latest change. Rejects only for a bug. */
  flush: () => Promise<void>;
  /** What could not be read of the file; undefined if nothing was lost. */
  loss: () => Loss | undefined;
};

/**
 * Opens the file. Of a damaged one the keys that can be read are used; the file is kept aside before it is written over.
 * There is no backup of it, because a removed key must not stay on the disk.
 * @param onWriteFailed called when the disk did not take a change; the change is kept and `flush` writes it again.
 * @param onWritten called with the keys that are on disk now.
 */
export function openKeyFile(
  file: string,
  onWriteFailed: (error: unknown) => void,
  onWritten: (keys: StoredKeys) => void,
): KeyFile {
  let stored: StoredKeys = {};
  let version = 1;
  let unknown: Readonly<Record<string, unknown>> = {};
  let loss: Loss | undefined;
  let mustBeKept = false;
  let isWritten = true;
  let writing = readKeys(file).then((read) => {
    ({ keys: stored, version, unknown, loss } = read);
    mustBeKept = loss !== undefined;
  });

  /** Writes all stored keys. What the disk does not take stays in memory. @throws for a bug. */
  async function write(): Promise<void> {
    isWritten = false;
    const now = stored;
    try {
      if (mustBeKept && loss) loss = { ...loss, keptAs: await keepAside(file, Date.now()) };
      mustBeKept = false;
      const text = JSON.stringify(withUnknown({ version, keys: now }, unknown), null, 2);
      await writeFileAtomic(file, `${text}\n`);
    } catch (error) {
      if (storageErrorCode(error) === undefined) throw error;
      onWriteFailed(error);
      return;
    }
    isWritten = stored === now;
    onWritten(now);
  }
  /** Does work when all before it is done; reading the file comes first. */
  function inTurn(work: () => Promise<void> | undefined): Promise<void> {
    const done = writing.then(work);
    writing = done.catch(() => undefined);
    return done;
  }

  return {
    settled: () => writing,
    keys: () => stored,
    change: (edit) =>
      inTurn(() => {
        stored = edit(stored);
        return write();
      }),
    isSaved: () => isWritten,
    flush: () => inTurn(() => (isWritten ? undefined : write())),
    loss: () => loss,
  };
}

type ReadKeys = {
  keys: StoredKeys;
  version: number;
  unknown: Readonly<Record<string, unknown>>;
  loss: Loss | undefined;
};

/** Reads the keys that can be read. */
async function readKeys(file: string): Promise<ReadKeys> {
  const text = await readOwnFile(file, MAX_FILE_BYTES);
  if (text === undefined) return { keys: {}, version: 1, unknown: {}, loss: undefined };
  const found = parseObject(text.text ?? '');
  const { data, unknown, lost } = salvage(fileSchema, found ?? {}, undefined);
  const { keys, version } = fileSchema.parse(data);
  return { keys, version, unknown, loss: found === undefined || lost.length > 0 ? lossOf(lost) : undefined };
}

function lossOf(parts: string[]): Loss {
  return { file: 'keys', parts, isRestored: false, keptAs: '' };
}
