// The log file: one line per event, rotated by size, known key values removed. Writing to it never throws.

import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';

const MAX_BYTES = 1024 * 1024;

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

/** Opens the log. @param redact removes secrets from a complete line. */
export function openLog(folder: string, redact: (line: string) => string): Log {
  const file = path.join(folder, 'main.log');
  const write = (level: string, event: string, facts: Record<string, unknown>): void => {
    try {
      const line = redact(JSON.stringify({ at: new Date().toISOString(), level, event, ...facts }));
      if (level === 'error') process.stderr.write(`${line}\n`);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) renameSync(file, `${file}.1`);
      appendFileSync(file, `${line}\n`, { mode: 0o600 });
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
