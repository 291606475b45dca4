// The small modules of the desktop (shell, theme, screen, notifications): their values and recorded calls. Independent
// of windows.

import type { NativeTheme, PowerSaveBlocker, Screen, Shell } from 'electron';
import { honest, honestEmitter } from './honest.ts';
import { desktop, type PageState, record, requireReady, state } from './state.ts';

export const shell = honest('shell', {
  openExternal: async (url, options) => {
    record('shell.openExternal', url, options);
    console.error(`shell.openExternal: ${url}`);
  },
  showItemInFolder: (path) => {
    record('shell.showItemInFolder', path);
    console.error(`shell.showItemInFolder: ${path}`);
  },
} satisfies Partial<Shell>);

const blockers = new Set<number>();
let lastBlocker = 0;
export const powerSaveBlocker = honest('powerSaveBlocker', {
  start: (type) => {
    record('powerSaveBlocker.start', type);
    blockers.add(++lastBlocker);
    return lastBlocker;
  },
  stop: (id) => {
    record('powerSaveBlocker.stop', id);
    return blockers.delete(id);
  },
} satisfies Partial<PowerSaveBlocker>);

class HostNativeTheme
  extends honestEmitter('nativeTheme')
  implements Pick<NativeTheme, 'shouldUseDarkColors' | 'themeSource'>
{
  #isPageDark = false;

  constructor() {
    super();
    desktop.on('page-state', ({ isDark }: PageState) => {
      if (isDark === this.#isPageDark) return;
      const before = this.shouldUseDarkColors;
      this.#isPageDark = isDark;
      if (this.shouldUseDarkColors !== before) this.emit('updated');
    });
  }

  get shouldUseDarkColors(): boolean {
    return state.themeSource === 'system' ? this.#isPageDark : state.themeSource === 'dark';
  }
  get themeSource(): 'system' | 'light' | 'dark' {
    return state.themeSource;
  }
  set themeSource(source: 'system' | 'light' | 'dark') {
    if (source === state.themeSource) return;
    state.themeSource = source;
    desktop.emit('theme-source', source);
    setImmediate(() => this.emit('updated'));
  }
}
export const nativeTheme = new HostNativeTheme();

let workArea = { x: 0, y: 0, width: 1920, height: 1080 };
desktop.on('page-state', (page: PageState) => {
  workArea = { x: 0, y: 0, ...page.workArea };
});

class HostScreen extends honestEmitter('screen') implements Pick<Screen, 'getDisplayMatching'> {
  getDisplayMatching(): Electron.Display {
    requireReady("The 'screen' module can't be used before the app 'ready' event");
    return honest('Display', { workArea: { ...workArea } }) as Electron.Display;
  }
}
export const screen = new HostScreen();

export class Notification extends honestEmitter('Notification') implements Pick<Electron.Notification, 'show'> {
  static isSupported(): boolean {
    return true;
  }
  readonly #options: Electron.NotificationConstructorOptions;

  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super();
    requireReady('Cannot create Notification before app is ready');
    this.#options = options;
  }
  show(): void {
    const { title = '', body = '' } = this.#options;
    record('Notification.show', { title, body });
    shownNotifications.push(this);
  }
}

const shownNotifications: Notification[] = [];

/** For tests: the person clicks the last notification, or closes it. */
export function answerLastNotification(answer: 'click' | 'close'): void {
  shownNotifications.at(-1)?.emit(answer, {});
}
