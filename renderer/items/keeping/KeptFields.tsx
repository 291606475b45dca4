// What a person keeps with one item, in its details: rating, tags, note and collections.

import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { LibraryItem } from '../../../shared/contract/library.ts';
import type { AppError } from '../../../shared/errors.ts';
import { useCommons, useTranslation } from '../../services.ts';
import { CollectionChips } from './CollectionChips.tsx';
import { CollectMenu } from './CollectMenu.tsx';
import styles from './Keeping.module.css';
import { collectItems, keepItems } from './keep-actions.ts';
import { NoteField } from './NoteField.tsx';
import { Rating } from './Rating.tsx';
import { TagField } from './TagField.tsx';

/** The fields of one item. */
export function KeptFields({ item, report }: { item: LibraryItem; report: (error: AppError | null) => void }) {
  const commons = useCommons();
  const { t } = useTranslation();
  const change = (next: Parameters<typeof keepItems>[2]): void => void keepItems(commons, [item.id], next).then(report);
  const having = useCollectionsOf(item.id);
  return (
    <section className={styles.fields} aria-label={t('keep.kept')}>
      <div className={styles.line}>
        <Rating value={item.rating} onChange={(rating) => change({ rating })} />
        <CollectMenu ids={async () => [item.id]} report={report} />
      </div>
      <CollectionChips
        collections={having}
        onRemove={(collection) => void collectItems(commons, collection, [item.id], false).then(report)}
      />
      <TagField
        tags={item.tags}
        onAdd={(addTags) => change({ addTags })}
        onRemove={(tag) => change({ removeTags: [tag] })}
      />
      <NoteField key={item.id} note={item.note} onChange={(note) => change({ note })} />
    </section>
  );
}

/** The collections with an item; read again when they change. */
function useCollectionsOf(itemId: string): readonly { id: string; title: string }[] {
  const { ipc, kept } = useCommons();
  const collections = useStore(kept, (state) => state.collections);
  const [found, setFound] = useState<{ itemId: string; ids: readonly string[] }>({ itemId, ids: [] });
  useEffect(() => {
    let isLatest = true;
    const read = async (): Promise<void> => {
      const having = await ipc.request('collections.having', { itemId });
      if (isLatest && having.ok) setFound({ itemId, ids: having.data });
    };
    kept.getState().follow();
    void read();
    const stop = ipc.on('collections.changed', () => void read());
    return () => {
      isLatest = false;
      stop();
    };
  }, [ipc, kept, itemId]);
  if (found.itemId !== itemId) return [];
  return collections.filter(({ id }) => found.ids.includes(id));
}
