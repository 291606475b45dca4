// The keys of a menu on macOS, where every key is active and none is only displayed. Independent of who presses them.

import { isSameStroke, parseAccelerator, type Stroke } from './accelerator.ts';

/** The properties of an item that determine its key, and its submenu. */
interface KeyedItem<Item> {
  readonly label: string;
  readonly enabled: boolean;
  readonly accelerator: Electron.MenuItemConstructorOptions['accelerator'];
  readonly role: Electron.MenuItemConstructorOptions['role'];
  readonly submenu: KeyedMenu<Item> | undefined;
}
interface KeyedMenu<Item> {
  readonly entries: readonly Item[];
}

/** The default keys of roles. */
const ROLE_KEYS: Readonly<Record<string, string>> = {
  undo: 'Command+Z',
  redo: 'Shift+Command+Z',
  cut: 'Command+X',
  copy: 'Command+C',
  paste: 'Command+V',
  selectAll: 'Command+A',
  close: 'Command+W',
  quit: 'Command+Q',
  resetZoom: 'Command+0',
  zoomIn: 'Command+Plus',
  zoomOut: 'Command+-',
  togglefullscreen: 'Control+Command+F',
};

/**
 * Refuses an application menu whose keys would cause problems on macOS. There `registerAccelerator` has no effect: a
 * key without Command or Control would act while text is typed, and it is undocumented which of two items with the same
 * key is chosen.
 */
export function checkMacKeys<Item extends KeyedItem<Item>>(menu: KeyedMenu<Item>): void {
  const seen: { item: Item; stroke: Stroke }[] = [];
  for (const entry of keysOf(menu)) {
    const { item, stroke } = entry;
    if (!stroke.isCommand && !stroke.isControl && !/^F\d+$/.test(stroke.key))
      throw new Error(
        `Menu item '${item.label}': on macOS the accelerator '${item.accelerator}' would act while somebody types; it needs Command or Control`,
      );
    const other = seen.find((one) => isSameStroke(one.stroke, stroke));
    if (other) throw new Error(`Menu items '${other.item.label}' and '${item.label}' have one key on macOS`);
    seen.push(entry);
  }
}

/** Returns the item that a key chooses. */
export function itemForKey<Item extends KeyedItem<Item>>(menu: KeyedMenu<Item>, pressed: Stroke): Item | undefined {
  return keysOf(menu).find(({ item, stroke }) => item.enabled && isSameStroke(stroke, pressed))?.item;
}

function keysOf<Item extends KeyedItem<Item>>({ entries }: KeyedMenu<Item>): { item: Item; stroke: Stroke }[] {
  return entries.flatMap((item) => {
    const key = item.accelerator ?? ROLE_KEYS[item.role ?? ''];
    const own = key ? [{ item, stroke: parseAccelerator(key, 'darwin') }] : [];
    return item.submenu ? [...own, ...keysOf(item.submenu)] : own;
  });
}
