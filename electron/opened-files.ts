// Files that a person opens with the app: named on the command line, or passed by the desktop. Their paths are never
// sent to the page.

import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { BOUNDS } from '../shared/bounds.ts';
import type { OpenedFile } from '../shared/contract/files.ts';
import { IMPORT_LIMITS } from '../shared/images/limits.ts';
import { IMPORT_EXTENSIONS } from '../shared/import/import-extensions.ts';
import { MAX_IMPORT_BYTES } from '../shared/import/imported-script.ts';

const KINDS: ReadonlyMap<string, OpenedFile['kind']> = new Map([
  ['.png', 'picture'],
  ['.jpg', 'picture'],
  ['.jpeg', 'picture'],
  ['.webp', 'picture'],
  ...IMPORT_EXTENSIONS.map((extension): [string, 'text'] => [`.${extension}`, 'text']),
]);

/** Files waiting for the page to read them. */
export type OpenedFiles = {
  /** Adds files by path; skips file types that the app does not open. */
  add: (paths: readonly unknown[]) => void;
  /** Adds the files that a second instance sent, if the message has the form `{ files }`. */
  addSent: (message: unknown) => void;
  /**
   * Reads the next file, removes it from the list and returns it; null when none waits. One at a time, because each may
   * be large.
   */
  takeNext: () => Promise<OpenedFile | null>;
  /** The absolute paths of the files that wait. */
  waiting: () => readonly string[];
  /** Calls `listener` on every arrival from now on. */
  onArrived: (listener: () => void) => void;
};

/**
 * Returns the files named by the arguments of a command line, as absolute paths. Skips switches and `file:` addresses
 * of other computers.
 */
export function filesNamedBy(argv: readonly string[], workingFolder: string): string[] {
  return argv
    .slice(1)
    .filter((argument) => !argument.startsWith('-'))
    .map((argument) => (argument.startsWith('file:') ? pathOfUrl(argument) : argument))
    .filter((name) => isOpenable(name))
    .map((name) => path.resolve(workingFolder, name))
    .slice(0, BOUNDS.filesWaiting);
}

/** Creates the empty list of waiting files. */
export function createOpenedFiles(): OpenedFiles {
  let waiting: string[] = [];
  let notify = (): void => undefined;
  const add = (paths: readonly unknown[]): void => {
    const wanted = paths.filter(isOpenable).filter((file) => path.isAbsolute(file));
    if (wanted.length === 0) return;
    waiting = [...waiting, ...wanted].slice(0, BOUNDS.filesWaiting);
    notify();
  };
  return {
    add,
    addSent(message) {
      if (typeof message !== 'object' || message === null || !('files' in message)) return;
      if (Array.isArray(message.files)) add(message.files);
    },
    async takeNext() {
      for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
        const opened = await readOpened(file);
        if (opened) return opened;
      }
      return null;
    },
    waiting: () => waiting,
    onArrived(listener) {
      notify = listener;
    },
  };
}

/**
 * Reads a file. `bytes` is null when it cannot be read or exceeds the import limit; undefined when it is not a regular
 * file.
 */
async function readOpened(file: string): Promise<OpenedFile | undefined> {
  const kind = kindOf(file);
  if (!kind) return undefined;
  const name = path.basename(file);
  const maxBytes = kind === 'picture' ? IMPORT_LIMITS.maxBytes : MAX_IMPORT_BYTES;
  try {
    const facts = await stat(file);
    // Reading a pipe or a device might never end.
    if (!facts.isFile()) return undefined;
    if (facts.size > maxBytes) return { name, kind, bytes: null };
    return { name, kind, bytes: new Uint8Array(await readFile(file)) };
  } catch {
    return { name, kind, bytes: null };
  }
}

function isOpenable(name: unknown): name is string {
  return typeof name === 'string' && !name.includes('\0') && kindOf(name) !== undefined;
}

function kindOf(name: string): OpenedFile['kind'] | undefined {
  return KINDS.get(path.extname(name).toLowerCase());
}

/** Desktops may name a file by a `file:` URL. Returns '' for one that is not a local file. */
function pathOfUrl(address: string): string {
  try {
    return fileURLToPath(address);
  } catch {
    return '';
  }
}
