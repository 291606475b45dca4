// What the native menu holds on each platform, made from the commands. Pure; it must not install anything.

import type { MenuItemConstructorOptions } from 'electron';
import {
  COMMAND_IDS,
  type Command,
  type CommandId,
  commandFacts,
  commandOfKey,
  type KeyPlace,
} from '../shared/commands.ts';
import { createTranslator, type Locale } from '../shared/i18n/index.ts';

/** What the menu depends on. `keyPlace` counts on macOS only. */
export type MenuFacts = { platform: NodeJS.Platform; locale: Locale; keyPlace: KeyPlace };

/** What the menu's items do: run the command that was chosen, or hand on a key that the menu took. */
export type MenuActions = { run: (id: CommandId) => void; press: (key: string) => void };

/** What the system itself does with text, and by which key. */
const EDITING_KEYS = { undo: 'Mod+Z', redo: 'Mod+Shift+Z', selectAll: 'Mod+A' } as const;

/**
 * The menu as data. Elsewhere than on macOS it shows keys without registering them, as the page dispatches keys itself. macOS knows no
 * such keys: any key in its menu acts, after the page and wherever the page does not have the keyboard. So there a key needs ⌘, or it
 * would act while somebody types, and stands on one item only: that of the command it means at `keyPlace`. When it acts, the page
 * is handed the key, not the command, since it knows best what the key means by then.
 */
export function menuTemplate(
  { platform, locale, keyPlace }: MenuFacts,
  actions: MenuActions,
): MenuItemConstructorOptions[] {
  const t = createTranslator(locale);
  const isMac = platform === 'darwin';
  const command = (id: CommandId, key: string | undefined): MenuItemConstructorOptions => ({
    label: t(`command.${id}`),
    ...(key !== undefined && { accelerator: key.replace('Mod', 'CommandOrControl') }),
    ...(key !== undefined && !isMac && { registerAccelerator: false }),
    click: (_item, _window, { triggeredByAccelerator }) => {
      // Also true of an item chosen in the open menu with the Enter key, so it says nothing where no key is registered.
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
    COMMAND_IDS.filter((id) => commandFacts(id).menu === menu).map((id) => ({ id, ...command(id, shownKey(id)) }));
  /** In the place of the system's own item stands, while it has that item's key, a command. */
  const editing = (role: keyof typeof EDITING_KEYS): MenuItemConstructorOptions => {
    const id = isMac ? commandOfKey(EDITING_KEYS[role], keyPlace) : undefined;
    return id === undefined ? { role } : command(id, EDITING_KEYS[role]);
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
        editing('undo'),
        editing('redo'),
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        editing('selectAll'),
        separator,
        ...items('edit'),
      ],
    },
    {
      label: t('menu.view'),
      submenu: [
        ...items('view'),
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        separator,
        { role: 'togglefullscreen' },
      ],
    },
    { label: t('menu.speech'), submenu: items('speech') },
    { label: t('menu.images'), submenu: items('images') },
    ...(isMac ? [{ role: 'windowMenu' as const }] : []),
  ];
}
