// Puts items into a collection: one of those that exist, or a new one.

import { FolderPlus, Layers } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { AppError } from '../../../shared/errors.ts';
import { useCommons, useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { byTitle } from './by-title.ts';
import { collectItems } from './keep-actions.ts';
import { NewCollection } from './NewCollection.tsx';

type CollectMenuProps = {
  /** The ids of the items. */
  ids: () => Promise<readonly string[]>;
  report: (error: AppError | null) => void;
};

/** The button with its menu. */
export function CollectMenu({ ids, report }: CollectMenuProps) {
  const commons = useCommons();
  const { t, locale } = useTranslation();
  const collections = useStore(commons.kept, (state) => state.collections);
  const [newIds, setNewIds] = useState<readonly string[] | null>(null);
  useEffect(() => commons.kept.getState().follow(), [commons]);
  const fillable = collections.filter(({ kind, problem }) => kind === 'manual' && problem === null);
  return (
    <>
      <Menu
        trigger={<Button variant="plain">{t('collection.addTo')}</Button>}
        entries={[
          ...byTitle(fillable, locale).map((collection) => ({
            id: collection.id,
            label: collection.title,
            icon: <Layers size={16} aria-hidden />,
            onSelect: () => void ids().then((some) => collectItems(commons, collection, some, true).then(report)),
          })),
          ...(fillable.length > 0 ? (['separator'] as const) : []),
          {
            id: 'new',
            label: t('collection.newWith'),
            icon: <FolderPlus size={16} aria-hidden />,
            onSelect: () => void ids().then(setNewIds),
          },
        ]}
      />
      {newIds !== null && (
        <NewCollection
          collection={{ kind: 'manual', itemIds: [...newIds] }}
          report={report}
          onClose={() => setNewIds(null)}
        />
      )}
    </>
  );
}
