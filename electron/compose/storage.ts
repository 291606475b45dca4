// Connects the library's database, the monitor of its storage, and what reports damage and loss.

import { createSignal } from '../../shared/app/signals.ts';
import type { Maintenance as MaintenanceState } from '../../shared/contract/recovery.ts';
import { connectDatabase } from '../database/client.ts';
import { freeBytesOf } from '../disk-space.ts';
import { systemClock } from '../jobs/clock.ts';
import { createFolderCheck, tryWritingInLibrary } from '../library/library-folder.ts';
import { reportLosses } from '../losses.ts';
import { reportLostLibrary } from '../ownership/owner-dialogs.ts';
import { followTakeover } from '../ownership/taken-over.ts';
import { createStorageMonitor } from '../storage-health.ts';
import type { StepDeps } from './studio-deps.ts';

type Deps = Pick<
  StepDeps,
  'folder' | 'log' | 'vault' | 'settings' | 'ownership' | 'startDatabase' | 'emit' | 'emitLibrary' | 'locale'
>;

/** The database and its disk. */
export type StorageSide = ReturnType<typeof composeStorage>;

/** Opens the database and watches its disk. What is made of rebuilds is connected later, by two signals. */
export function composeStorage(deps: Deps) {
  const { folder, log, vault, settings, ownership, emit, emitLibrary, locale } = deps;
  const opened = createSignal<unknown>();
  const busy = createSignal<boolean>();
  const quarantined = createSignal<string[]>();
  const maintained = createSignal<MaintenanceState>();
  const rebuildFailed = createSignal<unknown>();
  const database = connectDatabase(deps.startDatabase(folder), folder, {
    onOpened: opened.emit,
    onBusy: busy.emit,
    onQuarantined: quarantined.emit,
    onUnreadable: (error) => log.error('library.unreadable', error),
    onMaintenance: maintained.emit,
    onRebuildFailed: rebuildFailed.emit,
    onFilled: () => emitLibrary([]),
    onDied: (error) => log.error('database.died', error),
  });
  const changed = createSignal<void>();
  const disk = createStorageMonitor(database, {
    clock: systemClock,
    freeBytes: () => freeBytesOf(folder),
    requireFolder: createFolderCheck(folder),
    tryWriting: (failed) => tryWritingInLibrary(folder, failed),
    // The open database belongs to the drive as it was before.
    onBack: () => void database.reopen().catch((error: unknown) => log.error('database.died', error)),
    onChanged: changed.emit,
    onProblem: (error) => log.error('storage.failed', error),
    onBug: (error) => log.error('storage.bug', error),
  });
  const emitStorage = () => emit('storage.changed', { storage: disk.storage(), storageHealth: disk.health() });
  changed.on(emitStorage);
  opened.on(() => {
    emitStorage();
    void disk.look();
  });
  busy.on((isBusy) => {
    log.info(isBusy ? 'database.busy' : 'database.free');
    disk.setProblem('locked', isBusy);
  });
  disk.add({ thing: 'settings', isSaved: settings.isSaved, save: settings.flush });
  disk.add({ thing: 'keys', isSaved: vault.isSaved, save: vault.flush });
  const reportQuarantined = reportLosses({ disk, log, settings, vault, ownership });
  quarantined.on(reportQuarantined);
  followTakeover({
    ownership,
    disk,
    database,
    log,
    tell: (owner) => reportLostLibrary(owner, { folder, locale: locale() }, log),
  });
  return { database, disk, emitStorage, reportQuarantined, maintained, rebuildFailed };
}
