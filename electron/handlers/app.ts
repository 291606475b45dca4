// Routes of the app itself: state, settings, opened files, updates.

import type { KeyPlace } from '../../shared/app/commands.ts';
import type { Runtime } from '../../shared/contract/help.ts';
import type { EventPayload, RouteInput } from '../../shared/contract/index.ts';
import { ok } from '../../shared/result.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Maintenance } from '../maintenance.ts';
import type { OpenedFiles } from '../opened-files.ts';
import type { PracticeProcess } from '../practice-process.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import type { StorageMonitor } from '../storage-health.ts';
import type { Transfers } from '../transfers.ts';
import type { Updates } from '../updates.ts';
import type { HandlersOf } from './routes-of.ts';

export type AppDeps = {
  transfers: Pick<Transfers, 'state'>;
  maintenance: Pick<Maintenance, 'state'>;
  version: string;
  platform: string;
  runtime: Runtime;
  /** The storage's folder and state. */
  disk: Pick<StorageMonitor, 'storage' | 'health'>;
  settings: SettingsFile;
  practice: Pick<PracticeProcess, 'state'>;
  jobs: Pick<JobQueue, 'visible' | 'throttledQueues'>;
  openedFiles: OpenedFiles;
  isSandboxed: boolean;
  updates: Updates;
  /** Opens one of the project's own web pages in the system's browser. */
  openPage: (url: string) => void;
  /** The state of settings, connections and keys that the page mirrors. */
  settingsState: () => EventPayload<'settings.changed'>;
  onSettingsChanged: () => void;
  onUsable: (page: RouteInput<'app.reportUsable'>) => void;
  onKeyPlace: (place: KeyPlace) => void;
  onUndoNames: (names: RouteInput<'app.reportUndo'>) => void;
};

/** Creates the handlers of the app's own routes. */
export function appHandlers(deps: AppDeps): HandlersOf<'app' | 'files' | 'settings' | 'updates'> {
  const { updates, jobs } = deps;
  return {
    'app.getState': () =>
      ok({
        version: deps.version,
        platform: deps.platform,
        runtime: deps.runtime,
        ...deps.settingsState(),
        storage: deps.disk.storage(),
        storageHealth: deps.disk.health(),
        maintenance: deps.maintenance.state(),
        transfer: deps.transfers.state(),
        practice: deps.practice.state(),
        isSandboxed: deps.isSandboxed,
        updates: updates.facts,
        jobs: jobs.visible(),
        queues: jobs.throttledQueues(),
      }),
    'app.reportUsable': (page) => {
      deps.onUsable(page);
      return ok(null);
    },
    'app.reportKeyPlace': (place) => {
      deps.onKeyPlace(place);
      return ok(null);
    },
    'app.reportUndo': (names) => {
      deps.onUndoNames(names);
      return ok(null);
    },
    'files.takeOpened': async () => ok(await deps.openedFiles.takeNext()),
    'settings.update': (patch) => {
      deps.settings.patch(patch);
      deps.onSettingsChanged();
      return ok(null);
    },
    'updates.openPage': () => {
      if (updates.facts) deps.openPage(updates.facts.downloadUrl);
      return ok(null);
    },
    'updates.check': async () => ok(await updates.check()),
    'updates.download': async () => ok(await updates.download()),
    'updates.install': () => {
      updates.install();
      return ok(null);
    },
  };
}
