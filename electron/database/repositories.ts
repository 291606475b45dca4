// All operations on the library's database. Synchronous, over an open connection; main calls them through the database's
// thread (client.ts).

import type { DatabaseSync } from 'node:sqlite';
import { mediaMentionedIn } from '../library/item-media.ts';
import { type CollectionRows, createCollectionRows } from './collections.ts';
import { createDeletionRows, type DeletionRows } from './deletion/deletion-rows.ts';
import { createDraftRows, type DraftRows } from './drafts.ts';
import { createImportRows, type ImportRows } from './imports.ts';
import { createItemRows, type ItemRows } from './items.ts';
import { createJobRows, type JobRows } from './jobs.ts';
import { createPutAsideRows, type PutAsideRows } from './put-aside.ts';
import { createScriptRows, type ScriptRows } from './scripts.ts';
import type { ReportUnreadable } from './stored-bodies.ts';
import { readUnsentReferences } from './sweep/references.ts';
import { createSweepRows, type SweepRows } from './sweep/sweep-rows.ts';
import { createUsageRows, type UsageRows } from './usage.ts';

/**
 * The operations by what they are about. Arguments and results are copied between threads. Each is one statement or one
 * transaction: carried out as a whole or not at all; a step of a sweep and a deletion also remove files.
 */
export type Repositories = {
  items: ItemRows;
  jobs: JobRows;
  drafts: DraftRows;
  putAside: PutAsideRows;
  scripts: ScriptRows;
  collections: CollectionRows;
  usage: UsageRows;
  sweep: SweepRows;
  deletion: DeletionRows;
  imports: ImportRows;
};

/**
 * Prepares all statements. @param onUnreadable called for each row that cannot be read. @param sweptFolder the library's
 * folder; null unless the database lists the whole library and can be written.
 */
export function createRepositories(
  db: DatabaseSync,
  onUnreadable: ReportUnreadable,
  sweptFolder: string | null = null,
): Repositories {
  const jobs = createJobRows(db, onUnreadable);
  const items = createItemRows(db, jobs, onUnreadable);
  const hasMedia = (mediaId: string): boolean => items.media(mediaId) !== undefined;
  // The page may bring back what it removes from a draft of this run.
  const kept = sweptFolder === null ? new Set<string>() : readUnsentReferences(db);
  const drafts = createDraftRows(db, hasMedia);
  return {
    items,
    jobs,
    drafts: {
      ...drafts,
      save(draft) {
        drafts.save(draft);
        for (const mediaId of mediaMentionedIn(JSON.stringify(draft))) kept.add(mediaId);
      },
    },
    putAside: createPutAsideRows(db, hasMedia),
    scripts: createScriptRows(db, onUnreadable),
    collections: createCollectionRows(db, onUnreadable),
    usage: createUsageRows(db),
    sweep: createSweepRows(db, sweptFolder, kept),
    deletion: createDeletionRows(db, sweptFolder, kept),
    imports: createImportRows(db, sweptFolder),
  };
}
