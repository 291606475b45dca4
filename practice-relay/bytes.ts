// Bytes in memory, and giving that memory back.

/** The bytes of a body or a file. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** The C library of Linux maps a larger piece of memory by itself and returns it when it is freed; others it keeps. */
const KEPT_BYTES = 32 * 1024 * 1024;

/**
 * Allocates bytes whose memory goes back to the system as soon as they are freed. Memory that is never written is never
 * taken, so a large piece for few bytes costs nothing.
 */
export function allocate(sizeBytes: number): Bytes {
  return new Uint8Array(new ArrayBuffer(Math.max(sizeBytes, KEPT_BYTES + 1)), 0, sizeBytes);
}

/** Copies bytes into such memory. */
export function copyOf(bytes: Uint8Array): Bytes {
  const copy = allocate(bytes.length);
  copy.set(bytes);
  return copy;
}

/** Frees memory at once, unless it has been handed over to another thread: garbage stays until it is collected. */
export function free({ buffer }: Bytes): void {
  if (!buffer.detached) buffer.transfer(0);
}

/** Frees a part of a stream that nobody else holds; small ones share their memory with others and stay. */
export function freePart({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}

/** Returns the memory behind some bytes, each piece once: what a message hands over to another thread. */
export function memoryOf(bytes: readonly Bytes[]): ArrayBuffer[] {
  return [...new Set(bytes.map(({ buffer }) => buffer))];
}
