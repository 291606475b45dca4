// The messages between main and the database's thread.

import type { Maintenance } from '../../shared/contract/recovery.ts';
import type { Storage } from '../../shared/contract/storage.ts';

/**
 * A message to the thread. Orders are carried out one after another, in the order they were sent; each gets one reply
 * with its `id`. `open` asks for the state of the storage; after `stopWriting` everything that writes fails as on a
 * read-only disk; `close` comes last.
 */
export type Order = { id: number } & (
  | { kind: 'open' }
  | { kind: 'call'; repository: string; method: string; args: unknown[] }
  | { kind: 'stopWriting'; reason: string }
  /** Rebuilds the library's database from its files; the reply comes when that has begun. */
  | { kind: 'rebuild' }
  | { kind: 'stopRebuilding' }
  | { kind: 'close' }
);

/** A message from the thread. */
export type Reply =
  /** The thread runs. */
  | { kind: 'started' }
  | { kind: 'done'; id: number; value: unknown }
  | { kind: 'failed'; id: number; error: SentError }
  | { kind: 'opened'; id: number; storage: Storage }
  /** The library was opened, also again after a rebuild. */
  | { kind: 'storage'; storage: Storage }
  /** A rebuild goes on or has ended. */
  | { kind: 'maintenance'; maintenance: Maintenance }
  | { kind: 'rebuildFailed'; error: SentError }
  /** There are more items to list: those of a library that cannot be written. */
  | { kind: 'filled' }
  /** Entries of the library that must not be opened were given other names: these, as paths in the library. */
  | { kind: 'quarantined'; names: string[] }
  /** A row could not be read. */
  | { kind: 'unreadable'; error: SentError };

/** An error as it passes between threads: structured clones of errors lose their codes. */
export type SentError = {
  name: string;
  message: string;
  stack: string | undefined;
  codes: { code?: string; errcode?: number; syscall?: string };
};

/** Prepares an exception for sending. */
export function toSentError(error: unknown): SentError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: undefined, codes: {} };
  const codes: SentError['codes'] = {};
  if ('code' in error && typeof error.code === 'string') codes.code = error.code;
  if ('errcode' in error && typeof error.errcode === 'number') codes.errcode = error.errcode;
  if ('syscall' in error && typeof error.syscall === 'string') codes.syscall = error.syscall;
  return { name: error.name, message: error.message, stack: error.stack, codes };
}

/** Returns an error with the same name, message, stack and codes. */
export function fromSentError({ name, message, stack, codes }: SentError): Error {
  return Object.assign(new Error(message), { name, ...(stack === undefined ? {} : { stack }), ...codes });
}
