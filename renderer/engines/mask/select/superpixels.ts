// Small connected areas of one colour, which are chosen as a whole. R. Achanta et al.: SLIC superpixels compared to
// state-of-the-art superpixel methods. PAMI 34 (11), 2012.

import type { Work } from '../painting/operation.ts';
import type { Copy } from './copy.ts';

/** A partition of a picture into connected areas, and which of them touch. */
export type Superpixels = {
  readonly count: number;
  /** The area that each pixel belongs to. */
  readonly labels: Uint16Array<ArrayBuffer>;
  /** Pixels of each area, the middle of it, and its mean colour as three numbers in the units of {@link Copy}. */
  readonly sizes: Float32Array;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly colours: Float32Array;
  readonly links: Links;
  /** The usual side of an area, in pixels. */
  readonly stepPx: number;
};

/** Areas that touch, each pair once: along how many pixels, and how much the colour changes there. */
type Links = {
  readonly count: number;
  readonly a: Uint16Array;
  readonly b: Uint16Array;
  readonly lengths: Float32Array;
  readonly contrasts: Float32Array;
};

/** So many areas in a picture that is large enough. */
const AREAS = 6000;
const MIN_STEP_PX = 4;
const ROUNDS = 5;
/** How much more the distance counts than the colour, at the usual side of an area. */
const COMPACTNESS = 18;
/** An area smaller than this share of the usual one is added to a neighbour. */
const LEAST_SHARE = 0.25;

/** Finds the superpixels. */
export function* findSuperpixels(copy: Pick<Copy, 'lab' | 'width' | 'height'>): Work<Superpixels> {
  const { width, height } = copy;
  const stepPx = Math.max(MIN_STEP_PX, Math.sqrt((width * height) / AREAS));
  const nearest = yield* cluster(copy, stepPx);
  const labels = new Uint16Array(width * height);
  const count = connect(nearest, labels, width, height, Math.max(1, LEAST_SHARE * stepPx ** 2));
  yield 0.9;
  return { count, labels, stepPx, ...measure(copy, labels, count), links: findLinks(copy, labels, count) };
}

/** Assigns each pixel to one of the nine centres around it, which move to the middle of their pixels. */
function* cluster({ lab, width, height }: Pick<Copy, 'lab' | 'width' | 'height'>, stepPx: number): Work<Int32Array> {
  const columns = Math.max(1, Math.round(width / stepPx));
  const rows = Math.max(1, Math.round(height / stepPx));
  const nearest = new Int32Array(width * height);
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor((y * rows) / height) * columns;
    for (let x = 0; x < width; x++, at++) nearest[at] = row + Math.floor((x * columns) / width);
  }
  const spatial = (COMPACTNESS / stepPx) ** 2;
  for (let round = 0; round < ROUNDS; round++) {
    const centres = centresOf(lab, nearest, width, columns * rows);
    yield (0.8 * round) / ROUNDS;
    for (let y = 0, at = 0; y < height; y++) {
      const row = Math.floor((y * rows) / height);
      const [top, bottom] = [Math.max(0, row - 1), Math.min(rows - 1, row + 1)];
      for (let x = 0; x < width; x++, at++) {
        const column = Math.floor((x * columns) / width);
        const [left, right] = [Math.max(0, column - 1), Math.min(columns - 1, column + 1)];
        const [light, a, b] = [lab[3 * at] ?? 0, lab[3 * at + 1] ?? 0, lab[3 * at + 2] ?? 0];
        let best = Infinity;
        for (let r = top; r <= bottom; r++) {
          for (let c = left; c <= right; c++) {
            const to = 5 * (r * columns + c);
            const dx = x - (centres[to] ?? 0);
            const dy = y - (centres[to + 1] ?? 0);
            const dl = light - (centres[to + 2] ?? 0);
            const da = a - (centres[to + 3] ?? 0);
            const db = b - (centres[to + 4] ?? 0);
            const far = dl * dl + da * da + db * db + spatial * (dx * dx + dy * dy);
            if (far < best) {
              best = far;
              nearest[at] = r * columns + c;
            }
          }
        }
      }
      if (y % 64 === 63) yield (0.8 * (round + y / height)) / ROUNDS;
    }
  }
  return nearest;
}

/** Five numbers for each centre: x, y and colour. One without pixels keeps far away. */
function centresOf(lab: Uint8Array, nearest: Int32Array, width: number, count: number): Float64Array {
  const sums = new Float64Array(5 * count);
  const sizes = new Float64Array(count);
  for (let at = 0, x = 0, y = 0; at < nearest.length; at++) {
    const label = nearest[at] ?? 0;
    const to = 5 * label;
    sizes[label] = (sizes[label] ?? 0) + 1;
    sums[to] = (sums[to] ?? 0) + x;
    sums[to + 1] = (sums[to + 1] ?? 0) + y;
    for (let c = 0; c < 3; c++) sums[to + 2 + c] = (sums[to + 2 + c] ?? 0) + (lab[3 * at + c] ?? 0);
    x += 1;
    if (x === width) [x, y] = [0, y + 1];
  }
  return sums.map((sum, at) => {
    const size = sizes[Math.floor(at / 5)] ?? 0;
    return size === 0 ? Number.MAX_SAFE_INTEGER : sum / size;
  });
}

