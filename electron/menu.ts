// Installs the native menu, anew when something it shows has changed.

import { Menu } from 'electron';
import type { KeyPlace } from '../shared/commands.ts';
import type { Locale } from '../shared/i18n/index.ts';
import { type MenuActions, menuTemplate } from './menu-template.ts';

/** The app's menu. It is not there before its language is. */
export type AppMenu = {
  setLocale: (locale: Locale) => void;
  setKeyPlace: (place: KeyPlace) => void;
};

/** Makes the menu of a platform. */
export function createAppMenu(platform: NodeJS.Platform, actions: MenuActions): AppMenu {
  let shownLocale: Locale | undefined;
  let keyPlace: KeyPlace = { screen: 'speech', focus: 'away' };
  const install = (locale: Locale): void =>
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate({ platform, locale, keyPlace }, actions)));
  return {
    setLocale: (locale) => {
      if (locale === shownLocale) return;
      shownLocale = locale;
      install(locale);
    },
    setKeyPlace: (place) => {
      keyPlace = place;
      // Elsewhere the menu is the same at every place, and a new one would close one that is open.
      if (platform === 'darwin' && shownLocale !== undefined) install(shownLocale);
    },
  };
}
