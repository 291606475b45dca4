// The page's side of the sheet worker. A worker that dies is replaced: the pages of the present file are drawn again,
// without the picture that it died of.

import { type AppError, appError } from '../../../shared/errors.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { type WatchedWorker, watchWorker } from '../../lifetime/watched-worker.ts';
import type { FromSheetWorker, SheetFailure, SheetPage } from './sheet-protocol.ts';

/** So many deaths end a sheet. */
const MAX_DEATHS = 5;

/** What is drawn of the present file: the failures of each of its pages, and its bytes if it is complete. */
type DrawnPages = {
  failures: readonly (readonly SheetFailure[])[];
  file: Uint8Array<ArrayBuffer> | null;
};
type Drawn = Extract<FromSheetWorker, { type: 'drawn' }>;

export type SheetDrawer = {
  /** Draws the next page. Null if it was cancelled; the drawer is of no more use then. Never rejects. */
  draw: (page: SheetPage, signal: AbortSignal) => Promise<Result<DrawnPages | null, AppError>>;
  /** Ends the worker. */
  dispose: () => void;
};

/** @param createWorker starts `sheet-worker.ts`, on first use and after a death. */
export function createSheetDrawer(createWorker: () => Worker): SheetDrawer {
  let worker: WatchedWorker<SheetPage> | undefined;
  /** The pages of the file that is not complete. */
  let ofFile: { page: SheetPage; failures: readonly SheetFailure[] }[] = [];
  let deaths = 0;

  /** Has one page drawn. @returns the cell that was being decoded if the worker died, none if there was none. */
  const drawOnce = (page: SheetPage, signal: AbortSignal): Promise<Result<Drawn | null, AppError> | Death> =>
    new Promise((resolve) => {
      let cell: number | null = null;
      const settle = (result: Result<Drawn | null, AppError> | Death): void => {
        signal.removeEventListener('abort', cancel);
        current = undefined;
        resolve(result);
      };
      const cancel = (): void => {
        worker?.end();
        worker = undefined;
        settle(ok(null));
      };
      signal.addEventListener('abort', cancel);
      current = {
        receive: (message) => {
          if (message.type === 'decoding') cell = message.cell;
          else if (message.type === 'drawn') settle(ok(message));
          else settle(fail(appError('export.failed', { reason: message.reason })));
        },
        die: (reason) => settle({ type: 'death', cell, reason }),
      };
      worker ??= start();
      worker.post(page);
    });
  let current: { receive: (message: FromSheetWorker) => void; die: (reason: string) => void } | undefined;
  const start = (): WatchedWorker<SheetPage> =>
    watchWorker<SheetPage, FromSheetWorker>(createWorker(), {
      onMessage: (message) => current?.receive(message),
      onDeath: (reason) => {
        worker = undefined;
        current?.die(reason);
      },
      isBusy: () => current !== undefined,
    });

  return {
    draw: async (page, signal) => {
      if (signal.aborted) return ok(null);
      ofFile.push({ page, failures: [] });
      // How many pages of the file the present worker has.
      let drawn = ofFile.length - 1;
      for (;;) {
        const next = ofFile[drawn];
        if (next === undefined) return fail(appError('internal.bug'));
        const result = await drawOnce(next.page, signal);
        if ('type' in result) {
          deaths += 1;
          if (deaths === MAX_DEATHS) return fail(appError('export.failed', { reason: result.reason }));
          next.page = withoutPicture(next.page, result.cell);
          drawn = 0;
          continue;
        }
        if (!result.ok) return result;
        if (result.data === null) return ok(null);
        next.failures = result.data.failures;
        drawn += 1;
        if (drawn < ofFile.length) continue;
        const failures = ofFile.map((one) => one.failures);
        if (page.endsFile) ofFile = [];
        return ok({ failures, file: result.data.file });
      }
    },
    dispose: () => worker?.end(),
  };
}

/** The worker died while it decoded the picture of a cell, or before the first. */
type Death = { type: 'death'; cell: number | null; reason: string };

/** A picture of which a worker dies does not fit in memory. */
function withoutPicture(page: SheetPage, cell: number | null): SheetPage {
  return {
    ...page,
    cells: page.cells.map((one, index) => (index === cell ? { ...one, picture: { problem: 'outOfMemory' } } : one)),
  };
}
