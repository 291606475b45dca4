// The menu of a text field and of selected text: Electron has none of its own. The page prevents it where it opens a menu
// that it draws itself.

import { type BrowserWindow, type ContextMenuParams, Menu, type MenuItemConstructorOptions } from 'electron';
import { createTranslator } from '../shared/i18n/all.ts';
import type { Locale, Translate } from '../shared/i18n/index.ts';

type Place = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>;

/** The items at a place of the page; none where there is nothing to edit or to copy. */
export function contextMenuTemplate(
  { isEditable, selectionText, editFlags }: Place,
  t: Translate,
): MenuItemConstructorOptions[] {
  const copy: MenuItemConstructorOptions = { role: 'copy', label: t('menu.copy'), enabled: editFlags.canCopy };
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy];
  return [
    { role: 'cut', label: t('menu.cut'), enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: t('menu.paste'), enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', label: t('menu.selectAll'), enabled: editFlags.canSelectAll },
  ];
}

/** Opens the menu wherever the person asks for it. */
export function offerContextMenu(window: BrowserWindow, locale: () => Locale): void {
  window.webContents.on('context-menu', (_event, params) => {
    const template = contextMenuTemplate(params, createTranslator(locale()));
    if (template.length === 0) return;
    // The frame lets macOS add what it offers for text.
    Menu.buildFromTemplate(template).popup({ window, ...(params.frame && { frame: params.frame }) });
  });
}
