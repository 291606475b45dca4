// Sends a pressed key through page and menu, for tests. Independent of the app's keys.
//
// On macOS the page comes first: Chromium's view, while it is the first responder, passes every key to the page, and
// Electron passes to the menu (`[NSApp mainMenu] performKeyEquivalent:`) only those that the page did not consume. While
// the view is not the first responder, the menu comes first. On the other systems the menu also comes last, but handles
// only registered keys.

import { parseAccelerator, type Stroke } from './accelerator.ts';
import type { CdpSession } from './cdp.ts';
import { applicationMenu } from './menu.ts';
import { itemForKey } from './menu-keys.ts';
import { BrowserWindow } from './window.ts';

/** Stores the next key event, to check afterwards whether the page consumed it. */
const WATCH = `(() => {
  const seen = {};
  addEventListener('keydown', (event) => { seen.event = event; }, { capture: true, once: true });
  return seen;
})()`;
const WAS_TAKEN = 'function () { return this.event?.defaultPrevented === true; }';
/** Names and Windows key codes of the keys that cannot be derived from their character. */
const CODES: Readonly<Record<string, readonly [code: string, keyCode: number]>> = {
  Enter: ['Enter', 13],
  Escape: ['Escape', 27],
  ' ': ['Space', 32],
  '=': ['Equal', 187],
  '+': ['Equal', 187],
  ',': ['Comma', 188],
  '-': ['Minus', 189],
  '.': ['Period', 190],
  '[': ['BracketLeft', 219],
  '\\': ['Backslash', 220],
  ']': ['BracketRight', 221],
};

/** Presses a key, written as an accelerator, in the window; `isMenuFirst` is used on macOS only. */
export async function pressKey(accelerator: string, isMenuFirst: boolean): Promise<void> {
  const stroke = parseAccelerator(accelerator, process.platform);
  const [window] = BrowserWindow.getAllWindows();
  if (!window) throw new Error('there is no window');
  const isMac = process.platform === 'darwin';
  if (isMac && isMenuFirst && chooseByKey(stroke)) return;
  const isTaken = await pressInPage(window.webContents.cdp, stroke);
  if (isMac && !isTaken) chooseByKey(stroke);
}

function chooseByKey(stroke: Stroke): boolean {
  const menu = applicationMenu();
  const item = menu && itemForKey(menu, stroke);
  item?.click({ triggeredByAccelerator: true });
  return item !== undefined;
}

/** Returns true if the page consumed the key. */
async function pressInPage(cdp: CdpSession, stroke: Stroke): Promise<boolean> {
  const { key, isAlt, isControl, isCommand, isShift } = stroke;
  const [code, keyCode] = codeOf(key);
  const isTyped = !isAlt && !isControl && !isCommand && (key.length === 1 || key === 'Enter');
  const fields = {
    key: isShift ? key.toUpperCase() : key,
    code,
    windowsVirtualKeyCode: keyCode,
    modifiers: Number(isAlt) + 2 * Number(isControl) + 4 * Number(isCommand) + 8 * Number(isShift),
  };
  const text = key === 'Enter' ? '\r' : fields.key;
  const { result } = await cdp.send('Runtime.evaluate', { expression: WATCH });
  const { objectId } = result as { objectId: string };
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', ...fields, ...(isTyped && { text }) });
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...fields });
  const taken = await cdp.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: WAS_TAKEN,
    returnByValue: true,
  });
  cdp.sendUnchecked('Runtime.releaseObject', { objectId });
  return (taken.result as { value: boolean }).value;
}

function codeOf(key: string): readonly [code: string, keyCode: number] {
  const known = CODES[key] ?? (/^[a-z]$/.test(key) ? 'Key' : /^\d$/.test(key) ? 'Digit' : undefined);
  if (known === undefined) throw new Error(`the Chromium host cannot press '${key}'`);
  const sign = key.toUpperCase();
  return typeof known === 'string' ? [`${known}${sign}`, sign.charCodeAt(0)] : known;
}
