// Places at which a process could be killed: right before each step that changes the file system.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const STEPS = ['renameSync', 'unlinkSync', 'rmSync', 'writeFileSync', 'fsyncSync'] as const;

/**
 * Calls `onStep` before each synchronous step of the file system, with its number from 0, while `work` is done. What
 * `onStep` does itself does not count. An exception of `onStep` is thrown by the step.
 */
export async function atEachFileStep<T>(onStep: (step: number) => void, work: () => Promise<T>): Promise<T> {
  let step = 0;
  let isInside = false;
  const real = STEPS.map((name) => [name, fs[name]] as const);
  for (const [name, call] of real) {
    const replaced = (...args: unknown[]): unknown => {
      if (!isInside) {
        isInside = true;
        try {
          onStep(step++);
        } finally {
          isInside = false;
        }
      }
      return Reflect.apply(call, fs, args);
    };
    Object.assign(fs, { [name]: replaced });
  }
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    Object.assign(fs, Object.fromEntries(real));
    syncBuiltinESMExports();
  }
}
