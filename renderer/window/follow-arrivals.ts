// Shows what comes from outside the window: files that the system opens or a person drops or pastes, and clicks on
// notifications.

import type { Translate } from '../../shared/i18n/index.ts';
import type { ImagesStore } from '../images/images-store.ts';
import type { Ipc } from '../ipc.ts';
import { followBroughtFiles } from '../shell/brought-files.ts';
import { followOpenedFiles } from '../shell/opened-files.ts';
import type { ShellStore } from '../shell/shell-store.ts';
import type { ImportStore } from '../speech/import/import-store.ts';
import type { ShowElsewhere } from './show-elsewhere.ts';

type Deps = Pick<ShowElsewhere, 'showFinished'> & {
  ipc: Ipc;
  shell: ShellStore;
  /** The store of the Images screen, once it is there; null if it cannot be, which the screen says. */
  images: () => Promise<ImagesStore | null>;
  importing: ImportStore;
  notify: (say: (t: Translate) => string) => void;
};

/** Follows them until the returned functions are called. */
export function followArrivals({ ipc, shell, images, importing, notify, showFinished }: Deps): (() => void)[] {
  const showPictures = async (files: readonly File[]): Promise<void> => {
    shell.getState().openTab('images');
    await (await images())?.getState().openFiles(files);
  };
  const showTexts = (files: readonly File[], isFolder = false): void => {
    shell.getState().openTab('speech');
    void importing.getState().bring(files, isFolder);
  };
  return [
    followOpenedFiles({
      ipc,
      showPictures,
      showTexts,
      report: (name) => notify((t) => t('opened.failed', { name })),
    }),
    followBroughtFiles({
      showPictures: (files) => void showPictures(files),
      showTexts,
      showFolder: (files) => showTexts(files, true),
      refuse: notify,
    }),
    ipc.on('notification.clicked', showFinished),
  ];
}
