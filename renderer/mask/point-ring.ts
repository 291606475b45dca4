// The points of strokes on their way to the worker, in memory that both ends see: the page sends no message with each. It must not know what they paint.

import type { BrushPoint } from './painting/brush.ts';

/** The page's end. */
export type PointWriter = {
  /** Adds a point to a stroke. A reader that has not looked for thousands of points misses the latest. */
  write: (stroke: number, point: BrushPoint) => void;
};

/** The worker's end. */
export type PointReader = {
  /** Takes the next point of a stroke, and drops what is left of those before it; undefined while there is none. */
  next: (stroke: number) => BrushPoint | undefined;
};

/** Some eight seconds of the fastest mice. A power of two, so that counting may begin anew at any time. */
const CAPACITY = 8192;
const COUNTERS_BYTES = 8;
const NUMBERS = 4;
const WRITTEN = 0;
const READ = 1;

/** The memory of both ends. */
export function createPointMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(COUNTERS_BYTES + CAPACITY * NUMBERS * Float64Array.BYTES_PER_ELEMENT);
}

/** The one writer. Strokes are numbered in rising order. */
export function createPointWriter(memory: SharedArrayBuffer): PointWriter {
  const { counters, numbers } = parts(memory);
  let written = Atomics.load(counters, WRITTEN);
  return {
    write: (stroke, { x, y, pressure }) => {
      if (((written - Atomics.load(counters, READ)) | 0) >= CAPACITY) return;
      const at = placeOf(written);
      numbers[at] = stroke;
      numbers[at + 1] = x;
      numbers[at + 2] = y;
      numbers[at + 3] = pressure;
      written = (written + 1) | 0;
      // Whoever sees the count sees the numbers too.
      Atomics.store(counters, WRITTEN, written);
    },
  };
}

/** The one reader. */
export function createPointReader(memory: SharedArrayBuffer): PointReader {
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
