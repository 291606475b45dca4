import type { MenuItem, MenuItemConstructorOptions } from 'electron';
import { describe, expect, test, vi } from 'vitest';
import { COMMAND_IDS, commandFacts, KEY_FOCUS, type KeyPlace, SCREENS } from '../shared/app/commands.ts';
import { createTranslator } from '../shared/i18n/all.ts';
import { type MenuFacts, menuTemplate } from './menu-template.ts';

const t = createTranslator('en');
const EDITING = ['undo', 'redo', 'selectAll'];
const NOTHING = { undo: null, redo: null };
const PLACES: KeyPlace[] = SCREENS.flatMap((screen) => KEY_FOCUS.map((focus) => ({ screen, focus })));

function menu({
  platform = 'darwin',
  keyPlace = { screen: 'speech', focus: 'free' },
  undoNames = NOTHING,
}: Partial<MenuFacts> = {}) {
  const actions = { run: vi.fn(), press: vi.fn() };
  const template = menuTemplate({ platform, locale: 'en', keyPlace, undoNames }, actions);
  const items = template.flatMap(({ submenu }) => (submenu as MenuItemConstructorOptions[] | undefined) ?? []);
  const choose = (item: MenuItemConstructorOptions | undefined, triggeredByAccelerator: boolean): void =>
    item?.click?.({} as MenuItem, undefined, { triggeredByAccelerator });
  return { items, actions, choose, labelOf: (accelerator: string) => withKey(items, accelerator)?.label };
}

function withKey(items: MenuItemConstructorOptions[], accelerator: string): MenuItemConstructorOptions | undefined {
  return items.find((item) => item.accelerator === accelerator);
}

describe('on macOS', () => {
  test.each(PLACES)('every key has ⌘ and belongs to one item ($screen, $focus)', (keyPlace) => {
    const { items } = menu({ keyPlace });
    const keys = items.map(({ accelerator }) => accelerator).filter((key) => key !== undefined);
    expect(keys.filter((key) => !key.startsWith('CommandOrControl+'))).toEqual([]);
    expect(new Set(keys).size).toBe(keys.length);
    const roleKeys = { undo: 'CommandOrControl+Z', redo: 'CommandOrControl+Shift+Z', selectAll: 'CommandOrControl+A' };
    for (const [role, key] of Object.entries(roleKeys))
      expect(Number(items.some((item) => item.role === role)) + Number(keys.includes(key))).toBe(1);
  });

  test('a key used on two screens belongs to the command of the screen in front', () => {
    const speech = menu({ keyPlace: { screen: 'speech', focus: 'taken' } });
    expect(speech.labelOf('CommandOrControl+Enter')).toBe(t('command.speech.generate'));
    expect(speech.labelOf('CommandOrControl+S')).toBe(t('command.take.saveAs'));
    const images = menu({ keyPlace: { screen: 'images', focus: 'taken' } });
    expect(images.labelOf('CommandOrControl+Enter')).toBe(t('command.images.edit'));
    expect(images.labelOf('CommandOrControl+S')).toBe(t('command.images.saveAs'));
    expect(menu({ keyPlace: { screen: 'library', focus: 'free' } }).labelOf('CommandOrControl+Enter')).toBeUndefined();
  });

  test('select all acts on the list whose row has focus', () => {
    for (const screen of SCREENS)
      expect(menu({ keyPlace: { screen, focus: 'row' } }).labelOf('CommandOrControl+A')).toBe(
        t('command.row.selectAll'),
      );
  });

  test('undo and redo are the page’s, and the system’s while the focus is outside of it', () => {
    const roles = (keyPlace: KeyPlace) =>
      menu({ keyPlace }).items.flatMap(({ role }) => EDITING.filter((one) => one === role));
    for (const place of PLACES) {
      const hasItems = place.screen === 'images' || place.screen === 'library';
      const isSelectAllOurs = place.focus === 'row' || (hasItems && place.focus === 'free');
      if (place.focus === 'away') expect(roles(place)).toEqual(EDITING);
      else expect(roles(place)).toEqual(isSelectAllOurs ? [] : ['selectAll']);
    }
    const { labelOf } = menu({ keyPlace: { screen: 'images', focus: 'free' } });
    expect(labelOf('CommandOrControl+Z')).toBe(t('command.edit.undo'));
    expect(labelOf('CommandOrControl+Shift+Z')).toBe(t('command.edit.redo'));
    expect(labelOf('CommandOrControl+A')).toBe(t('command.mask.selectAll'));
  });

  test('no command has a key while another window has focus', () => {
    const { items } = menu({ keyPlace: { screen: 'images', focus: 'away' } });
    expect(items.filter(({ accelerator }) => accelerator !== undefined)).toEqual([]);
  });

  test('sends a pressed key to the page as a key, a chosen item as its command', () => {
    const { items, actions, choose } = menu();
    choose(withKey(items, 'CommandOrControl+Enter'), true);
    expect(actions.press.mock.calls).toEqual([['Mod+Enter']]);
    choose(withKey(items, 'CommandOrControl+Enter'), false);
    // Chosen with the Enter key in the open menu: the item has no key, so none was pressed.
    choose(
      items.find(({ id }) => id === 'images.edit'),
      true,
    );
    expect(actions.run.mock.calls).toEqual([['speech.generate'], ['images.edit']]);
    expect(actions.press).toHaveBeenCalledOnce();
  });
});

test.each(['darwin', 'linux', 'win32'] as const)('undo and redo are named by what they would do (%s)', (platform) => {
  const { labelOf } = menu({ platform, undoNames: { undo: 'Undo deletion of 3 items', redo: null } });
  expect(labelOf('CommandOrControl+Z')).toBe('Undo deletion of 3 items');
  expect(labelOf('CommandOrControl+Shift+Z')).toBe(t('command.edit.redo'));
});

describe.each(['linux', 'win32'] as const)('on %s', (platform) => {
  test('every command shows its first key wherever the focus is, and registers none', () => {
    for (const keyPlace of PLACES) {
      const { items } = menu({ platform, keyPlace });
      for (const id of COMMAND_IDS) {
        const { accelerator, registerAccelerator } = items.find((item) => item.id === id) ?? {};
        const key = commandFacts(id).keys?.[0];
        expect(accelerator).toBe(key?.replace('Mod', 'CommandOrControl').replace('Arrow', ''));
        expect(registerAccelerator).toBe(key && false);
      }
      expect(items.flatMap(({ role }) => EDITING.filter((one) => one === role))).toEqual(['selectAll']);
    }
  });

  test('runs the command of an item chosen by mouse or keyboard', () => {
    const { items, actions, choose } = menu({ platform });
    const item = items.find(({ id }) => id === 'speech.generate');
    choose(item, false);
    choose(item, true);
    expect(actions.run.mock.calls).toEqual([['speech.generate'], ['speech.generate']]);
    expect(actions.press).not.toHaveBeenCalled();
  });
});

test.each(['darwin', 'linux', 'win32'] as const)(
  'the help menu is the last and has all of its commands (%s)',
  (platform) => {
    const actions = { run: vi.fn(), press: vi.fn() };
    const template = menuTemplate(
      { platform, locale: 'en', keyPlace: { screen: 'speech', focus: 'free' }, undoNames: NOTHING },
      actions,
    );
    const { label, submenu } = template.at(-1) ?? {};
    expect([label, (submenu as MenuItemConstructorOptions[]).map(({ id }) => id)]).toEqual([
      t('menu.help'),
      COMMAND_IDS.filter((id) => commandFacts(id).menu === 'help'),
    ]);
  },
);
