// Takes the files a person opened from outside and gives them to the screen they belong to. It must not know what becomes of them.

import type { OpenedFile } from '../../../shared/contract/files.ts';
import type { Ipc } from '../../ipc.ts';
import { decodeText } from './decode-text.ts';

type OpenedFilesParts = {
  ipc: Ipc;
  showPicture: (file: File) => Promise<void>;
  showText: (text: string, name: string) => void;
  /** The file was there, and could not be used. */
  report: (name: string) => void;
};

/** Takes what waits already and everything that comes, until the returned function is called. */
export function followOpenedFiles(parts: OpenedFilesParts): () => void {
  const { ipc } = parts;
  let taking = Promise.resolve();
  const takeAll = async (): Promise<void> => {
    for (;;) {
      const next = await ipc.request('files.takeOpened', null);
      if (!next.ok || next.data === null) return;
      await show(next.data, parts);
    }
  };
  const take = (): void => {
    taking = taking.then(takeAll);
  };
  const leave = ipc.on('files.opened', take);
  take();
  return leave;
}

async function show({ name, kind, bytes }: OpenedFile, parts: OpenedFilesParts): Promise<void> {
  if (bytes === null) parts.report(name);
  else if (kind === 'text') parts.showText(decodeText(bytes), name);
  else await parts.showPicture(new File([new Uint8Array(bytes)], name));
}
