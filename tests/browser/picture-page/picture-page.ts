// What specs and benchmarks use on the picture worker's page.

import type { PictureTaskName } from '../../../renderer/images/pipeline/tasks-contract.ts';

/** Pixels as they leave the page. */
type SentPixels = { data: string; width: number; height: number; isOpaque: boolean };

/**
 * The result of a task, the progress it reported, and how responsive this thread was meanwhile: the longest interval
 * between two turns of its timer and between two frames, and the number of its tasks of 50 ms or more.
 */
export type Run = {
  result: unknown;
  elapsedMs: number;
  progress: number[];
  longestPauseMs: number;
  longestFrameMs: number;
  longTasks: number;
};

/** Where a picture is decoded as a whole, or that it is decoded in strips that are expected to be opaque. */
export type DecodedBy = 'page' | 'worker' | 'strips';

/** What the specs use on the page. */
type PicturePage = {
  decode: (path: string, how: DecodedBy) => Promise<SentPixels>;
  /** Runs a task. The files in `files` are fetched first and added to `input`; bytes in the answer become Base64. */
  run: (task: PictureTaskName, input: object, files: Record<string, string>, abortAfterMs?: number) => Promise<Run>;
  violations: string[];
};

declare global {
  interface Window {
    picturePage: PicturePage;
  }
}
