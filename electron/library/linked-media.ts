// Media files that have more names than one on the disk. Copies of a library made of hard links are harmless; a hard link
// to somebody's own file is not. They differ in their bytes: a media file is named by the hash of them.

import { lstat } from 'node:fs/promises';
import { hashFile } from './hash-file.ts';

/**
 * Returns how to ask whether a media file may be read: it has one name, or its bytes are those that its id promises. The
 * answer is remembered as long as the file does not change. Where there is no file it is true. Rejects with the file
 * system's error.
 */
export function createLinkCheck(): (media: { path: string; mediaId: string }) => Promise<boolean> {
  const answers = new Map<string, Promise<boolean>>();
  return async ({ path, mediaId }) => {
    const facts = await lstat(path).catch(() => undefined);
    if (facts === undefined || !facts.isFile() || facts.nlink <= 1) return true;
    const version = [mediaId, facts.dev, facts.ino, facts.size, facts.mtimeMs].join(' ');
    const known = answers.get(version);
    if (known) return known;
    const answer = hashFile(path).then((hashed) => hashed?.mediaId === mediaId);
    answers.set(version, answer);
    answer.catch(() => answers.delete(version));
    return answer;
  };
}
