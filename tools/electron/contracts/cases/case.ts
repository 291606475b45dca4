// What a case of the contracts is, and what all of them use. Runs in the main process of any Electron from 25 on, and on
// the Chromium host.

import { writeSync } from 'node:fs';

/** A small program that shows what Electron does about some of its parts. */
export interface Case {
  /** What is done, in the words of the document; each case has another. */
  readonly title: string;
  /** The parts it shows, by use. Not run by an Electron that lacks one of them. */
  readonly shows: readonly string[];
  /** `early` before ready and without waiting, `ready` after it; `alone` from the start on, in a process of its own. */
  readonly when: 'early' | 'ready' | 'alone';
  /** Notes what it sees: JSON, the same on every computer. */
  readonly run: (note: Note) => unknown;
  /** What an older Electron does instead; `since` is the first that is known to answer as the host does. */
  readonly changed?: { readonly since: number; readonly change: string };
  /** What the host does not do although Electron does: code that works here works there. */
  readonly stricter?: string;
}

/** Adds to the result of a case. */
export type Note = (value: unknown) => void;

/** The environment of a run: titles of the cases as JSON, and for one that starts itself again, the command as JSON. */
export const RUN = { titles: 'CONTRACT_CASES', command: 'CONTRACT_COMMAND' } as const;
/** The start of a line about a case; its title and a value follow as JSON. */
export const NOTED = 'noted ';

/** Returns how a case notes; at once, because the process may end at any time. */
export function noteOf({ title }: Case): Note {
  return (value) => void writeSync(1, `${NOTED}${JSON.stringify([title, value ?? null])}\n`);
}

/** Returns the message of the error that the work throws, or `fine`. */
export function errorOf(work: () => unknown): string {
  try {
    work();
    return 'fine';
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns the message of the error that the promise is rejected with, or `fine`. */
export function rejectionOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'fine',
    (error: Error) => error.message,
  );
}
