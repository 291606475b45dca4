// Imports pictures into the library. Checks the header before anything is stored; decodes nothing.

import { randomUUID } from 'node:crypto';
import type { Picture } from '../../shared/contract/media.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { IMPORT_LIMITS } from '../../shared/images/limits.ts';
import { importProblem, readPictureHeader } from '../../shared/images/picture-header.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { readHead } from '../files.ts';
import type { Library } from './library.ts';
import type { MediaStore } from './media-store.ts';
import { extensionOfMime } from './media-types.ts';

/** A picture whose bytes are arriving. Must be ended by `keep` or `discard`. */
export type IncomingPicture = {
  /** @throws the file system's error. */
  write: (bytes: Uint8Array) => Promise<void>;
  /**
   * Stores the picture by its content, only once even if called again; refuses a file that is not a picture, too large
   * or has a damaged header.
   */
  keep: () => Promise<Result<Picture, AppError>>;
  discard: () => Promise<void>;
};

/**
 * Imports pictures; equal bytes become one file. The smaller limit for files from outside is checked by the callers.
 */
export type PictureImport = {
  /** Imports bytes that are already in memory. */
  take: (bytes: Uint8Array) => Promise<Result<Picture, AppError>>;
  /** Opens a file for bytes that are still to arrive. */
  receive: () => Promise<IncomingPicture>;
};

/** Enough for the header: a JPEG can contain a large profile before its dimensions. */
const HEAD_BYTES = 1024 * 1024;

/** Creates the picture import of a library. */
export function createPictureImport(store: MediaStore, library: Pick<Library, 'addMedia'>): PictureImport {
  async function receive(): Promise<IncomingPicture> {
    const ticket = randomUUID();
    const file = await store.receive(ticket);
    let isOpen = true;
    const close = async (): Promise<void> => {
      if (!isOpen) return;
      isOpen = false;
      await file.close();
    };
    const discard = async (): Promise<void> => {
      await close().catch(() => undefined);
      await store.discardIncoming(ticket);
    };
    const keepOnce = async (): Promise<Result<Picture, AppError>> => {
      try {
        await close();
        const kept = await store.identify(ticket);
        if (!kept) return fail(appError('storage.failed'));
        const head = await readHead(store.incomingPath(ticket), HEAD_BYTES);
        const checked = checkHeader(head, kept.sizeBytes);
        if (!checked.ok) {
          await discard();
          return checked;
        }
        const { mime, widthPx, heightPx } = checked.data;
        const extension = extensionOfMime(mime);
        if (extension === undefined) throw new Error(`Pictures of the type ${mime} have no extension`);
        await store.keep(ticket, kept.mediaId, extension);
        await library.addMedia({ ...kept, extension, mime, pcmRateHz: null });
        return ok({ ...kept, mime, widthPx, heightPx });
      } catch (error) {
        await discard();
        return fail(storageFailed(error));
      }
    };
    let keeping: Promise<Result<Picture, AppError>> | undefined;
    return {
      write: file.write,
      discard,
      keep() {
        keeping ??= keepOnce();
        return keeping;
      },
    };
  }

  return {
    receive,
    async take(bytes) {
      const checked = checkHeader(bytes, bytes.length);
      if (!checked.ok) return checked;
      let file: IncomingPicture | undefined;
      try {
        file = await receive();
        await file.write(bytes);
      } catch (error) {
        await file?.discard();
        return fail(storageFailed(error));
      }
      return file.keep();
    },
  };
}

function checkHeader(bytes: Uint8Array, sizeBytes: number) {
  const header = readPictureHeader(bytes);
  const problem = importProblem(header, sizeBytes, bytes, IMPORT_LIMITS.maxMadeBytes);
  return header && !problem ? ok(header) : fail(appError('picture.unusable', { problem: problem ?? 'unreadable' }));
}

function storageFailed(error: unknown): AppError {
  return appError('storage.failed', { reason: error instanceof Error && 'code' in error ? String(error.code) : '' });
}
