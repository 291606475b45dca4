// Computes the size, kind and digest of a file from a stream of its bytes.

import { createHash } from 'node:crypto';
import type { ExchangeFile } from '../../../shared/contract/exchanges.ts';
import { sniffPicture } from '../../../shared/images/picture-header.ts';

/** Number of bytes that identify the kind of a picture. */
export const SNIFFED_BYTES = 64;

/** Receives the bytes of one file; `finish` returns its facts. The kind is a name such as `png`, empty if unknown. */
export type FileDigest = {
  update: (bytes: Uint8Array) => void;
  finish: (name: (type: string) => string) => ExchangeFile;
};

/** Creates a digest of one file. */
export function createFileDigest(): FileDigest {
  const hash = createHash('sha256');
  let head: Uint8Array = new Uint8Array(0);
  let sizeBytes = 0;
  return {
    update(bytes) {
      if (head.length < SNIFFED_BYTES) head = Buffer.concat([head, bytes.subarray(0, SNIFFED_BYTES - head.length)]);
      sizeBytes += bytes.length;
      hash.update(bytes);
    },
    finish(name) {
      const type = sniffPicture(head) ?? '';
      return { name: name(type), type, sizeBytes, sha256: hash.digest('hex') };
    },
  };
}
