// The hash of a file's bytes, which is a media file's id.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { storageErrorCode } from '../files.ts';

/** Id and size of a file. */
export type HashedFile = { mediaId: string; sizeBytes: number };

/** Reads a file once. Undefined if there is none. @throws the file system's error. */
export async function hashFile(file: string): Promise<HashedFile | undefined> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      sizeBytes += chunk.length;
    }
  } catch (error) {
    if (storageErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  return { mediaId: hash.digest('hex'), sizeBytes };
}
