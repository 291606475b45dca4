// Electron's modules as the cases use them, set by the bundle's start: elsewhere the cases are read, not run, and there is
// no Electron to import.

import type * as Electron from 'electron';

export let app: typeof Electron.app;
export let BrowserWindow: typeof Electron.BrowserWindow;
export let dialog: typeof Electron.dialog;
export let ipcMain: typeof Electron.ipcMain;
export let Menu: typeof Electron.Menu;
export let nativeTheme: typeof Electron.nativeTheme;
export let Notification: typeof Electron.Notification;
export let powerSaveBlocker: typeof Electron.powerSaveBlocker;
export let protocol: typeof Electron.protocol;
export let safeStorage: typeof Electron.safeStorage;
export let screen: typeof Electron.screen;
export let session: typeof Electron.session;
export let utilityProcess: typeof Electron.utilityProcess;

/** Must be called before any case runs. */
export function provide(electron: typeof Electron): void {
  ({ app, BrowserWindow, dialog, ipcMain, Menu, nativeTheme, Notification } = electron);
  ({ powerSaveBlocker, protocol, safeStorage, screen, session, utilityProcess } = electron);
}
