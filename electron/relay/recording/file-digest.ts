// Size, kind and digest of a file whose bytes pass by.

import { createHash } from 'node:crypto';
import type { ExchangeFile } from '../../../shared/contract/exchanges.ts';
import { sniffPicture } from '../../../shared/images/picture-header.ts';

/** Bytes that tell the kind of a picture. */
export const SNIFFED_BYTES = 64;

/** Takes the bytes of one file; `finish` names it, knowing its kind (such as `png`, empty when unknown). */
export type FileDigest = {
  update: (bytes: Uint8Array) => void;
  finish: (name: (type: string) => string) => ExchangeFile;
};

/** Begins a file. */
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
