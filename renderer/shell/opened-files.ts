// Passes files that were opened from outside the app to their screen. Independent of what the screens do with them.

import type { Ipc } from '../ipc.ts';

type OpenedFilesDeps = {
  ipc: Ipc;
  /** Shows the pictures that were opened together. */
  showPictures: (files: readonly File[]) => Promise<void>;
  /** Makes scripts of the text files that were opened together. */
  showTexts: (files: readonly File[]) => void;
  /** Reports a file that exists but cannot be used. */
  report: (name: string) => void;
};

/** Handles the files opened so far and every later one, until the returned function is called. */
export function followOpenedFiles(deps: OpenedFilesDeps): () => void {
  const { ipc } = deps;
  let taking = Promise.resolve();
  const takeAll = async (): Promise<void> => {
    const pictures: File[] = [];
    const texts: File[] = [];
    for (;;) {
      const next = await ipc.request('files.takeOpened', null);
      if (!next.ok || next.data === null) break;
      const { name, kind, bytes } = next.data;
      if (bytes === null) deps.report(name);
      else (kind === 'text' ? texts : pictures).push(new File([new Uint8Array(bytes)], name));
    }
    if (texts.length > 0) deps.showTexts(texts);
    if (pictures.length > 0) await deps.showPictures(pictures);
  };
  const take = (): void => {
    taking = taking.then(takeAll);
  };
  const leave = ipc.on('files.opened', take);
  take();
  return leave;
}
