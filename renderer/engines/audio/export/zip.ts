// A zip of files that are compressed already: stored as they are, as a stream. Sizes and checksums follow each file, in
// 64 bits, so that no size has to be known before.

import { joinBytes, little16, little32, little64, utf8 } from '../../../../shared/speech/stream/byte-text.ts';

/** A file of the zip. */
export type ZipEntry = { name: string; bytes: AsyncIterable<Uint8Array> };

const VERSION_64 = 45;
/** Sizes follow the content; names are UTF-8. */
const FLAGS = 0x0808;
/** 1 January 1980, the earliest date: equal files give equal zips. */
const DATE = little32(0x0021_0000);
const IN_EXTRA = 0xffff_ffff;
const EXTRA_64 = 1;
/** Headers and the two lists of a file with a name of ordinary length, in bytes. */
const BYTES_PER_ENTRY = 600;

type Written = { name: Uint8Array; sum: number; size: number; offset: number };

/** Returns the bytes of a zip. */
export async function* zipStream(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, bytes } of entries) {
    const file: Written = { name: utf8(name), sum: 0, size: 0, offset };
    const head = joinBytes(
      little32(0x0403_4b50),
      common(0, IN_EXTRA, IN_EXTRA),
      little16(file.name.length),
      little16(20),
      file.name,
      extra64(0, 0),
    );
    yield head;
    for await (const piece of bytes) {
      file.sum = crc32(piece, file.sum);
      file.size += piece.length;
      yield joinBytes(piece);
    }
    const after = joinBytes(little32(0x0807_4b50), little32(file.sum), little64(file.size), little64(file.size));
    yield after;
    offset += head.length + file.size + after.length;
    written.push(file);
  }
  const list = joinBytes(...written.map(listed));
  const count = little64(written.length);
  yield joinBytes(
    list,
    little32(0x0606_4b50),
    little64(44),
    little16(VERSION_64),
    little16(VERSION_64),
    little64(0),
    count,
    count,
    little64(list.length),
    little64(offset),
    little32(0x0706_4b50),
    little32(0),
    little64(offset + list.length),
    little32(1),
    little32(0x0605_4b50),
    little32(0),
    // Counts, size and offset are in the 64-bit record.
    new Uint8Array(12).fill(0xff),
    little16(0),
  );
}

/** Size of a zip of files of these sizes, roughly. */
export function zipBytes(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size + BYTES_PER_ENTRY, 0);
}

/** What the header of a file and its entry in the list have in common. */
function common(sum: number, packed: number, size: number): Uint8Array<ArrayBuffer> {
  return joinBytes(
    little16(VERSION_64),
    little16(FLAGS),
    little16(0),
    DATE,
    little32(sum),
    little32(packed),
    little32(size),
  );
}

function extra64(...values: readonly number[]): Uint8Array<ArrayBuffer> {
  return joinBytes(little16(EXTRA_64), little16(values.length * 8), ...values.map(little64));
}

function listed({ name, sum, size, offset }: Written): Uint8Array<ArrayBuffer> {
  const extra = extra64(size, size, offset);
  return joinBytes(
    little32(0x0201_4b50),
    little16(VERSION_64),
    common(sum, IN_EXTRA, IN_EXTRA),
    little16(name.length),
    little16(extra.length),
    new Uint8Array(10),
    little32(IN_EXTRA),
    name,
    extra,
  );
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb8_8320 : rest >>> 1;
  return rest;
});

function crc32(bytes: Uint8Array, before: number): number {
  let rest = ~before;
  for (const byte of bytes) rest = (rest >>> 8) ^ (CRC_TABLE[(rest ^ byte) & 0xff] ?? 0);
  return ~rest >>> 0;
}
