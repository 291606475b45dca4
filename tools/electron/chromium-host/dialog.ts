// Implements `dialog`: each result is a prepared answer, comes from a flag, or is the safe choice. Independent of
// windows.

import { existsSync, mkdirSync } from 'node:fs';
import { basename, join, parse } from 'node:path';
import type { Dialog } from 'electron';
import { app } from './app.ts';
import { honest } from './honest.ts';
import { record, requireReady, state } from './state.ts';

const TOO_EARLY = 'dialog module can only be used after app is ready';

/** Returns the path, with a number added if it exists: `a.mp3`, `a (2).mp3`, … */
export function uniquePath(path: string, isTaken: (path: string) => boolean = existsSync): string {
  const { dir, name, ext } = parse(path);
  let result = path;
  for (let count = 2; isTaken(result); count++) result = join(dir, `${name} (${count})${ext}`);
  return result;
}

// Both `(options)` and `(window, options)` are valid.
function optionsOf<T>(args: readonly unknown[]): T {
  return (args.length > 1 ? args[1] : args[0]) as T;
}

function preparedAnswer(method: string): unknown {
  return state.answers.get(method)?.shift();
}

// Errors in a call are thrown, not rejected: only the result is asynchronous.

const TEXTS = { title: 'Title', buttonLabel: 'Button label', defaultPath: 'Default path', message: 'Message' };

function checkTexts(options: object): void {
  for (const [name, label] of Object.entries(TEXTS)) {
    const value = (options as Record<string, unknown>)[name];
    if (value !== undefined && typeof value !== 'string') throw new TypeError(`${label} must be a string`);
  }
}

function showSaveDialog(...args: unknown[]): Promise<Electron.SaveDialogReturnValue> {
  requireReady(TOO_EARLY);
  const options = optionsOf<Electron.SaveDialogOptions>(args);
  const { defaultPath = '', properties = [] } = options;
  checkTexts(options);
  const prepared = preparedAnswer('showSaveDialog') as Electron.SaveDialogReturnValue | undefined;
  const folder = state.options.saveDir ?? app.getPath('downloads');
  mkdirSync(folder, { recursive: true });
  const wanted = join(folder, basename(defaultPath) || 'untitled');
  // The answer to the question whether to replace a file is always no. The older Linux dialogs ask only if this is set.
  const asks = process.platform !== 'linux' || properties.includes('showOverwriteConfirmation');
  const result = prepared ?? { canceled: false, filePath: asks ? uniquePath(wanted) : wanted };
  record('dialog.showSaveDialog', options, result);
  return Promise.resolve(result);
}

function showOpenDialog(...args: unknown[]): Promise<Electron.OpenDialogReturnValue> {
  requireReady(TOO_EARLY);
  const options = optionsOf<Electron.OpenDialogOptions>(args);
  const properties = options?.properties ?? ['openFile'];
  if (!Array.isArray(properties)) throw new TypeError('Properties must be an array');
  checkTexts(options);
  const prepared = preparedAnswer('showOpenDialog') as Electron.OpenDialogReturnValue | undefined;
  const result = prepared ?? (properties.includes('openDirectory') ? openFolder() : { canceled: true, filePaths: [] });
  record('dialog.showOpenDialog', options, result);
  return Promise.resolve(result);
}

function openFolder(): Electron.OpenDialogReturnValue {
  const folder = state.options.saveDir ?? app.getPath('downloads');
  mkdirSync(folder, { recursive: true });
  return { canceled: false, filePaths: [folder] };
}

/** Unless an answer is prepared, the box is closed without a button: the rules are those of Electron's lib/browser/api/dialog.ts. */
function showMessageBox(...args: unknown[]): Promise<Electron.MessageBoxReturnValue> {
  requireReady(TOO_EARLY);
  const options = optionsOf<Electron.MessageBoxOptions>(args);
  const { buttons = [], defaultId, checkboxChecked = false } = options;
  if (!Array.isArray(buttons)) throw new TypeError('Buttons must be an array');
  checkTexts(options);
  const declining = buttons.findIndex((label) => /^(?:cancel|no)$/i.test(label.replace('&', '')));
  const otherwise = defaultId === 0 && buttons.length > 1 ? 1 : 0;
  const response = options.cancelId ?? (declining >= 0 ? declining : otherwise);
  const prepared = preparedAnswer('showMessageBox') as Electron.MessageBoxReturnValue | undefined;
  const result = prepared ?? { response, checkboxChecked };
  record('dialog.showMessageBox', { ...options, icon: undefined, signal: undefined }, result);
  return Promise.resolve(result);
}

export const dialog = honest('dialog', {
  showSaveDialog,
  showOpenDialog,
  showMessageBox,
  showErrorBox: (title, content) => {
    record('dialog.showErrorBox', title, content);
    console.error(`${title}\n${content}`);
  },
} satisfies Partial<Dialog>);
