// The page's interface to the export: passes the plan to a worker, and what the worker makes to a sink.

import { type AppError, appError } from '../../../../shared/errors.ts';
import { fail, ok, type Result } from '../../../../shared/result.ts';
import { watchWorker } from '../../../lifetime/watched-worker.ts';
import type { ExportPlan, SoundExport } from './plan.ts';
import type { ExportScripts, FromExportWorker, ToExportWorker } from './protocol.ts';

/** Takes the files of an export, in order, each from its first byte to its last. Its functions never reject. */
export type SoundSink = {
  /**
   * Begins the next file, which ends the one before. `remainingBytes`: about its size and that of all after it.
   * `itemIds`: the items that are heard in it.
   */
  openFile: (name: string, remainingBytes: number, itemIds: string[]) => Promise<Result<null, AppError>>;
  /** The bytes are not to be used once it has resolved. */
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<Result<null, AppError>>;
  /** Everything has been written: gives the files their names. */
  finish: () => Promise<Result<null, AppError>>;
  /** The export has ended early: removes what was written. */
  abort: () => Promise<Result<null, AppError>>;
};

/**
 * Makes the sound of a plan and passes it to a sink. @param onProgress gets 0 to 1, never falling. @param signal
 * cancels. @returns null if it was cancelled; otherwise the export has finished, or the sink was told to abort. Never
 * rejects.
 */
export type ExportSound = (
  plan: ExportPlan,
  sink: SoundSink,
  onProgress: (ratio: number) => void,
  signal: AbortSignal,
) => Promise<Result<SoundExport | null, AppError>>;

/** @param createWorker starts `export-worker.ts`, once for each export. */
export function createSoundExporter(createWorker: () => Worker, scripts: ExportScripts): ExportSound {
  return async (plan, sink, onProgress, signal) => {
    const made = await makeSound({ createWorker, scripts }, plan, sink, onProgress, signal);
    if (made.ok && made.data !== null && !signal.aborted) {
      const finished = await sink.finish();
      return finished.ok ? made : finished;
    }
    const aborted = await sink.abort();
    if (!made.ok) return made;
    return aborted.ok ? ok(null) : aborted;
  };
}

function makeSound(
  { createWorker, scripts }: { createWorker: () => Worker; scripts: ExportScripts },
  plan: ExportPlan,
  sink: SoundSink,
  onProgress: (ratio: number) => void,
  signal: AbortSignal,
): Promise<Result<SoundExport | null, AppError>> {
  if (signal.aborted) return Promise.resolve(ok(null));
  return new Promise((resolve) => {
    let isOver = false;
    const end = (result: Result<SoundExport | null, AppError>): void => {
      isOver = true;
      signal.removeEventListener('abort', cancel);
      worker.end();
      resolve(result);
    };
    const cancel = (): void => end(ok(null));
    /** Files and pieces in the order they came. */
    let writing: Promise<void> = Promise.resolve();
    const inTurn = (write: () => Promise<Result<null, AppError>>, piece: ArrayBuffer | null = null): void => {
      writing = writing.then(async () => {
        if (isOver) return;
        const written = await write();
        if (isOver) return;
        if (written.ok) worker.post({ type: 'continue', written: piece }, piece === null ? [] : [piece]);
        else end(written);
      });
    };
    const worker = watchWorker<ToExportWorker, FromExportWorker>(createWorker(), {
      onMessage: (message) => {
        if (message.type === 'progress') onProgress(message.ratio);
        else if (message.type === 'openFile')
          inTurn(() => sink.openFile(message.name, message.remainingBytes, message.itemIds));
        else if (message.type === 'write') inTurn(() => sink.write(message.bytes), message.bytes.buffer);
        else if (message.type === 'done') end(ok(message.result));
        else end(fail(errorOf(message)));
      },
      onDeath: (reason) => end(fail(appError('export.failed', { reason }))),
      isBusy: () => true,
    });
    signal.addEventListener('abort', cancel);
    worker.post({ type: 'begin', plan, scripts });
  });
}

function errorOf({ line, reason }: Extract<FromExportWorker, { type: 'failed' }>): AppError {
  return line === null ? appError('export.failed', { reason }) : appError('export.line_unreadable', { line, reason });
}
