// Replaces Electron for main's parts in the process of a page test: a desktop that a test can look at, whose dialogs
// answer at once. Only what `composeStudio` imports; anything else cannot be imported.

import { EventEmitter } from 'node:events';
import path from 'node:path';

/** The desktop of the test that is running. */
export const desktop = {
  language: 'en-US',
  /** Where dialogs save, and the folder that they choose. */
  saveFolder: '',
  /** Index of the button that questions are answered by. */
  answer: 0,
  /** The file that is chosen to open; the folder where none is. */
  fileToOpen: undefined as string | undefined,
  /** Whether dialogs are closed without an answer. */
  isCancelling: false,
  /** What was shown in its folder. */
  shownFiles: [] as string[],
};

export const app = {
  isPackaged: false,
  commandLine: { hasSwitch: () => false },
  getVersion: () => '0.0.0',
  getAppPath: () => process.cwd(),
  getPath: () => desktop.saveFolder,
  getPreferredSystemLanguages: () => [desktop.language],
  quit: () => undefined,
};

type SaveOptions = { defaultPath?: string };

export const dialog = {
  showSaveDialog: async (...given: unknown[]) => {
    const { defaultPath = 'file' } = given.at(-1) as SaveOptions;
    return { canceled: desktop.isCancelling, filePath: path.join(desktop.saveFolder, path.basename(defaultPath)) };
  },
  showOpenDialog: async () => ({
    canceled: desktop.isCancelling,
    filePaths: [desktop.fileToOpen ?? desktop.saveFolder],
  }),
  showMessageBox: async () => ({ response: desktop.answer }),
  showErrorBox: () => undefined,
};

export const shell = {
  openExternal: async () => undefined,
  showItemInFolder: (file: string) => void desktop.shownFiles.push(file),
};

export const session = { defaultSession: { resolveProxy: async () => 'DIRECT' } };

export const nativeTheme = { themeSource: 'system' };

export const powerSaveBlocker = { start: () => 1, stop: () => true };

export const Menu = { buildFromTemplate: (template: unknown) => template, setApplicationMenu: () => undefined };

/** No system of a test shows notifications. */
export class Notification extends EventEmitter {
  static isSupported(): boolean {
    return false;
  }
}
