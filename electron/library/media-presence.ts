// Whether a media file is still in its place, found without reading it. Its content is checked by its hash elsewhere.

import { stat } from 'node:fs/promises';

/** `changed`: something else is in its place, with another size. */
export type MediaPresence = 'present' | 'missing' | 'changed';

/** Codes of a path at which there is no file. */
const NO_FILE = new Set(['ENOENT', 'ENOTDIR']);

/**
 * Looks at a media file: one `stat`. A file that cannot be looked at for another reason, such as a disk that fails,
 * counts as present: reading it gives that reason.
 */
export async function presenceOf({ path, sizeBytes }: { path: string; sizeBytes: number }): Promise<MediaPresence> {
  try {
    const facts = await stat(path);
    return facts.isFile() && facts.size === sizeBytes ? 'present' : 'changed';
  } catch (error) {
    return error instanceof Error && 'code' in error && NO_FILE.has(String(error.code)) ? 'missing' : 'present';
  }
}
