import { expect, it, test } from 'vitest';
import { COMMAND_IDS, commandFacts, SCREENS } from '../../shared/app/commands.ts';
import { shortcutGroups } from './shortcuts.ts';

const ids = (query?: string) =>
  shortcutGroups(false, 'images', query).flatMap(({ shortcuts }) => shortcuts.map(({ id }) => id));

it('has every command with a key once, and no other', () => {
  const withKeys = COMMAND_IDS.filter((id) => commandFacts(id).keys !== undefined);
  expect(ids().toSorted()).toEqual(withKeys.toSorted());
});

it('puts each command under the screen on which it works', () => {
  for (const { place, shortcuts } of shortcutGroups(false, 'images'))
    for (const { id } of shortcuts) expect(commandFacts(id).when ?? 'everywhere').toBe(place);
});

it('begins with the screen that is open, if it has any', () => {
  const places = SCREENS.map((screen) => shortcutGroups(false, screen).map(({ place }) => place));
  expect(places.map(([first]) => first)).toEqual(['speech', 'images', 'library', 'everywhere']);
  expect(new Set(places.map((all) => all.toSorted().join())).size).toBe(1);
});

it('writes keys as the system does', () => {
  const keysOf = (isMac: boolean) =>
    shortcutGroups(isMac, 'images')
      .flatMap(({ shortcuts }) => shortcuts)
      .find(({ id }) => id === 'view.palette')?.keys;
  expect([keysOf(false), keysOf(true)]).toEqual([['Ctrl+K'], ['⌘K']]);
});

test.each([
  ['palette', ['view.palette']],
  ['命令面板', ['view.palette']],
  ['ctrl+k', ['view.palette']],
  ['nothing is called this', []],
])('finds by title in any language, and by key: %s', (query, found) => expect(ids(query)).toEqual(found));
