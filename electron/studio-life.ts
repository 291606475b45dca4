// What the parts of main do in the course of the app: at its start, when its page can be used, and at its end.

import type { UnsavedThing } from '../shared/contract/storage.ts';
import type { Database } from './database/client.ts';
import type { ExportFiles } from './export/export-files.ts';
import type { Foundation } from './foundation.ts';
import type { AppDeps } from './handlers/app.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { KeptReplies } from './jobs/kept-replies.ts';
import type { DeleteForGood } from './library/delete-for-good.ts';
import type { DragOut } from './library/drag-out.ts';
import type { LibraryFollower } from './library-follower.ts';
import type { LibrarySweeps } from './library-sweeps.ts';
import type { Maintenance } from './maintenance.ts';
import type { PracticeProcess } from './practice-process.ts';
import type { RelayHttp } from './relay/http.ts';
import type { StorageMonitor } from './storage-health.ts';

/** What takes part in it. */
export type StudioLifeDeps = {
  database: Pick<Database, 'close'>;
  disk: Pick<StorageMonitor, 'saveAll' | 'stop'>;
  settings: Pick<Foundation['settings'], 'flush'>;
  vault: Pick<Foundation['vault'], 'flush'>;
  http: Pick<RelayHttp, 'close'>;
  practice: Pick<PracticeProcess, 'stop'>;
  jobs: Pick<JobQueue, 'resume' | 'stop'>;
  keptReplies: Pick<KeptReplies, 'begin' | 'stop'>;
  maintenance: Pick<Maintenance, 'close'>;
  follower: Pick<LibraryFollower, 'followScripts'>;
  sweeps: Pick<LibrarySweeps, 'begin' | 'stop'>;
  deleteForGood: Pick<DeleteForGood, 'resume' | 'stop'>;
  dragOut: Pick<DragOut, 'sweep'>;
  exportFiles: Pick<ExportFiles, 'abortAll'>;
  printReady: AppDeps['onUsable'];
  /** Nobody can be asked. */
  isHeadless: boolean;
  /** Asks whether the app may end though this is not on disk. */
  askAboutUnsaved: (unsaved: UnsavedThing[]) => Promise<boolean>;
};

/** The steps of that life. */
export type StudioLife = {
  /** Begins to continue what an earlier run left unfinished. */
  resume: () => Promise<void>;
  /** A page can be used. */
  onUsable: AppDeps['onUsable'];
  /** Whether the app may end: everything is on disk, or the person was asked. Never rejects. */
  mayQuit: () => Promise<boolean>;
  /** Ends everything that is running; received results are kept for the next start. The library stays locked. */
  close: () => Promise<void>;
};

/** Creates the steps; nothing begins before `resume`. */
export function createStudioLife(deps: StudioLifeDeps): StudioLife {
  const { database, disk, jobs, keptReplies, sweeps, deleteForGood, dragOut, exportFiles } = deps;
  return {
    async resume() {
      // The window need not wait for the database.
      void jobs.resume();
      void keptReplies.begin();
      sweeps.begin();
      void deleteForGood.resume();
      await dragOut.sweep();
    },
    onUsable(page) {
      // The exports of an earlier page have nobody any more who makes them.
      void exportFiles.abortAll();
      deps.follower.followScripts();
      deps.printReady(page);
    },
    async mayQuit() {
      const unsaved = await disk.saveAll();
      return unsaved.length === 0 || deps.isHeadless || deps.askAboutUnsaved(unsaved);
    },
    async close() {
      disk.stop();
      jobs.stop();
      keptReplies.stop();
      sweeps.stop();
      deleteForGood.stop();
      deps.practice.stop();
      await exportFiles.abortAll();
      await Promise.all([deps.http.close(), deps.settings.flush(), deps.vault.flush(), dragOut.sweep()]);
      await deps.maintenance.close();
      await database.close();
    },
  };
}
