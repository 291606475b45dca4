// Writes keys as the system writes them. Pure functions.

const MAC_SIGNS: readonly (readonly [name: string, sign: string])[] = [
  ['Control', '⌃'],
  ['Alt', '⌥'],
  ['Shift', '⇧'],
  ['Meta', '⌘'],
];
const MAC_KEYS: Readonly<Record<string, string>> = { Enter: '↩', Tab: '⇥', Backspace: '⌫', Delete: '⌦' };
const KEYS: Readonly<Record<string, string>> = {
  Control: 'Ctrl',
  Escape: 'Esc',
  Plus: '+',
  ContextMenu: 'Menu',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/**
 * Formats a key of `aria-keyshortcuts`: `Ctrl+Shift+Z`, or `⇧⌘Z` on macOS. @param isMac by default whether it contains
 * macOS’s command key.
 */
export function keyText(ariaKey: string, isMac = ariaKey.split('+').includes('Meta')): string {
  const parts = ariaKey.split('+');
  if (!isMac) return parts.map((part) => KEYS[part] ?? part).join('+');
  const key = parts.at(-1) ?? '';
  const signs = MAC_SIGNS.filter(([name]) => parts.includes(name)).map(([, sign]) => sign);
  return [...signs, MAC_KEYS[key] ?? KEYS[key] ?? key].join('');
}
