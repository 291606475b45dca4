// The menu entries common to all items: save a copy, show the file, copy the text, rename, delete. Independent of the screens.

import { AudioLines, Copy, Download, FolderOpen, Images, Package, PenLine, Play, Trash2 } from 'lucide-react';
import { commandFacts } from '../../shared/app/commands.ts';
import type { LibraryItem } from '../../shared/contract/library.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import { MAX_AT_ONCE } from '../../shared/library/library-limits.ts';
import { takeConversions } from '../../shared/speech/take-copies.ts';
import type { Commons, Dialogs } from '../services.ts';
import type { MenuEntry } from '../ui/Menu.tsx';
import { type Chosen, takesIn } from './chosen.ts';
import {
  type ChangeServices,
  copyText,
  joinTakes,
  playChosen,
  type SaveServices,
  saveChoices,
  saveCopy,
  saveLabel,
  savePicture,
  saveProject,
  showItemFile,
  trashChosen,
  trashItems,
} from './item-actions.ts';
import { savableVersions } from './versions.ts';

/** What the entries of an item need. */
export type ItemServices = SaveServices & ChangeServices;

/**
 * Returns the entries of an item's menu. `report` is called with the failure, or with null after success.
 * @param sourceName the name of the file that was edited, if it is known
 */
export function itemEntries(
  services: ItemServices,
  item: LibraryItem,
  t: Translate,
  report: (error: AppError | null) => void,
  sourceName?: string,
): { files: MenuEntry[]; copy: MenuEntry; remove: MenuEntry } {
  return {
    files: [
      ...saveEntries(services, item, t, report, sourceName),
      {
        id: 'showInFolder',
        label: t('transfer.show'),
        icon: <FolderOpen size={16} aria-hidden />,
        onSelect: () => void showItemFile(services, item).then(report),
      },
    ],
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

/** A picture has a dialog of its own, unless it can only be copied. */
function saveEntries(
  services: SaveServices,
  item: LibraryItem,
  t: Translate,
  report: (error: AppError | null) => void,
  sourceName?: string,
): MenuEntry[] {
  const icon = <Download size={16} aria-hidden />;
  if (item.kind === 'edit' && savableVersions(item, services.missing.getState().files).length > 0)
    return [
      {
        id: 'saveAs',
        label: t('common.saveAs'),
        icon,
        onSelect: () => void savePicture(services, item, sourceName).then(report),
      },
    ];
  const copies = saveChoices(item).map((as) => ({
    id: as,
    label: saveLabel(item, as, t),
    icon,
    onSelect: () => void saveCopy(services, item, as, sourceName).then(report),
  }));
  if (item.kind !== 'speech') return copies;
  const converted = takeConversions(item.audio.format).map((kind) => ({
    id: kind,
    label: t('takes.saveMp3'),
    icon,
    onSelect: () => void services.saveTake(item, kind).then(report),
  }));
  return [...copies.slice(0, 1), ...converted, ...copies.slice(1)];
}

/** The entry that begins to rename a row. */
export function renameEntry(t: Translate, onSelect: () => void): MenuEntry {
  const keys = commandFacts('row.rename').keys?.join(' ');
  return { id: 'rename', label: t('common.rename'), icon: <PenLine size={16} aria-hidden />, keys, onSelect };
}

/** The entry that asks before deleted items are deleted for good. */
export function forGoodEntry(t: Translate, onSelect: () => void): MenuEntry {
  const icon = <Trash2 size={16} aria-hidden />;
  return { id: 'deleteForGood', label: t('trash.deleteForGoodAsk'), icon, isDanger: true, onSelect };
}

/** Returns the entries that make one file of several selected items, or rename them. */
export function makingEntries(services: Dialogs & Pick<Commons, 'session'>, chosen: Chosen, t: Translate): MenuEntry[] {
  return [
    ...(chosen.hasTakes && chosen.count <= MAX_AT_ONCE
      ? [
          {
            id: 'join',
            label: t('export.join'),
            icon: <AudioLines size={16} aria-hidden />,
            onSelect: () => void takesIn(chosen).then((takes) => joinTakes(services, takes)),
          },
        ]
      : []),
    ...(chosen.hasPictures
      ? [
          {
            id: 'sheet',
            label: t('library.contactSheet'),
            icon: <Images size={16} aria-hidden />,
            onSelect: () => services.openSheet(chosen),
          },
        ]
      : []),
    {
      id: 'renameSeveral',
      label: t('rename.open'),
      icon: <PenLine size={16} aria-hidden />,
      onSelect: () => services.openRenaming(chosen),
    },
    {
      id: 'project',
      label: t('transfer.saveProject'),
      icon: <Package size={16} aria-hidden />,
      onSelect: () => void chosen.items().then((items) => saveProject(services, items)),
    },
  ];
}

/** Returns the entries for several selected items. */
export function severalEntries(
  services: ItemServices & Dialogs,
  chosen: Chosen,
  t: Translate,
  report: (error: AppError | null) => void,
): MenuEntry[] {
  return [
    ...(chosen.hasTakes && chosen.count <= MAX_AT_ONCE
      ? [
          {
            id: 'play',
            label: t('takes.playInARow'),
            icon: <Play size={16} aria-hidden />,
            onSelect: () => void playChosen(services, chosen),
          },
        ]
      : []),
    {
      id: 'save',
      label: t('library.saveAll'),
      icon: <Download size={16} aria-hidden />,
      onSelect: () => services.openBatch(chosen),
    },
    ...makingEntries(services, chosen, t),
    'separator',
    {
      id: 'delete',
      label: t('library.deleteAll'),
      icon: <Trash2 size={16} aria-hidden />,
      isDanger: true,
      onSelect: () => void trashChosen(services, chosen).then(report),
    },
  ];
}
