// The columns of the library's list.

import type { LibrarySort } from '../../../shared/contract/finding.ts';

/** The columns in their order, with what a click on the head sorts by; the name is the widest. */
export const LIST_COLUMNS = [
  { id: 'name', sortsBy: 'name' },
  { id: 'kind', sortsBy: null },
  { id: 'voice', sortsBy: null },
  { id: 'duration', sortsBy: 'duration' },
  { id: 'size', sortsBy: 'size' },
  { id: 'date', sortsBy: 'date' },
] as const satisfies readonly { id: string; sortsBy: LibrarySort['by'] | null }[];

export type ListColumn = (typeof LIST_COLUMNS)[number]['id'];

/** The order after a click on a head: the other direction if it is sorted by it, else the one that is looked for first. */
export function sortedBy(by: LibrarySort['by'], { by: before, isDescending }: LibrarySort): LibrarySort {
  return { by, isDescending: by === before ? !isDescending : by !== 'name' };
}
