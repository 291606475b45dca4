// The page's interface to the import worker: files in, scripts or errors out.

import { type AppError, appError } from '../../../shared/errors.ts';
import { isImportable } from '../../../shared/import/import-extensions.ts';
import {
  type ImportError,
  type ImportedScript,
  MAX_IMPORT_BYTES,
  type ReadAs,
} from '../../../shared/import/imported-script.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { type WatchedWorker, watchWorker } from '../../lifetime/watched-worker.ts';
import type { FromImportWorker, ToImportWorker } from './protocol.ts';

/** Why a file did not become a script: what is wrong with it, it cannot be read, or reading it ended the worker. */
type Problem = ImportError['code'] | 'unreadable' | 'workerEnded';

/** A file and what became of it. */
export type ReadFile = { file: File; read: Result<ImportedScript, AppError>; as?: ReadAs };

/** Reads files one after the other. */
export type ScriptFiles = {
  /** Reads one; the error names the file. Never rejects. */
  read: (file: File, as?: ReadAs) => Promise<Result<ImportedScript, AppError>>;
  /** Ends the worker; it starts again for the next file. A file that is being read has not been. */
  rest: () => void;
};

/** @param createWorker starts `import-worker.ts`. */
export function createScriptFiles(createWorker: () => Worker): ScriptFiles {
  let worker: WatchedWorker<ToImportWorker> | undefined;
  let answer: ((answer: FromImportWorker | 'ended') => void) | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const settle = (given: FromImportWorker | 'ended'): void => {
    answer?.(given);
    answer = undefined;
  };
  const started = (): WatchedWorker<ToImportWorker> => {
    worker ??= watchWorker<ToImportWorker, FromImportWorker>(createWorker(), {
      onMessage: settle,
      onDeath: () => {
        worker = undefined;
        settle('ended');
      },
      isBusy: () => answer !== undefined,
    });
    return worker;
  };
  const ask = (message: ToImportWorker): Promise<FromImportWorker | 'ended'> =>
    new Promise((resolve) => {
      answer = resolve;
      started().post(message);
    });
  const readNext = async (file: File, as: ReadAs): Promise<Result<ImportedScript, AppError>> => {
    // Before it is read: a file of gigabytes is not loaded.
    if (file.size > MAX_IMPORT_BYTES) return fail(problemOf(file.name, 'tooLarge'));
    const read = await ask({ name: readableName(file), file, as });
    if (read === 'ended') return fail(problemOf(file.name, 'workerEnded'));
    return read.ok ? ok(read.data) : fail(problemOf(file.name, read.error.code));
  };

  return {
    read: (file, as = {}) => {
      const next = last.then(() => readNext(file, as));
      last = next;
      return next;
    },
    rest: () => {
      worker?.end();
      worker = undefined;
      settle('ended');
    },
  };
}

/** A text of an unknown extension is read as plain text. */
function readableName({ name, type }: File): string {
  return type.startsWith('text/') && !isImportable(name) ? `${name}.txt` : name;
}

function problemOf(name: string, problem: Problem): AppError {
  return appError('import.refused', { name, problem });
}
