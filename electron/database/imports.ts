// Rows for sidecars that came into the library by other ways than the app's own: an import wrote them.

import { existsSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { safePath } from '../library/safe-path.ts';
import { listSidecars, readSidecar } from '../library/sidecar.ts';
import { IMPORT_MARK } from '../transfer/library-parts.ts';
import { createItemWriter } from './item-writer.ts';
import { inTransaction } from './schema.ts';

/** Sidecars that get their rows in one transaction. */
const BATCH = 200;

/** Operations of an import. All throw SQLite's error. */
export type ImportRows = {
  /** Makes the rows of sidecars. What cannot be read, or has a row already, is left. */
  adopt: (ids: readonly string[]) => void;
  /** Does so for all sidecars without a row that an interrupted import has left. @returns how many there were. */
  adoptUnlisted: () => number;
};

/** Prepares the statements. @param root the library's folder; null where nothing is adopted. */
export function createImportRows(db: DatabaseSync, root: string | null): ImportRows {
  const rows = createItemWriter(db);
  const hasOrder = db.prepare('SELECT 1 FROM items WHERE seq = ?');
  const isListed = db.prepare('SELECT 1 FROM items WHERE id = ?');
  const last = db.prepare('SELECT coalesce(max(seq), 0) AS seq FROM items');
  const next = (): number => Number(last.get()?.seq) + 1;
  const adopt = (ids: readonly string[]): void =>
    inTransaction(db, () => {
      for (const id of root === null ? [] : ids) {
        const read = isListed.get(id) ? undefined : readSidecar(root ?? '', id);
        if (!read?.ok) continue;
        const { item, media, trashedAtMs, order } = read.data;
        for (const facts of media) rows.addMedia(facts);
        rows.add(item, order === null || hasOrder.get(order) ? next() : order, trashedAtMs);
      }
    });
  return {
    adopt,
    adoptUnlisted() {
      const mark = root === null ? undefined : safePath(root, IMPORT_MARK);
      if (root === null || mark === undefined || !existsSync(mark)) return 0;
      const ids = listSidecars(root).ids.filter((id) => !isListed.get(id));
      for (let first = 0; first < ids.length; first += BATCH) adopt(ids.slice(first, first + BATCH));
      rmSync(mark, { force: true });
      return ids.length;
    },
  };
}
