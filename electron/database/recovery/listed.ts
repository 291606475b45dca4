// Lists that count everything and name the first few.

import type { Listed } from '../../../shared/contract/recovery.ts';

const NAMED = 20;

/** Adds a name to a list, or counts it only. */
export function addTo(list: Listed, name: string): void {
  list.count += 1;
  if (list.first.length < NAMED) list.first.push(name);
}

/** An empty list. */
export function emptyList(): Listed {
  return { count: 0, first: [] };
}
