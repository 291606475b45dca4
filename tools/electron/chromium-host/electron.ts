// The exports of `import … from 'electron'` in the main process, without logic. Anything else cannot be imported.

export { app } from './app.ts';
export { Notification, nativeTheme, powerSaveBlocker, screen, shell } from './desktop-modules.ts';
export { dialog } from './dialog.ts';
export { ipcMain } from './ipc.ts';
export { safeStorage } from './keyring.ts';
export { Menu } from './menu.ts';
export { protocol, session } from './protocol.ts';
export { utilityProcess } from './utility-process.ts';
export { BrowserWindow } from './window.ts';
