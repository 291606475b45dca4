// The app's one window as the rest of main knows it, whether it is open just now or not.

import path from 'node:path';
import type { BrowserWindow, WebContents } from 'electron';
import type { Log } from './log.ts';
import type { SettingsFile } from './settings/settings-file.ts';
import { focusWindow, loadUi, openWindow, showRunning } from './window.ts';

/** The window, or where it would be. Nothing happens to a window that is closed. */
export type AppWindow = {
  current: () => BrowserWindow | undefined;
  contents: () => WebContents | undefined;
  isFocused: () => boolean;
  /** Brings it to the front. */
  focus: () => void;
  /** Shows on the taskbar how many requests run. */
  showRunning: (count: number) => void;
  /** Begins dragging files out of it. */
  startDrag: (files: string[]) => void;
  /** Opens it. @param onOpened called before the UI loads. Resolves when the document is there; rejects when it cannot be loaded. */
  open: (onOpened: () => void) => Promise<void>;
};

/** @param dist folder of the built app. */
export function createAppWindow(dist: string, settings: SettingsFile, log: Log): AppWindow {
  let window: BrowserWindow | undefined;
  const current = () => (window?.isDestroyed() === false ? window : undefined);
  const contents = () => current()?.webContents;
  return {
    current,
    contents,
    isFocused: () => current()?.isFocused() ?? false,
    focus: () => focusWindow(window),
    showRunning: (count) => showRunning(window, count, process.platform),
    startDrag: (files) =>
      contents()?.startDrag({ file: files[0] ?? '', files, icon: path.join(dist, 'electron', 'drag-icon.png') }),
    async open(onOpened) {
      window = openWindow(path.join(dist, 'electron', 'preload.cjs'), settings, log);
      onOpened();
      await loadUi(window);
    },
  };
}
