// Moves, backs up and imports whole libraries, one at a time. Asks for the places, and owns the state that the page
// mirrors; it outlives the library that is open.

import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BackUpAs, Project, Transfer, TransferResult } from '../shared/contract/transfers.ts';
import { type AppError, appError } from '../shared/errors.ts';
import { fail, ok, type Result } from '../shared/result.ts';
import type { TransferKind, TransferPhase } from '../shared/storage/transfers.ts';
import { safeFileName } from '../shared/text/file-name.ts';
import type { Database } from './database/client.ts';
import { fromSentError } from './database/messages.ts';
import type { UnfinishedParts } from './export/unfinished-parts.ts';
import { partPathBeside, storageFailure } from './files.ts';
import type { Log } from './log.ts';
import { judgeTarget, type Target } from './transfer/choose-target.ts';
import type { CopiedFiles } from './transfer/copy-library.ts';
import { isLibraryFolder, libraryIn } from './transfer/folder-source.ts';
import { TransferError } from './transfer/library-source.ts';
import type { TransferQuestion, TransferTask } from './transfer/messages.ts';
import type { Wanted } from './transfer/selection.ts';
import { startTransfer, TransferFailedError, type TransferThread } from './transfer/transfer-thread.ts';

/** How often a move looks whether the last request has ended. */
const LOOK_AGAIN_MS = 250;
/** The folder that a back-up makes in the one that a person chose. */
const BACK_UP_FOLDER = 'Relay Studio Backup';

/** The open library, as transfers use it. */
type OpenedForTransfers = {
  folder: string;
  database: Pick<Database, 'items' | 'imports' | 'opened'>;
  /** Whether requests are running. */
  isAnyRunning: () => boolean;
  /** Whether the library is being verified or rebuilt. */
  isMaintained: () => boolean;
  /** Items or scripts were added by other ways than the app's own. */
  onAdded: () => void;
};

/** What the transfers need, beside the library that is open. */
export type TransfersDeps = {
  appVersion: string;
  log: Log;
  /** The list of zip files that are being written. */
  unfinished: UnfinishedParts;
  now: () => Date;
  askFolder: (purpose: 'move' | 'backUp' | 'import') => Promise<string | undefined>;
  askZip: () => Promise<string | undefined>;
  askSavePath: (fileName: string) => Promise<{ path: string } | undefined>;
  confirm: (target: Target) => Promise<boolean>;
  /** Shows a folder or a file in the system's own program for files. */
  show: (place: string) => void;
  /**
   * Closes the library, lets `prepare` do the rest, and opens the one in `folder`. If anything fails, the earlier one is
   * open again. @param previous the folder that the library was moved from; null if it is another library.
   */
  switchTo: (folder: string, previous: string | null, prepare: () => Promise<void>) => Promise<Result<null, AppError>>;
  /** The earlier folder has been cleared. */
  onCleared: (folder: string) => Promise<void>;
  onChanged: (state: Transfer) => void;
};

/** The transfers of the app. Those that ask return when the dialog was answered; the rest comes as the state. */
export type Transfers = {
  state: () => Transfer;
  isBusy: () => boolean;
  /** Sets the library that is open now, and lists what an interrupted import has left without rows. */
  attach: (library: OpenedForTransfers) => void;
  chooseFolder: () => Promise<Result<null, AppError>>;
  backUp: (as: BackUpAs) => Promise<Result<null, AppError>>;
  exportProject: (project: Project) => Promise<Result<null, AppError>>;
  importFrom: (as: 'folder' | 'zip') => Promise<Result<null, AppError>>;
  cancel: () => void;
  /** Forgets the result of the last transfer. */
  dismiss: () => void;
  showFolder: () => void;
  /** Clears the folder that the library was moved from, after an interrupted move. */
  clear: (previous: string) => void;
  /** Ends what is under way. */
  close: () => Promise<void>;
};

