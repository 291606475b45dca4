// Routes of pictures, which import and edit them, and of what a person has begun on any screen.

import { appError } from '../../shared/errors.ts';
import { fail, ok } from '../../shared/result.ts';
import { whileWriting } from '../files.ts';
import { type EditOrderParts, orderEdit } from '../jobs/order-edit.ts';
import { importFromUrl, type UrlImportParts } from '../library/import-from-url.ts';
import type { KeptDrafts } from '../library/kept-drafts.ts';
import type { KeptPutAside } from '../library/kept-put-aside.ts';
import type { MissingMediaFinder } from '../library/missing-media.ts';
import type { Thumbnails } from '../library/thumbnails.ts';
import type { SavingRoutes } from '../saving.ts';
import type { RelayFindings } from '../settings/relay-findings.ts';
import { unwritable } from '../storage.ts';
import type { HandlersOf } from './routes-of.ts';

export type ImageParts = UrlImportParts &
  EditOrderParts & {
    drafts: KeptDrafts;
    putAside: KeptPutAside;
    thumbnails: Thumbnails;
    missingMedia: MissingMediaFinder;
    findings: RelayFindings;
    saving: Pick<SavingRoutes, 'exportMask'>;
  };

/** Creates the handlers of the media, image and draft routes. */
export function imageHandlers(parts: ImageParts): HandlersOf<'media' | 'images' | 'drafts' | 'putAside'> {
  const { drafts, putAside } = parts;
  const { opened } = parts.disk;
  return {
    'media.importBytes': async ({ bytes }) => {
      const storage = await opened();
      return storage.isWritable ? parts.pictures.take(bytes) : unwritable(storage);
    },
    'media.importUrl': async (input) => {
      const storage = await opened();
      return storage.isWritable ? importFromUrl(input, parts) : unwritable(storage);
    },
    'media.keepThumbnail': async ({ mediaId, part, bytes }) => {
      const kept = await whileWriting(() => parts.thumbnails.keep(mediaId, part, bytes));
      return kept.ok ? kept.data : kept;
    },
    'media.findMissing': async (mediaIds) => ok(await parts.missingMedia.find(mediaIds)),
    'media.locate': async ({ mediaId }) => {
      const located = await parts.missingMedia.locate(mediaId);
      return located.ok ? ok({ isLocated: located.data }) : located;
    },
    'images.edit': (order) => orderEdit(order, parts),
    'images.allowForm': (asked) => {
      parts.findings.setPictureUsed(asked, true);
      return ok(null);
    },
    'images.exportMask': parts.saving.exportMask,
    // While the disk takes nothing they are kept in memory; the banner says so, and the person can continue.
    'drafts.save': async (draft) => {
      await drafts.save(draft);
      return ok(null);
    },
    'drafts.saveMask': async ({ key, tiles }) => {
      await drafts.saveMask(key, tiles);
      return ok(null);
    },
    'drafts.load': async () => ok(await drafts.load()),
    'drafts.loadMasks': async (keys) => ok(await drafts.loadMasks(keys)),
    'putAside.add': async (one) => {
      await putAside.add(one);
      return ok(null);
    },
    'putAside.list': async () => ok(await putAside.list()),
    'putAside.read': async ({ id }) => {
      const found = await putAside.read(id);
      return found === null ? fail(appError('item.not_found')) : ok(found);
    },
    'putAside.remove': async ({ id }) => {
      await putAside.remove(id);
      return ok(null);
    },
  };
}
