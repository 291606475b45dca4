// What a file that leaves the app says of where it comes from, while it is written: a mark inside it before it has its
// name, and a record beside it afterwards.

import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { SavedFile } from '../../shared/contract/provenance.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { AppError } from '../../shared/errors.ts';
import { type MarkState, RECORD_EXTENSION } from '../../shared/library/provenance.ts';
import { withSource } from '../byte-source.ts';
import { freePath } from '../export/free-path.ts';
import { moveDurably, partPathBeside, storageFailure } from '../files.ts';
import { spliced } from './mark/plan.ts';
import { planMark } from './mark/plan-mark.ts';
import { type FileOrigin, markKindOf } from './origin.ts';
import { describeOrigin } from './record.ts';

/** Permissions of saved files: readable by others, as far as the system's umask allows. */
export const SHARED_FILE_MODE = 0o666;

/** What is wanted of files that leave, asked for each when it begins. */
export type Provenance = { choices: () => Settings['provenance']; appVersion: string };

/** Remembers the files that have not got their names; see `UnfinishedParts`. */
export type NotedParts = {
  add: (part: string) => Promise<void>;
  remove: (parts: readonly string[]) => Promise<void>;
};

/** The traces of one file. */
export type Traces = {
  /** Bytes have been added to the file. */
  add: (bytes: Uint8Array) => void;
  /**
   * Marks the whole file, if that is wanted and possible; otherwise it stays as it is. @param part where it is.
   * @param extension of what it contains, without a dot. Rejects with the disk's error; the file is unmarked then.
   */
  mark: (part: string, extension: string) => Promise<void>;
  /** The file has its name: writes the record, if that is wanted. Without room for it, the file stays. */
  finish: (file: string) => Promise<SavedFile>;
};

/** Begins the traces of a file. @param origin null for what no relay made. */
export function beginTraces({ choices, appVersion }: Provenance, origin: FileOrigin | null, noted: NotedParts): Traces {
  const { hasMark, hasRecord } = choices();
  const unmarked = createHash('sha256');
  let sizeBytes = 0;
  let marked: Hash | undefined;
  let state: MarkState = 'off';

  /** Writes the marked file. */
  const write = async (file: string, bytes: AsyncIterable<Uint8Array>): Promise<void> => {
    const hash = createHash('sha256');
    let written = 0;
    await writePart(file, async (handle) => {
      for await (const piece of bytes) {
        await handle.writeFile(piece);
        hash.update(piece);
        written += piece.length;
      }
    });
    marked = hash;
    sizeBytes = written;
  };

  return {
    add(bytes) {
      if (!hasRecord) return;
      unmarked.update(bytes);
      sizeBytes += bytes.length;
    },
    async mark(part, extension) {
      if (!hasMark || origin === null) return;
      const kind = markKindOf(origin);
      if (kind === 'demo') {
        state = 'demo';
        return;
      }
      const other = partPathBeside(part);
      await noted.add(other);
      try {
        const unmarkable = await withSource(part, async (source) => {
          const plan = await planMark(source, extension, kind);
          if (typeof plan === 'string') return plan;
          await write(other, spliced(source, plan));
          return undefined;
        });
        // Not before the file is closed: some systems replace none that is open.
        if (unmarkable === undefined) await moveDurably(other, part);
        state = unmarkable ?? 'written';
      } catch (error) {
        await rm(other, { force: true }).catch(() => undefined);
        throw error;
      } finally {
        await noted.remove([other]);
      }
    },
    async finish(file) {
      const name = path.basename(file);
      if (!hasRecord || origin === null) return { name, mark: state, recordError: null };
      const unmarkedSha256 = unmarked.digest('hex');
      const written = {
        name,
        sizeBytes,
        sha256: marked?.digest('hex') ?? unmarkedSha256,
        ...(marked && { unmarkedSha256 }),
        mark: state,
      };
      const record = describeOrigin(origin, written, appVersion, new Date());
      return { name, mark: state, recordError: await writeRecord(file, JSON.stringify(record, null, 2), noted) };
    },
  };
}

/** Writes the record beside a file, replacing none. @returns why it could not be written */
async function writeRecord(file: string, text: string, noted: NotedParts): Promise<AppError | null> {
  const part = partPathBeside(file);
  await noted.add(part);
  try {
    await writePart(part, (handle) => handle.writeFile(`${text}\n`));
    await moveDurably(part, await freePath(`${file}.${RECORD_EXTENSION}`));
    return null;
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    const failure = storageFailure(error);
    if (failure === undefined) throw error;
    return failure;
  } finally {
    await noted.remove([part]);
  }
}

async function writePart(part: string, write: (handle: FileHandle) => Promise<void>): Promise<void> {
  const handle = await open(part, 'wx', SHARED_FILE_MODE);
  try {
    await write(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
