// Taking pictures in: the header is judged before anything is stored, nothing is decoded here.

import { randomUUID } from 'node:crypto';
import type { Picture } from '../../shared/contract/media.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { IMPORT_LIMITS } from '../../shared/images/limits.ts';
import { importProblem, readPictureHeader } from '../../shared/images/picture-header.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Library } from './library.ts';
import type { MediaStore } from './media-store.ts';

/** Stores pictures by their content; the same bytes twice are one file. What comes from outside was held to its smaller limit where it came in. */
export type PictureImport = (bytes: Uint8Array) => Promise<Result<Picture, AppError>>;

/** @returns a function that refuses what is no picture, too large or damaged at its head, and stores the rest as received. */
export function createPictureImport(store: MediaStore, library: Library): PictureImport {
  return async (bytes) => {
    const header = readPictureHeader(bytes);
    const problem = importProblem(header, bytes.length, bytes, IMPORT_LIMITS.maxMadeBytes);
    if (!header || problem) return fail(appError('picture.unusable', { problem: problem ?? 'unreadable' }));
    const { mime, widthPx, heightPx } = header;
    const ticket = randomUUID();
    const file = await store.receive(ticket);
    try {
      await file.write(bytes);
      await file.close();
      const kept = await store.identify(ticket);
      if (!kept) return fail(appError('storage.failed'));
      const extension = extensionOf(mime);
      await store.keep(ticket, kept.mediaId, extension);
      library.addMedia({ ...kept, extension, mime, pcmRateHz: null });
      return ok({ ...kept, mime, widthPx, heightPx });
    } catch (error) {
      await store.discardIncoming(ticket);
      return fail(
        appError('storage.failed', { reason: error instanceof Error && 'code' in error ? String(error.code) : '' }),
      );
    }
  };
}

/** `image/jpeg` → `jpg`, `image/png` → `png`. */
function extensionOf(mime: string): string {
  const subtype = mime.slice('image/'.length);
  return subtype === 'jpeg' ? 'jpg' : subtype;
}
