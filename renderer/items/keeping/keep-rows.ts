// The keys by which a list of items gives stars and ratings.

import type { LibraryItem } from '../../../shared/contract/library.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { KeptChange } from '../../../shared/library/kept.ts';
import { type KeepServices, keepItems } from './keep-actions.ts';

/** The item of a row, undefined while it is not read, and the ids of all items that are meant with it. */
type Meant = { first: LibraryItem | undefined; ids: () => Promise<readonly string[]> };

/** Returns the actions for `useRows`. A star is given to all that are meant unless the row itself has one. */
export function keepRows(
  services: KeepServices,
  report: (error: AppError | null) => void,
  meantAt: (index: number) => Meant,
): { star: (index: number) => void; rate: (index: number, rating: number) => void } {
  const keep = (index: number, change: (item: LibraryItem) => KeptChange): void => {
    const { first, ids } = meantAt(index);
    if (first === undefined) return;
    void ids()
      .then((some) => keepItems(services, some, change(first)))
      .then(report);
  };
  return {
    star: (index) => keep(index, ({ isStarred }) => ({ isStarred: !isStarred })),
    rate: (index, rating) => keep(index, () => ({ rating })),
  };
}
