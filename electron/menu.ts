// Installs the native menu, and installs it again when something it shows has changed.

import { Menu } from 'electron';
import type { KeyPlace } from '../shared/app/commands.ts';
import type { Locale } from '../shared/i18n/index.ts';
import { type MenuActions, menuTemplate, type UndoNames } from './menu-template.ts';

/** The app's menu. It is not installed before the language is known. */
export type AppMenu = {
  setLocale: (locale: Locale) => void;
  setKeyPlace: (place: KeyPlace) => void;
  setUndoNames: (names: UndoNames) => void;
};

/** Creates the menu of a platform. */
export function createAppMenu(platform: NodeJS.Platform, actions: MenuActions): AppMenu {
  let shownLocale: Locale | undefined;
  let keyPlace: KeyPlace = { screen: 'speech', focus: 'away' };
  let undoNames: UndoNames = { undo: null, redo: null };
  const install = (locale: Locale): void =>
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate({ platform, locale, keyPlace, undoNames }, actions)));
  return {
    setLocale: (locale) => {
      if (locale === shownLocale) return;
      shownLocale = locale;
      install(locale);
    },
    setKeyPlace: (place) => {
      keyPlace = place;
      // On other platforms the menu does not depend on the focus, and a new menu would close one that is open.
      if (platform === 'darwin' && shownLocale !== undefined) install(shownLocale);
    },
    setUndoNames: (names) => {
      undoNames = names;
      if (shownLocale !== undefined) install(shownLocale);
    },
  };
}