/** Creates the transfers; `attach` comes before anything else. */
export function createTransfers(deps: TransfersDeps): Transfers {
  const { log, onChanged } = deps;
  let state: Transfer = { step: 'idle' };
  let library: OpenedForTransfers | undefined;
  let thread: TransferThread | undefined;
  let cancelled = new AbortController();
  let isAsking = false;
  /** Resolves when the transfer under way has ended. */
  let running: Promise<void> = Promise.resolve();

  const set = (next: Transfer): void => {
    state = next;
    onChanged(next);
  };
  const isBusy = (): boolean => state.step === 'running';
  const open = (): OpenedForTransfers => {
    if (!library) throw new Error('No library is attached');
    return library;
  };

  /** Runs one transfer; its end is the state. */
  function begin(kind: TransferKind, work: (report: Report) => Promise<TransferResult | null>): void {
    cancelled = new AbortController();
    const report: Report = (phase, done, total, canCancel = true) =>
      set({ step: 'running', kind, phase, progress: { done, total }, canCancel });
    report('counting', 0, 0);
    running = work(report)
      .then((result) => set(result === null ? { step: 'idle' } : { step: 'done', result }))
      .catch((error: unknown) => {
        const failure = errorOf(error);
        if (failure === undefined) return set({ step: 'idle' });
        if (failure.code === 'transfer.refused') log.info('transfer.refused', { kind, ...failure.details });
        else log.error(`transfer.failed ${kind}`, error);
        set({ step: 'failed', kind, error: failure });
      })
      .finally(() => {
        thread = undefined;
      });
  }

  function start(task: TransferTask, report: Report): TransferThread {
    const started = startTransfer(task, {
      onProgress: (phase, done, total) => report(phase, done, total, phase !== 'switching'),
      answer: answerQuestion,
    });
    thread = started;
    if (cancelled.signal.aborted) started.cancel();
    return started;
  }

  async function answerQuestion(question: TransferQuestion): Promise<number | null> {
    const { database, onAdded } = open();
    if (question.what === 'reserve') return database.items.reserve(question.count);
    await database.imports.adopt(question.ids);
    onAdded();
    return null;
  }

  /** Asks for a place, unless something else goes on. What it throws is the answer to the request. */
  async function asking(ask: () => Promise<void>): Promise<Result<null, AppError>> {
    if (isBusy() || isAsking || open().isMaintained()) return fail(appError('transfer.busy'));
    isAsking = true;
    try {
      await ask();
      return ok(null);
    } catch (error) {
      const failure = errorOf(error);
      if (failure === undefined) return ok(null);
      if (failure.code === 'internal.bug') throw error;
      return fail(failure);
    } finally {
      isAsking = false;
    }
  }

  async function writeZip(name: string, wanted: Wanted): Promise<void> {
    const place = await deps.askSavePath(`${safeFileName(name, 'zip')}`);
    if (!place) return;
    const { folder: root } = open();
    begin(wanted === null ? 'backUp' : 'project', async (report) => {
      const part = partPathBeside(place.path);
      await deps.unfinished.add(part);
      try {
        const task = { kind: 'zip', root, file: place.path, part, wanted, appVersion: deps.appVersion } as const;
        return await start(task, report).done;
      } finally {
        await rm(part, { force: true }).catch(() => undefined);
        await deps.unfinished.remove([part]);
      }
    });
  }

  async function move(from: string, to: string, report: Report): Promise<TransferResult | null> {
    const moving = start({ kind: 'move', from, to }, report);
    await moving.copied;
    while (open().isAnyRunning()) {
      report('waiting', 0, 0);
      await delay(LOOK_AGAIN_MS, undefined, { signal: cancelled.signal });
    }
    report('switching', 0, 0, false);
    let files: CopiedFiles = { files: 0, bytes: 0 };
    const switched = await deps.switchTo(to, from, async () => {
      files = await moving.finish();
    });
    if (!switched.ok) throw new FailedError(switched.error);
    const left = await moving.removeOld();
    await deps.onCleared(to);
    return { kind: 'move', folder: to, ...files, left };
  }

  async function use(folder: string): Promise<TransferResult | null> {
    const switched = await deps.switchTo(folder, null, async () => undefined);
    if (!switched.ok) throw new FailedError(switched.error);
    return { kind: 'move', folder, files: 0, bytes: 0, left: { count: 0, first: [] } };
  }

  return {
    state: () => state,
    isBusy,
    attach(next) {
      library = next;
      next.database
        .opened()
        .then(() => next.database.imports.adoptUnlisted())
        .then((count) => count > 0 && next.onAdded())
        .catch((error: unknown) => log.error('transfer.unlisted', error));
    },
    chooseFolder: () =>
      asking(async () => {
        const chosen = await deps.askFolder('move');
        if (chosen === undefined) return;
        const from = open().folder;
        const target = await judgeTarget(chosen, from);
        if (!(await deps.confirm(target))) return;
        if (target.kind === 'use' && open().isAnyRunning()) throw new FailedError(appError('library.busy'));
        begin('move', (report) => {
          if (target.kind === 'copy') return move(from, target.folder, report);
          report('switching', 0, 0, false);
          return use(target.folder);
        });
      }),
    backUp: (as) =>
      asking(async () => {
        if (as === 'zip') return writeZip(`Relay Studio ${deps.now().toISOString().slice(0, 10)}`, null);
        const chosen = await deps.askFolder('backUp');
        if (chosen === undefined) return;
        const { folder: root } = open();
        const folder = path.basename(chosen) === BACK_UP_FOLDER ? chosen : path.join(chosen, BACK_UP_FOLDER);
        if (`${folder}${path.sep}`.startsWith(`${root}${path.sep}`)) throw new TransferError('inside');
        const { appVersion } = deps;
        const task = { kind: 'backUpToFolder', root, folder, appVersion, isVerifying: as === 'verified' } as const;
        begin('backUp', (report) => start(task, report).done);
      }),
    exportProject: ({ name, itemIds, scriptIds }) => asking(() => writeZip(name, { itemIds, scriptIds })),
    importFrom: (as) =>
      asking(async () => {
        const chosen = await (as === 'zip' ? deps.askZip() : deps.askFolder('import'));
        if (chosen === undefined) return;
        const { folder: root, database } = open();
        const source = as === 'zip' ? chosen : libraryIn(chosen);
        if (source === undefined) throw new TransferError('notLibrary');
        if (path.resolve(source) === path.resolve(root)) throw new TransferError('sameLibrary');
        const storage = await database.opened();
        if (!storage.isWritable) throw new FailedError(appError('storage.unwritable', { folder: root }));
        begin('import', async (report) => {
          const result = await start({ kind: 'import', root, source, isZip: as === 'zip' }, report).done;
          open().onAdded();
          return result;
        });
      }),
    cancel() {
      if (state.step !== 'running' || !state.canCancel) return;
      cancelled.abort();
      thread?.cancel();
    },
    dismiss() {
      if (!isBusy()) set({ step: 'idle' });
    },
    showFolder: () => deps.show(open().folder),
    clear(previous) {
      const { folder } = open();
      if (!isLibraryFolder(folder)) return;
      const clearing = startTransfer(
        { kind: 'removeMoved', from: previous, to: folder },
        { onProgress: () => undefined, answer: answerQuestion },
      );
      clearing.removed
        .then(() => deps.onCleared(folder))
        .catch((error: unknown) => log.error('transfer.uncleared', error));
    },
    async close() {
      cancelled.abort();
      thread?.cancel();
      await running;
    },
  };
}

/** Reports how far a transfer is. */
type Report = (phase: TransferPhase, done: number, total: number, canCancel?: boolean) => void;

/** Carries an expected failure through code that throws. */
class FailedError extends Error {
  override name = 'FailedError';
  readonly failure: AppError;
  constructor(failure: AppError) {
    super(failure.code);
    this.failure = failure;
  }
}

/** The error for the person; undefined if they cancelled it. */
function errorOf(error: unknown): AppError | undefined {
  if (error instanceof FailedError) return error.failure;
  if (error instanceof TransferError) return appError('transfer.refused', { problem: error.problem });
  if (error instanceof Error && error.name === 'AbortError') return undefined;
  if (!(error instanceof TransferFailedError)) return storageFailure(error) ?? appError('internal.bug');
  const { failure } = error;
  switch (failure.kind) {
    case 'cancelled':
      return undefined;
    case 'refused':
      return appError('transfer.refused', { problem: failure.problem });
    case 'noRoom':
      return appError('transfer.no_room', { neededBytes: failure.neededBytes, freeBytes: failure.freeBytes });
    case 'error':
      return storageFailure(fromSentError(failure.error)) ?? appError('internal.bug');
  }
}