/**
 * Numbers the connected parts of equal value, and adds those that are too small to the part before them.
 * @returns how many there are
 */
function connect(values: Int32Array, labels: Uint16Array, width: number, height: number, leastPx: number): number {
  const isDone = new Uint8Array(values.length);
  const part = new Int32Array(values.length);
  let count = 0;
  for (let seed = 0; seed < values.length; seed++) {
    if (isDone[seed] === 1) continue;
    const value = values[seed];
    let size = 0;
    const add = (at: number): void => {
      if (isDone[at] === 1 || values[at] !== value) return;
      isDone[at] = 1;
      part[size++] = at;
    };
    add(seed);
    for (let done = 0; done < size; done++) {
      const at = part[done] ?? 0;
      const x = at % width;
      if (x > 0) add(at - 1);
      if (x < width - 1) add(at + 1);
      if (at >= width) add(at - width);
      if (at < width * (height - 1)) add(at + width);
    }
    // The pixel before the first one, in reading order, has its number already.
    const before = seed === 0 ? -1 : seed % width > 0 ? seed - 1 : seed - width;
    const label = size < leastPx && before >= 0 ? (labels[before] ?? 0) : count++;
    for (let done = 0; done < size; done++) labels[part[done] ?? 0] = label;
  }
  return count;
}

function measure(
  { lab, width }: Pick<Copy, 'lab' | 'width'>,
  labels: Uint16Array,
  count: number,
): Pick<Superpixels, 'sizes' | 'x' | 'y' | 'colours'> {
  const [sizes, x, y] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  const colours = new Float32Array(3 * count);
  for (let at = 0; at < labels.length; at++) {
    const label = labels[at] ?? 0;
    sizes[label] = (sizes[label] ?? 0) + 1;
    x[label] = (x[label] ?? 0) + (at % width);
    y[label] = (y[label] ?? 0) + Math.floor(at / width);
    for (let c = 0; c < 3; c++) colours[3 * label + c] = (colours[3 * label + c] ?? 0) + (lab[3 * at + c] ?? 0);
  }
  for (let label = 0; label < count; label++) {
    const size = Math.max(1, sizes[label] ?? 1);
    x[label] = (x[label] ?? 0) / size;
    y[label] = (y[label] ?? 0) / size;
    for (let c = 0; c < 3; c++) colours[3 * label + c] = (colours[3 * label + c] ?? 0) / size;
  }
  return { sizes, x, y, colours };
}

/** Edges of photographs are about three pixels wide, so the colour is compared one pixel further on each side. */
function findLinks(
  { lab, width, height }: Pick<Copy, 'lab' | 'width' | 'height'>,
  labels: Uint16Array,
  count: number,
): Links {
  const places = new Map<number, number>();
  const pairs: number[] = [];
  const lengths: number[] = [];
  const sums: number[] = [];
  const note = (at: number, other: number, before: number, after: number): void => {
    const [one = 0, two = 0] = [labels[at], labels[other]];
    const key = Math.min(one, two) * count + Math.max(one, two);
    let place = places.get(key);
    if (place === undefined) {
      place = lengths.length;
      places.set(key, place);
      pairs.push(key);
      lengths.push(0);
      sums.push(0);
    }
    lengths[place] = (lengths[place] ?? 0) + 1;
    sums[place] = (sums[place] ?? 0) + distanceOf(lab, before, after);
  };
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (x + 1 < width && labels[at] !== labels[at + 1])
        note(at, at + 1, x > 0 ? at - 1 : at, x + 2 < width ? at + 2 : at + 1);
      if (y + 1 < height && labels[at] !== labels[at + width])
        note(at, at + width, y > 0 ? at - width : at, y + 2 < height ? at + 2 * width : at + width);
    }
  }
  return {
    count: lengths.length,
    a: Uint16Array.from(pairs, (key) => Math.floor(key / count)),
    b: Uint16Array.from(pairs, (key) => key % count),
    lengths: Float32Array.from(lengths),
    contrasts: Float32Array.from(sums, (sum, place) => sum / (lengths[place] ?? 1)),
  };
}

/** How different the colours of two pixels are. */
export function distanceOf(lab: Uint8Array, one: number, two: number): number {
  const dl = (lab[3 * one] ?? 0) - (lab[3 * two] ?? 0);
  const da = (lab[3 * one + 1] ?? 0) - (lab[3 * two + 1] ?? 0);
  const db = (lab[3 * one + 2] ?? 0) - (lab[3 * two + 2] ?? 0);
  return Math.sqrt(dl * dl + da * da + db * db);
}
