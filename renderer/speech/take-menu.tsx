// The menu entries of a take under the editor.

import { Library, RotateCw, SlidersHorizontal } from 'lucide-react';
import type { SpeechItem } from '../../shared/contract/library.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import { type ItemServices, itemEntries, renameEntry } from '../items/item-menu.tsx';
import { missingParts } from '../items/item-text.ts';
import type { Opening } from '../services.ts';
import type { MenuEntry } from '../ui/Menu.tsx';
import type { SpeechStore } from './speech-store.ts';

/** Returns the entries. @param onRename begins to rename the take */
export function takeEntries(
  services: ItemServices & Pick<Opening, 'showInLibrary'>,
  store: SpeechStore,
  item: SpeechItem,
  t: Translate,
  onRename: () => void,
): MenuEntry[] {
  const { report, adopt } = store.getState();
  const { files, copy, remove } = itemEntries(services, item, t, report);
  const missing = missingParts(item);
  return [
    ...files,
    'separator',
    ...(missing === 0
      ? []
      : [
          {
            id: 'complete',
            label: t('takes.complete', { count: missing }),
            icon: <RotateCw size={16} aria-hidden />,
            onSelect: () => void store.getState().completeTake(item),
          },
        ]),
    {
      id: 'settings',
      label: t('takes.useSettings'),
      icon: <SlidersHorizontal size={16} aria-hidden />,
      onSelect: () => adopt(item.request),
    },
    {
      id: 'library',
      label: t('takes.showInLibrary'),
      icon: <Library size={16} aria-hidden />,
      onSelect: () => services.showInLibrary(item.id),
    },
    copy,
    renameEntry(t, onRename),
    'separator',
    remove,
  ];
}
