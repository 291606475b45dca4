// What specs and benchmarks reach on the picture worker's page.

import type { PictureTaskName } from '../../../renderer/images/pipeline/tasks-contract.ts';

/** Pixels as they leave the page. */
type SentPixels = { data: string; width: number; height: number; isOpaque: boolean };

/**
 * What a task came to, and how it went: what it said of its progress, and how free this thread was meanwhile: the longest time without a turn and
 * without a frame, and its tasks of 50 ms or more.
 */
export type Run = {
  result: unknown;
  elapsedMs: number;
  progress: number[];
  longestPauseMs: number;
  longestFrameMs: number;
  longTasks: number;
};

/** What the specs reach on the page. */
type PicturePage = {
  decode: (path: string, isInWorker: boolean) => Promise<SentPixels>;
  /** Runs a task. Of `input`, what is in `files` is fetched first; bytes in the answer become Base64. */
  run: (task: PictureTaskName, input: object, files: Record<string, string>, abortAfterMs?: number) => Promise<Run>;
  violations: string[];
};

declare global {
  interface Window {
    picturePage: PicturePage;
  }
}
