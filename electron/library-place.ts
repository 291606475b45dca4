// Where the library lies, as a person chose it. Kept beside the settings, never in the library: it must be found when
// that is not there.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { parseBounded } from '../shared/json/bounded-json.ts';
import { writeFileAtomic } from './files.ts';

const placeSchema = z.object({
  folder: z.string().min(1).refine(path.isAbsolute),
  /** The folder that the library was moved from, as long as that has not been cleared. */
  previous: z.string().refine(path.isAbsolute).nullable().catch(null),
});

/** The library's folder, and the one that it was moved from if something may be left there. */
export type LibraryPlace = z.infer<typeof placeSchema>;

const FILE = 'library-place.json';

/** Reads the place. Undefined if none was chosen: the library is in the user-data folder. */
export function readLibraryPlace(userData: string): LibraryPlace | undefined {
  try {
    const read = parseBounded(readFileSync(path.join(userData, FILE)), 'ownFile');
    return read.ok ? placeSchema.safeParse(read.data).data : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the place: from here on the library is there. @throws the file system's error. */
export async function writeLibraryPlace(userData: string, place: LibraryPlace): Promise<void> {
  await writeFileAtomic(path.join(userData, FILE), `${JSON.stringify(place)}\n`);
}
