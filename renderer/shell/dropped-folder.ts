// The files in a dropped folder and the folders in it.

import { BOUNDS } from '../../shared/bounds.ts';

/** Whether an entry is a folder. */
export function isFolder(entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry {
  return entry?.isDirectory === true;
}

/** Lists the files in a folder, not all of a disk that was dropped; hidden ones and those that cannot be read are left out. Never rejects. */
export async function filesIn(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const found: File[] = [];
  const waiting = [folder];
  for (let next = waiting.shift(); next !== undefined && found.length < BOUNDS.filesOfFolder; next = waiting.shift()) {
    for (const entry of await entriesOf(next)) {
      if (entry.name.startsWith('.')) continue;
      if (isFolder(entry)) waiting.push(entry);
      else if (isFile(entry)) found.push(...(await fileOf(entry)));
    }
  }
  return found.slice(0, BOUNDS.filesOfFolder);
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

/** All entries of one folder; the system gives them in portions. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** A file of a folder that was chosen has its path there; one that was dropped gets it. */
function withPath(file: File, path: string): File {
  return Object.defineProperty(file, 'webkitRelativePath', { value: path });
}

function fileOf(entry: FileSystemFileEntry): Promise<File[]> {
  return new Promise((resolve) =>
    entry.file(
      (file) => resolve([withPath(file, entry.fullPath.replace(/^\//, ''))]),
      () => resolve([]),
    ),
  );
}
