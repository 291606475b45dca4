// Caches short results that take time to determine, in a file that may be deleted or unwritable at any time.
// Independent of their meaning.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Lifetime of a result that may change. */
export const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_ANSWERS = 20;

interface Answer {
  readonly text: string;
  readonly atMs: number;
}

/** Results by their key. */
export interface Memory {
  /** Returns the result if it is at most `maxAgeMs` old. */
  recall(question: string, maxAgeMs?: number): string | undefined;
  remember(question: string, answer: string): void;
  forget(question: string): void;
}

/** Opens the cache in a file of the folder that `npm ci` empties. */
export function openMemory(root: string, name: string, nowMs: () => number = Date.now): Memory {
  const file = join(root, 'node_modules', '.cache', 'relay-studio', `${name}.json`);
  const change = (question: string, answer: readonly [string, Answer][]): void => {
    const others = Object.entries(read(file)).filter(([known]) => known !== question);
    write(file, Object.fromEntries([...others, ...answer].slice(-MAX_ANSWERS)));
  };
  return {
    recall(question, maxAgeMs = Number.POSITIVE_INFINITY) {
      const answer = read(file)[question];
      const ageMs = answer ? nowMs() - answer.atMs : Number.NaN;
      // A clock that was set back must not extend the lifetime of a result.
      return ageMs >= 0 && ageMs <= maxAgeMs ? answer?.text : undefined;
    },
    remember: (question, text) => change(question, [[question, { text, atMs: nowMs() }]]),
    forget: (question) => change(question, []),
  };
}

function read(file: string): Readonly<Record<string, Answer>> {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Answer> | null) ?? {};
  } catch {
    return {};
  }
}

function write(file: string, answers: Readonly<Record<string, Answer>>): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(answers));
  } catch {
    // If the disk is full or read-only, the result is determined again next time; an incomplete file is read as an
    // empty one.
  }
}
