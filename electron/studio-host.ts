// Keeps the studio of the library that is open, and exchanges it for one of another folder without ending the app.

import { type AppError, appError } from '../shared/errors.ts';
import { fail, ok, type Result } from '../shared/result.ts';
import type { Studio } from './compose.ts';
import type { Foundation } from './foundation.ts';
import type { Handlers } from './ipc.ts';
import { type LibraryPlace, writeLibraryPlace } from './library-place.ts';
import type { Log } from './log.ts';
import type { Ownership } from './ownership/lock-library.ts';
import { outdateSeals } from './settings/seal-secret.ts';
import { removeMark } from './transfer/copy-library.ts';

/** A library that is locked for this app. */
type LockedLibrary = { place: LibraryPlace; ownership: Ownership };

/** The studio that is open, whichever it is. */
export type StudioHost = {
  current: () => Studio;
  /** The handlers of the studio; waits while it is exchanged. */
  handlers: () => Promise<Handlers>;
  /** As `TransfersParts.switchTo` in transfers.ts. */
  switchTo: (folder: string, previous: string | null, prepare: () => Promise<void>) => Promise<Result<null, AppError>>;
  /** Forgets the folder that the library was moved from. */
  forgetPrevious: (folder: string) => Promise<void>;
  /** Closes the studio and gives the library up. */
  close: () => Promise<void>;
};

/** What the host needs. */
export type StudioHostDeps = Pick<Foundation, 'userData' | 'vault' | 'lock'> & {
  first: LockedLibrary;
  log: Log;
  /** Creates the studio of a library. */
  compose: (library: LockedLibrary) => Studio;
  /** Another library is open now: what the page shows is no longer true. */
  onOther: () => void;
};

/** Opens the first studio. */
export function createStudioHost({ first, userData, vault, lock, log, compose, onOther }: StudioHostDeps): StudioHost {
  let library = first;
  let studio = compose(first);
  /** Resolves when the studio can be asked; while it is exchanged that is later. */
  let ready: Promise<void> = Promise.resolve();

  const open = (next: LockedLibrary): void => {
    library = next;
    studio = compose(next);
  };

  /** Locks and opens the library in a folder. @returns why it could not be opened; it is closed then. */
  async function tryOpening(place: LibraryPlace): Promise<AppError | undefined> {
    const locked = await lock(place.folder);
    if (locked.kind !== 'owned') return appError('transfer.refused', { problem: 'inUse' });
    // From here on a start opens it.
    await writeLibraryPlace(userData, place);
    open({ place, ownership: locked.ownership });
    const storage = await studio.opened();
    if (storage.isWritable || storage.reason === 'rebuilding') return undefined;
    await studio.close();
    await locked.ownership.release();
    return appError('transfer.refused', { problem: 'notWhole' });
  }

  async function exchange(place: LibraryPlace, prepare: () => Promise<void>): Promise<Result<null, AppError>> {
    const earlier = library;
    // What waits in a library that the app has not moved there itself may have been sent since, from another copy.
    const undoOutdating = place.previous === null ? await outdateSeals(vault) : undefined;
    if ((await studio.saveAll()).length > 0) {
      await undoOutdating?.();
      return fail(appError('storage.failed'));
    }
    await studio.close();
    let failure: AppError | undefined;
    let cause: unknown;
    try {
      await prepare();
      failure = await tryOpening(place);
      if (failure === undefined) await removeMark(place.folder);
    } catch (error) {
      cause = error;
    }
    if (failure === undefined && cause === undefined) {
      await earlier.ownership.release();
    } else {
      await undoOutdating?.();
      await writeLibraryPlace(userData, earlier.place).catch((error: unknown) => log.error('transfer.place', error));
      open(earlier);
    }
    studio.applySettings();
    await studio.resume();
    if (cause !== undefined) throw cause;
    return failure === undefined ? ok(null) : fail(failure);
  }

  return {
    current: () => studio,
    async handlers() {
      await ready;
      return studio.handlers;
    },
    async switchTo(folder, previous, prepare) {
      const { promise, resolve } = Promise.withResolvers<void>();
      ready = promise;
      try {
        const switched = await exchange({ folder, previous }, prepare);
        if (switched.ok && previous === null) onOther();
        return switched;
      } finally {
        resolve();
        studio.onMoved();
      }
    },
    forgetPrevious: async (folder) => {
      if (library.place.folder !== folder) return;
      library = { ...library, place: { folder, previous: null } };
      await writeLibraryPlace(userData, library.place);
    },
    async close() {
      try {
        await studio.close();
      } finally {
        await library.ownership.release();
      }
    },
  };
}
