import { describe, expect, test } from 'vitest';
import { SCREENS } from '../../shared/app/commands.ts';
import { ariaKey, commandForKey, type KeyPress, keyLabel, type PressPlace, wouldSelectPage } from './keys.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  keyCode: 0,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  repeat: false,
  ...more,
});
const place = (more: Partial<PressPlace> = {}): PressPlace => ({
  screen: 'speech',
  focus: 'free',
  isMac: false,
  takesSpace: false,
  ...more,
});

describe('commandForKey', () => {
  test('Ctrl+Enter generates from inside the text, on Speech only', () => {
    const enter = press('Enter', { ctrlKey: true });
    expect(commandForKey(enter, place({ focus: 'taken' }))).toBe('speech.generate');
    expect(commandForKey(enter, place({ screen: 'library' }))).toBeUndefined();
    expect(commandForKey(press('Enter'), place({ focus: 'taken' }))).toBeUndefined();
  });

  test('the modifier is ⌘ on macOS, Ctrl elsewhere', () => {
    const command = press('k', { metaKey: true });
    expect(commandForKey(command, place({ isMac: true }))).toBe('view.palette');
    expect(commandForKey(command, place())).toBeUndefined();
    expect(commandForKey(press('k', { ctrlKey: true }), place())).toBe('view.palette');
  });

  test('never acts while an input method composes or has taken the key', () => {
    expect(
      commandForKey(press('Enter', { ctrlKey: true, isComposing: true }), place({ focus: 'taken' })),
    ).toBeUndefined();
    expect(commandForKey(press('Enter', { ctrlKey: true, keyCode: 229 }), place({ focus: 'taken' }))).toBeUndefined();
    expect(commandForKey(press(' ', { keyCode: 229 }), place())).toBeUndefined();
  });

  test('single keys are left to text fields, popups and focused buttons', () => {
    expect(commandForKey(press(' '), place())).toBe('player.toggle');
    expect(commandForKey(press(' '), place({ focus: 'taken' }))).toBeUndefined();
    expect(commandForKey(press(' '), place({ takesSpace: true }))).toBeUndefined();
    expect(commandForKey(press('j'), place({ takesSpace: true }))).toBe('player.back');
    expect(commandForKey(press('Escape'), place())).toBe('speech.leaveAudition');
    expect(commandForKey(press('.', { ctrlKey: true }), place({ focus: 'text' }))).toBe('speech.cancel');
    expect(commandForKey(press('Escape'), place({ focus: 'taken' }))).toBeUndefined();
  });

  test('a row of a list takes keys before its screen, but only those that its list offers', () => {
    const row = place({ focus: 'row' });
    expect(commandForKey(press(' '), row)).toBe('row.preview');
    expect(commandForKey(press('Enter'), row)).toBe('row.open');
    expect(commandForKey(press('Backspace'), row)).toBe('row.delete');
    expect(commandForKey(press(' ', { ctrlKey: true }), row)).toBe('row.select');
    expect(commandForKey(press('Delete'), place())).toBeUndefined();
    const selectAll = press('a', { ctrlKey: true });
    const onImages = place({ focus: 'row', screen: 'images' });
    expect(commandForKey(selectAll, onImages)).toBe('row.selectAll');
    expect(commandForKey(selectAll, onImages, (id) => id !== 'row.selectAll')).toBe('mask.selectAll');
  });

  test('the texts of the page are never selected as a whole, those of a field are', () => {
    const selectAll = press('a', { ctrlKey: true });
    for (const [focus, isPage] of [
      ['free', true],
      ['row', true],
      ['taken', false],
      ['text', false],
    ] as const)
      expect(wouldSelectPage(selectAll, place({ focus })), focus).toBe(isPage);
    expect(wouldSelectPage(press('a'), place())).toBe(false);
    expect(commandForKey(selectAll, place({ screen: 'library' }))).toBe('library.selectAll');
  });

  test('a button in a row keeps Enter and the space bar; the other keys act on its row', () => {
    const button = place({ focus: 'row', takesSpace: true });
    expect(commandForKey(press('Enter'), button)).toBeUndefined();
    expect(commandForKey(press(' '), button)).toBeUndefined();
    expect(commandForKey(press('Delete'), button)).toBe('row.delete');
  });

  test('the text of Speech takes its own keys before its screen, and leaves the others to it', () => {
    const text = place({ focus: 'text' });
    expect(commandForKey(press('f', { ctrlKey: true }), text)).toBe('text.find');
    expect(commandForKey(press('f', { ctrlKey: true }), place({ focus: 'taken' }))).toBe('library.search');
    expect(commandForKey(press('ArrowUp', { altKey: true }), text)).toBe('text.lineUp');
    expect(commandForKey(press('ArrowUp', { altKey: true }), place({ focus: 'taken' }))).toBeUndefined();
    expect(commandForKey(press('Enter', { ctrlKey: true }), text)).toBe('speech.generate');
    for (const key of ['Escape', ' ', 'j', '?', 'Enter']) expect(commandForKey(press(key), text)).toBeUndefined();
    for (const key of ['1', '2', '3', '4', 'k'])
      expect(commandForKey(press(key, { ctrlKey: true }), text)).toMatch(/^view/);
  });

  test('the mask’s keys work on Images unless text is being typed', () => {
    const undo = press('z', { ctrlKey: true });
    for (const screen of SCREENS)
      for (const focus of ['free', 'taken'] as const)
        expect(commandForKey(undo, place({ screen, focus }))).toBe('edit.undo');
    expect(commandForKey(press('Z', { ctrlKey: true, shiftKey: true }), place({ screen: 'images' }))).toBe('edit.redo');
    expect(commandForKey(press('['), place({ screen: 'images' }))).toBe('mask.smaller');
    expect(commandForKey(press('B', { shiftKey: true }), place({ screen: 'images' }))).toBeUndefined();
    expect(commandForKey(press('s', { ctrlKey: true }), place({ screen: 'images' }))).toBe('images.saveAs');
    expect(commandForKey(press('s', { ctrlKey: true }), place())).toBe('take.saveAs');
    expect(keyLabel('Mod+Shift+Z', true)).toBe('⇧⌘Z');
  });

  test('the plus sign zooms in, on keyboards with and without a separate key', () => {
    const images = place({ screen: 'images' });
    for (const key of [press('='), press('+'), press('+', { shiftKey: true })])
      expect(commandForKey(key, images)).toBe('view.zoomIn');
    for (const key of [press('=', { ctrlKey: true }), press('+', { ctrlKey: true, shiftKey: true })])
      expect(commandForKey(key, images)).toBe('view.zoomIn');
  });

  test('a picture takes the keys of its zoom, also from a text field; elsewhere Ctrl+1 goes to Speech', () => {
    const one = press('1', { ctrlKey: true, code: 'Digit1' });
    const typing = place({ screen: 'images', focus: 'taken' });
    expect(commandForKey(one, typing)).toBe('view.actualSize');
    expect(commandForKey(press('0', { ctrlKey: true }), typing)).toBe('view.fit');
    expect(commandForKey(press('-', { ctrlKey: true }), typing)).toBe('view.zoomOut');
    for (const key of ['0', '1', '-', '=', '+']) expect(commandForKey(press(key), typing)).toBeUndefined();
    for (const screen of ['speech', 'library', 'settings'] as const)
      expect(commandForKey(one, place({ screen }))).toBe('view.speech');
    expect(commandForKey(press('0', { ctrlKey: true }), place())).toBeUndefined();
  });

  test('screens are reached with Shift and a digit on every layout, and with Ctrl+Tab on every system', () => {
    for (const screen of SCREENS) {
      const from = place({ screen, focus: 'taken' });
      const digit = { code: 'Digit1', ctrlKey: true, shiftKey: true };
      expect(commandForKey(press('!', digit), from)).toBe('view.speech');
      expect(commandForKey(press('1', digit), from)).toBe('view.speech');
      for (const isMac of [true, false]) {
        expect(commandForKey(press('Tab', { ctrlKey: true }), { ...from, isMac })).toBe('view.nextTab');
        expect(commandForKey(press('Tab', { ctrlKey: true, shiftKey: true }), { ...from, isMac })).toBe(
          'view.previousTab',
        );
      }
    }
    // A digit of a layout that needs Shift for it.
    expect(commandForKey(press('é', { code: 'Digit2', ctrlKey: true }), place())).toBe('view.images');
    expect([keyLabel('Ctrl+Tab', true), keyLabel('Ctrl+Tab', false), keyLabel('Mod+Plus', false)]).toEqual([
      '⌃⇥',
      'Ctrl+Tab',
      'Ctrl++',
    ]);
  });

  test('? and F1 show the shortcuts; while text is being typed only F1 does', () => {
    for (const key of ['?', 'F1']) expect(commandForKey(press(key), place())).toBe('help.shortcuts');
    expect(commandForKey(press('?', { shiftKey: true }), place())).toBe('help.shortcuts');
    expect(commandForKey(press('?', { shiftKey: true }), place({ focus: 'taken' }))).toBeUndefined();
    expect(commandForKey(press('F1'), place({ focus: 'taken' }))).toBe('help.shortcuts');
  });

  test('with other modifiers it is another key', () => {
    expect(commandForKey(press('Enter', { ctrlKey: true, altKey: true }), place())).toBeUndefined();
    expect(commandForKey(press('l', { altKey: true }), place())).toBeUndefined();
  });

  test('finds the letter on keyboard layouts without Latin letters', () => {
    expect(commandForKey(press('л', { ctrlKey: true, code: 'KeyK' }), place())).toBe('view.palette');
  });
});

test('keys are formatted for people and for assistive technology', () => {
  expect(keyLabel('Mod+Enter', false)).toBe('Ctrl+Enter');
  expect(keyLabel('Mod+K', true)).toBe('⌘K');
  expect(keyLabel('Mod+Shift+Enter', true)).toBe('⇧⌘↩');
  expect([keyLabel('Escape', false), keyLabel('Plus', true), keyLabel('?', true)]).toEqual(['Esc', '+', '?']);
  expect([keyLabel('ContextMenu', false), keyLabel('Backspace', true)]).toEqual(['Menu', '⌫']);
  expect(ariaKey('Mod+K', false)).toBe('Control+K');
  expect(ariaKey('Mod+K', true)).toBe('Meta+K');
});
