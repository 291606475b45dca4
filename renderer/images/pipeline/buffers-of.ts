// Finds the buffers that a message of the picture worker transfers instead of copying.

/** The buffers of all byte arrays in a message, each once. */
export function buffersOf(message: object): ArrayBuffer[] {
  const buffers = Object.values(message).flatMap((value) => (value instanceof Uint8Array ? [value.buffer] : []));
  return [...new Set(buffers)].filter((buffer) => buffer instanceof ArrayBuffer);
}
