// Does long work a little at a time, so that what comes in meanwhile is heard. It must not know the work.

import { finish, type Work } from './painting/operation.ts';

/** Work that has begun. Ended by being done, finished or cancelled. */
export type RunningWork = {
  /** Does all that is left at once. */
  finish: () => void;
  cancel: () => void;
};

type WorkHandlers<T> = {
  /** Share 0–1, from time to time, of work that takes longer than a moment. */
  onProgress: (share: number) => void;
  /** Also at once, while beginning. */
  onDone: (result: T) => void;
};

/** Longer than this nobody is kept waiting, but for what one step of the work takes. */
const SLICE_MS = 12;
/** What is done sooner needs no progress. */
const MOMENT_MS = 200;
const TELL_EVERY_MS = 100;

/** Begins. */
export function runInParts<T>(work: Work<T>, { onProgress, onDone }: WorkHandlers<T>): RunningWork {
  let isOver = false;
  let tellAtMs = performance.now() + MOMENT_MS;
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
    if (performance.now() > tellAtMs) {
      tellAtMs = performance.now() + TELL_EVERY_MS;
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
