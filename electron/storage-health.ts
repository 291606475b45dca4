// What is wrong with the library's storage: free space, trial writes, and what could not be written yet. While anything
// is wrong it is looked at again every few seconds, so that the notice goes away by itself. While replies arrive only the
// free space is looked at, which costs almost nothing.

import path from 'node:path';
import type { Loss, Storage, StorageHealth, UnsavedThing } from '../shared/contract/storage.ts';
import { type AppError, appError } from '../shared/errors.ts';
import { fail, ok, type Result } from '../shared/result.ts';
import { type StorageProblem, storageProblemOf } from '../shared/storage/storage-problems.ts';
import type { Database } from './database/client.ts';
import { WORKING_BYTES } from './disk-space.ts';
import { storageErrorCode } from './files.ts';
import type { Clock } from './jobs/clock.ts';

/** How often a problem is looked at again, in milliseconds. */
export const RECHECK_MS = 3000;
const MIB = 1024 * 1024;

/** Something that is kept in memory while it cannot be written. */
export type Unsaved = {
  thing: UnsavedThing;
  isSaved: () => boolean;
  /** Writes it again. Rejects only for a bug; what still cannot be written stays unsaved. */
  save: () => Promise<void>;
};

/** Space reserved for a reply; disposing of it ends the reservation. */
type Room = Disposable;

/** The monitor of the library's storage. */
export type StorageMonitor = {
  /** The storage as it was opened; while there is a problem, not writable for that reason. */
  storage: () => Storage;
  /** The same after the database was opened. */
  opened: () => Promise<Storage>;
  health: () => StorageHealth;
  /**
   * Reserves space for a reply of about this many bytes: twice as much must be free, besides what other replies
   * reserved. Fails with `storage.no_room` otherwise, and with `storage.failed` while there is another problem; nothing
   * may be sent then. Where the free space is unknown it succeeds.
   */
  reserve: (estimatedBytes: number) => Promise<Result<Room, AppError>>;
  /** Looks at everything once, at the start; afterwards only while something is wrong. Never rejects. */
  look: () => Promise<void>;
  /** Reports the exception of a write. Ignores what does not come from the disk. */
  report: (error: unknown) => void;
  /** Reports a problem that began or ended elsewhere, such as a locked database. */
  setProblem: (problem: StorageProblem, isPresent: boolean) => void;
  /** Reports what could not be read. What is reported of the library adds up. */
  reportLoss: (loss: Loss) => void;
  /** Adds something that may be unsaved. */
  add: (unsaved: Unsaved) => void;
  /** Writes what is unsaved again, once. @returns what is still unsaved. */
  saveAll: () => Promise<UnsavedThing[]>;
  stop: () => void;
};

/** What the monitor needs. */
export type StorageMonitorDeps = {
  clock: Clock;
  /** Free bytes of the volume; undefined where they are unknown. */
  freeBytes: () => Promise<number | undefined>;
  /** Looks whether the library's folder is there. Rejects with the system's error. */
  requireFolder: () => Promise<void>;
  /** Writes in it, and where writes have failed: absolute paths, also of other folders. Rejects with the system's error. */
  tryWriting: (failed: ReadonlySet<string>) => Promise<void>;
  onChanged: () => void;
  /** The folder was gone, or the disk failed, and can be written again. */
  onBack: () => void;
  /** Called with the first exception of a problem; not again before everything is well. */
  onProblem: (error: unknown) => void;
  onBug: (error: unknown) => void;
};

