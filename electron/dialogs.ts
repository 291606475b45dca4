// Native dialogs.

import { access } from 'node:fs/promises';
import path from 'node:path';
import {
  app,
  type BrowserWindow,
  dialog,
  type MessageBoxOptions,
  type OpenDialogOptions,
  type OpenDialogReturnValue,
  type SaveDialogOptions,
  type SaveDialogReturnValue,
} from 'electron';
import type { UnsavedThing } from '../shared/contract/storage.ts';
import { createTranslator } from '../shared/i18n/all.ts';
import type { Locale } from '../shared/i18n/index.ts';
import { unsavedWords } from '../shared/storage/storage-text.ts';
import type { Log } from './log.ts';
import type { SettingsFile } from './settings/settings-file.ts';

/** Windows with an open dialog. A window that is gone never answers, so each has its own. */
const asking = new WeakSet<object>();
/** Stands for dialogs without a window. */
const NO_WINDOW = {};
/** The most of an address that a question shows, in characters. */
const MAX_ADDRESS = 300;

/**
 * Opens a dialog that the page asked for, unless one is open: a person cannot ask for two, and a page that somebody else
 * has taken over must not cover the screen with them. @returns `refused` in place of a second one
 */
async function oneAtATime<T>(window: BrowserWindow | undefined, refused: T, open: () => Promise<T>): Promise<T> {
  const owner = window ?? NO_WINDOW;
  if (asking.has(owner)) return refused;
  asking.add(owner);
  try {
    return await open();
  } finally {
    asking.delete(owner);
  }
}

function askToSave(window: BrowserWindow | undefined, options: SaveDialogOptions): Promise<SaveDialogReturnValue> {
  return oneAtATime(window, { canceled: true, filePath: '' }, () =>
    window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options),
  );
}

function askToOpen(window: BrowserWindow | undefined, options: OpenDialogOptions): Promise<OpenDialogReturnValue> {
  return oneAtATime(window, { canceled: true, filePaths: [] }, () =>
    window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options),
  );
}

/** Asks a question whose first button is the cautious answer. */
function askQuestion(window: BrowserWindow | undefined, options: MessageBoxOptions): Promise<{ response: number }> {
  return oneAtATime<{ response: number }>(window, { response: 0 }, () =>
    window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options),
  );
}

/** A name, or the names 1, 2 and so on, of which the first that is free in the folder is suggested. */
export type SuggestedName = string | ((count: number) => string);

/** Names that are tried; then the last of them is suggested, and the dialog asks before it replaces a file. */
const MAX_TRIED = 1000;

/** The first count of which no name is taken. */
async function freeCount(folder: string, names: (count: number) => readonly string[]): Promise<number> {
  const isTaken = (name: string): Promise<boolean> =>
    access(path.join(folder, name)).then(
      () => true,
      () => false,
    );
  let count = 1;
  while (count < MAX_TRIED && (await Promise.all(names(count).map(isTaken))).includes(true)) count += 1;
  return count;
}

async function freeName(folder: string, suggested: SuggestedName): Promise<string> {
  if (typeof suggested === 'string') return suggested;
  return suggested(await freeCount(folder, (count) => [suggested(count)]));
}

/** The first count, from 1 on, of which no name is taken where the next file would be saved. */
export function freeSaveCount(settings: SettingsFile, names: (count: number) => readonly string[]): Promise<number> {
  return freeCount(saveFolder(settings), names);
}

function saveFolder(settings: SettingsFile): string {
  return settings.lastSaveFolder() || app.getPath('downloads');
}

/**
 * Asks where to save a file; the dialog starts in the last folder used, or else in Downloads.
 * @returns undefined if the person closed the dialog.
 */
export async function askSavePath(
  window: BrowserWindow | undefined,
  settings: SettingsFile,
  suggested: SuggestedName,
): Promise<{ path: string; name: string } | undefined> {
  const folder = saveFolder(settings);
  const defaultPath = path.join(folder, await freeName(folder, suggested));
  // The older Linux dialogs replace a file without asking unless this is set.
  const options: SaveDialogOptions = { defaultPath, properties: ['showOverwriteConfirmation'] };
  const { canceled, filePath } = await askToSave(window, options);
  if (canceled || !filePath) return undefined;
  settings.setLastSaveFolder(path.dirname(filePath));
  return { path: filePath, name: path.basename(filePath) };
}

/**
 * Asks for a folder to save into; the dialog starts in the last one used, or else in Downloads.
 * @returns undefined if the person closed the dialog.
 */
export async function askSaveFolder(
  window: BrowserWindow | undefined,
  settings: SettingsFile,
): Promise<string | undefined> {
  const options: OpenDialogOptions = {
    defaultPath: saveFolder(settings),
    properties: ['openDirectory', 'createDirectory'],
  };
  const { canceled, filePaths } = await askToOpen(window, options);
  const folder = filePaths[0];
  if (canceled || !folder) return undefined;
  settings.setLastSaveFolder(folder);
  return folder;
}

/**
 * Asks for one file; the dialog shows those with this extension, or all. @returns undefined if the person closed it.
 */
export async function askFile(window: BrowserWindow | undefined, extension: string): Promise<string | undefined> {
  const options: OpenDialogOptions = {
    properties: ['openFile'],
    filters: [
      { name: extension, extensions: [extension] },
      { name: '*', extensions: ['*'] },
    ],
  };
  const { canceled, filePaths } = await askToOpen(window, options);
  return canceled ? undefined : filePaths[0];
}

