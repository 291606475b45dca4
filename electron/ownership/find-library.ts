// Finds the library at the start. Where it is not in its place, because its disk is not attached, the person says what to
// do: an empty one is never made in its stead.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { app, dialog } from 'electron';
import { createTranslator } from '../../shared/i18n/all.ts';
import type { Locale } from '../../shared/i18n/index.ts';
import { type LibraryPlace, readLibraryPlace, writeLibraryPlace } from '../library-place.ts';
import { libraryFolder } from '../storage.ts';
import { isLibraryFolder, libraryIn } from '../transfer/folder-source.ts';

/** What a person can do about a library that is not there, in the order of the buttons. */
const CHOICES = ['tryAgain', 'choose', 'startNew', 'quit'] as const;

/** Returns where the library is. Undefined if it is not there and the person wants to quit: this start ends. */
export async function findLibrary(userData: string, locale: Locale): Promise<LibraryPlace | undefined> {
  const place = readLibraryPlace(userData);
  if (!place) return { folder: libraryFolder(userData), previous: null };
  while (!isLibraryFolder(place.folder)) {
    const choice = await ask(place.folder, locale);
    if (choice === 'quit') {
      app.exit(1);
      return undefined;
    }
    if (choice === 'tryAgain') continue;
    const folder = choice === 'startNew' ? newFolder(userData) : await chooseLibrary(locale);
    if (folder === undefined) continue;
    const chosen = { folder, previous: null };
    await writeLibraryPlace(userData, chosen);
    return chosen;
  }
  return place;
}

async function ask(folder: string, locale: Locale): Promise<(typeof CHOICES)[number]> {
  const t = createTranslator(locale);
  const message = t('lostLibrary.message');
  process.stderr.write(`${message} ${folder}\n`);
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message,
    detail: t('lostLibrary.detail', { folder }),
    buttons: CHOICES.map((choice) => t(`lostLibrary.${choice}`)),
    defaultId: CHOICES.indexOf('tryAgain'),
    cancelId: CHOICES.indexOf('quit'),
  });
  return CHOICES[response] ?? 'quit';
}

/** Asks for a folder with a library. Undefined if the dialog was closed, or there is none in it. */
async function chooseLibrary(locale: Locale): Promise<string | undefined> {
  const t = createTranslator(locale);
  const { canceled, filePaths } = await dialog.showOpenDialog({ properties: ['openDirectory'] });
  const chosen = filePaths[0];
  if (canceled || chosen === undefined) return undefined;
  const library = libraryIn(chosen);
  if (library === undefined)
    await dialog.showMessageBox({ type: 'error', message: t('lostLibrary.none', { folder: chosen }) });
  return library;
}

/** A folder for a new library: the one that the app uses by itself, unless there is one in it. */
function newFolder(userData: string): string {
  const first = libraryFolder(userData);
  for (let count = 1; ; count++) {
    const folder = count === 1 ? first : path.join(path.dirname(first), `${path.basename(first)}-${count}`);
    if (!existsSync(folder)) return folder;
  }
}
