// Finds what a person's words mean among the values that items have: names of voices, connections, scripts, collections.

import type { DatabaseSync } from 'node:sqlite';
import type { ValueFacet } from '../../../shared/finding/facets.ts';
import { tagKey } from '../../../shared/kept.ts';
import { createTitleSearch } from '../script-titles.ts';

/** How words of a search are looked up. */
export type ValueLookup = {
  /** The numbers of the values that words mean, each by its beginning or a part. */
  numbersOf: (facet: ValueFacet, words: readonly string[]) => number[];
  /** The ids of the collections that words mean. */
  collectionsOf: (words: readonly string[]) => string[];
  /** The ids of the scripts whose titles have what was typed. */
  scriptsTitled: (typed: string, match: string) => string[];
};

/** What a value is called. */
type Named = { value: string; label: string };

/** Facets whose words are whole values: a language is not meant by a part of it. */
const WHOLE: readonly ValueFacet[] = ['language', 'format'];

/** Prepares the statements. */
export function createValueLookup(db: DatabaseSync): ValueLookup {
  const selectTag = db.prepare(`SELECT id FROM facet_values WHERE facet = 'tag' AND value = ?`);
  const selectValues = db.prepare(NAMED_VALUES);
  const selectCollections = db.prepare(`SELECT id, json_extract(body, '$.entry.title') AS label FROM collections`);
  return {
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

/** The values of a facet with their names; a script is called by its title. */
export const NAMED_VALUES = `SELECT facet_values.id, value, coalesce(json_extract(scripts.body, '$.title'), label) AS label
  FROM facet_values LEFT JOIN scripts ON facet = 'script' AND scripts.id = value WHERE facet = ?`;

/** Reads a row of `NAMED_VALUES`. */
export function namedOf({ value, label }: Record<string, unknown>): Named {
  return { value: String(value), label: String(label) };
}

/** The values that are called by a word exactly; if there are none, those whose name has it. */
function meant<T extends Named>(all: readonly T[], word: string, isWhole: boolean): T[] {
  const wanted = word.toLowerCase();
  const names = ({ value, label }: Named): string[] => [value.toLowerCase(), label.toLowerCase()];
  const exact = all.filter((one) => names(one).includes(wanted));
  if (exact.length > 0 || isWhole) return exact;
  return all.filter((one) => names(one).some((name) => name.includes(wanted)));
}
