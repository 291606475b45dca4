// The details of one item: its content, facts and actions.

import type { LibraryItem } from '../../shared/contract/library.ts';
import { EditDetails } from './EditDetails.tsx';
import type { LibraryStore } from './library-store.ts';
import { ReplyDetails } from './ReplyDetails.tsx';
import { TakeDetails } from './TakeDetails.tsx';

type ItemDetailsProps = { store: LibraryStore; item: LibraryItem; onClose: () => void };

/** The right panel of the library. */
export function ItemDetails({ store, item, onClose }: ItemDetailsProps) {
  switch (item.kind) {
    case 'speech':
      return <TakeDetails store={store} item={item} onClose={onClose} />;
    case 'edit':
      return <EditDetails store={store} item={item} onClose={onClose} />;
    case 'reply':
      return <ReplyDetails store={store} item={item} onClose={onClose} />;
  }
}
