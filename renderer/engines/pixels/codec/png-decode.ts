// Reads the plainest PNG files with alpha exactly, without the graphics card: 8 bits, not interlaced, no palette.

import { hasMark, u8, u32be } from '../../../../shared/images/headers/bytes.ts';
import { type Checkpoint, NO_CHECKPOINT } from '../checkpoint.ts';
import { hasOnlyOpaque, type Pixels } from '../pixels.ts';

const GRAY_ALPHA = 4;
const RGBA = 6;

/** Whether `decodePng` reads this file: gray or colour with alpha, 8 bits, not interlaced. */
export function isPlainAlphaPng(file: Uint8Array): boolean {
  const type = u8(file, 25);
  return hasMark(file, 1, 'PNG') && u8(file, 24) === 8 && (type === GRAY_ALPHA || type === RGBA) && u8(file, 28) === 0;
}

/**
 * Decodes a file that `isPlainAlphaPng` accepts. Colour chunks are ignored: the samples are returned as they are.
 * @throws when the file ends early or its data cannot be inflated.
 */
export async function decodePng(file: Uint8Array<ArrayBuffer>, checkpoint = NO_CHECKPOINT): Promise<Pixels> {
  const width = u32be(file, 16);
  const height = u32be(file, 20);
  const channels = u8(file, 25) === RGBA ? 4 : 2;
  const rowBytes = width * channels;
  // Gray samples fill the first half of the memory until they are converted to RGBA.
  const data = new Uint8ClampedArray(width * height * 4);
  const reader = createRowReader(new Uint8Array(data.buffer), rowBytes, height, channels);
  await inflate(file, reader.push, checkpoint);
  if (!reader.isComplete()) throw new Error('The picture ends before its last row.');
  if (channels === 2) spreadGray(data, width * height);
  return { data, width, height, isOpaque: hasOnlyOpaque(data) };
}

/** Passes the compressed data to the browser's inflater and its output to `push`. */
async function inflate(
  file: Uint8Array<ArrayBuffer>,
  push: (bytes: Uint8Array) => void,
  checkpoint: Checkpoint,
): Promise<void> {
  const { readable, writable } = new DecompressionStream('deflate');
  const feeding = feed(file, writable.getWriter());
  feeding.catch(() => undefined);
  const reader = readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      push(value);
      await checkpoint();
    }
  } catch (problem) {
    await reader.cancel(problem).catch(() => undefined);
    throw problem;
  }
  await feeding;
}

async function feed(file: Uint8Array<ArrayBuffer>, writer: WritableStreamDefaultWriter<BufferSource>): Promise<void> {
  for (let at = 8; at + 8 <= file.length && !hasMark(file, at + 4, 'IEND'); at += 12 + u32be(file, at)) {
    if (!hasMark(file, at + 4, 'IDAT')) continue;
    const end = Math.min(file.length, at + 8 + u32be(file, at));
    // In pieces: each is inflated completely before the next. All data at once would need the memory twice.
    for (let from = at + 8; from < end; from += FEED_BYTES) {
      await writer.write(file.subarray(from, Math.min(end, from + FEED_BYTES)));
    }
  }
  await writer.close();
}

const FEED_BYTES = 256 * 1024;

/** Receives filtered rows in pieces of any size and writes them, unfiltered, one after the other into `out`. */
function createRowReader(
  out: Uint8Array,
  rowBytes: number,
  height: number,
  channels: number,
): { push: (bytes: Uint8Array) => void; isComplete: () => boolean } {
  let y = 0;
  let filter = -1;
  let filled = 0;
  const zeros = new Uint8Array(rowBytes);
  return {
    isComplete: () => y === height,
    push: (bytes) => {
      for (let at = 0; at < bytes.length && y < height; ) {
        if (filter < 0) {
          filter = u8(bytes, at);
          at += 1;
          continue;
        }
        const taken = Math.min(rowBytes - filled, bytes.length - at);
        out.set(bytes.subarray(at, at + taken), y * rowBytes + filled);
        at += taken;
        filled += taken;
        if (filled < rowBytes) return;
        const row = out.subarray(y * rowBytes, (y + 1) * rowBytes);
        unfilter(filter, row, y === 0 ? zeros : out.subarray((y - 1) * rowBytes, y * rowBytes), channels);
        y += 1;
        filter = -1;
        filled = 0;
      }
    },
  };
}

function unfilter(filter: number, row: Uint8Array, above: Uint8Array, channels: number): void {
  const left = (i: number): number => (i < channels ? 0 : (row[i - channels] ?? 0));
  switch (filter) {
    case 0:
      return;
    case 1:
      for (let i = channels; i < row.length; i++) row[i] = (row[i] ?? 0) + (row[i - channels] ?? 0);
      return;
    case 2:
      for (let i = 0; i < row.length; i++) row[i] = (row[i] ?? 0) + (above[i] ?? 0);
      return;
    case 3:
      for (let i = 0; i < row.length; i++) row[i] = (row[i] ?? 0) + ((left(i) + (above[i] ?? 0)) >> 1);
      return;
    case 4:
      for (let i = 0; i < row.length; i++) {
        const corner = i < channels ? 0 : (above[i - channels] ?? 0);
        row[i] = (row[i] ?? 0) + paeth(left(i), above[i] ?? 0, corner);
      }
      return;
    default:
      throw new Error('The picture uses an unknown row filter.');
  }
}

/** Of left, above and corner, the value nearest to left + above − corner. */
function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/**
 * Converts gray-alpha pairs in the first half to RGBA, from the end, so that no pair is overwritten before it is read.
 */
function spreadGray(data: Uint8ClampedArray, pixels: number): void {
  for (let i = pixels - 1; i >= 0; i--) {
    const gray = data[2 * i] ?? 0;
    const alpha = data[2 * i + 1] ?? 0;
    data[4 * i] = gray;
    data[4 * i + 1] = gray;
    data[4 * i + 2] = gray;
    data[4 * i + 3] = alpha;
  }
}
