// Writes FLAC (RFC 9639) without compressing anything: enough for a decoder, and small enough to be read.

const BLOCK_SAMPLES = 4096;
const RATE_HZ = 24_000;

/** Returns mono samples of 16 bits, little-endian, at 24 kHz as a FLAC file. */
export function flacBytes(pcm: Uint8Array): Uint8Array<ArrayBuffer> {
  const samples = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  const count = pcm.length >> 1;
  const parts = [streamInfo(count)];
  for (let at = 0; at < count; at += BLOCK_SAMPLES) parts.push(frame(samples, at, Math.min(BLOCK_SAMPLES, count - at)));
  return new Uint8Array(Buffer.concat(parts));
}

function streamInfo(count: number): Uint8Array {
  const bytes = new Uint8Array(4 + 4 + 34);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('fLaC'));
  // The last block of metadata, of type STREAMINFO.
  view.setUint32(4, 0x8000_0000 | 34);
  view.setUint16(8, BLOCK_SAMPLES);
  view.setUint16(10, BLOCK_SAMPLES);
  // Rate in 20 bits, channels - 1 in 3, bits - 1 in 5, samples in 36.
  view.setUint32(18, (RATE_HZ << 12) | (15 << 4));
  view.setUint32(22, count);
  return bytes;
}

function frame(samples: DataView, at: number, count: number): Uint8Array {
  const number = utf8Number(at / BLOCK_SAMPLES);
  // Sync; the block's size follows in 16 bits; 24 kHz, without which FFmpeg rejects the last block; one channel of 16 bits.
  const header = [0xff, 0xf8, 0x77, 0x08, ...number, (count - 1) >> 8, (count - 1) & 0xff];
  const bytes = new Uint8Array(header.length + 2 + 2 * count + 2);
  bytes.set(header);
  bytes[header.length] = crc(bytes.subarray(0, header.length), 8, 0x07);
  // A subframe of plain samples.
  bytes[header.length + 1] = 0x02;
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < count; i++) view.setInt16(header.length + 2 + 2 * i, samples.getInt16(2 * (at + i), true));
  view.setUint16(bytes.length - 2, crc(bytes.subarray(0, -2), 16, 0x8005));
  return bytes;
}

function utf8Number(number: number): number[] {
  return number < 0x80 ? [number] : [0xc0 | (number >> 6), 0x80 | (number & 0x3f)];
}

function crc(bytes: Uint8Array, bits: 8 | 16, polynomial: number): number {
  let rest = 0;
  for (const byte of bytes) {
    rest ^= byte << (bits - 8);
    for (let i = 0; i < 8; i++) rest = rest & (1 << (bits - 1)) ? (rest << 1) ^ polynomial : rest << 1;
  }
  return rest & ((1 << bits) - 1);
}
