import { describe, expect, test } from 'vitest';
import type { LibraryFilter } from '../../../shared/contract/finding.ts';
import { FACETS } from '../../../shared/finding/facets.ts';
import { NO_FILTER } from '../library-filter.ts';
import { choose, isChosen, partsOf, withoutAll } from './facet-choices.ts';

const NOW_MS = new Date(2026, 10, 23, 12).getTime();
const VALUES = {
  kind: 'edit',
  date: 'last7days',
  duration: 'to30s',
  size: 'over10m',
  starred: 'yes',
  protected: 'no',
  rating: '3',
} as const;
const exampleOf = (facet: string): string => (VALUES as Readonly<Record<string, string>>)[facet] ?? 'a value';

describe('choosing a value of a facet', () => {
  test('can be seen, is one part of what is set, and can be taken back', () => {
    for (const facet of FACETS) {
      const value = exampleOf(facet);
      const chosen: LibraryFilter = { ...NO_FILTER, ...choose(NO_FILTER, facet, value, true, NOW_MS) };
      expect([facet, isChosen(chosen, facet, value, NOW_MS), isChosen(NO_FILTER, facet, value, NOW_MS)]).toEqual([
        facet,
        true,
        false,
      ]);
      const parts = partsOf(chosen, NOW_MS);
      expect(parts.map((part) => [part.facet, part.value])).toEqual([[facet, value]]);
      expect({ ...chosen, ...parts[0]?.without }).toEqual(NO_FILTER);
      expect({ ...chosen, ...choose(chosen, facet, value, false, NOW_MS) }).toEqual(NO_FILTER);
    }
  });

  test('adds up, and all of it can be taken out at once', () => {
    let filter: LibraryFilter = { ...NO_FILTER, search: 'words', isTrashed: true };
    for (const facet of FACETS) filter = { ...filter, ...choose(filter, facet, exampleOf(facet), true, NOW_MS) };
    expect(partsOf(filter, NOW_MS)).toHaveLength(FACETS.length);
    expect({ ...filter, ...withoutAll(filter, NOW_MS) }).toEqual({ ...NO_FILTER, isTrashed: true });
  });

  test('of days means local days, both included', () => {
    expect(choose(NO_FILTER, 'date', 'last7days', true, NOW_MS)).toEqual({
      fromDay: '2026-11-17',
      toDay: '2026-11-23',
    });
    expect(choose(NO_FILTER, 'date', 'yesterday', true, NOW_MS)).toEqual({
      fromDay: '2026-11-22',
      toDay: '2026-11-22',
    });
  });
});
