// Implements `Menu` as data that tests read and click. Nothing is drawn.

import type { Menu as ElectronMenu, MenuItem as ElectronMenuItem } from 'electron';
import { honestEmitter } from './honest.ts';
import { checkMacKeys } from './menu-keys.ts';
import { record } from './state.ts';
import { BrowserWindow } from './window.ts';

type ItemOptions = Electron.MenuItemConstructorOptions;

/** Roles that act on the page's text. For other roles only the choice is recorded. */
const EDITING_ROLES = ['undo', 'redo', 'selectAll'] as const;

/** An item of a menu. */
class HostMenuItem {
  readonly id: string;
  readonly type: ElectronMenuItem['type'];
  readonly role: ItemOptions['role'];
  readonly accelerator: ItemOptions['accelerator'];
  readonly label: string;
  readonly enabled: boolean;
  readonly submenu: Menu | undefined;
  readonly #onClick: ItemOptions['click'];

  constructor({ id = '', type, role, accelerator, label, enabled = true, submenu, click }: ItemOptions) {
    this.submenu = Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : undefined;
    this.type = type ?? (this.submenu ? 'submenu' : 'normal');
    this.role = role;
    this.accelerator = accelerator;
    this.id = id;
    this.label = label ?? role ?? '';
    this.enabled = enabled;
    this.#onClick = click;
  }

  /** For tests: the person chooses the item. */
  click(event: Electron.KeyboardEvent = { triggeredByAccelerator: false }): void {
    if (!this.enabled) return;
    if (this.#onClick) this.#onClick(this as unknown as ElectronMenuItem, undefined, event);
    else if (this.role) this.#act(this.role);
  }

  #act(role: string): void {
    record('Menu.role', role);
    const editing = EDITING_ROLES.find((one) => one === role);
    if (editing) BrowserWindow.getAllWindows()[0]?.webContents.editText(editing);
  }
}

export type { HostMenuItem };

let shown: Menu | undefined;

export class Menu extends honestEmitter('Menu') {
  /** For the host: the items. */
  readonly entries: readonly HostMenuItem[];

  private constructor(template: readonly ItemOptions[]) {
    super();
    this.entries = template.map((options) => new HostMenuItem(options));
  }

  static buildFromTemplate(template: Parameters<typeof ElectronMenu.buildFromTemplate>[0]): Menu {
    if (!Array.isArray(template)) throw new TypeError('Invalid template for Menu: Menu template must be an array');
    if (!template.every(isItem)) {
      throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type');
    }
    return new Menu(template as ItemOptions[]);
  }
  popup({ window }: Parameters<ElectronMenu['popup']>[0] = {}): void {
    if (!window) throw new Error('Cannot open Menu without a BaseWindow present');
    record('Menu.popup', describeMenu(this));
  }
  static setApplicationMenu(menu: Menu | null): void {
    if (menu && !(menu instanceof Menu)) throw new TypeError('Invalid menu');
    if (menu && process.platform === 'darwin') checkMacKeys(menu);
    shown = menu ?? undefined;
  }
}

function isItem(item: unknown): boolean {
  return typeof item === 'object' && item !== null && ('label' in item || 'role' in item || 'type' in item);
}

/** Returns the current application menu. */
export function applicationMenu(): Menu | undefined {
  return shown;
}

/** Returns the item with that id, at any depth. */
export function findItem({ entries }: Menu, id: string): HostMenuItem | undefined {
  for (const entry of entries) {
    const found = entry.id === id ? entry : entry.submenu && findItem(entry.submenu, id);
    if (found) return found;
  }
  return undefined;
}

/** Returns a menu as plain data, for tests. */
export function describeMenu(menu: Menu | undefined): unknown[] {
  return (menu?.entries ?? []).map(({ id, label, type, role, accelerator, enabled, submenu }) => ({
    ...{ id, label, type, role, accelerator, enabled },
    submenu: submenu && describeMenu(submenu),
  }));
}
