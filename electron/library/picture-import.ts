// Imports pictures into the library. Checks the header before anything is stored; decodes nothing.

import { randomUUID } from 'node:crypto';
import type { Picture } from '../../shared/contract/media.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { IMPORT_LIMITS } from '../../shared/images/limits.ts';
import { importProblem, readPictureHeader } from '../../shared/images/picture-header.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { readHead, whileWriting } from '../files.ts';
import { AT_ONCE } from './incoming-file.ts';
import type { Library } from './library.ts';
import type { MediaStore } from './media-store.ts';
import { extensionOfMime } from './media-types.ts';

/** A picture whose bytes are arriving. Must be ended by `keep` or `discard`. */
export type IncomingPicture = {
  /** @throws the disk's error once the signal was given; until then bytes wait for a disk that fails. */
  write: (bytes: Uint8Array) => Promise<void>;
  /**
   * Stores the picture by its content, only once even if called again; refuses a file that is not a picture, too large
   * or has a damaged header. @throws the disk's error: the picture stays as it is, and `keep` may be called again.
   */
  keep: () => Promise<Result<Picture, AppError>>;
  discard: () => Promise<void>;
};

/**
 * Imports pictures; equal bytes become one file. The smaller limit for files from outside is checked by the callers.
 */
export type PictureImport = {
  /** Imports bytes that are already in memory. A disk that fails is an error at once. */
  take: (bytes: Uint8Array) => Promise<Result<Picture, AppError>>;
  /**
   * Opens a file for bytes that are still to arrive. @param signal ends the waiting for a failing disk; `AT_ONCE` makes
   * it an error at once.
   */
  receive: (signal: AbortSignal) => IncomingPicture;
};

/** Enough for the header: a JPEG can contain a large profile before its dimensions. */
const HEAD_BYTES = 1024 * 1024;

/** Creates the picture import of a library. */
export function createPictureImport(store: MediaStore, library: Pick<Library, 'addMedia'>): PictureImport {
  function receive(signal: AbortSignal): IncomingPicture {
    const ticket = `picture-${randomUUID()}`;
    const file = store.receive(ticket, signal);
    let identified: IdentifiedFile | undefined;
    const discard = async (): Promise<void> => {
      await file.abandon();
      // What cannot be removed now is removed at the next start.
      await store.discardIncoming(ticket).catch(() => undefined);
    };
    async function identify() {
      await file.close();
      const kept = await store.identify(ticket);
      const head = kept && (await readHead(store.incomingPath(ticket), HEAD_BYTES));
      return { kept, checked: checkHeader(head ?? Buffer.alloc(0), kept?.sizeBytes ?? 0) };
    }
    async function keepOnce(): Promise<Result<Picture, AppError>> {
      // After a failure the file may be in its final place already.
      identified ??= await identify();
      const { kept, checked } = identified;
      if (!kept || !checked.ok) {
        await discard();
        return checked.ok ? fail(appError('storage.failed')) : checked;
      }
      const { mime, widthPx, heightPx } = checked.data;
      const extension = extensionOfMime(mime);
      if (extension === undefined) throw new Error(`Pictures of the type ${mime} have no extension`);
      await store.keep(ticket, kept.mediaId, extension);
      await library.addMedia({ ...kept, extension, mime, pcmRateHz: null });
      return ok({ ...kept, mime, widthPx, heightPx });
    }
    let keeping: Promise<Result<Picture, AppError>> | undefined;
    return {
      write: file.write,
      discard,
      keep() {
        keeping ??= keepOnce().catch((error: unknown) => {
          keeping = undefined;
          throw error;
        });
        return keeping;
      },
    };
  }

  return {
    receive,
    async take(bytes) {
      const checked = checkHeader(bytes, bytes.length);
      if (!checked.ok) return checked;
      const file = receive(AT_ONCE);
      try {
        const stored = await whileWriting(async () => {
          await file.write(bytes);
          return file.keep();
        });
        return stored.ok ? stored.data : stored;
      } finally {
        await file.discard();
      }
    },
  };
}

/** A received file; `kept` is undefined if it is gone. */
type IdentifiedFile = {
  kept: Awaited<ReturnType<MediaStore['identify']>>;
  checked: ReturnType<typeof checkHeader>;
};

function checkHeader(bytes: Uint8Array, sizeBytes: number) {
  const header = readPictureHeader(bytes);
  const problem = importProblem(header, sizeBytes, bytes, IMPORT_LIMITS.maxMadeBytes);
  return header && !problem ? ok(header) : fail(appError('picture.unusable', { problem: problem ?? 'unreadable' }));
}
