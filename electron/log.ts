// The log file: one line per event, rotated by size, known key values removed. Writing to it never throws.

import { closeSync, constants, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { quarantine } from './library/quarantine.ts';

const MAX_BYTES = 1024 * 1024;
/** A pipe that nobody reads would keep an ordinary append waiting. */
const APPENDING = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);

/** Writes lines to `logs/main.log` and, as warnings, to stderr. */
export type Log = {
  info: (event: string, facts?: Record<string, unknown>) => void;
  error: (event: string, error: unknown) => void;
};

/**
 * Keeps a stderr that takes nothing, such as a file on a full disk or a closed pipe, from ending the app: what cannot be
 * written there is in the log file.
 */
export function ignoreStderrFailures(): void {
  process.stderr.on('error', () => undefined);
}

/** What is in the place of the folder and is none gets another name. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) quarantine(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

function append(file: string, text: string): void {
  const handle = openSync(file, APPENDING, 0o600);
  try {
    writeSync(handle, text);
  } finally {
    closeSync(handle);
  }
}

/** Opens the log. @param redact removes secrets from a complete line. */
export function openLog(folder: string, redact: (line: string) => string): Log {
  const file = path.join(folder, 'main.log');
  const write = (level: string, event: string, facts: Record<string, unknown>): void => {
    try {
      const line = redact(JSON.stringify({ at: new Date().toISOString(), level, event, ...facts }));
      if (level === 'error') process.stderr.write(`${line}\n`);
      makeFolder(folder);
      const found = statSync(file, { throwIfNoEntry: false });
      if (found && !found.isFile()) quarantine(file);
      else if ((found?.size ?? 0) > MAX_BYTES) renameSync(file, `${file}.1`);
      append(file, `${line}\n`);
    } catch {
      // A full or read-only disk is reported elsewhere in the app, and facts that cannot be written as JSON are a bug of
      // the caller; nothing must fail because of either.
    }
  };
  return {
    info: (event, facts = {}) => write('info', event, facts),
    error: (event, error) =>
      write(
        'error',
        event,
        error instanceof Error ? { name: error.name, message: error.message, stack: error.stack } : { error },
      ),
  };
}
