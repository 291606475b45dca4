// Files that are dropped or pasted on a screen which does not take them itself: pictures open Images, text files and
// folders of them become scripts, of anything else the app says why it is not opened.

import type { Translate } from '../../shared/i18n/index.ts';
import { createScope } from '../lifetime/scope.ts';
import { filesIn, isFolder } from './dropped-folder.ts';
import { kindOfFile } from './file-kinds.ts';

/** What is done with the files. */
export type FileTakers = {
  showPictures: (files: readonly File[]) => void;
  showTexts: (files: readonly File[]) => void;
  /** All files of a folder, also those that are no texts. */
  showFolder: (files: readonly File[]) => void;
  /** Tells the person why a file is not opened. */
  refuse: (why: (t: Translate) => string) => void;
};

/** Takes files that no screen has taken, until the returned function is called. */
export function followBroughtFiles(takers: FileTakers): () => void {
  const scope = createScope();
  // Without this the browser would leave the app and show the file.
  scope.listen(window, 'dragover', (event) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
  });
  scope.listen(window, 'drop', (event) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    void takeFiles([...event.dataTransfer.files], foldersOf(event.dataTransfer), takers);
  });
  scope.listen(window, 'paste', (event: ClipboardEvent) => {
    const data = event.clipboardData;
    // Text that also comes as a picture, as from a spreadsheet, is pasted as text.
    if (event.defaultPrevented || data === null || data.files.length === 0 || data.types.includes('text/plain')) return;
    event.preventDefault();
    void takeFiles([...data.files], [], takers);
  });
  return scope.dispose;
}

/** A folder among dropped files, where it has no content. */
type BroughtFolder = { name: string; files: () => Promise<readonly File[]> };

/** Opens files. @param folders those of them that are folders. */
export async function takeFiles(
  files: readonly File[],
  folders: readonly BroughtFolder[],
  { showPictures, showTexts, showFolder, refuse }: FileTakers,
): Promise<void> {
  const ordinary = files.filter(({ name }) => !folders.some((folder) => folder.name === name));
  const pictures = ordinary.filter((file) => kindOfFile(file) === 'picture');
  const texts = ordinary.filter((file) => kindOfFile(file) === 'text');
  const inFolders = (await Promise.all(folders.map((folder) => folder.files()))).flat();
  if (folders.length > 0) showFolder([...texts, ...inFolders]);
  else if (texts.length > 0) showTexts(texts);
  if (pictures.length > 0) showPictures(pictures);
  if (pictures.length > 0 || texts.length > 0 || folders.length > 0) return;
  const [refused] = ordinary;
  if (refused === undefined) return;
  const key = kindOfFile(refused) === 'audio' ? 'drop.audio' : 'drop.other';
  refuse((t) => t(key, { name: refused.name }));
}

/** The folders that are dropped. To be called while the event is handled. */
function foldersOf({ items }: DataTransfer): BroughtFolder[] {
  return [...items]
    .map((item) => item.webkitGetAsEntry())
    .filter(isFolder)
    .map((folder) => ({ name: folder.name, files: () => filesIn(folder) }));
}
