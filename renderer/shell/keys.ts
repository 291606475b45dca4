// Maps key presses to commands. It must not act while an input method composes. Independent of what a command does.

import { type CommandId, commandAt, type KeyPlace } from '../../shared/app/commands.ts';
import { keyText } from '../ui/key-text.ts';

/** The relevant properties of a keyboard event. */
export type KeyPress = {
  key: string;
  code: string;
  keyCode: number;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  isComposing: boolean;
  repeat: boolean;
};

/** Where a key was pressed: the screen and the focused element. */
export type PressPlace = KeyPlace & {
  isMac: boolean;
  /** The focused control handles the space bar and the Enter key itself. */
  takesSpace: boolean;
};

/** Marks a row of a list; its value is the index of the row. */
export const ROW_ATTRIBUTE = 'data-row';

/** Marks the text of Speech. */
export const TEXT_ATTRIBUTE = 'data-text-editor';

/** The key code of a key that an input method has handled, including the one that ends a composition. */
const IME_KEY_CODE = 229;

/** Returns the command of a key press, if any. @param isOffered whether a command can run now */
export function commandForKey(
  press: KeyPress,
  place: PressPlace,
  isOffered?: (id: CommandId) => boolean,
): CommandId | undefined {
  if (press.isComposing || press.keyCode === IME_KEY_CODE) return undefined;
  const isMeant = (keyName: string): boolean =>
    !((keyName === 'Space' || keyName === 'Enter') && place.takesSpace) && isPressed(keyName, press, place.isMac);
  return commandAt(isMeant, place, isOffered);
}

/** Whether a key press would select the texts of the whole page, buttons and labels included, which nobody wants. */
export function wouldSelectPage(press: KeyPress, { focus, isMac }: PressPlace): boolean {
  return (focus === 'free' || focus === 'row') && isPressed('Mod+A', press, isMac);
}

/** Formats a key for people: `Ctrl+K`, or `⌘K` on macOS. */
export function keyLabel(keyName: string, isMac: boolean): string {
  return keyText(ariaKey(keyName, isMac), isMac);
}

/** Formats a key for `aria-keyshortcuts`; `Plus` is the plus sign, which separates names. */
export function ariaKey(keyName: string, isMac: boolean): string {
  return keyName.replace('Mod', isMac ? 'Meta' : 'Control').replace('Ctrl', 'Control');
}

/** Returns how the focused element handles keys. */
export function focusOn(target: EventTarget | null): Pick<PressPlace, 'focus' | 'takesSpace'> {
  if (!(target instanceof Element)) return { focus: 'free', takesSpace: false };
  if (target.hasAttribute(TEXT_ATTRIBUTE)) return { focus: 'text', takesSpace: false };
  const isTypedInto =
    !target.matches('input:is([type="range"], [type="checkbox"], [type="radio"])') &&
    target.matches('input, textarea, select, [contenteditable], [role="combobox"], [role="searchbox"]');
  const around = target.closest(`[role="dialog"], [role="menu"], [role="listbox"], [${ROW_ATTRIBUTE}]`);
  const isInRow = around?.hasAttribute(ROW_ATTRIBUTE) === true;
  return {
    focus: isTypedInto || (around !== null && !isInRow) ? 'taken' : isInRow ? 'row' : 'free',
    takesSpace: target.matches(
      'button, a[href], summary, input[type="checkbox"], input[type="radio"], [role="tab"], [role="option"], [role="menuitem"], [role="switch"]',
    ),
  };
}

function isPressed(keyName: string, press: KeyPress, isMac: boolean): boolean {
  const parts = keyName.split('+');
  const needsMod = parts.includes('Mod');
  const needsControl = parts.includes('Ctrl') || (needsMod && !isMac);
  const needsMeta = needsMod && isMac;
  const key = parts.at(-1) ?? '';
  if (press.altKey !== parts.includes('Alt') || press.ctrlKey !== needsControl || press.metaKey !== needsMeta)
    return false;
  // On most keyboards + and ? need Shift, so Shift is allowed.
  if (key === 'Plus' || key === '?') return press.key === (key === 'Plus' ? '+' : key);
  if (press.shiftKey !== parts.includes('Shift')) return false;
  if (key === 'Space') return press.key === ' ';
  // With Shift, and on some layouts without it, a digit's key types another character.
  if (needsMod && /^\d$/.test(key) && press.code === `Digit${key}`) return true;
  if (press.key.toLowerCase() === key.toLowerCase()) return true;
  // On a layout without Latin letters the key is at the same position.
  return /^[A-Z]$/.test(key) && !/^[a-z]$/i.test(press.key) && press.code === `Key${key}`;
}
