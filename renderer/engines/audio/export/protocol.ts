// Messages between the page and the export worker.

import type { ExportPlan, SoundExport } from './plan.ts';

/** Addresses of what the worker loads: the mp3 encoder as WebAssembly, and the script `level-worker.ts`. */
export type ExportScripts = { lame: string; levelWorker: string };

/**
 * To the worker: the one export it makes, then an answer to each `openFile` and `write`. A piece that was written comes
 * back, to be filled again: what only the collector frees would add up.
 */
export type ToExportWorker =
  | { type: 'begin'; plan: ExportPlan; scripts: ExportScripts }
  | { type: 'continue'; written: ArrayBuffer | null };

/** From the worker. `openFile` and `write` wait for `continue`. */
export type FromExportWorker =
  | { type: 'progress'; ratio: number }
  | { type: 'openFile'; name: string; remainingBytes: number; itemIds: string[] }
  | { type: 'write'; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'done'; result: SoundExport }
  /** A line's take cannot be read; `line` is null if something else failed. */
  | { type: 'failed'; line: number | null; reason: string };
