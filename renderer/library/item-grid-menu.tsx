// The menu entries of the library's cells: of one item, or of several selected ones.

import { ArchiveRestore, Eye, PanelRight } from 'lucide-react';
import type { LibraryItem } from '../../shared/contract/library.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import type { Chosen } from '../items/chosen.ts';
import { forGoodEntry, type ItemServices, itemEntries, renameEntry, severalEntries } from '../items/item-menu.tsx';
import type { Dialogs } from '../services.ts';
import type { MenuEntry } from '../ui/Menu.tsx';

type GridActions = {
  report: (error: AppError | null) => void;
  open: () => void;
  /** Shows a picture large. */
  look: () => void;
  rename: () => void;
  /** Only for deleted items: restores them. */
  restore: ((ids: readonly string[]) => void) | undefined;
  /** Asks before it deletes deleted items for good. */
  deleteForGood: (ids: readonly string[]) => void;
};

/** Returns the entries of the menu for one item. */
export function itemMenu(
  services: ItemServices,
  item: LibraryItem,
  t: Translate,
  { report, open, look, rename, restore, deleteForGood }: GridActions,
): MenuEntry[] {
  const { files, copy, remove } = itemEntries(services, item, t, report);
  const shows: MenuEntry[] = [
    { id: 'open', label: t('library.showDetails'), icon: <PanelRight size={16} aria-hidden />, onSelect: open },
    ...(item.kind === 'edit'
      ? [{ id: 'look', label: t('library.quickLook'), icon: <Eye size={16} aria-hidden />, onSelect: look }]
      : []),
  ];
  if (restore) {
    const ids = [item.id];
    const back = restoreEntry(t, false, () => restore(ids));
    return [...shows, ...files, copy, 'separator', back, forGoodEntry(t, () => deleteForGood(ids))];
  }
  return [...shows, 'separator', ...files, copy, renameEntry(t, rename), 'separator', remove];
}

/** Returns the entries of the menu for all selected items. */
export function selectionMenu(
  services: ItemServices & Dialogs,
  chosen: Chosen,
  t: Translate,
  { report, restore, deleteForGood }: Pick<GridActions, 'report' | 'restore' | 'deleteForGood'>,
): MenuEntry[] {
  return restore
    ? [
        restoreEntry(t, chosen.count > 1, () => void chosen.ids().then(restore)),
        forGoodEntry(t, () => void chosen.ids().then(deleteForGood)),
      ]
    : severalEntries(services, chosen, t, report);
}

function restoreEntry(t: Translate, areSeveral: boolean, onSelect: () => void): MenuEntry {
  const label = t(areSeveral ? 'library.restoreAll' : 'library.restore');
  return { id: 'restore', label, icon: <ArchiveRestore size={16} aria-hidden />, onSelect };
}
