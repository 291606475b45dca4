// Files that are dropped or pasted on a screen which does not take them itself: pictures open Images, a text file becomes
// the text of Speech, of anything else the app says why it is not opened.

import type { Translate } from '../../../shared/i18n/index.ts';
import { createScope } from '../../lifetime/scope.ts';
import { decodeText } from './decode-text.ts';
import { kindOfFile } from './file-kinds.ts';

/** As for files that are opened from outside. */
const MAX_TEXT_BYTES = 1024 * 1024;

/** What is done with the files. */
export type FileTakers = {
  showPictures: (files: readonly File[]) => void;
  /** The first text is shown, the others are kept for later. */
  showText: (text: string, name: string) => void;
  keepText: (text: string, name: string) => Promise<void>;
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
    void takeFiles([...event.dataTransfer.files], folderNames(event.dataTransfer), takers);
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

/** Opens files. @param folders names of those that are folders. */
export async function takeFiles(
  files: readonly File[],
  folders: readonly string[],
  { showPictures, showText, keepText, refuse }: FileTakers,
): Promise<void> {
  const ordinary = files.filter(({ name }) => !folders.includes(name));
  const pictures = ordinary.filter((file) => kindOfFile(file) === 'picture');
  const texts = ordinary.filter((file) => kindOfFile(file) === 'text');
  let isShown = false;
  for (const file of texts) {
    const { name, size } = file;
    const bytes = size > MAX_TEXT_BYTES ? null : await file.arrayBuffer().catch(() => undefined);
    if (bytes === null) refuse((t) => t('drop.tooLong', { name }));
    else if (bytes === undefined) refuse((t) => t('opened.failed', { name }));
    else if (isShown) await keepText(decodeText(new Uint8Array(bytes)), name);
    else {
      showText(decodeText(new Uint8Array(bytes)), name);
      isShown = true;
    }
  }
  if (pictures.length > 0) showPictures(pictures);
  if (pictures.length > 0 || isShown) return;
  const [folder] = folders;
  const [refused] = ordinary.filter((file) => !texts.includes(file));
  if (folder !== undefined) refuse((t) => t('drop.folder', { name: folder }));
  else if (refused !== undefined) {
    const key = kindOfFile(refused) === 'audio' ? 'drop.audio' : 'drop.other';
    refuse((t) => t(key, { name: refused.name }));
  }
}

function folderNames({ items }: DataTransfer): string[] {
  return [...items]
    .map((item) => item.webkitGetAsEntry())
    .flatMap((entry) => (entry?.isDirectory === true ? [entry.name] : []));
}
