// The language of the texts that main itself shows: in menus, notifications and dialogs.

import { app } from 'electron';
import type { Settings } from '../shared/contract/settings.ts';
import { type Locale, resolveLocale } from '../shared/i18n/index.ts';

/** Returns the locale for a language setting; `system` follows the system's preferred languages. */
export function localeFor(language: Settings['language']): Locale {
  return resolveLocale(language, app.getPreferredSystemLanguages());
}
