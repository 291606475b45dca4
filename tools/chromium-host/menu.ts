// Owns `Menu` and `MenuItem` as data that tests read and click; must not know how a menu would look.

import type { Menu as ElectronMenu, MenuItem as ElectronMenuItem } from 'electron';
import { honest, honestEmitter } from './honest.ts';
import { checkMacKeys } from './menu-keys.ts';
import { record } from './state.ts';
import { BrowserWindow } from './window.ts';

type ItemOptions = Electron.MenuItemConstructorOptions;
type ItemFields =
  | 'id'
  | 'type'
  | 'enabled'
  | 'visible'
  | 'checked'
  | 'label'
  | 'sublabel'
  | 'toolTip'
  | 'commandId'
  | 'registerAccelerator';

/** Roles that act on the page's text. Of the others it is only recorded that they were chosen. */
const EDITING_ROLES = ['undo', 'redo', 'selectAll'] as const;

let lastCommandId = 0;

class HostMenuItem implements Pick<ElectronMenuItem, ItemFields> {
  id: string;
  type: ElectronMenuItem['type'];
  role: ItemOptions['role'] | undefined;
  accelerator: ElectronMenuItem['accelerator'] | undefined;
  label: string;
  sublabel: string;
  toolTip: string;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  registerAccelerator: boolean;
  submenu: Menu | undefined;
  menu: Menu | undefined;
  readonly commandId = ++lastCommandId;
  readonly click: (event?: Electron.KeyboardEvent) => void;

  constructor(options: ItemOptions) {
    const { submenu, click } = options;
    this.submenu = Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : (submenu as Menu | undefined);
    this.type = options.type ?? (this.submenu ? 'submenu' : 'normal');
    this.role = options.role;
    this.accelerator = options.accelerator;
    this.id = options.id ?? '';
    this.label = options.label ?? options.role ?? '';
    this.sublabel = options.sublabel ?? '';
    this.toolTip = options.toolTip ?? '';
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.registerAccelerator = options.registerAccelerator ?? true;
    this.click = (event = { triggeredByAccelerator: false }) => {
      if (!this.enabled) return;
      if (this.type === 'checkbox') this.checked = !this.checked;
      if (this.type === 'radio') this.menu?.chooseRadio(this);
      if (click) click(this as unknown as ElectronMenuItem, undefined, event);
      else if (this.role) this.#act(this.role);
    };
  }

  #act(role: string): void {
    record('Menu.role', role);
    const editing = EDITING_ROLES.find((one) => one === role);
    if (editing) BrowserWindow.getAllWindows()[0]?.webContents[editing]();
  }
}

/** Electron's MenuItem. */
export const MenuItem = new Proxy(HostMenuItem, {
  construct: (target, [options]) => honest('MenuItem', new target(options as ItemOptions)),
});

type MenuMethods = 'append' | 'insert' | 'getMenuItemById' | 'popup' | 'closePopup';

let applicationMenu: Menu | null = null;

export class Menu extends honestEmitter('Menu') implements Pick<ElectronMenu, MenuMethods> {
  readonly items: ElectronMenuItem[] = [];

  static buildFromTemplate(template: readonly (ItemOptions | ElectronMenuItem)[]): Menu {
    const menu = new Menu();
    for (const entry of template) {
      const item = entry instanceof HostMenuItem ? entry : new MenuItem(entry as ItemOptions);
      menu.append(item as unknown as ElectronMenuItem);
    }
    return menu;
  }

  static setApplicationMenu(menu: Menu | null): void {
    if (menu && process.platform === 'darwin') checkMacKeys(menu);
    applicationMenu = menu;
  }
  static getApplicationMenu(): Menu | null {
    return applicationMenu;
  }

  append(item: ElectronMenuItem): void {
    this.insert(this.items.length, item);
  }
  insert(position: number, item: ElectronMenuItem): void {
    const own = item as unknown as HostMenuItem;
    own.menu = this;
    this.items.splice(position, 0, item);
  }
  getMenuItemById(id: string): ElectronMenuItem | null {
    for (const item of this.items) {
      if (item.id === id) return item;
      const below = item.submenu?.getMenuItemById(id);
      if (below) return below;
    }
    return null;
  }
  popup(): void {
    record('Menu.popup', describeMenu(this));
    this.emit('menu-will-show', {});
  }
  closePopup(): void {
    this.emit('menu-will-close', {});
  }

  /** For radio items: exactly this one of its neighbours is checked. */
  chooseRadio(chosen: HostMenuItem): void {
    const items = this.items as unknown as HostMenuItem[];
    const at = items.findIndex((item) => item.commandId === chosen.commandId);
    const isRadio = (index: number): boolean => items[index]?.type === 'radio';
    let first = at;
    while (isRadio(first - 1)) first--;
    for (let index = first; isRadio(index); index++) {
      const item = items[index];
      if (item) item.checked = index === at;
    }
  }
}

/** A menu as plain data, for tests. */
export function describeMenu(menu: Menu | null): unknown[] {
  return (menu?.items ?? []).map((item) => ({
    id: item.id,
    label: item.label,
    type: item.type,
    role: item.role,
    accelerator: item.accelerator,
    enabled: item.enabled,
    visible: item.visible,
    checked: item.checked,
    submenu: item.submenu ? describeMenu(item.submenu as unknown as Menu) : undefined,
  }));
}
