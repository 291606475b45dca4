// Runs long work in time slices, so that messages that arrive meanwhile are handled.

import { finish, type Work } from './painting/operation.ts';

/** Work that has begun. It ends when it is done, finished or cancelled. */
export type RunningWork = {
  /** Does all remaining work synchronously. */
  finish: () => void;
  cancel: () => void;
};

type WorkHandlers<T> = {
  /** Called from time to time with the share 0–1 that is done, if the work takes longer than `MOMENT_MS`. */
  onProgress: (share: number) => void;
  /** Called with the result; even before `runInParts` returns, if the work is short. */
  onDone: (result: T) => void;
};

/** The longest slice, apart from the time that one step of the work takes. */
const SLICE_MS = 12;
/** Work that is done sooner reports no progress. */
const MOMENT_MS = 200;
const REPORT_EVERY_MS = 100;

/** Begins the work and continues it in slices. */
export function runInParts<T>(work: Work<T>, { onProgress, onDone }: WorkHandlers<T>): RunningWork {
  let isOver = false;
  let reportAtMs = performance.now() + MOMENT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => {
    isOver = true;
    clearTimeout(timer);
  };
  const doSlice = (): void => {
    const endMs = performance.now() + SLICE_MS;
    let step = work.next();
    while (step.done !== true && performance.now() < endMs) step = work.next();
    if (step.done === true) {
      end();
      onDone(step.value);
      return;
    }
    if (performance.now() > reportAtMs) {
      reportAtMs = performance.now() + REPORT_EVERY_MS;
      onProgress(step.value);
    }
    timer = setTimeout(doSlice);
  };
  doSlice();
  return {
    finish: () => {
      if (isOver) return;
      end();
      onDone(finish(work));
    },
    cancel: end,
  };
}
