// Brings the media of another library into this one, each under its hash and only once.

import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Refusal } from '../../shared/storage/transfers.ts';
import { mediaIdsOf } from '../library/item-media.ts';
import { safePath } from '../library/safe-path.ts';
import type { ForeignSidecar } from '../library/sidecar.ts';
import { type StoredMedia, storedMediaSchema } from '../library/stored-media.ts';
import { sizeOf, writeVerified } from './copy-file.ts';
import { placeOf } from './library-parts.ts';
import { type LibrarySource, RefusedError, TransferError } from './library-source.ts';

/** Names of media that arrive; what a crash leaves is removed by the next import. */
const ARRIVING = 'import-';

type MediaImport = {
  /** Whether a file is here, in its whole size. */
  isHere: (media: Pick<StoredMedia, 'mediaId' | 'extension' | 'sizeBytes'>) => Promise<boolean>;
  /** Copies a media file, unless it is here. @returns why it was not. */
  bring: (mediaId: string) => Promise<Refusal | undefined>;
  /** The media of an item that are here now, as its sidecar and the source describe them. */
  factsOf: (sidecar: ForeignSidecar) => StoredMedia[];
  /** The bytes of all media of the source that are not here. */
  missingBytes: () => Promise<number>;
};

/** @param root the library's folder. */
export function createMediaImport(source: LibrarySource, root: string, signal: AbortSignal): MediaImport {
  let arriving = 0;
  /** Files that are being copied: two items may need the same one. */
  const copying = new Map<string, Promise<Refusal | undefined>>();

  const pathOf = (mediaId: string, extension: string): string =>
    safePath(root, ...placeOf({ kind: 'media', mediaId, extension }).split('/'));
  const isHere: MediaImport['isHere'] = async ({ mediaId, extension, sizeBytes }) =>
    (await sizeOf(pathOf(mediaId, extension))) === sizeBytes;

  async function copyMedia(mediaId: string): Promise<Refusal | undefined> {
    const facts = source.media.get(mediaId);
    if (!facts) return 'mediaMissing';
    if (await isHere({ mediaId, ...facts })) return undefined;
    const file = pathOf(mediaId, facts.extension);
    arriving += 1;
    const part = safePath(root, 'incoming', `${ARRIVING}${arriving}.tmp`);
    try {
      const options = { part, signal, onBytes: () => undefined };
      const copied = await writeVerified(source.readMedia(mediaId), file, options, ({ hash }) => hash === mediaId);
      return copied.hash === mediaId ? undefined : 'mediaDamaged';
    } catch (error) {
      if (error instanceof RefusedError) return error.reason;
      // The zip's own words: it is cut off, or does not hold what it says.
      if (error instanceof Error && !('code' in error) && !(error instanceof TransferError) && !signal.aborted)
        return 'mediaDamaged';
      throw error;
    }
  }

  return {
    isHere,
    bring(mediaId) {
      const begun = copying.get(mediaId) ?? copyMedia(mediaId);
      copying.set(mediaId, begun);
      return begun;
    },
    factsOf({ item, media }) {
      const known = new Map(media.map((facts) => [facts.mediaId, facts]));
      const all = mediaIdsOf(item).map((mediaId) => {
        const facts = known.get(mediaId) ?? storedMediaSchema.safeParse({ mediaId, ...source.media.get(mediaId) }).data;
        return facts && existsSync(pathOf(mediaId, facts.extension)) ? facts : undefined;
      });
      return all.filter((facts) => facts !== undefined);
    },
    async missingBytes() {
      let bytes = 0;
      for (const [mediaId, facts] of source.media) if (!(await isHere({ mediaId, ...facts }))) bytes += facts.sizeBytes;
      return bytes;
    },
  };
}

/** Removes media files that an interrupted import had not finished. */
export async function removeArriving(root: string): Promise<void> {
  const folder = safePath(root, 'incoming');
  const names = await readdir(folder).catch(() => []);
  for (const name of names)
    if (name.startsWith(ARRIVING) && name.endsWith('.tmp')) await rm(path.join(folder, name), { force: true });
}