/** Asks for a file with one of these extensions. @returns undefined if the person closed the dialog. */
export async function askVideo(
  window: BrowserWindow | undefined,
  extensions: readonly string[],
  locale: Locale,
): Promise<string | undefined> {
  const options: OpenDialogOptions = {
    properties: ['openFile'],
    filters: [{ name: createTranslator(locale)('video.files'), extensions: [...extensions] }],
  };
  const { canceled, filePaths } = await askToOpen(window, options);
  return canceled ? undefined : filePaths[0];
}

/**
 * Asks whether to quit although something is not on disk yet.
 * @returns false if the app should stay open. Never rejects.
 */
export async function askAboutUnsaved(things: readonly UnsavedThing[], locale: Locale, log: Log): Promise<boolean> {
  const t = createTranslator(locale);
  try {
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      message: t('unsaved.message'),
      detail: t('unsaved.detail', { things: unsavedWords(things, t) }),
      buttons: [t('unsaved.wait'), t('unsaved.quit')],
      defaultId: 0,
      cancelId: 0,
    });
    return response === 1;
  } catch (error) {
    log.error('unsaved.notAsked', error);
    return true;
  }
}

/** Says that a newer version was not installed, and why. */
export function sayNotInstalled(error: unknown, locale: Locale): void {
  const t = createTranslator(locale);
  dialog.showErrorBox(t('update.notInstalled'), t('update.notInstalledDetail', { reason: String(error) }));
}

/**
 * Asks whether a connection may fetch results from an origin that is not its own.
 * @returns false also if the question could not be asked. Never rejects.
 */
export function askAboutOrigin(
  window: BrowserWindow | undefined,
  { connectionName, origin }: { connectionName: string; origin: string },
  locale: Locale,
  log: Log,
): Promise<boolean> {
  const t = createTranslator(locale);
  const detail = t(origin.startsWith('https:') ? 'origin.detail' : 'origin.detailHttp', { connection: connectionName });
  const buttons: [string, string] = [t('origin.deny'), t('origin.allow')];
  return askToAllow(window, { message: t('origin.message', { origin }), detail, buttons }, log);
}

/**
 * Asks whether requests may be sent to an origin in a private network. Only main asks this: what the page says about
 * it is not believed.
 * @returns false also if the question could not be asked. Never rejects.
 */
export function askAboutPrivateOrigin(
  window: BrowserWindow | undefined,
  origin: string,
  locale: Locale,
  log: Log,
): Promise<boolean> {
  const t = createTranslator(locale);
  const buttons: [string, string] = [t('private.deny'), t('private.allow')];
  return askToAllow(window, { message: t('private.message', { origin }), detail: t('private.detail'), buttons }, log);
}

/**
 * Asks whether a picture may be fetched from an address on this computer or in a private network, as far as it fits into
 * a question. @returns false also if the question could not be asked. Never rejects.
 */
export function askAboutPrivatePicture(
  window: BrowserWindow | undefined,
  url: string,
  locale: Locale,
  log: Log,
): Promise<boolean> {
  const t = createTranslator(locale);
  const buttons: [string, string] = [t('private.picture.deny'), t('private.picture.allow')];
  const shown = url.length > MAX_ADDRESS ? `${url.slice(0, MAX_ADDRESS)}…` : url;
  const message = t('private.picture.message', { url: shown });
  return askToAllow(window, { message, detail: t('private.picture.detail'), buttons }, log);
}

/** @returns whether the second button was chosen; closing the dialog and the return key choose the first. */
async function askToAllow(
  window: BrowserWindow | undefined,
  words: { message: string; detail: string; buttons: [deny: string, allow: string] },
  log: Log,
): Promise<boolean> {
  const options: MessageBoxOptions = { type: 'question', ...words, defaultId: 0, cancelId: 0 };
  try {
    const { response } = await askQuestion(window, options);
    return response === 1;
  } catch (error) {
    log.error('origin.notAsked', error);
    return false;
  }
}

/**
 * Asks whether to load a page again that keeps crashing.
 * @returns false if the app should quit. Never rejects.
 */
export async function askAboutLostPage(window: BrowserWindow, locale: Locale, log: Log): Promise<boolean> {
  const t = createTranslator(locale);
  try {
    const { response } = await dialog.showMessageBox(window, {
      type: 'error',
      message: t('crash.message'),
      detail: t('crash.detail'),
      buttons: [t('crash.reload'), t('crash.quit')],
      defaultId: 0,
      cancelId: 0,
    });
    return response === 0;
  } catch (error) {
    log.error('window.notAsked', error);
    return false;
  }
}

/** Asks for a folder for the library, for a back-up, or with a library to bring in. Undefined if the person closed it. */
export async function askFolder(
  window: BrowserWindow | undefined,
  purpose: 'move' | 'backUp' | 'import',
  locale: Locale,
): Promise<string | undefined> {
  const options: OpenDialogOptions = {
    title: createTranslator(locale)(`transfer.ask.${purpose}`),
    properties: purpose === 'import' ? ['openDirectory'] : ['openDirectory', 'createDirectory'],
  };
  const { canceled, filePaths } = await askToOpen(window, options);
  return canceled ? undefined : filePaths[0];
}

/** Asks whether to move the library to a folder, or to use the one that is there. @returns false if not. */
export async function askAboutTarget(
  window: BrowserWindow | undefined,
  { kind, folder }: { kind: 'copy' | 'use'; folder: string },
  locale: Locale,
): Promise<boolean> {
  const t = createTranslator(locale);
  const options: MessageBoxOptions = {
    type: 'question',
    message: t(`transfer.confirm.${kind}`),
    detail: t(`transfer.confirm.${kind}.detail`, { folder }),
    buttons: [t('common.cancel'), t(`transfer.confirm.${kind}.button`)],
    defaultId: 1,
    cancelId: 0,
  };
  const { response } = await askQuestion(window, options);
  return response === 1;
}
