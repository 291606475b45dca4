// Keeps the library whole when a person asks: verifying it in a thread of its own, and rebuilding it in the
// database's thread. Owns the state that the page mirrors.

import { Worker } from 'node:worker_threads';
import type { Maintenance as State } from '../shared/contract/recovery.ts';
import { type AppError, appError } from '../shared/errors.ts';
import { fail, ok, type Result } from '../shared/result.ts';
import type { Database } from './database/client.ts';
import { storageErrorCode } from './files.ts';

/** What the verification's thread sends; its last message is a result or a failure. */
export type VerifyMessage = State;

/** What is done to keep the library whole, one thing at a time. */
export type Maintenance = {
  state: () => State;
  /** Whether the library is being verified or rebuilt. */
  isBusy: () => boolean;
  verify: () => Result<null, AppError>;
  /** Refused while requests are running: their results would miss the new database. */
  rebuild: () => Promise<Result<null, AppError>>;
  stop: () => Promise<void>;
  /** Takes over the state that the database's thread reports. */
  report: (state: State) => void;
  reportFailure: (error: unknown) => void;
  /** Ends a verification. */
  close: () => Promise<void>;
};

/** What the maintenance needs. */
export type MaintenanceDeps = {
  folder: string;
  database: Pick<Database, 'rebuild' | 'stopRebuilding'>;
  isAnyRunning: () => boolean;
  onChanged: (state: State) => void;
};

/** Creates the maintenance of the library in `folder`. */
export function createMaintenance({ folder, database, isAnyRunning, onChanged }: MaintenanceDeps): Maintenance {
  let state: State = { step: 'idle' };
  let verifying: Worker | undefined;

  const report = (next: State): void => {
    state = next;
    onChanged(next);
  };
  const reportFailure = (error: unknown): void =>
    report({ step: 'failed', error: appError('storage.failed', { reason: storageErrorCode(error) ?? String(error) }) });
  const isBusy = (): boolean => state.step === 'verifying' || state.step === 'rebuilding';
  const endVerifying = async (): Promise<void> => {
    const worker = verifying;
    verifying = undefined;
    await worker?.terminate();
  };

  return {
    state: () => state,
    isBusy,
    report,
    reportFailure,
    verify() {
      if (isBusy()) return ok(null);
      report({ step: 'verifying', progress: { done: 0, total: 0 } });
      const worker = new Worker(workerUrl(), { workerData: folder });
      verifying = worker;
      worker.on('message', (next: VerifyMessage) => verifying === worker && report(next));
      worker.on('error', (error) => verifying === worker && reportFailure(error));
      return ok(null);
    },
    async rebuild() {
      if (isBusy()) return ok(null);
      if (isAnyRunning()) return fail(appError('library.busy'));
      report({ step: 'rebuilding', cause: 'asked', progress: { done: 0, total: 0 } });
      await database.rebuild();
      return ok(null);
    },
    async stop() {
      if (state.step === 'rebuilding') await database.stopRebuilding();
      if (state.step !== 'verifying') return;
      await endVerifying();
      report({ step: 'idle' });
    },
    close: endVerifying,
  };
}

/** In the folder of this module: TypeScript in the sources, JavaScript in the bundle. */
function workerUrl(): URL {
  return new URL(`verify-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);
}
