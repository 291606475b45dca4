// Owns the small modules that stand for the desktop (shell, clipboard, theme, screen, …): their values and recorded
// calls; must not know windows.

import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { Clipboard, NativeImage, NativeTheme, PowerMonitor, PowerSaveBlocker, Screen, Shell } from 'electron';
import { honest, honestEmitter } from './honest.ts';
import { desktop, type PageState, record, requireReady, state } from './state.ts';

export const shell = honest('shell', {
  openExternal: async (url, options) => {
    record('shell.openExternal', url, options);
    console.error(`shell.openExternal: ${url}`);
  },
  openPath: async (path) => {
    record('shell.openPath', path);
    return existsSync(path) ? '' : 'Failed to open path';
  },
  showItemInFolder: (path) => record('shell.showItemInFolder', path),
  trashItem: async (path) => record('shell.trashItem', path),
  beep: () => record('shell.beep'),
} satisfies Partial<Shell>);

let clipboardText = '';
export const clipboard = honest('clipboard', {
  readText: async () => clipboardText,
  writeText: async (text) => {
    clipboardText = text;
    record('clipboard.writeText', text);
  },
} satisfies Partial<Clipboard>);

function imageOf(bytes: Buffer): NativeImage {
  return honest('NativeImage', {
    isEmpty: () => bytes.byteLength === 0,
    toPNG: () => bytes,
    toJPEG: () => bytes,
    getSize: () => ({ width: 0, height: 0 }),
    resize: () => imageOf(bytes),
    setTemplateImage: () => undefined,
  } satisfies Partial<NativeImage>) as unknown as NativeImage;
}

export const nativeImage = honest('nativeImage', {
  createEmpty: () => imageOf(Buffer.alloc(0)),
  createFromPath: (path: string) => imageOf(existsSync(path) ? readFileSync(path) : Buffer.alloc(0)),
  createFromBuffer: (buffer: Buffer) => imageOf(buffer),
});

class HostNativeTheme
  extends honestEmitter('nativeTheme')
  implements Pick<NativeTheme, 'shouldUseDarkColors' | 'themeSource'>
{
  readonly shouldUseHighContrastColors = false;
  readonly shouldUseInvertedColorScheme = false;
  readonly shouldUseDarkColorsForSystemIntegratedUI = false;
  readonly inForcedColorsMode = false;
  readonly prefersReducedTransparency = false;
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
    this.emit('updated');
  }
}
export const nativeTheme = new HostNativeTheme();

class HostPowerMonitor
  extends honestEmitter('powerMonitor')
  implements Pick<PowerMonitor, 'getSystemIdleState' | 'getSystemIdleTime' | 'isOnBatteryPower' | 'onBatteryPower'>
{
  readonly onBatteryPower = false;
  getSystemIdleState(): 'active' {
    return 'active';
  }
  getSystemIdleTime(): number {
    return 0;
  }
  isOnBatteryPower(): boolean {
    return this.onBatteryPower;
  }
}
export const powerMonitor = new HostPowerMonitor();

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
  isStarted: (id) => blockers.has(id),
} satisfies Partial<PowerSaveBlocker>);

let display = { width: 1920, height: 1080, workWidth: 1920, workHeight: 1080, scaleFactor: 1 };
desktop.on('page-state', (news: PageState) => {
  const { width, height, scaleFactor } = news.screen;
  display = { width, height, scaleFactor, workWidth: news.workArea.width, workHeight: news.workArea.height };
});

function primaryDisplay(): Electron.Display {
  requireReady("The 'screen' module can't be used before the app 'ready' event");
  const { width, height, workWidth, workHeight, scaleFactor } = display;
  return honest('Display', {
    id: 1,
    label: 'primary',
    bounds: { x: 0, y: 0, width, height },
    size: { width, height },
    workArea: { x: 0, y: 0, width: workWidth, height: workHeight },
    workAreaSize: { width: workWidth, height: workHeight },
    scaleFactor,
    rotation: 0,
    internal: false,
  }) as unknown as Electron.Display;
}

class HostScreen
  extends honestEmitter('screen')
  implements Pick<Screen, 'getPrimaryDisplay' | 'getAllDisplays' | 'getDisplayMatching' | 'getDisplayNearestPoint'>
{
  getPrimaryDisplay(): Electron.Display {
    return primaryDisplay();
  }
  getAllDisplays(): Electron.Display[] {
    return [primaryDisplay()];
  }
  getDisplayMatching(): Electron.Display {
    return primaryDisplay();
  }
  getDisplayNearestPoint(): Electron.Display {
    return primaryDisplay();
  }
}
export const screen = new HostScreen();

export class Notification
  extends honestEmitter('Notification')
  implements Pick<Electron.Notification, 'show' | 'close'>
{
  static isSupported(): boolean {
    return true;
  }
  readonly id = randomUUID();
  readonly title: string;
  readonly body: string;

  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super();
    requireReady('Cannot create Notification before app is ready');
    this.title = options.title ?? '';
    this.body = options.body ?? '';
  }
  show(): void {
    record('Notification.show', { title: this.title, body: this.body });
    shownNotifications.push(this);
    this.emit('show', {});
  }
  close(): void {
    this.emit('close', {});
  }
}

const shownNotifications: Notification[] = [];

/** For tests: clicks the notification shown last. */
export function clickLastNotification(): void {
  shownNotifications.at(-1)?.emit('click', {});
}

export const crashReporter = honest('crashReporter', {
  start: (options: Electron.CrashReporterStartOptions) => record('crashReporter.start', options),
  getUploadToServer: () => false,
  setUploadToServer: () => undefined,
  addExtraParameter: () => undefined,
  getLastCrashReport: () => null,
  getUploadedReports: () => [],
});
