// Items that are dragged onto a collection of the shelf are put into it.

import { type DragEvent, type HTMLAttributes, type RefObject, useState } from 'react';
import type { CollectionEntry } from '../../../shared/contract/collections.ts';
import type { AppError } from '../../../shared/errors.ts';
import { draggedItems } from '../../items/keeping/dragged.ts';
import { collectItems } from '../../items/keeping/keep-actions.ts';
import { rowIndexOf } from '../../lists/row-elements.ts';
import { useCommons } from '../../services.ts';
import { keyOf, type ShelfPlace } from './shelf-places.ts';

type ItemDrop = {
  listProps: Pick<HTMLAttributes<HTMLUListElement>, 'onDragOver' | 'onDragLeave' | 'onDrop'>;
  /** Whether dragged items would go there now. */
  isTarget: (place: ShelfPlace) => boolean;
};

/** @param collectionAt the collection of a row of the list; undefined if it is none. */
export function useItemDrop(
  list: RefObject<HTMLUListElement | null>,
  collectionAt: (index: number) => CollectionEntry | undefined,
  report: (error: AppError | null) => void,
): ItemDrop {
  const commons = useCommons();
  const [targetKey, setTargetKey] = useState<string | null>(null);
  /** The collection under a drag that items can be put into; it takes the drag then. */
  const take = (event: DragEvent) => {
    const entry = collectionAt(rowIndexOf(event.target, list.current) ?? -1);
    if (draggedItems().length === 0 || entry?.kind !== 'manual' || entry.problem !== null) return undefined;
    event.preventDefault();
    event.stopPropagation();
    return entry;
  };
  return {
    listProps: {
      onDragOver: (event) => {
        const entry = take(event);
        setTargetKey(entry ? keyOf({ kind: 'collection', entry }) : null);
        if (entry) event.dataTransfer.dropEffect = 'copy';
      },
      onDragLeave: () => setTargetKey(null),
      onDrop: (event) => {
        const entry = take(event);
        setTargetKey(null);
        if (entry) void collectItems(commons, entry, draggedItems(), true).then(report);
      },
    },
    isTarget: (place) => keyOf(place) === targetKey,
  };
}
