// What choosing a value of a facet does to the filter. Pure functions.

import type { LibraryFilter } from '../../../shared/contract/finding.ts';
import { dayAt } from '../../../shared/finding/days.ts';
import {
  DURATION_RANGES,
  type Facet,
  ITEM_KINDS,
  type NamedRange,
  SIZE_RANGES,
  VALUE_FACETS,
} from '../../../shared/finding/facets.ts';
import { namedRanges } from '../../../shared/finding/named-days.ts';
import { NAMED_DAYS } from '../../../shared/finding/query-terms.ts';

type Change = Partial<LibraryFilter>;
type Range = LibraryFilter['durationMs'];
const ANY: Range = { min: null, max: null };

/** Whether a value of a facet is chosen. @param nowMs what *today* is */
export function isChosen(filter: LibraryFilter, facet: Facet, value: string, nowMs: number): boolean {
  const own = VALUE_FACETS.find((name) => name === facet);
  if (own !== undefined) return filter.values[own].includes(value);
  switch (facet) {
    case 'kind':
      return filter.kinds.some((kind) => kind === value);
    case 'starred':
      return filter.isStarred === (value === 'yes');
    case 'protected':
      return filter.isProtected === (value === 'yes');
    case 'rating':
      return filter.minRating === Number(value);
    case 'duration':
      return isSame(filter.durationMs, rangeOf(DURATION_RANGES, value));
    case 'size':
      return isSame(filter.sizeBytes, rangeOf(SIZE_RANGES, value));
    default: {
      const days = daysOf(value, nowMs);
      return filter.fromDay === days.fromDay && filter.toDay === days.toDay;
    }
  }
}

/** The change of the filter that chooses a value, or no longer does. */
export function choose(filter: LibraryFilter, facet: Facet, value: string, isOn: boolean, nowMs: number): Change {
  const own = VALUE_FACETS.find((name) => name === facet);
  if (own !== undefined) return { values: { ...filter.values, [own]: changed(filter.values[own], value, isOn) } };
  switch (facet) {
    case 'kind':
      return { kinds: ITEM_KINDS.filter((kind) => (kind === value ? isOn : filter.kinds.includes(kind))) };
    case 'starred':
      return { isStarred: isOn ? value === 'yes' : null };
    case 'protected':
      return { isProtected: isOn ? value === 'yes' : null };
    case 'rating':
      return { minRating: isOn ? Number(value) : 0 };
    case 'duration':
      return { durationMs: isOn ? rangeOf(DURATION_RANGES, value) : ANY };
    case 'size':
      return { sizeBytes: isOn ? rangeOf(SIZE_RANGES, value) : ANY };
    default:
      return isOn ? daysOf(value, nowMs) : { fromDay: null, toDay: null };
  }
}

/** Of a filter: one thing that is set, and the change that takes it out. `value` is null for a range without a name. */
export type SetPart = { facet: Facet; value: string | null; without: Change };

/** Everything that is set beside the search, in the order of the panel. */
export function partsOf(filter: LibraryFilter, nowMs: number): SetPart[] {
  const parts: SetPart[] = [];
  const add = (facet: Facet, value: string): void =>
    void parts.push({ facet, value, without: choose(filter, facet, value, false, nowMs) });
  for (const kind of filter.kinds) add('kind', kind);
  if (filter.fromDay !== null || filter.toDay !== null) {
    const value = NAMED_DAYS.find((name) => isChosen(filter, 'date', name, nowMs)) ?? null;
    parts.push({ facet: 'date', value, without: { fromDay: null, toDay: null } });
  }
  for (const facet of VALUE_FACETS) for (const value of filter.values[facet]) add(facet, value);
  const ranges = [
    ['duration', filter.durationMs, DURATION_RANGES, { durationMs: ANY }],
    ['size', filter.sizeBytes, SIZE_RANGES, { sizeBytes: ANY }],
  ] as const;
  for (const [facet, range, named, without] of ranges) {
    if (isSame(range, ANY)) continue;
    parts.push({ facet, value: named.find((one) => isSame(one, range))?.name ?? null, without });
  }
  if (filter.isProtected !== null) add('protected', filter.isProtected ? 'yes' : 'no');
  if (filter.isStarred !== null) add('starred', filter.isStarred ? 'yes' : 'no');
  if (filter.minRating > 0) add('rating', String(filter.minRating));
  return parts;
}

/** The change that takes out everything that is set: one after the other. */
export function withoutAll(filter: LibraryFilter, nowMs: number): Change {
  let left = { ...filter, search: '' };
  for (;;) {
    const [first] = partsOf(left, nowMs);
    if (first === undefined) break;
    left = { ...left, ...first.without };
  }
  const { isTrashed: _, ...all } = left;
  return all;
}

function changed(values: readonly string[], value: string, isOn: boolean): string[] {
  const others = values.filter((one) => one !== value);
  return isOn ? [...others, value] : others;
}

function rangeOf(ranges: readonly NamedRange[], name: string): Range {
  const { min, max } = ranges.find((range) => range.name === name) ?? ANY;
  return { min, max };
}

function isSame(a: Range, b: Range): boolean {
  return a.min === b.min && a.max === b.max;
}

/** The days that a name means today. */
function daysOf(name: string, nowMs: number): { fromDay: string; toDay: string } | { fromDay: null; toDay: null } {
  const days = NAMED_DAYS.find((one) => one === name);
  if (days === undefined) return { fromDay: null, toDay: null };
  const { min, max } = namedRanges(nowMs)[days];
  return { fromDay: dayAt(min), toDay: dayAt(max - 1) };
}
