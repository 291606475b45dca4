// Reads numbers and marks from bytes that may end anywhere: bytes beyond the end read as 0. Never throws.

/** Returns the byte at `at`, 0 beyond the end. */
export function u8(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}

export function u16be(bytes: Uint8Array, at: number): number {
  return (u8(bytes, at) << 8) | u8(bytes, at + 1);
}

export function u16le(bytes: Uint8Array, at: number): number {
  return u8(bytes, at) | (u8(bytes, at + 1) << 8);
}

export function u24le(bytes: Uint8Array, at: number): number {
  return u16le(bytes, at) | (u8(bytes, at + 2) << 16);
}

export function u32be(bytes: Uint8Array, at: number): number {
  return u16be(bytes, at) * 0x10000 + u16be(bytes, at + 2);
}

export function u32le(bytes: Uint8Array, at: number): number {
  return u16le(bytes, at) + u16le(bytes, at + 2) * 0x10000;
}

export function i32le(bytes: Uint8Array, at: number): number {
  return u32le(bytes, at) | 0;
}

/** Whether the ASCII text `mark` is at `at`. */
export function hasMark(bytes: Uint8Array, at: number, mark: string): boolean {
  for (let i = 0; i < mark.length; i++) if (bytes[at + i] !== mark.charCodeAt(i)) return false;
  return true;
}

/** Whether `mark` occurs between `from` and `to`. */
export function contains(bytes: Uint8Array, mark: string, from: number, to: number): boolean {
  const last = Math.min(to, bytes.length) - mark.length;
  for (let at = from; at <= last; at++) if (hasMark(bytes, at, mark)) return true;
  return false;
}
