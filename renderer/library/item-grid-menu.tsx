// The menu entries of the library's cells: of one item, or of several selected ones.

import { ArchiveRestore, Eye, PanelRight } from 'lucide-react';
import type { LibraryItem } from '../../shared/contract/library.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import { itemEntries, renameEntry, severalEntries } from '../app/items/item-menu.tsx';
import type { Services } from '../app/services.ts';
import type { MenuEntry } from '../ui/Menu.tsx';

type GridActions = {
  report: (error: AppError | null) => void;
  open: () => void;
  /** Shows a picture large. */
  look: () => void;
  rename: () => void;
  /** Only for deleted items: restores them. */
  restore: ((ids: readonly string[]) => void) | undefined;
};

/** Returns the entries of the menu for `items`, which has at least one item unless it has just gone. */
export function gridEntries(
  services: Services,
  items: readonly LibraryItem[],
  t: Translate,
  { report, open, look, rename, restore }: GridActions,
): MenuEntry[] {
  const [only] = items;
  if (only === undefined) return [];
  const back: MenuEntry[] = restore
    ? [
        {
          id: 'restore',
          label: t(items.length > 1 ? 'library.restoreAll' : 'library.restore'),
          icon: <ArchiveRestore size={16} aria-hidden />,
          onSelect: () => restore(items.map(({ id }) => id)),
        },
      ]
    : [];
  if (items.length > 1) return restore ? back : severalEntries(services, items, t, report);
  const { saves, copy, remove } = itemEntries(services, only, t, report);
  const shows: MenuEntry[] = [
    { id: 'open', label: t('library.showDetails'), icon: <PanelRight size={16} aria-hidden />, onSelect: open },
    ...(only.kind === 'edit'
      ? [{ id: 'look', label: t('library.quickLook'), icon: <Eye size={16} aria-hidden />, onSelect: look }]
      : []),
  ];
  if (restore) return [...shows, ...saves, copy, 'separator', ...back];
  return [...shows, 'separator', ...saves, copy, renameEntry(t, rename), 'separator', remove];
}
