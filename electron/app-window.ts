// The app's single window as the rest of main uses it, whether it is open or closed.

import path from 'node:path';
import type { BrowserWindow, WebContents } from 'electron';
import type { Log } from './log.ts';
import type { SettingsFile } from './settings/settings-file.ts';
import { focusWindow, loadUi, openWindow, showRunning } from './window.ts';

/** Controls the window. Every call except `open` does nothing while the window is closed. */
export type AppWindow = {
  current: () => BrowserWindow | undefined;
  contents: () => WebContents | undefined;
  isFocused: () => boolean;
  /** Brings the window to the front. */
  focus: () => void;
  /** Shows on the taskbar how many requests are running. */
  showRunning: (count: number) => void;
  /** Loads the page again: another library is open. */
  reload: () => void;
  /** Starts dragging files out of the window. */
  startDrag: (files: string[]) => void;
  /**
   * Opens the window. @param onOpened called before the UI loads. Resolves when the document has loaded; rejects when
   * loading fails.
   */
  open: (onOpened: () => void) => Promise<void>;
};

/** Creates the controls of the window, which starts closed. @param dist folder of the built app. */
export function createAppWindow(dist: string, settings: SettingsFile, log: Log): AppWindow {
  let window: BrowserWindow | undefined;
  const current = () => (window?.isDestroyed() === false ? window : undefined);
  const contents = () => current()?.webContents;
  return {
    current,
    contents,
    isFocused: () => current()?.isFocused() ?? false,
    focus: () => focusWindow(window),
    reload: () => contents()?.reload(),
    showRunning: (count) => showRunning(window, count, process.platform),
    startDrag: (files) =>
      contents()?.startDrag({ file: files[0] ?? '', files, icon: path.join(dist, 'electron', 'drag-icon.png') }),
    async open(onOpened) {
      window = openWindow(path.join(dist, 'electron', 'preload.cjs'), settings, log);
      onOpened();
      await loadUi(window);
      // The window has this size from its first frame on, unless Electron kept another one for this page.
      contents()?.setZoomFactor(settings.current().interfaceScale);
    },
  };
}
