// The only window: its safe preferences, its bounds on the screen, and its recovery after a crash.

import path from 'node:path';
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { offerContextMenu } from './context-menu.ts';
import { askAboutLostPage } from './dialogs.ts';
import { localeFor } from './locale.ts';
import type { Log } from './log.ts';
import { createRateLimit } from './rate-limit.ts';
import { APP_ORIGIN } from './security.ts';
import type { SettingsFile, WindowBounds } from './settings/settings-file.ts';

/** How often a page that ended is loaded again without asking. */
const RELOADS = { most: 3, periodMs: 60_000 };
/** Any value above 1 means indeterminate to Electron. */
const INDETERMINATE = 2;
const DEFAULT_SIZE = { width: 1440, height: 900 };
const MIN_SIZE = { minWidth: 900, minHeight: 600 };
/** The canvas colour of both themes, so that an opening window does not flash. */
const BACKGROUND = { dark: '#17181b', light: '#f6f5f3' };

/**
 * A window that is not shown may never be drawn, and then never says that it is ready: on Wayland its surface gets no
 * frames. So it is shown this long after its page has loaded, or has begun to load, in milliseconds.
 */
const SHOWN_AFTER_LOADED_MS = 300;
const SHOWN_AT_LATEST_MS = 2000;

/** Opens the window. It becomes visible when there is something to see, and in any case soon. */
export function openWindow(preload: string, settings: SettingsFile, log: Log): BrowserWindow {
  const bounds = visibleBounds(settings.windowBounds());
  const window = new BrowserWindow({
    ...DEFAULT_SIZE,
    ...MIN_SIZE,
    ...(bounds && { x: bounds.x, y: bounds.y, width: bounds.width, height: bounds.height }),
    title: 'Relay Studio',
    ...(process.platform === 'linux' && { icon: path.join(path.dirname(preload), 'icon.png') }),
    show: false,
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      // `alert`, `confirm` and `prompt`, which the app does not use: a page could open them without end.
      disableDialogs: true,
      // The person asked for sound by pressing Generate; the audio arrives after Chromium's time limit for a click.
      autoplayPolicy: 'no-user-gesture-required',
      zoomFactor: settings.current().interfaceScale,
    },
  });
  showOnce(window, () => {
    // This also shows the window, so it waits until there is something to see.
    if (bounds?.isMaximized) window.maximize();
    window.show();
  });
  window.on('close', () =>
    settings.setWindowBounds({ ...window.getNormalBounds(), isMaximized: window.isMaximized() }),
  );
  // Windows asks at a log-off or a shutdown, and waits only while the answer is no; its end raises no `will-quit`.
  window.on('query-session-end', (event) => {
    event.preventDefault();
    app.quit();
  });
  reloadAfterCrash(window, settings, log);
  offerContextMenu(window, () => localeFor(settings.current().language));
  return window;
}

/** Shows the window at the first sign that there is something to see. */
function showOnce(window: BrowserWindow, show: () => void): void {
  let isShown = false;
  const showNow = (): void => {
    if (isShown || window.isDestroyed()) return;
    isShown = true;
    show();
  };
  window.once('ready-to-show', showNow);
  window.webContents.once('did-finish-load', () => setTimeout(showNow, SHOWN_AFTER_LOADED_MS));
  setTimeout(showNow, SHOWN_AT_LATEST_MS);
}

/**
 * Reloads a crashed page. Its state is in main, so it loses only text that was being typed. If it crashes repeatedly,
 * the person is asked.
 */
function reloadAfterCrash(window: BrowserWindow, settings: SettingsFile, log: Log): void {
  const mayReload = createRateLimit(RELOADS);
  window.webContents.on('render-process-gone', async (_event, { reason }) => {
    log.info('window.crashed', { reason });
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    const isReloaded = mayReload() || (await askAboutLostPage(window, localeFor(settings.current().language), log));
    if (!isReloaded) app.quit();
    else if (!window.isDestroyed()) window.webContents.reload();
  });
}

/**
 * Loads the UI. Resolves when the document is loaded, or if the window was closed meanwhile; rejects if it cannot be
 * loaded.
 */
export async function loadUi(window: BrowserWindow): Promise<void> {
  try {
    await window.loadURL(`${APP_ORIGIN}/index.html`);
  } catch (error) {
    if (!window.isDestroyed()) throw error;
  }
}

/** Brings the window to the front for a second start of the app. */
export function focusWindow(window: BrowserWindow | undefined): void {
  if (!window || window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/**
 * Shows on the taskbar that requests are running; their progress is unknown. Linux draws no indeterminate bar
 * (`SetProgress` in Electron's launcher_entry.cc shows fractions only), so the icon shows their number.
 */
export function showRunning(window: BrowserWindow | undefined, count: number, platform: NodeJS.Platform): void {
  if (platform === 'linux') app.setBadgeCount(count);
  else if (window?.isDestroyed() === false) window.setProgressBar(count > 0 ? INDETERMINATE : -1);
}

/** Returns the saved bounds, unless they are on no screen. */
function visibleBounds(bounds: WindowBounds | null): WindowBounds | undefined {
  if (!bounds) return undefined;
  const { x, y, width, height } = screen.getDisplayMatching(bounds).workArea;
  const isVisible = bounds.x < x + width && bounds.x + bounds.width > x && bounds.y >= y && bounds.y < y + height;
  return isVisible ? bounds : undefined;
}
