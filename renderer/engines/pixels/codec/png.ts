// Writes PNG files row by row (W3C PNG, third edition), all pixels unchanged, because no canvas is involved.

import { crc32 } from '../../../../shared/images/headers/crc32.ts';
import { type Checkpoint, NO_CHECKPOINT } from '../checkpoint.ts';
import type { Coverage, Rows } from '../pixels.ts';

const SIGNATURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const RGB = 2;
const RGBA = 6;
/** Bytes passed to the compressor at once. */
const BATCH_BYTES = 1024 * 1024;

/**
 * Rows of a mask as relays read it: black, transparent where the picture may change.
 * @param isSoft keep partial coverage: alpha is 255 − coverage; otherwise any coverage makes a pixel completely
 * transparent.
 */
export function maskRows({ data, width, height }: Coverage, isSoft: boolean): Rows {
  return {
    width,
    height,
    isOpaque: false,
    readRow: (y, row) => {
      for (let x = 0, at = y * width; x < width; x++, at++) {
        const covered = data[at] ?? 0;
        row[4 * x + 3] = isSoft ? 255 - covered : covered > 0 ? 0 : 255;
      }
    },
  };
}

/**
 * Encodes rows as a PNG file of 8 bits per sample, with alpha unless they are opaque, and without a colour profile
 * (readers assume sRGB). Memory in addition to the source: twice the file, and about a megabyte.
 */
export async function encodePng(source: Rows, checkpoint = NO_CHECKPOINT): Promise<Uint8Array<ArrayBuffer>> {
  const parts = await compressRows(source, checkpoint);
  const dataBytes = parts.reduce((sum, part) => sum + part.length, 0);
  const file = new Uint8Array(SIGNATURE.length + 25 + 12 + dataBytes + 12);
  file.set(SIGNATURE);
  let at = writeChunk(file, SIGNATURE.length, 'IHDR', [headerOf(source)]);
  at = writeChunk(file, at, 'IDAT', parts);
  writeChunk(file, at, 'IEND', []);
  return file;
}

function headerOf({ width, height, isOpaque }: Rows): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, isOpaque ? RGB : RGBA], 8);
  return header;
}

/** Writes a chunk and returns the position after it. */
function writeChunk(file: Uint8Array, start: number, type: string, parts: readonly Uint8Array[]): number {
  let at = start + 4;
  for (let i = 0; i < 4; i++) file[at++] = type.charCodeAt(i);
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  const view = new DataView(file.buffer, file.byteOffset);
  view.setUint32(start, at - start - 8);
  view.setUint32(at, crc32(0, file.subarray(start + 4, at)));
  return at + 4;
}

async function compressRows(source: Rows, checkpoint: Checkpoint): Promise<Uint8Array[]> {
  const { readable, writable } = new CompressionStream('deflate');
  const gathering = gather(readable);
  // A failure is reported where the promise is awaited below, not earlier as an unhandled rejection.
  gathering.catch(() => undefined);
  const writer = writable.getWriter();
  try {
    await writeRows(source, writer, checkpoint);
    await writer.close();
  } catch (problem) {
    await writer.abort(problem).catch(() => undefined);
    throw problem;
  }
  return gathering;
}

async function gather(readable: ReadableStream<Uint8Array>): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  const reader = readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts;
    parts.push(value);
  }
}

async function writeRows(
  source: Rows,
  writer: WritableStreamDefaultWriter<BufferSource>,
  checkpoint: Checkpoint,
): Promise<void> {
  const { width, height, readRow, isOpaque } = source;
  const pixelBytes = isOpaque ? 3 : 4;
  const rowBytes = width * pixelBytes;
  const read = new Uint8ClampedArray(4 * width);
  const rowsAtOnce = Math.max(1, Math.floor(BATCH_BYTES / (rowBytes + 1)));
  let above = new Uint8ClampedArray(rowBytes);
  let row = new Uint8ClampedArray(rowBytes);
  for (let y = 0; y < height; ) {
    const batch = new Uint8Array(Math.min(rowsAtOnce, height - y) * (rowBytes + 1));
    for (let at = 0; at < batch.length; at += rowBytes + 1, y++) {
      readRow(y, isOpaque ? read : row);
      if (isOpaque) packColours(read, row);
      const filter = chooseFilter(row, above, pixelBytes);
      batch[at] = filter;
      FILTERS[filter](row, above, batch.subarray(at + 1, at + 1 + rowBytes), pixelBytes);
      [row, above] = [above, row];
    }
    await writer.write(batch);
    await checkpoint();
  }
}

/** RGB of RGBA. */
function packColours(rgba: Uint8ClampedArray, rgb: Uint8ClampedArray): void {
  for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) {
    rgb[to] = rgba[from] ?? 0;
    rgb[to + 1] = rgba[from + 1] ?? 0;
    rgb[to + 2] = rgba[from + 2] ?? 0;
  }
}

type Filter = 0 | 1 | 2;
type FilterRow = (row: Uint8ClampedArray, above: Uint8ClampedArray, out: Uint8Array, pixelBytes: number) => void;

/** None, Sub and Up: the cheapest filters. */
const FILTERS: Readonly<Record<Filter, FilterRow>> = {
  0: (row, _above, out) => out.set(row),
  1: (row, _above, out, pixelBytes) => {
    for (let i = 0; i < pixelBytes; i++) out[i] = row[i] ?? 0;
    for (let i = pixelBytes; i < row.length; i++) out[i] = (row[i] ?? 0) - (row[i - pixelBytes] ?? 0);
  },
  2: (row, above, out) => {
    for (let i = 0; i < row.length; i++) out[i] = (row[i] ?? 0) - (above[i] ?? 0);
  },
};

/** Every nth pixel of a row is sampled; odd, so that regular patterns do not distort the sample. */
const SAMPLE_EVERY = 7;

/** The filter that leaves the smallest differences, judged by a sample of the row. */
function chooseFilter(row: Uint8ClampedArray, above: Uint8ClampedArray, pixelBytes: number): Filter {
  let [none, sub, up] = [0, 0, 0];
  for (let i = pixelBytes; i < row.length; i += SAMPLE_EVERY * pixelBytes) {
    for (let sample = i; sample < i + pixelBytes; sample++) {
      const value = row[sample] ?? 0;
      none += value < 128 ? value : 256 - value;
      sub += Math.abs(value - (row[sample - pixelBytes] ?? 0));
      up += Math.abs(value - (above[sample] ?? 0));
    }
  }
  if (up <= sub && up <= none) return 2;
  return sub <= none ? 1 : 0;
}
