// CRC-32 as PNG uses it (W3C PNG, annex D), eight bytes at a time.

const TABLES = makeTables();

/** Continues a checksum over more bytes; begin with 0. */
export function crc32(previous: number, bytes: Uint8Array): number {
  let crc = ~previous;
  let at = 0;
  const whole = bytes.length - (bytes.length % 8);
  for (; at < whole; at += 8) {
    crc ^=
      byteAt(bytes, at) | (byteAt(bytes, at + 1) << 8) | (byteAt(bytes, at + 2) << 16) | (byteAt(bytes, at + 3) << 24);
    crc =
      tableAt(7, crc & 0xff) ^
      tableAt(6, (crc >>> 8) & 0xff) ^
      tableAt(5, (crc >>> 16) & 0xff) ^
      tableAt(4, crc >>> 24) ^
      tableAt(3, byteAt(bytes, at + 4)) ^
      tableAt(2, byteAt(bytes, at + 5)) ^
      tableAt(1, byteAt(bytes, at + 6)) ^
      tableAt(0, byteAt(bytes, at + 7));
  }
  for (; at < bytes.length; at++) crc = tableAt(0, (crc ^ byteAt(bytes, at)) & 0xff) ^ (crc >>> 8);
  return ~crc >>> 0;
}

function byteAt(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}

function tableAt(table: number, value: number): number {
  return TABLES[table * 256 + value] ?? 0;
}

/** Table k contains the contribution of each byte value when k more bytes follow it. */
function makeTables(): Int32Array {
  const tables = new Int32Array(8 * 256);
  for (let value = 0; value < 256; value++) {
    let crc = value;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
    tables[value] = crc;
  }
  for (let i = 256; i < tables.length; i++) {
    const shorter = tables[i - 256] ?? 0;
    tables[i] = (tables[shorter & 0xff] ?? 0) ^ (shorter >>> 8);
  }
  return tables;
}
