// Files a person opens with the app: named on the command line, or handed over by the desktop. Their paths stay here; knows no screen.

import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpenedFile } from '../shared/contract/files.ts';
import { IMPORT_LIMITS } from '../shared/images/limits.ts';

const KINDS: ReadonlyMap<string, OpenedFile['kind']> = new Map([
  ['.png', 'picture'],
  ['.jpg', 'picture'],
  ['.jpeg', 'picture'],
  ['.webp', 'picture'],
  ['.txt', 'text'],
]);
const MAX_TEXT_BYTES = 1024 * 1024;
/** More than anyone drops on an icon by intent. */
const MAX_FILES = 20;

/** Files waiting for the page to take them. */
export type OpenedFiles = {
  /** Adds files by path; whatever does not name a kind we open is left out. */
  add: (paths: readonly unknown[]) => void;
  /** Adds what a second start of the app sent: `{ files }`, if it is what it should be. */
  addSent: (sent: unknown) => void;
  /** Hands over the next file, read now, and forgets it; null when none waits. One at a time, since each may be large. */
  takeNext: () => Promise<OpenedFile | null>;
  /** Tells `listener` of every arrival from now on. */
  onArrived: (listener: () => void) => void;
};

/** The files named by arguments of a command line, absolute. Switches and `file:` addresses of other computers are no files. */
export function filesNamedBy(argv: readonly string[], workingFolder: string): string[] {
  return argv
    .slice(1)
    .filter((argument) => !argument.startsWith('-'))
    .map((argument) => (argument.startsWith('file:') ? pathOfUrl(argument) : argument))
    .filter((name) => isOpenable(name))
    .map((name) => path.resolve(workingFolder, name))
    .slice(0, MAX_FILES);
}

/** Makes the empty waiting place. */
export function createOpenedFiles(): OpenedFiles {
  let waiting: string[] = [];
  let tell = (): void => undefined;
  const add = (paths: readonly unknown[]): void => {
    const wanted = paths.filter(isOpenable).filter((file) => path.isAbsolute(file));
    if (wanted.length === 0) return;
    waiting = [...waiting, ...wanted].slice(0, MAX_FILES);
    tell();
  };
  return {
    add,
    addSent(sent) {
      if (typeof sent === 'object' && sent !== null && 'files' in sent && Array.isArray(sent.files)) add(sent.files);
    },
    async takeNext() {
      for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
        const opened = await readOpened(file);
        if (opened) return opened;
      }
      return null;
    },
    onArrived(listener) {
      tell = listener;
    },
  };
}

/** A file's bytes; null where it cannot be read or is larger than what may be brought in. Undefined for what is no file at all. */
async function readOpened(file: string): Promise<OpenedFile | undefined> {
  const kind = kindOf(file);
  if (!kind) return undefined;
  const name = path.basename(file);
  const maxBytes = kind === 'picture' ? IMPORT_LIMITS.maxBytes : MAX_TEXT_BYTES;
  try {
    const facts = await stat(file);
    // A pipe or a device would never end.
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

/** Desktops may name a file by its address. */
function pathOfUrl(address: string): string {
  try {
    return fileURLToPath(address);
  } catch {
    return '';
  }
}
