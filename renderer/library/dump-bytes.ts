// Bytes as text for a person: eight to a line, in hexadecimal and as characters.

const LINE_BYTES = 8;

/** Writes bytes as lines of `52 49 46 46 24 08 00 00  RIFF$...`; what is not printable ASCII is a dot. */
export function dumpBytes(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let start = 0; start < bytes.length; start += LINE_BYTES) {
    const line = [...bytes.subarray(start, start + LINE_BYTES)];
    const hex = line.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const text = line.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
    lines.push(`${hex.padEnd(LINE_BYTES * 3)} ${text}`);
  }
  return lines.join('\n');
}
