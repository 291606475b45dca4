// What follows when the library is another than the app has read: its database was rebuilt, or files were added to it.

import type { Maintenance as MaintenanceState } from '../shared/contract/recovery.ts';
import type { Collections } from './collections/collections.ts';
import type { Emit } from './ipc.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { Log } from './log.ts';
import type { Maintenance } from './maintenance.ts';
import type { Scripts } from './scripts/scripts.ts';

type Deps = {
  maintenance: Pick<Maintenance, 'report'>;
  jobs: Pick<JobQueue, 'resume'>;
  scripts: Pick<Scripts, 'follow'>;
  collections: Pick<Collections, 'follow'>;
  emit: Emit;
  log: Pick<Log, 'error'>;
};

/** Keeps page, jobs and rows up with the library. */
export type LibraryFollower = {
  /** Makes the rows of scripts follow their files: takes are searched by titles before a list of scripts was opened. */
  followScripts: () => void;
  /** Items or files were added by other ways than the app's own. */
  onAdded: () => void;
  /** A rebuild goes on, or has ended. */
  onMaintenance: (state: MaintenanceState) => void;
};

/** Creates the follower. What it cannot read is logged. */
export function createLibraryFollower(deps: Deps): LibraryFollower {
  const { maintenance, jobs, scripts, collections, emit, log } = deps;
  const followScripts = (): void =>
    void scripts.follow().catch((error: unknown) => log.error('scripts.unlisted', error));
  /** Items are found by the collections they are in, also before a list of these was shown. */
  const followCollections = (): void =>
    void collections.follow().then(
      () => emit('collections.changed', null),
      (error: unknown) => log.error('collections.unlisted', error),
    );
  return {
    followScripts,
    onAdded() {
      emit('library.changed', { ids: [] });
      followScripts();
      followCollections();
    },
    onMaintenance(state) {
      maintenance.report(state);
      emit('library.changed', { ids: [] });
      if (state.step !== 'rebuilt') return;
      // Jobs of an earlier run waited for the database.
      void jobs.resume();
      followScripts();
      followCollections();
    },
  };
}