/** Creates the monitor over the storage as the database opened it. */
export function createStorageMonitor(
  library: Pick<Database, 'storage' | 'opened'>,
  deps: StorageMonitorDeps,
): StorageMonitor {
  const { clock, freeBytes, requireFolder, tryWriting, onChanged, onProblem, onBug } = deps;
  const rooms = new Set<{ bytes: number }>();
  const things: Unsaved[] = [];
  const losses: Loss[] = [];
  /** Problems that others report and end. */
  const reported = new Set<StorageProblem>();
  /** The problem of the last look. */
  let found: { kind: StorageProblem; missingBytes: number | null } | null = null;
  let looking: Promise<void> | undefined;
  /** Where writes have failed since the last look that found nothing; others may succeed meanwhile. */
  const failedFolders = new Set<string>();
  /** The code of the last exception that was passed to `onProblem`. */
  let knownCode: string | undefined;
  let isStopped = false;
  let cancelTimer: (() => void) | undefined;
  let shown = '';

  const reservedBytes = (): number => [...rooms].reduce((sum, { bytes }) => sum + bytes, 0);
  const unsaved = (): UnsavedThing[] => [...new Set(things.filter((one) => !one.isSaved()).map(({ thing }) => thing))];
  const problem = (): StorageHealth['problem'] => {
    const [first] = reported;
    return first === undefined ? found : { kind: first, missingBytes: null };
  };
  const storage = (): Storage => {
    const opened = library.storage();
    const now = problem();
    return opened.isWritable && now && isUnusable(now) ? { ...opened, isWritable: false, reason: now.kind } : opened;
  };
  /** What could not be saved when that was last tried. What is only being written is no problem. */
  const failed = new Set<Unsaved>();
  const failedWords = (): UnsavedThing[] => [
    ...new Set([...failed].filter((one) => !one.isSaved()).map(({ thing }) => thing)),
  ];
  const health = (): StorageHealth => ({ problem: problem(), unsaved: failedWords(), losses: [...losses] });

  function reportChange(): void {
    const now = JSON.stringify(health());
    if (now === shown) return;
    shown = now;
    onChanged();
  }

  /** Shows what changed, and looks again later while anything is wrong or a reply is expected. */
  function settle(): void {
    reportChange();
    const isWrong = (): boolean => found !== null || unsaved().length > 0;
    if (!isWrong()) knownCode = undefined;
    if (isStopped || (!isWrong() && rooms.size === 0)) return;
    cancelTimer ??= clock.after(RECHECK_MS, () => {
      cancelTimer = undefined;
      if (isWrong()) void look();
      else glance();
    });
  }

  /** Looks at the free space only. */
  function glance(): void {
    freeBytes()
      .then((free) => (missing(free) > 0 ? look() : settle()))
      .catch(onBug);
  }

  function missing(free: number | undefined): number {
    return free === undefined ? 0 : Math.max(0, WORKING_BYTES + reservedBytes() - free);
  }

  /** Looks at the space, tries to write, and saves what is unsaved. One look at a time. Never rejects. */
  function look(): Promise<void> {
    looking ??= lookOnce()
      .catch(onBug)
      .finally(() => {
        looking = undefined;
        settle();
      });
    return looking;
  }

  async function lookOnce(): Promise<void> {
    const before = found?.kind;
    const failure = await requireFolder()
      .then(() => tryWriting(failedFolders))
      .then(
        () => failedFolders.clear(),
        (error: unknown) => error,
      );
    const code = storageErrorCode(failure);
    if (failure !== undefined && code === undefined) throw failure;
    const missingBytes = Math.ceil(missing(await freeBytes()) / MIB) * MIB;
    const kind = code === undefined ? undefined : storageProblemOf(code);
    if (kind !== undefined && kind !== 'full') found = { kind, missingBytes: null };
    else if (kind === 'full' || missingBytes > 0) found = { kind: 'full', missingBytes: Math.max(MIB, missingBytes) };
    else found = null;
    if (found === null && (before === 'gone' || before === 'failing')) deps.onBack();
    await saveUnsaved();
  }

  async function saveUnsaved(): Promise<void> {
    for (const one of things) {
      if (!one.isSaved()) await one.save().catch(onBug);
      if (one.isSaved()) failed.delete(one);
      else failed.add(one);
    }
  }

  function report(error: unknown): void {
    const code = storageErrorCode(error);
    if (code === undefined) return;
    for (const folder of foldersOf(error)) failedFolders.add(folder);
    if (code !== knownCode) onProblem(error);
    knownCode = code;
    found ??= { kind: storageProblemOf(code), missingBytes: null };
    settle();
    void look();
  }

  return {
    storage,
    async opened() {
      await library.opened();
      return storage();
    },
    health,
    look,
    async reserve(estimatedBytes) {
      // The first look, or one after a failed write, may find what is not known yet.
      await looking;
      const now = problem();
      if (now && isUnusable(now) && now.kind !== 'full') return fail(appError('storage.failed', { problem: now.kind }));
      try {
        await requireFolder();
      } catch (error) {
        const code = storageErrorCode(error);
        if (code === undefined) throw error;
        report(error);
        return fail(appError('storage.failed', { problem: storageProblemOf(code) }));
      }
      const free = await freeBytes();
      const neededBytes = estimatedBytes * 2 + reservedBytes() + WORKING_BYTES;
      if (free !== undefined && free < neededBytes)
        return fail(appError('storage.no_room', { neededBytes, freeBytes: free }));
      const room = { bytes: estimatedBytes };
      rooms.add(room);
      settle();
      return ok({ [Symbol.dispose]: () => void rooms.delete(room) });
    },
    report,
    setProblem(kind, isPresent) {
      if (isPresent) reported.add(kind);
      else reported.delete(kind);
      settle();
    },
    reportLoss(loss) {
      const at = losses.findIndex(({ file }) => file === 'library' && file === loss.file);
      const [before] = at < 0 ? [] : losses.splice(at, 1);
      losses.push({ ...loss, parts: [...(before?.parts ?? []), ...loss.parts] });
      reportChange();
    },
    add: (one) => void things.push(one),
    async saveAll() {
      await saveUnsaved();
      reportChange();
      return unsaved();
    },
    stop() {
      isStopped = true;
      cancelTimer?.();
    },
  };
}

/** The folders of the files that a system's error is about. */
function foldersOf(error: unknown): string[] {
  const { path: from, dest: to } = error as { path?: unknown; dest?: unknown };
  return [from, to].flatMap((file) => (typeof file === 'string' ? path.dirname(file) : []));
}

/** Whether nothing can be stored. While the database is locked or slow, requests wait for it. */
function isUnusable(problem: NonNullable<StorageHealth['problem']>): boolean {
  return problem.kind !== 'locked';
}
