// Sweeps as operations of the database's thread: one at a time, step by step.

import type { DatabaseSync } from 'node:sqlite';
import { type SweepOptions, type SweepResult, sweep } from './sweep.ts';

/** How far a sweep is, or what it found. */
type SweepStep = { isDone: false; doneRatio: number } | ({ isDone: true } & SweepResult);

/** Operations of sweeps. */
export type SweepRows = {
  /**
   * Begins a sweep, and ends an earlier one. @returns false where the database does not list the whole library, because
   * it is being rebuilt or cannot be written.
   */
  begin: (options: SweepOptions) => boolean;
  /**
   * Does a small part of the sweep. @returns null if none is under way. @throws SQLite's or the file system's error; the
   * sweep has ended then.
   */
  step: () => SweepStep | null;
};

/** Prepares sweeps. @param root the library's folder; null where there must be none. @param kept media that stay. */
export function createSweepRows(db: DatabaseSync, root: string | null, kept: ReadonlySet<string>): SweepRows {
  let running: Generator<number, SweepResult> | undefined;
  return {
    begin(options) {
      running = root === null ? undefined : sweep(db, root, kept, options);
      return running !== undefined;
    },
    step() {
      if (!running) return null;
      const sweeping = running;
      running = undefined;
      const next = sweeping.next();
      if (next.done) return { isDone: true, ...next.value };
      running = sweeping;
      return { isDone: false, doneRatio: next.value };
    },
  };
}
