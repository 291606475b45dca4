// Routes of pictures: import and edit them, and store the draft of an edit.

import { ok } from '../../shared/result.ts';
import { whileWriting } from '../files.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Drafts } from '../library/drafts.ts';
import { importFromUrl, type UrlImportParts } from '../library/import-from-url.ts';
import type { Thumbnails } from '../library/thumbnails.ts';
import type { PracticeProcess } from '../practice-process.ts';
import type { SavingRoutes } from '../saving.ts';
import type { RelayFindings } from '../settings/relay-findings.ts';
import { unwritable } from '../storage.ts';
import type { AppParts } from './app.ts';
import type { HandlersOf } from './routes-of.ts';

export type ImageParts = UrlImportParts & {
  storage: AppParts['storage'];
  thumbnails: Thumbnails;
  jobs: Pick<JobQueue, 'add'>;
  practice: Pick<PracticeProcess, 'restart'>;
  findings: RelayFindings;
  drafts: Drafts;
  saving: Pick<SavingRoutes, 'exportMask'>;
};

/** Creates the handlers of the media, image and draft routes. */
export function imageHandlers(parts: ImageParts): HandlersOf<'media' | 'images' | 'drafts'> {
  const { storage, drafts } = parts;
  return {
    'media.importBytes': ({ bytes }) => (storage.isWritable ? parts.pictures.take(bytes) : unwritable(storage)),
    'media.importUrl': (input) => (storage.isWritable ? importFromUrl(input, parts) : unwritable(storage)),
    'media.keepThumbnail': async ({ mediaId, bytes }) => {
      const kept = await whileWriting(() => parts.thumbnails.keep(mediaId, bytes));
      return kept.ok ? kept.data : kept;
    },
    'images.edit': (request) => {
      if (!storage.isWritable) return unwritable(storage);
      parts.practice.restart();
      return ok(parts.jobs.add('edit', request));
    },
    'images.allowForm': (asked) => {
      parts.findings.setPictureUsed(asked, true);
      return ok(null);
    },
    'images.exportMask': parts.saving.exportMask,
    // Without a writable folder the draft is not saved; the banner says so, and the person can continue.
    'drafts.saveImages': (draft) => {
      drafts.saveImages(draft);
      return ok(null);
    },
    'drafts.saveMask': ({ key, tiles }) => {
      drafts.saveMask(key, tiles);
      return ok(null);
    },
    'drafts.loadImages': () => ok(drafts.loadImages()),
  };
}
