// Frees the memory of samples at once. The collector leaves hundreds of megabytes of them before it begins.

/** Empties arrays that nobody reads any more, and all others on the same buffers. */
export function freeMemory(arrays: readonly ArrayBufferView[]): void {
  for (const { buffer } of arrays) if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}
