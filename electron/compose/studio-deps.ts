// What the steps of composing are given, beside what the steps before have made.

import type { PracticeState } from '../../shared/contract/app.ts';
import type { Locale } from '../../shared/i18n/index.ts';
import type { AppWindow } from '../app-window.ts';
import type { StartThread } from '../database/client.ts';
import type { Foundation } from '../foundation.ts';
import type { AppDeps } from '../handlers/app.ts';
import type { Emit } from '../ipc.ts';
import type { OpenedFiles } from '../opened-files.ts';
import type { PracticeProcess } from '../practice-process.ts';
import type { End } from '../startup.ts';
import type { Transfers } from '../transfers.ts';

/** What the parts of main are made from. */
export type StudioDeps = Omit<Foundation, 'lock' | 'reportWritesTo'> & {
  emit: Emit;
  /** What is done with whole libraries: it outlives this one. */
  transfers: Transfers;
  /** Folder of the built app. */
  dist: string;
  window: AppWindow;
  openedFiles: OpenedFiles;
  /** Starts the thread of the library's database. */
  startDatabase: (folder: string) => StartThread;
  startPractice: (onState: (state: PracticeState) => void) => PracticeProcess;
  /** Tells outside programs that the window can be used. */
  printReady: AppDeps['onUsable'];
  /** Ends the app for what comes after it. */
  quitTo: End['quitTo'];
};

/** The same, and what is derived from it at once. */
export type StepDeps = StudioDeps & {
  /** The library's folder. */
  folder: string;
  locale: () => Locale;
  /** Tells the page that these items changed; none stands for any. */
  emitLibrary: (ids: string[]) => void;
};
