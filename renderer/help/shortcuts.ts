// The sheet of keyboard shortcuts, made from the table of commands. Pure functions.

import {
  COMMAND_IDS,
  type CommandId,
  type CommandPlace,
  commandFacts,
  SCREENS,
  type Screen,
} from '../../shared/app/commands.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import { keyLabel } from '../shell/keys.ts';
import { allTranslators } from '../texts.ts';

/** A command and its keys, as the system writes them. */
type Shortcut = { id: CommandId; keys: readonly string[] };
/** The shortcuts of one screen, those of rows of lists, or those that work on every screen. */
export type ShortcutGroup = { place: CommandPlace | 'everywhere'; shortcuts: readonly Shortcut[] };

/**
 * Returns all commands that have keys, each once. With a query only those whose title in any language, or whose keys,
 * contain each of its words. Groups without shortcuts are omitted.
 * @param screen the one that is open, whose group is the first
 */
export function shortcutGroups(isMac: boolean, screen: Screen, query = ''): ShortcutGroup[] {
  const terms = query.toLowerCase().split(/\s+/);
  const places = ['everywhere', 'row', 'text', ...SCREENS] as const;
  return [screen, ...places.filter((place) => place !== screen)]
    .map((place) => ({
      place,
      shortcuts: COMMAND_IDS.filter((id) => (commandFacts(id).when ?? 'everywhere') === place)
        .map((id) => ({ id, keys: (commandFacts(id).keys ?? []).map((key) => keyLabel(key, isMac)) }))
        .filter((shortcut) => shortcut.keys.length > 0 && isMeant(shortcut, terms)),
    }))
    .filter(({ shortcuts }) => shortcuts.length > 0);
}

/** The title of a group. */
export function placeName(place: ShortcutGroup['place'], t: Translate): string {
  if (place === 'everywhere') return t('shortcuts.everywhere');
  if (place === 'row') return t('shortcuts.inLists');
  return place === 'text' ? t('shortcuts.inText') : t(`tab.${place}`);
}

function isMeant({ id, keys }: Shortcut, terms: readonly string[]): boolean {
  const texts = [...allTranslators().map((t) => t(`command.${id}`)), ...keys].map((text) => text.toLowerCase());
  return terms.every((term) => texts.some((text) => text.includes(term)));
}
