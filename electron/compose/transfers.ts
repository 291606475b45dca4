// Connects what is done with whole libraries to dialogs, settings and the studio that is open.

import path from 'node:path';
import { app, shell } from 'electron';
import type { AppWindow } from '../app-window.ts';
import { askAboutTarget, askFile, askFolder, askSavePath } from '../dialogs.ts';
import { createUnfinishedParts } from '../export/unfinished-parts.ts';
import type { Foundation } from '../foundation.ts';
import type { Emit } from '../ipc.ts';
import { localeFor } from '../locale.ts';
import { stayAwake } from '../stay-awake.ts';
import type { StudioHost } from '../studio-host.ts';
import { createTransfers, type Transfers } from '../transfers.ts';

/** What the transfers are made from. `host` is asked once they run. */
type Deps = Pick<Foundation, 'userData' | 'log' | 'settings'> & {
  window: AppWindow;
  emit: Emit;
  host: () => StudioHost;
};

/** Creates the app's transfers, and removes the zip files that an earlier run has not finished. */
export function composeTransfers({ userData, log, settings, window, emit, host }: Deps): Transfers {
  const locale = () => localeFor(settings.current().language);
  const unfinished = createUnfinishedParts(path.join(userData, 'unfinished-back-ups.json'));
  void unfinished.sweep();
  return createTransfers({
    appVersion: app.getVersion(),
    log,
    unfinished,
    now: () => new Date(),
    askFolder: (purpose) => askFolder(window.current(), purpose, locale()),
    askZip: () => askFile(window.current(), 'zip'),
    askSavePath: (name) => askSavePath(window.current(), settings, name),
    confirm: (target) => askAboutTarget(window.current(), target, locale()),
    show: (place) => shell.showItemInFolder(place),
    switchTo: (...to) => host().switchTo(...to),
    onCleared: (folder) => host().forgetPrevious(folder),
    onChanged: (state) => {
      stayAwake('transfer', state.step === 'running');
      emit('transfer.changed', state);
    },
  });
}
