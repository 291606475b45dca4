// Finds scripts by their titles.

import type { DatabaseSync } from 'node:sqlite';
import { hasTypedWords } from './search-text.ts';

/**
 * Returns how to find the scripts, in the trash or not, whose titles have every word that a person typed.
 * `match` is the query of the index for what was typed.
 */
export function createTitleSearch(db: DatabaseSync): (typed: string, match: string) => string[] {
  // The index has title and text together, so it only narrows the choice.
  const select = db.prepare(
    `SELECT id, json_extract(body, '$.title') AS title FROM scripts
     WHERE seq IN (SELECT rowid FROM scripts_text WHERE scripts_text MATCH ?)`,
  );
  return (typed, match) =>
    select
      .all(match)
      .filter(({ title }) => hasTypedWords(String(title), typed))
      .map(({ id }) => String(id));
}
