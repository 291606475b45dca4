// When the library is swept: once a day when nothing else is to be done, and when a person asks for the space. Also
// counts what the library uses.

import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { StorageUse } from '../shared/contract/storage-use.ts';
import type { AppError } from '../shared/errors.ts';
import type { Result } from '../shared/result.ts';
import type { Database } from './database/client.ts';
import type { SweepOptions, SweepResult } from './database/sweep/sweep.ts';
import { whileWriting } from './files.ts';
import type { Clock } from './jobs/clock.ts';
import { createTurns } from './library/in-turn.ts';

/** Time from the start of the app to its sweep: by then it does what the person started it for. */
const FIRST_AFTER_MS = 5 * 60 * 1000;
/** Time until it is tried again if requests were running. */
const AGAIN_AFTER_MS = 60 * 1000;
/** Time between two sweeps of an app that goes on running. */
const EVERY_MS = 24 * 60 * 60 * 1000;
/** Progress is reported in steps of this size. */
const PROGRESS_STEP = 0.02;

/** Counting and freeing. Both give null where the library cannot be counted now: it is being rebuilt or verified. */
export type LibrarySweeps = {
  measure: () => Promise<Result<StorageUse | null, AppError>>;
  /** Removes what nothing needs. */
  freeUp: () => Promise<Result<StorageUse | null, AppError>>;
  /** Sweeps later, when nothing is running, and every day from then on. */
  begin: () => void;
  /** A sweep that is under way is not continued. */
  stop: () => void;
};

/** What the sweeps need. */
export type LibrarySweepsDeps = {
  database: Pick<Database, 'sweep' | 'opened'>;
  clock: Clock;
  /** The folder of the app's log files. */
  logFolder: string;
  /** Free bytes of the disk; undefined where the system does not say. */
  freeBytes: () => Promise<number | undefined>;
  /** Whether requests are running. */
  isAnyRunning: () => boolean;
  /** Whether the library is being rebuilt or verified: its files and rows must stay as they are. */
  isMaintained: () => boolean;
  onProgress: (doneRatio: number) => void;
  /** Deletes for good what has been in the trash for long; before a sweep. */
  expire: () => Promise<void>;
  /** The sweep after the start has failed; the next start tries again. */
  onFailed: (error: unknown) => void;
};

/** Creates the sweeps of the app's library. */
export function createLibrarySweeps(deps: LibrarySweepsDeps): LibrarySweeps {
  const { database, clock, onProgress } = deps;
  const runStartedAtMs = clock.now();
  const inTurn = createTurns();
  let isStopped = false;
  let cancelTimer = (): void => undefined;

  /** @returns undefined if it could not be begun or was ended. @throws the disk's error. */
  async function run(
    removes: SweepOptions['removes'],
    report: (doneRatio: number) => void,
  ): Promise<SweepResult | undefined> {
    await database.opened();
    if (!(await database.sweep.begin({ removes, nowMs: clock.now(), runStartedAtMs }))) return undefined;
    let reported = 0;
    while (!isStopped && !deps.isMaintained()) {
      const step = await database.sweep.step();
      if (step === null) return undefined;
      if (step.isDone) return { bytes: step.bytes, freedBytes: step.freedBytes };
      if (step.doneRatio < reported + PROGRESS_STEP) continue;
      reported = step.doneRatio;
      report(reported);
    }
    return undefined;
  }

  const ask = (removes: SweepOptions['removes']): Promise<Result<StorageUse | null, AppError>> =>
    whileWriting(() =>
      inTurn('sweep', async () => {
        const found = await run(removes, onProgress);
        if (!found) return null;
        const logs = await sizeOfFolder(deps.logFolder);
        return { ...found, bytes: { ...found.bytes, logs }, freeBytes: (await deps.freeBytes()) ?? null };
      }),
    );

  function sweepLater(waitMs: number): void {
    cancelTimer = clock.after(waitMs, () => {
      if (deps.isAnyRunning() || deps.isMaintained()) return sweepLater(AGAIN_AFTER_MS);
      sweepLater(EVERY_MS);
      deps
        .expire()
        .then(() => inTurn('sweep', () => run('known', () => undefined)))
        .catch(deps.onFailed);
    });
  }

  return {
    measure: () => ask('nothing'),
    freeUp: () => ask('all'),
    begin: () => sweepLater(FIRST_AFTER_MS),
    stop() {
      isStopped = true;
      cancelTimer();
    },
  };
}

async function sizeOfFolder(folder: string): Promise<number> {
  let sum = 0;
  for (const name of await readdir(folder).catch(() => []))
    sum += await stat(path.join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    );
  return sum;
}
