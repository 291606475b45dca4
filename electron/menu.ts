// The native menu, made from the commands. It shows keys without registering them: the renderer dispatches keys itself.

import { Menu, type MenuItemConstructorOptions } from 'electron';
import { COMMAND_IDS, type Command, type CommandId, commandFacts } from '../shared/commands.ts';
import { createTranslator, type Locale } from '../shared/i18n/index.ts';

/** Installs the menu in a language. @param invoke told which command was chosen. */
export function installMenu(locale: Locale, invoke: (id: CommandId) => void, platform: NodeJS.Platform): void {
  const t = createTranslator(locale);
  const items = (menu: Command['menu']): MenuItemConstructorOptions[] =>
    COMMAND_IDS.filter((id) => commandFacts(id).menu === menu).map((id) => ({
      id,
      label: t(`command.${id}`),
      ...acceleratorOf(commandFacts(id)),
      click: () => invoke(id),
    }));
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const template: MenuItemConstructorOptions[] = [
    ...(platform === 'darwin' ? [{ role: 'appMenu' as const }] : []),
    {
      label: t('menu.file'),
      submenu: [...items('file'), separator, { role: platform === 'darwin' ? 'close' : 'quit' }],
    },
    {
      label: t('menu.edit'),
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
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
    ...(platform === 'darwin' ? [{ role: 'windowMenu' as const }] : []),
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

function acceleratorOf({ keys }: Command): MenuItemConstructorOptions {
  const key = keys?.[0];
  return key ? { accelerator: key.replace('Mod', 'CommandOrControl'), registerAccelerator: false } : {};
}
