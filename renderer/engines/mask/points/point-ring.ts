// Sends points through shared memory, so that the page needs no message on each event.

import type { PointReader, PointWriter } from './points.ts';

/** About eight seconds of the fastest mice. A power of two, so that counters may wrap around at any time. */
const CAPACITY = 8192;
const COUNTERS_BYTES = 8;
const NUMBERS = 4;
const WRITTEN = 0;
const READ = 1;

/** Creates the memory that page and worker share. @throws where threads cannot share memory. */
export function createPointMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(COUNTERS_BYTES + CAPACITY * NUMBERS * Float64Array.BYTES_PER_ELEMENT);
}

/** The only writer. If the reader has not read for `CAPACITY` points, the newest are lost. */
export function createRingWriter(memory: SharedArrayBuffer): PointWriter {
  const { counters, numbers } = parts(memory);
  let written = Atomics.load(counters, WRITTEN);
  return {
    write: (stroke, points) => {
      for (const { x, y, pressure } of points) {
        if (((written - Atomics.load(counters, READ)) | 0) >= CAPACITY) return;
        const at = placeOf(written);
        numbers[at] = stroke;
        numbers[at + 1] = x;
        numbers[at + 2] = y;
        numbers[at + 3] = pressure;
        written = (written + 1) | 0;
        // Stored last: a reader that sees the new count also sees the values.
        Atomics.store(counters, WRITTEN, written);
      }
    },
  };
}

/** The only reader. */
export function createRingReader(memory: SharedArrayBuffer): PointReader {
  const { counters, numbers } = parts(memory);
  let read = Atomics.load(counters, READ);
  return {
    next: (stroke) => {
      while (read !== Atomics.load(counters, WRITTEN)) {
        const at = placeOf(read);
        const [of = 0, x = 0, y = 0, pressure = 0] = numbers.subarray(at, at + NUMBERS);
        if (of > stroke) return undefined;
        read = (read + 1) | 0;
        Atomics.store(counters, READ, read);
        if (of === stroke) return { x, y, pressure };
      }
      return undefined;
    },
  };
}

function parts(memory: SharedArrayBuffer): { counters: Int32Array; numbers: Float64Array } {
  return { counters: new Int32Array(memory, 0, 2), numbers: new Float64Array(memory, COUNTERS_BYTES) };
}

function placeOf(count: number): number {
  return (count & (CAPACITY - 1)) * NUMBERS;
}
