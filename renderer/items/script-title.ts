// What a script is called where it is not open.

import type { ScriptEntry } from '../../shared/contract/scripts.ts';
import type { Translate } from '../../shared/i18n/index.ts';

/** The title of a script in lists; without one the beginning of its text. */
export function scriptTitle({ title, excerpt }: Pick<ScriptEntry, 'title' | 'excerpt'>, t: Translate): string {
  return title || excerpt.split(/[\r\n]/, 1)[0]?.trim() || t('script.untitled');
}
