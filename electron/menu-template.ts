// Builds the native menu of each platform from the commands, as data. Installs nothing.

import type { MenuItemConstructorOptions } from 'electron';
import {
  COMMAND_IDS,
  type Command,
  type CommandId,
  commandFacts,
  commandOfKey,
  type KeyPlace,
} from '../shared/app/commands.ts';
import { createTranslator } from '../shared/i18n/all.ts';
import type { Locale } from '../shared/i18n/index.ts';

/** What *Undo* and *Redo* would do, as the menu names it; null where there is nothing. */
export type UndoNames = { undo: string | null; redo: string | null };

/** What the menu depends on. `keyPlace` matters on macOS only. */
export type MenuFacts = { platform: NodeJS.Platform; locale: Locale; keyPlace: KeyPlace; undoNames: UndoNames };

/** What menu items do: run the chosen command, or pass on a key that the menu received. */
export type MenuActions = { run: (id: CommandId) => void; press: (key: string) => void };

/** The commands that stand in the place of the system's, and are named by what they would do. */
const NAMED_COMMANDS = { undo: 'edit.undo', redo: 'edit.redo' } as const satisfies Record<keyof UndoNames, CommandId>;
const isNamed = (id: CommandId): boolean => Object.values<string>(NAMED_COMMANDS).includes(id);

/** Text operations of the system itself, with their keys. */
const EDITING_KEYS = { undo: 'Mod+Z', redo: 'Mod+Shift+Z', selectAll: 'Mod+A' } as const;

/**
 * Returns the menu as data. On Linux and Windows it shows keys without registering them, because the page dispatches
 * keys itself. On macOS every key in the menu is active: it acts when the page did not handle it, and wherever the page
 * does not have focus. So on macOS a key needs ⌘, or it would act while somebody types, and it belongs to one item
 * only: the command it means at `keyPlace`. When it acts, the page receives the key instead of the command, because the
 * page knows the key's current meaning.
 */
export function menuTemplate(
  { platform, locale, keyPlace, undoNames }: MenuFacts,
  actions: MenuActions,
): MenuItemConstructorOptions[] {
  const t = createTranslator(locale);
  const isMac = platform === 'darwin';
  const command = (id: CommandId, key: string | undefined): MenuItemConstructorOptions => ({
    label: t(`command.${id}`),
    ...(key !== undefined && { accelerator: key.replace('Mod', 'CommandOrControl').replace('Arrow', '') }),
    ...(key !== undefined && !isMac && { registerAccelerator: false }),
    click: (_item, _window, { triggeredByAccelerator }) => {
      // Also set when an item of the open menu is chosen with the Enter key, so it is meaningful only where a key is
      // registered.
      if (isMac && key !== undefined && triggeredByAccelerator) actions.press(key);
      else actions.run(id);
    },
  });
  const shownKey = (id: CommandId): string | undefined => {
    const key = commandFacts(id).keys?.[0];
    if (key === undefined || !isMac) return key;
    const isEditing = Object.values<string>(EDITING_KEYS).includes(key);
    return key.startsWith('Mod+') && !isEditing && commandOfKey(key, keyPlace) === id ? key : undefined;
  };
  const items = (menu: Command['menu']): MenuItemConstructorOptions[] =>
    COMMAND_IDS.filter((id) => commandFacts(id).menu === menu && !isNamed(id)).map((id) => ({
      id,
      ...command(id, shownKey(id)),
    }));
  /** A command replaces the system's own item while it uses that item's key. */
  const selectAll = (): MenuItemConstructorOptions => {
    const id = isMac ? commandOfKey(EDITING_KEYS.selectAll, keyPlace) : undefined;
    return id === undefined ? { role: 'selectAll', label: t('menu.selectAll') } : command(id, EDITING_KEYS.selectAll);
  };
  /** On macOS the system's own item acts on text outside of the page, as in a dialog. */
  const undoing = (role: keyof UndoNames): MenuItemConstructorOptions => {
    const id = NAMED_COMMANDS[role];
    if (isMac && commandOfKey(EDITING_KEYS[role], keyPlace) !== id) return { role };
    return { id, ...command(id, EDITING_KEYS[role]), label: undoNames[role] ?? t(`command.${id}`) };
  };
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  return [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    {
      label: t('menu.file'),
      submenu: [...items('file'), separator, { role: isMac ? 'close' : 'quit' }],
    },
    {
      label: t('menu.edit'),
      submenu: [
        undoing('undo'),
        undoing('redo'),
        separator,
        { role: 'cut', label: t('menu.cut') },
        { role: 'copy', label: t('menu.copy') },
        { role: 'paste', label: t('menu.paste') },
        selectAll(),
        separator,
        ...items('edit'),
      ],
    },
    {
      label: t('menu.view'),
      submenu: [...items('view'), separator, { role: 'togglefullscreen' }],
    },
    { label: t('menu.speech'), submenu: items('speech') },
    { label: t('menu.images'), submenu: items('images') },
    ...(isMac ? [{ role: 'windowMenu' as const }] : []),
    { role: 'help', label: t('menu.help'), submenu: items('help') },
  ];
}
