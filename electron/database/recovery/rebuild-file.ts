// Rebuilds the database of a library in a file beside it, which takes its place when it is complete.

import type { DatabaseSync } from 'node:sqlite';
import type { RebuildResult } from '../../../shared/contract/recovery.ts';
import { openDatabase } from '../schema.ts';
import { databaseFiles, discardRebuilding, finishRebuilding } from './database-files.ts';
import { type RebuildOptions, rebuild } from './rebuild.ts';

/** A rebuild under way. */
export type Rebuilding = {
  /** The database that is filled; what is in it can be listed meanwhile. Closed when `run` ends. */
  db: DatabaseSync;
  /**
   * Fills the database and puts it in the place of the earlier one, which is kept beside it. When it is aborted or
   * fails, the earlier one stays in its place. @throws the signal's reason, or the disk's error.
   */
  run: (options: Pick<RebuildOptions, 'signal' | 'onProgress'>) => Promise<Rebuilt>;
};

/** A finished rebuild. `aside`: name of the file that the earlier database is kept in; null if there was none. */
export type Rebuilt = { result: RebuildResult; aside: string | null };

/** Begins a rebuild. Nothing may have the library's database open. @throws the disk's error. */
export function startRebuilding(folder: string): Rebuilding {
  discardRebuilding(folder);
  const { live, rebuilding } = databaseFiles(folder);
  const db = openDatabase(rebuilding);
  // Worthless until it is complete, and flushed then.
  db.exec('PRAGMA synchronous = OFF');
  return {
    db,
    async run(options) {
      try {
        const result = await rebuild(db, folder, { ...options, old: live, isWriting: true });
        return { result, aside: finishRebuilding(db, folder) };
      } catch (error) {
        if (db.isOpen) db.close();
        discardRebuilding(folder);
        throw error;
      }
    },
  };
}
