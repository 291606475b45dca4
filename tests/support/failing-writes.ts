// Makes the writes of this process fail by number: of files, through Node's fs, and of SQLite. Reading works.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';

const FILE_FULL = { code: 'ENOSPC', syscall: 'write' };
const DATABASE_FULL = { code: 'ERR_SQLITE_ERROR', errcode: 13 };

// biome-ignore lint/suspicious/noExplicitAny: functions of any signature are wrapped alike.
type AnyFunction = (...args: any[]) => any;

/** The failing writes: how many there were, whether the chosen one was among them, and how to end the failing. */
export type FailingWrites = { count: () => number; hasFailed: () => boolean; repair: () => void };

/** Fails write number `first`, and with `isOnce` false all later ones, until `repair`; undone when the test ends. */
export async function failWrites(first: number, isOnce: boolean): Promise<FailingWrites> {
  let writes = 0;
  let isRepaired = false;
  const undo: (() => void)[] = [];

  function wrap<T extends object>(target: T, name: keyof T & string, codes: object, isAsync: boolean): void {
    const real = target[name] as AnyFunction;
    const failing: AnyFunction = function (this: unknown, ...args) {
      // SQLite itself rolls back when the disk is full.
      if (args[0] === 'ROLLBACK') return Reflect.apply(real, this, args);
      writes += 1;
      const fails = !isRepaired && (isOnce ? writes === first : writes >= first);
      const error = Object.assign(new Error('no space left on device'), codes);
      if (fails && isAsync) return Promise.reject(error);
      if (fails) throw error;
      return Reflect.apply(real, this, args);
    };
    target[name] = failing as T[keyof T & string];
    undo.push(() => {
      target[name] = real as T[keyof T & string];
    });
  }

  const handle = await fs.promises.open(path.join(tmpdir(), `relay-studio-any-${process.pid}`), 'w');
  await handle.close();
  const handles = Object.getPrototypeOf(handle) as typeof handle;
  for (const name of ['write', 'writeFile', 'sync'] as const) wrap(handles, name, FILE_FULL, true);
  for (const name of ['writeFile', 'mkdir', 'rename', 'copyFile'] as const) wrap(fs.promises, name, FILE_FULL, true);
  for (const name of ['writeFileSync', 'mkdirSync', 'renameSync', 'fsyncSync'] as const)
    wrap(fs, name, FILE_FULL, false);
  wrap(StatementSync.prototype, 'run', DATABASE_FULL, false);
  wrap(DatabaseSync.prototype, 'exec', DATABASE_FULL, false);
  syncBuiltinESMExports();
  onTestFinished(() => {
    for (const one of undo) one();
    syncBuiltinESMExports();
  });
  return {
    count: () => writes,
    hasFailed: () => writes >= first,
    repair: () => {
      isRepaired = true;
    },
  };
}
