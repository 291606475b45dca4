import { EventEmitter } from 'node:events';
import path from 'node:path';
import { app, type BrowserWindowConstructorOptions, type Display, screen } from 'electron';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SettingsFile, WindowBounds } from './settings/settings-file.ts';
import { focusWindow, loadUi, openWindow } from './window.ts';

const { made } = vi.hoisted(() => ({ made: [] as BrowserWindowConstructorOptions[] }));
vi.mock('electron', () => ({
  app: { quit: vi.fn(), getPreferredSystemLanguages: () => ['en'] },
  dialog: {},
  Menu: {},
  nativeTheme: { shouldUseDarkColors: true },
  screen: { getDisplayMatching: vi.fn() },
  BrowserWindow: class extends EventEmitter {
    webContents = Object.assign(new EventEmitter(), { reload: vi.fn() });
    maximize = vi.fn();
    restore = vi.fn();
    show = vi.fn();
    focus = vi.fn();
    loadURL = vi.fn();
    isMaximized = () => true;
    isMinimized = () => true;
    isDestroyed = vi.fn(() => false);
    getNormalBounds = () => ({ x: 1, y: 2, width: 1000, height: 700 });
    constructor(options: BrowserWindowConstructorOptions) {
      super();
      made.push(options);
    }
  },
}));

/** The second of two displays, left of and above the first, with a bar at its top. */
const WORK_AREA = { x: -1920, y: -1050, width: 1920, height: 1050 };
beforeEach(() => {
  vi.mocked(screen.getDisplayMatching).mockReturnValue({ workArea: WORK_AREA } as Display);
});

function open(bounds: WindowBounds | null = null) {
  const setWindowBounds = vi.fn();
  const settings = {
    windowBounds: () => bounds,
    setWindowBounds,
    current: () => ({ language: 'en', interfaceScale: 1.25 }),
  };
  const log = { info: vi.fn(), error: vi.fn() };
  const window = openWindow('/app/preload.cjs', settings as unknown as SettingsFile, log);
  return { window, options: made.at(-1), setWindowBounds, log };
}

describe('the place of the last time', () => {
  const place = { x: -1800, y: -1000, width: 1200, height: 800 };

  it.each([
    ['wholly on a screen', place],
    ['partly beside it', { ...place, x: -2500 }],
    ['larger than it', { ...place, width: 5000, height: 3000 }],
  ])('is taken again: %s', (_where, bounds) => {
    expect(open({ ...bounds, isMaximized: false }).options).toMatchObject(bounds);
  });

  it.each([
    ['left of every screen', { ...place, x: -3200 }],
    ['right of it', { ...place, x: 0 }],
    ['with its title bar above', { ...place, y: -1051 }],
    ['below', { ...place, y: 0 }],
  ])('is forgotten where nobody could reach the window: %s', (_where, bounds) => {
    const { options } = open({ ...bounds, isMaximized: false });
    expect(options).toMatchObject({ width: 1440, height: 900 });
    expect(options).not.toHaveProperty('x');
  });

  it('is kept when the window closes, as it is when not maximised', () => {
    const { window, setWindowBounds } = open();
    window.emit('close');
    expect(setWindowBounds).toHaveBeenCalledWith({ x: 1, y: 2, width: 1000, height: 700, isMaximized: true });
  });
});

// fault 59
it('delays the end of a Windows session while the app quits as usual', () => {
  const preventDefault = vi.fn();
  open().window.emit('query-session-end', { preventDefault });
  expect(preventDefault).toHaveBeenCalledOnce();
  expect(app.quit).toHaveBeenCalledOnce();
});

it('shows itself with its first frame, maximised if it was', () => {
  const { window, options } = open({ ...WORK_AREA, isMaximized: true });
  expect(options?.show).toBe(false);
  expect(window.show).not.toHaveBeenCalled();
  window.emit('ready-to-show');
  expect(window.show).toHaveBeenCalledOnce();
  expect(window.maximize).toHaveBeenCalledOnce();
});

describe('a window that is never ready to be shown, as hidden ones on Wayland', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is shown soon after its page has loaded, once', () => {
    const { window } = open();
    window.webContents.emit('did-finish-load');
    vi.advanceTimersByTime(299);
    expect(window.show).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    window.emit('ready-to-show');
    vi.runAllTimers();
    expect(window.show).toHaveBeenCalledOnce();
  });

  it('is shown after two seconds, if its page has not loaded', () => {
    const { window } = open();
    vi.advanceTimersByTime(2000);
    expect(window.show).toHaveBeenCalledOnce();
  });

  it('is left alone if it was closed meanwhile', () => {
    const { window } = open();
    vi.mocked(window.isDestroyed).mockReturnValue(true);
    vi.runAllTimers();
    expect(window.show).not.toHaveBeenCalled();
  });
});

// attack 1, promise sandboxed-pages
it('gives its page a sandbox, isolation from the preload, and no Node', () => {
  expect(open().options?.webPreferences).toMatchObject({
    preload: '/app/preload.cjs',
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    webSecurity: true,
    webviewTag: false,
    disableDialogs: true,
  });
});

it('a page that crashed is loaded again, one that ended as it should is not', () => {
  const { window, log } = open();
  window.webContents.emit('render-process-gone', {}, { reason: 'clean-exit' });
  expect(window.webContents.reload).not.toHaveBeenCalled();
  window.webContents.emit('render-process-gone', {}, { reason: 'oom' });
  expect(window.webContents.reload).toHaveBeenCalledOnce();
  expect(log.info).toHaveBeenCalledWith('window.crashed', { reason: 'oom' });
  vi.mocked(window.isDestroyed).mockReturnValue(true);
  window.webContents.emit('render-process-gone', {}, { reason: 'killed' });
  expect(window.webContents.reload).toHaveBeenCalledOnce();
});

it('a page that cannot be loaded is an error, unless the window was closed meanwhile', async () => {
  const { window } = open();
  vi.mocked(window.loadURL).mockRejectedValue(new Error('ERR_FAILED'));
  await expect(loadUi(window)).rejects.toThrow('ERR_FAILED');
  vi.mocked(window.isDestroyed).mockReturnValue(true);
  await loadUi(window);
});

it('a second start brings the window to the front, also out of the taskbar; a closed one stays closed', () => {
  const { window } = open();
  focusWindow(window);
  for (const step of [window.restore, window.show, window.focus]) expect(step).toHaveBeenCalledOnce();
  vi.mocked(window.isDestroyed).mockReturnValue(true);
  focusWindow(window);
  focusWindow(undefined);
  expect(window.focus).toHaveBeenCalledOnce();
});

describe('the icon of the window', () => {
  const on = (platform: NodeJS.Platform) => {
    const before = Object.getOwnPropertyDescriptor(process, 'platform');
    Object.defineProperty(process, 'platform', { value: platform, configurable: true });
    onTestFinished(() => void (before && Object.defineProperty(process, 'platform', before)));
    return open().options?.icon;
  };

  it('lies beside the preload on Linux, where no program file brings one', () => {
    expect(on('linux')).toBe(path.join('/app', 'icon.png'));
  });

  it.each(['darwin', 'win32'] as const)('is that of the program on %s', (platform) => {
    expect(on(platform)).toBeUndefined();
  });
});

it('has the size of the interface from its first frame on', () => {
  expect(open().options?.webPreferences?.zoomFactor).toBe(1.25);
});
