// Owns the list of what `import … from 'electron'` gives in the main process; holds no logic.

import { unavailable } from './honest.ts';

export { app } from './app.ts';
export {
  clipboard,
  crashReporter,
  Notification,
  nativeImage,
  nativeTheme,
  powerMonitor,
  powerSaveBlocker,
  screen,
  shell,
} from './desktop-modules.ts';
export { dialog } from './dialog.ts';
export { ipcMain } from './ipc.ts';
export { safeStorage } from './keyring.ts';
export { Menu, MenuItem } from './menu.ts';
export { protocol, session } from './protocol.ts';
export { utilityProcess } from './utility-process.ts';
export { BrowserWindow } from './window.ts';

export const autoUpdater = unavailable('autoUpdater');
export const BaseWindow = unavailable('BaseWindow');
export const contentTracing = unavailable('contentTracing');
export const desktopCapturer = unavailable('desktopCapturer');
export const globalShortcut = unavailable('globalShortcut');
export const inAppPurchase = unavailable('inAppPurchase');
export const MessageChannelMain = unavailable('MessageChannelMain');
export const net = unavailable('net');
export const netLog = unavailable('netLog');
export const pushNotifications = unavailable('pushNotifications');
export const systemPreferences = unavailable('systemPreferences');
export const TouchBar = unavailable('TouchBar');
export const Tray = unavailable('Tray');
export const View = unavailable('View');
export const webContents = unavailable('webContents');
export const WebContentsView = unavailable('WebContentsView');
export const webFrameMain = unavailable('webFrameMain');
