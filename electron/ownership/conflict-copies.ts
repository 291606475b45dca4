// Finds the copies that a synchronisation program makes when two computers have changed one file. The app reads none of
// them, and deletes none.

import { opendir } from 'node:fs/promises';
import path from 'node:path';

/** At most this many names are shown. */
const MAX_NAMES = 20;

/** The id of an item: its job's, and for pictures and replies what they are of it. */
const ITEM_ID = String.raw`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-\d{1,4}|-reply)?`;

/** Names end in `.json` or `.sqlite`; what stands before is the file's own name and the mark of the program. */
const MARKS: readonly RegExp[] = [
  // Dropbox and Nextcloud: `library (desk's conflicted copy 2026-11-22).sqlite`, `library (conflicted copy …).sqlite`.
  / \([^)]*conflicted copy[^)]*\)/i,
  // Syncthing: `settings.sync-conflict-20261122-093000-ABCDEFG.json`.
  /\.sync-conflict-/,
  // Google Drive and browsers: `<id> (1).json`. iCloud: `<id> 2.json`.
  / (?:\(\d+\)|\d+)\.\w+$/,
  // OneDrive appends the name of the computer: `settings-DESK.json`, `<id>-DESK.json`.
  new RegExp(String.raw`^(?:settings|keys|library|${ITEM_ID})-[\w.-]+\.\w+$`, 'i'),
];
/** Files that the app itself has put aside, and sidecars. */
const OWN = [/damaged|unreadable|backup|\.bad/i, new RegExp(`^${ITEM_ID}\\.json$`)];

/** How many copies there are in a library and beside it, and the names of the first. */
export type ConflictCopies = { count: number; names: string[] };

/** Looks through the user-data folder, the library and its items. A folder that cannot be read has none. */
export async function findConflictCopies(userData: string, library: string): Promise<ConflictCopies> {
  const names: string[] = [];
  let count = 0;
  for (const folder of [userData, library, path.join(library, 'items')]) {
    for await (const name of namesIn(folder)) {
      if (!isConflictCopy(name)) continue;
      count += 1;
      if (names.length < MAX_NAMES) names.push(path.join(path.relative(userData, folder), name));
    }
  }
  return { count, names: names.sort() };
}

/** Whether a name is that of a conflict copy of a file that the app writes. */
export function isConflictCopy(name: string): boolean {
  return /\.(?:json|sqlite)$/.test(name) && !OWN.some((own) => own.test(name)) && MARKS.some((mark) => mark.test(name));
}

async function* namesIn(folder: string): AsyncGenerator<string> {
  try {
    // In portions: a library has hundreds of thousands of items.
    for await (const entry of await opendir(folder, { bufferSize: 1000 })) if (entry.isFile()) yield entry.name;
  } catch {
    // What cannot be read is reported where the app needs it.
  }
}
