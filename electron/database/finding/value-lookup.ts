// Finds what a person's words mean among the values that items have: names of voices, connections, scripts, collections.

import type { DatabaseSync } from 'node:sqlite';
import type { ValueFacet } from '../../../shared/finding/facets.ts';
import { tagKey } from '../../../shared/library/kept.ts';
import { createTitleSearch } from '../script-titles.ts';
import type { NumberedFacet } from './item-facts.ts';

/** How words of a search are looked up. */
export type ValueLookup = {
  /** The numbers of values that are given as they are. */
  idsOf: (facet: NumberedFacet | 'tag', values: readonly string[]) => number[];
  /** The numbers of the values that words mean, each by its beginning or a part. */
  numbersOf: (facet: ValueFacet, words: readonly string[]) => number[];
  /** The ids of the collections that words mean. */
  collectionsOf: (words: readonly string[]) => string[];
  /** The ids of the scripts whose titles have what was typed. */
  scriptsTitled: (typed: string, match: string) => string[];
};

/** What a value is called; null if what has this id was deleted for good. */
type Named = { value: string; label: string | null };

/** Facets whose words are whole values: a language is not meant by a part of it. */
const WHOLE: readonly ValueFacet[] = ['language', 'format'];

/** Prepares the statements. */
export function createValueLookup(db: DatabaseSync): ValueLookup {
  const selectIds = db.prepare(
    'SELECT id FROM facet_values WHERE facet = ? AND value IN (SELECT value FROM json_each(?))',
  );
  const selectTag = db.prepare(`SELECT id FROM facet_values WHERE facet = 'tag' AND value = ?`);
  const selectValues = db.prepare(NAMED_VALUES);
  const selectCollections = db.prepare(`SELECT id, json_extract(body, '$.entry.title') AS label FROM collections`);
  return {
    idsOf: (facet, values) => selectIds.all(facet, JSON.stringify(values)).map(({ id }) => Number(id)),
    numbersOf(facet, words) {
      // There may be very many tags, and each is meant as a whole.
      if (facet === 'tag') return words.flatMap((word) => selectTag.all(tagKey(word))).map(({ id }) => Number(id));
      const all = selectValues.all(facet).map((row) => ({ ...namedOf(row), id: Number(row.id) }));
      return words.flatMap((word) => meant(all, word, WHOLE.includes(facet))).map(({ id }) => id);
    },
    collectionsOf(words) {
      const all = selectCollections.all().map(({ id, label }) => ({ value: String(id), label: String(label) }));
      return words.flatMap((word) => meant(all, word, false)).map(({ value }) => value);
    },
    scriptsTitled: createTitleSearch(db),
  };
}

/** The name of a script: its title, or the first line of its text. */
const SCRIPT_NAME = `coalesce(nullif(json_extract(scripts.body, '$.title'), ''),
  substr(json_extract(scripts.body, '$.excerpt'), 1,
    instr(json_extract(scripts.body, '$.excerpt') || char(10), char(10)) - 1))`;

/** The values of a facet with their names. */
export const NAMED_VALUES = `SELECT facet_values.id, value, iif(facet = 'script', ${SCRIPT_NAME}, label) AS label
  FROM facet_values LEFT JOIN scripts ON facet = 'script' AND scripts.id = value WHERE facet = ?`;

/** Reads a row of `NAMED_VALUES`. */
export function namedOf({ value, label }: Record<string, unknown>): Named {
  return { value: String(value), label: label === null ? null : String(label).trim() };
}

/** The values that are called by a word exactly; if there are none, those whose name has it. */
function meant<T extends Named>(all: readonly T[], word: string, isWhole: boolean): T[] {
  const wanted = word.toLowerCase();
  const names = ({ value, label }: Named): string[] => [value.toLowerCase(), (label ?? '').toLowerCase()];
  const exact = all.filter((one) => names(one).includes(wanted));
  if (exact.length > 0 || isWhole) return exact;
  return all.filter((one) => names(one).some((name) => name.includes(wanted)));
}
