// Media files that are no longer in their place: finds them for the page, and takes one back that the person locates.

import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { MissingMedia } from '../../shared/contract/media.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { whileWriting } from '../files.ts';
import { AT_ONCE } from './incoming-file.ts';
import type { FindMedia, MediaFile } from './library.ts';
import { presenceOf } from './media-presence.ts';
import type { MediaStore } from './media-store.ts';

/** What is needed. `askFile` returns undefined if the person closed the dialog. */
export type MissingMediaDeps = {
  findMedia: FindMedia;
  store: Pick<MediaStore, 'receive' | 'identify' | 'keep' | 'discardIncoming'>;
  askFile: (extension: string) => Promise<string | undefined>;
  onLocated: () => void;
};

/** Finds missing media files and takes them back. */
export type MissingMediaFinder = {
  /**
   * Returns those of the files that are missing or have another size than they should; ids of no registered file are
   * left out. One `stat` for each. @throws SQLite's error.
   */
  find: (mediaIds: readonly string[]) => Promise<MissingMedia[]>;
  /**
   * Asks for the file and copies it into its place. A file with other bytes is refused, and nothing is changed. False if
   * the person closed the dialog. @throws SQLite's error.
   */
  locate: (mediaId: string) => Promise<Result<boolean, AppError>>;
};

/** Creates the finder. */
export function createMissingMedia({ findMedia, store, askFile, onLocated }: MissingMediaDeps): MissingMediaFinder {
  /** Copies a file into the place of a media file; false if its bytes are others. @throws the disk's error. */
  async function takeBack(file: string, { mediaId, extension, sizeBytes }: MediaFile): Promise<boolean> {
    if ((await stat(file)).size !== sizeBytes) return false;
    // Not an id of a job: an unfinished copy is removed at the next start.
    const ticket = `located-${randomUUID()}`;
    const incoming = store.receive(ticket, AT_ONCE);
    try {
      for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) await incoming.write(chunk);
      await incoming.close();
      const copied = await store.identify(ticket);
      if (copied?.mediaId !== mediaId) return false;
      await store.keep(ticket, mediaId, extension);
      return true;
    } finally {
      await incoming.abandon();
      await store.discardIncoming(ticket).catch(() => undefined);
    }
  }

  return {
    async find(mediaIds) {
      const found = await Promise.all(
        mediaIds.map(async (mediaId): Promise<MissingMedia | undefined> => {
          const media = await findMedia(mediaId);
          const state = media && (await presenceOf(media));
          return media && state !== undefined && state !== 'present' ? { mediaId, state, path: media.path } : undefined;
        }),
      );
      return found.filter((one) => one !== undefined);
    },
    async locate(mediaId) {
      const media = await findMedia(mediaId);
      if (!media) return fail(appError('item.not_found'));
      const file = await askFile(media.extension);
      if (file === undefined) return ok(false);
      const taken = await whileWriting(() => takeBack(file, media));
      if (!taken.ok) return taken;
      if (!taken.data) return fail(appError('media.another', { name: path.basename(file) }));
      onLocated();
      return ok(true);
    },
  };
}

/** The error for a media file that is not in its place. @param name what a person knows it by. */
export function missingError({ path: file }: Pick<MediaFile, 'path'>, name: string): AppError {
  return appError('media.missing', { name, path: file });
}
