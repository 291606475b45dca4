// Reads single files of a ZIP archive, within bounds: what an archive says about itself is not trusted.

import { Inflate } from 'fflate';
import { fail, ok, type Result } from '../../result.ts';
import type { ImportError } from '../imported-script.ts';

/** A file in an archive. Sizes and offsets are in bytes. */
export type ZipEntry = { method: number; compressedBytes: number; localOffset: number };

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const DIRECTORY_SIGNATURE = 0x02014b50;
const DIRECTORY_ENTRY_BYTES = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
const MAX_ENTRIES = 10_000;
const STORED = 0;
const DEFLATED = 8;
/** Compressed bytes unpacked at a time; they become at most 1032 times as many. */
const STEP_BYTES = 16_384;

/** The files of an archive by name, as in its central directory. Encrypted archives and ZIP64 count as damaged. */
export function zipEntries(bytes: Uint8Array): Result<ReadonlyMap<string, ZipEntry>, ImportError> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === undefined) return fail({ code: 'damagedDocument' });
  const count = view.getUint16(end + 10, true);
  if (count > MAX_ENTRIES) return fail({ code: 'unreasonableDocument' });
  const entries = new Map<string, ZipEntry>();
  let at = view.getUint32(end + 16, true);
  for (let i = 0; i < count; i++) {
    if (at + DIRECTORY_ENTRY_BYTES > end || view.getUint32(at, true) !== DIRECTORY_SIGNATURE) {
      return fail({ code: 'damagedDocument' });
    }
    const nameBytes = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(
      bytes.subarray(at + DIRECTORY_ENTRY_BYTES, at + DIRECTORY_ENTRY_BYTES + nameBytes),
    );
    entries.set(name, {
      method: view.getUint16(at + 10, true),
      compressedBytes: view.getUint32(at + 20, true),
      localOffset: view.getUint32(at + 42, true),
    });
    at += DIRECTORY_ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return ok(entries);
}

/** Unpacks a file of an archive; an error as soon as it is larger than `maxBytes`. */
export function unzipEntry(bytes: Uint8Array, entry: ZipEntry, maxBytes: number): Result<Uint8Array, ImportError> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = entry.localOffset;
  if (header + LOCAL_HEADER_BYTES > bytes.length || view.getUint32(header, true) !== LOCAL_SIGNATURE) {
    return fail({ code: 'damagedDocument' });
  }
  const start = header + LOCAL_HEADER_BYTES + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
  const packed = bytes.subarray(start, start + entry.compressedBytes);
  if (packed.length < entry.compressedBytes) return fail({ code: 'damagedDocument' });
  if (entry.method === DEFLATED) return inflateBounded(packed, maxBytes);
  if (entry.method !== STORED) return fail({ code: 'damagedDocument' });
  return packed.length > maxBytes ? fail({ code: 'unreasonableDocument' }) : ok(packed);
}

function inflateBounded(packed: Uint8Array, maxBytes: number): Result<Uint8Array, ImportError> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const inflate = new Inflate((part) => {
    parts.push(part);
    size += part.length;
  });
  try {
    for (let at = 0; at < packed.length; at += STEP_BYTES) {
      inflate.push(packed.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= packed.length);
      if (size > maxBytes) return fail({ code: 'unreasonableDocument' });
    }
  } catch {
    return fail({ code: 'damagedDocument' });
  }
  const unpacked = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    unpacked.set(part, at);
    at += part.length;
  }
  return ok(unpacked);
}

/** The offset of the record at the end of an archive; a comment may follow it. */
function findEnd(view: DataView): number | undefined {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at--) {
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  }
  return undefined;
}
