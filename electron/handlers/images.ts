// Routes of pictures, which import and edit them, and of what a person has begun on any screen.

import { appError } from '../../shared/errors.ts';
import { fail, ok } from '../../shared/result.ts';
import { whileWriting } from '../files.ts';
import { type EditOrderDeps, orderEdit } from '../jobs/order-edit.ts';
import type { DraftCache } from '../library/draft-cache.ts';
import { importFromUrl, type UrlImportDeps } from '../library/import-from-url.ts';
import type { KeptPutAside } from '../library/kept-put-aside.ts';
import type { MissingMediaFinder } from '../library/missing-media.ts';
import type { Thumbnails } from '../library/thumbnails.ts';
import type { SavingRoutes } from '../saving.ts';
import type { RelayFindings } from '../settings/relay-findings.ts';
import { unwritable } from '../storage.ts';
import type { HandlersOf } from './routes-of.ts';

export type ImageDeps = UrlImportDeps &
  EditOrderDeps & {
    drafts: DraftCache;
    putAside: KeptPutAside;
    thumbnails: Thumbnails;
    missingMedia: MissingMediaFinder;
    findings: RelayFindings;
    saving: Pick<SavingRoutes, 'exportMask'>;
  };

/** Creates the handlers of the media, image and draft routes. */
export function imageHandlers(deps: ImageDeps): HandlersOf<'media' | 'images' | 'drafts' | 'putAside'> {
  const { drafts, putAside } = deps;
  const { opened } = deps.disk;
  return {
    'media.importBytes': async ({ bytes }) => {
      const storage = await opened();
      return storage.isWritable ? deps.pictures.take(bytes) : unwritable(storage);
    },
    'media.importUrl': async (input) => {
      const storage = await opened();
      return storage.isWritable ? importFromUrl(input, deps) : unwritable(storage);
    },
    'media.keepThumbnail': async ({ mediaId, part, bytes }) => {
      const kept = await whileWriting(() => deps.thumbnails.keep(mediaId, part, bytes));
      return kept.ok ? kept.data : kept;
    },
    'media.findMissing': async (mediaIds) => ok(await deps.missingMedia.find(mediaIds)),
    'media.locate': async ({ mediaId }) => {
      const located = await deps.missingMedia.locate(mediaId);
      return located.ok ? ok({ isLocated: located.data }) : located;
    },
    'images.edit': (order) => orderEdit(order, deps),
    'images.allowForm': (asked) => {
      deps.findings.setPictureUsed(asked, true);
      return ok(null);
    },
    'images.exportMask': deps.saving.exportMask,
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
