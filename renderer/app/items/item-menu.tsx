// The menu entries common to all items: save a copy, copy the text, delete. Independent of the screens.

import { Copy, Download, Trash2 } from 'lucide-react';
import type { LibraryItem } from '../../../shared/contract/library.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Translate } from '../../../shared/i18n/index.ts';
import type { MenuEntry } from '../../ui/Menu.tsx';
import type { Services } from '../services.ts';
import { copyText, saveChoices, saveCopy, saveLabel, trashItems } from './item-actions.ts';

/** Returns the entries of an item's menu. `report` is called with the failure, or with null after success. */
export function itemEntries(
  services: Services,
  item: LibraryItem,
  t: Translate,
  report: (error: AppError | null) => void,
): { saves: MenuEntry[]; copy: MenuEntry; remove: MenuEntry } {
  return {
    saves: saveChoices(item).map((as) => ({
      id: as,
      label: saveLabel(item, as, t),
      icon: <Download size={16} aria-hidden />,
      onSelect: () => void saveCopy(services, item, as).then(report),
    })),
    copy: {
      id: 'copy',
      label: t(item.kind === 'edit' ? 'images.copyInstruction' : 'takes.copyText'),
      icon: <Copy size={16} aria-hidden />,
      onSelect: () => void copyText(item),
    },
    remove: {
      id: 'delete',
      label: t('common.delete'),
      icon: <Trash2 size={16} aria-hidden />,
      isDanger: true,
      onSelect: () => void trashItems(services, [item]).then(report),
    },
  };
}
