// What a message of the picture worker hands over instead of copying.

/** The buffers of the byte arrays in a message, each once. */
export function buffersOf(message: object): ArrayBuffer[] {
  const buffers = Object.values(message).flatMap((value) => (value instanceof Uint8Array ? [value.buffer] : []));
  return [...new Set(buffers)].filter((buffer) => buffer instanceof ArrayBuffer);
}
