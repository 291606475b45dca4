// Connects what a person keeps in the library, and what keeps the library whole and small.

import path from 'node:path';
import { isJobOver } from '../../shared/app/job-states.ts';
import { openCollections } from '../collections/collections.ts';
import { freeBytesOf } from '../disk-space.ts';
import { systemClock } from '../jobs/clock.ts';
import { createDeleteForGood } from '../library/delete-for-good.ts';
import { keepDrafts } from '../library/draft-cache.ts';
import { expireTrash } from '../library/expire-trash.ts';
import { keepPutAside } from '../library/kept-put-aside.ts';
import { createThumbnails } from '../library/thumbnails.ts';
import { createLibraryFollower } from '../library-follower.ts';
import { createLibrarySweeps } from '../library-sweeps.ts';
import { createMaintenance } from '../maintenance.ts';
import { openScripts } from '../scripts/scripts.ts';
import type { RequestSide } from './requests.ts';
import type { StorageSide } from './storage.ts';
import type { StepDeps } from './studio-deps.ts';

type Deps = Pick<StepDeps, 'folder' | 'userData' | 'log' | 'settings' | 'emit' | 'emitLibrary' | 'transfers'> &
  Pick<StorageSide, 'database' | 'disk' | 'maintained' | 'rebuildFailed'> &
  Pick<RequestSide, 'library' | 'jobs' | 'checkedReplies'>;

/** Opens what is kept in the library, and gives the library to the transfers. */
export function composeLibrary(deps: Deps) {
  const { userData, log, settings, database, disk, library, jobs, folder, emit, emitLibrary, transfers } = deps;
  const drafts = keepDrafts(database.drafts, disk.report, disk.reportLoss);
  const putAside = keepPutAside(database.putAside, disk.report);
  const scripts = openScripts(database, folder, disk.report);
  const collections = openCollections(database.collections, folder, () => emit('collections.changed', null));
  for (const one of [...drafts.unsaved, putAside.unsaved, scripts.unsaved]) disk.add(one);

  const isAnyRunning = (): boolean => jobs.visible().some(({ state }) => !isJobOver(state));
  const maintenance = createMaintenance({
    folder,
    database,
    isAnyRunning,
    onChanged: (state) => emit('maintenance.changed', state),
  });
  const follower = createLibraryFollower({ maintenance, jobs, scripts, collections, emit, log });
  deps.maintained.on(follower.onMaintenance);
  deps.rebuildFailed.on((error) => {
    log.error('library.unrebuilt', error);
    maintenance.reportFailure(error);
  });

  const isMaintained = (): boolean => maintenance.isBusy() || transfers.isBusy();
  const deleteForGood = createDeleteForGood({
    database,
    library,
    unsavedScripts: scripts.unsaved,
    isMaintained,
    onProgress: (progress) => emit('library.deleting', progress),
    onChanged(ids) {
      emitLibrary(ids);
      for (const id of ids) void deps.checkedReplies.settleOf(id);
    },
  });
  const sweeps = createLibrarySweeps({
    database,
    clock: systemClock,
    logFolder: path.join(userData, 'logs'),
    freeBytes: () => freeBytesOf(folder),
    isAnyRunning,
    isMaintained,
    onProgress: (doneRatio) => emit('library.swept', { doneRatio }),
    expire: () =>
      expireTrash({
        settings,
        deleteForGood,
        scripts,
        daysFile: path.join(userData, 'trash-days.json'),
        nowMs: Date.now(),
      }),
    onFailed: (error) => log.error('library.unswept', error),
  });
  transfers.attach({
    folder,
    database,
    isAnyRunning,
    isMaintained: () => maintenance.isBusy() || deleteForGood.isBusy(),
    onAdded: follower.onAdded,
  });
  return {
    drafts,
    putAside,
    scripts,
    collections,
    thumbnails: createThumbnails(folder, library),
    maintenance,
    follower,
    deleteForGood,
    sweeps,
  };
}
