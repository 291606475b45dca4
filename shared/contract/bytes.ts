// Bytes as they pass between the processes.

import { z } from 'zod';

/**
 * Bytes in a buffer of their own. The bridge sends the whole buffer under a view, and a small `Buffer` is a view of
 * Node's pool, where anything may lie that main has written lately. So a part of a buffer is copied.
 */
export const bytesSchema = z.instanceof(Uint8Array).transform(ownBytes);

function ownBytes(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}
