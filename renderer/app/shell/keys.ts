// Turns key presses into commands: the one dispatcher. It must not act while an input method composes, nor know what a command does.

import { COMMAND_IDS, type CommandId, commandFacts, type KeyPlace, worksAt } from '../../../shared/commands.ts';

/** The part of a keyboard event that counts. */
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

/** Where and on what a key was pressed. */
export type PressPlace = KeyPlace & {
  isMac: boolean;
  /** The focused control acts on the space bar itself. */
  takesSpace: boolean;
};

/** Key code of a key that an input method has taken, also the one that ends a composition. */
const IME_KEY_CODE = 229;

/** The command a key press means, if any. */
export function commandForKey(press: KeyPress, place: PressPlace): CommandId | undefined {
  if (press.isComposing || press.keyCode === IME_KEY_CODE) return undefined;
  const isMeant = (keyName: string): boolean =>
    !(keyName === 'Space' && place.takesSpace) && isPressed(keyName, press, place.isMac);
  return COMMAND_IDS.find((id) => worksAt(id, place) && commandFacts(id).keys?.some(isMeant));
}

/** A key as people read it: `Ctrl+K`, or `⌘K` on macOS. `Plus` is the sign, which separates names elsewhere. */
export function keyLabel(keyName: string, isMac: boolean): string {
  if (keyName === 'Plus') return '+';
  if (!isMac) return keyName.replace('Mod', 'Ctrl');
  return keyName.replace('Mod+Shift+', '⇧⌘').replace('Mod+', '⌘').replace('Enter', '↩');
}

/** A key as `aria-keyshortcuts` wants it. */
export function ariaKey(keyName: string, isMac: boolean): string {
  return keyName.replace('Mod', isMac ? 'Meta' : 'Control');
}

/** What an element with the focus makes of keys. */
export function focusOn(target: EventTarget | null): Pick<PressPlace, 'focus' | 'takesSpace'> {
  if (!(target instanceof Element)) return { focus: 'free', takesSpace: false };
  const isTypedInto =
    !target.matches('input[type="range"]') &&
    target.matches('input, textarea, select, [contenteditable], [role="combobox"], [role="searchbox"]');
  const isInPopup = target.closest('[role="dialog"], [role="menu"], [role="listbox"]') !== null;
  return {
    focus: isTypedInto || isInPopup ? 'taken' : 'free',
    takesSpace: target.matches(
      'button, a[href], summary, [role="tab"], [role="option"], [role="menuitem"], [role="switch"], [role="gridcell"]',
    ),
  };
}

function isPressed(keyName: string, press: KeyPress, isMac: boolean): boolean {
  const parts = keyName.split('+');
  const wantsMod = parts.includes('Mod');
  const wantsShift = parts.includes('Shift');
  const wanted = parts.at(-1) ?? '';
  const hasMod = isMac ? press.metaKey : press.ctrlKey;
  // Where + needs Shift, as on most keyboards, Shift is part of it.
  if (wanted === 'Plus') return press.key === '+' && !hasMod && !press.altKey && !press.metaKey;
  const hasOther = press.altKey || (isMac ? press.ctrlKey : press.metaKey);
  if (hasOther || hasMod !== wantsMod || press.shiftKey !== wantsShift) return false;
  if (wanted === 'Space') return press.key === ' ';
  if (press.key.toLowerCase() === wanted.toLowerCase()) return true;
  // A layout without Latin letters still has the key in the same place.
  return /^[A-Z]$/.test(wanted) && !/^[a-z]$/i.test(press.key) && press.code === `Key${wanted}`;
}
