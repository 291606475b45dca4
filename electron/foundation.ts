// What every other part of main stands on, opened in this order: log, keys, settings, and the library's lock.

import path from 'node:path';
import { app, safeStorage } from 'electron';
import type { LibraryPlace } from './library-place.ts';
import { localeFor } from './locale.ts';
import { ignoreStderrFailures, type Log, openLog } from './log.ts';
import { findLibrary } from './ownership/find-library.ts';
import { type LockResult, lockLibrary, type Ownership } from './ownership/lock-library.ts';
import { askAboutOwner, endDeclinedStart, refuseStart } from './ownership/owner-dialogs.ts';
import { redactKeys } from './relay/redact.ts';
import { type KeyVault, openKeyVault } from './settings/key-vault.ts';
import { openSettingsFile, type SettingsFile } from './settings/settings-file.ts';
import { logUncaught } from './startup.ts';

/** The opened parts. */
export type Foundation = {
  userData: string;
  log: Log;
  vault: KeyVault;
  settings: SettingsFile;
  /** The library's folder, and the one that it was moved from if something may be left there. */
  place: LibraryPlace;
  ownership: Ownership;
  /** Locks the library in another folder. */
  lock: (folder: string) => Promise<LockResult>;
  /** Sets who hears of failed writes of keys and settings; until then they are logged. */
  reportWritesTo: (report: (error: unknown) => void) => void;
};

/**
 * Opens the foundation. Undefined if another app has the library, or it is not there: this start has said so, and ends.
 * @throws the system's error if the library's folder cannot be locked.
 */
export async function openFoundation(): Promise<Foundation | undefined> {
  ignoreStderrFailures();
  const userData = app.getPath('userData');
  let report = (error: unknown): void => log.error('storage.failed', error);
  const onWriteFailed = (error: unknown): void => report(error);
  const vault = openKeyVault(path.join(userData, 'keys.json'), safeStorage, process.platform, onWriteFailed);
  const log = openLog(path.join(userData, 'logs'), (line) => redactKeys(line, vault.keys()));
  logUncaught(process, log);
  log.info('app.started', { version: app.getVersion(), platform: process.platform });
  const settings = await openSettingsFile(path.join(userData, 'settings.json'), onWriteFailed);
  const locale = localeFor(settings.current().language);
  const place = await findLibrary(userData, locale);
  if (!place) return undefined;
  const lock: Foundation['lock'] = (folder) =>
    lockLibrary(folder, {
      version: app.getVersion(),
      ask: (owner, signal) => askAboutOwner(owner, { folder, locale }, signal),
    });
  const topic = { folder: place.folder, locale };
  const locked = await lock(place.folder);
  if (locked.kind === 'inUse') refuseStart(locked.owner, topic);
  if (locked.kind === 'declined') endDeclinedStart(locked.owner, topic);
  if (locked.kind !== 'owned') return undefined;
  const reportWritesTo: Foundation['reportWritesTo'] = (next) => {
    report = next;
  };
  return { userData, log, vault, settings, place, ownership: locked.ownership, lock, reportWritesTo };
}
