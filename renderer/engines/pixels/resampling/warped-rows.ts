// Resamples a result that is displaced by a warp, row by row: down first, in each column of the result at the height at
// which the row crosses it, then across. A row is never far from level, so that two passes read what a kernel in two
// dimensions would, with a quarter of its reads.

import type { Pixels } from '../pixels.ts';
import { type PhasedWeights, phasedWeights } from './kernel.ts';
import { locateRow, type Placement } from './placement.ts';
import type { RowResampler } from './resample.ts';

/** Prepares to read rows of the source's size. Beyond the result its edge is repeated. */
export function createWarpedResampler(result: Pixels, placement: Placement): RowResampler {
  const { place, size, displacement } = placement;
  const across = phasedWeights((displacement.scale * place.width) / size.width);
  const down = phasedWeights((displacement.scale * place.height) / size.height);
  const atX = new Float64Array(size.width);
  const atY = new Float64Array(size.width);
  const [mix, write] = result.isOpaque ? [mixOpaque, writeOpaque] : [mixWithAlpha, writeWithAlpha];
  let line = new Float32Array(0);
  return {
    readRow(y, row, { first, end } = { first: 0, end: size.width }) {
      locateRow(placement, y + 0.5, { stepPx: 1, first, end }, atX, atY);
      let [leftmost, rightmost] = [Infinity, -Infinity];
      for (let x = first; x < end; x++) {
        leftmost = Math.min(leftmost, atX[x] ?? 0);
        rightmost = Math.max(rightmost, atX[x] ?? 0);
      }
      const left = across.firstAt(leftmost - 0.5);
      const columns = across.firstAt(rightmost - 0.5) + across.taps - left;
      if (line.length < 4 * columns) line = new Float32Array(4 * columns);
      for (let column = 0, x = first; column < columns; column++) {
        const middle = left + column + 0.5;
        while (x < end - 2 && (atX[x + 1] ?? 0) < middle) x++;
        mix(result, down, left + column, heightAt(atX, atY, x, Math.min(x + 1, end - 1), middle), line, 4 * column);
      }
      for (let x = first; x < end; x++) {
        const centre = (atX[x] ?? 0) - 0.5;
        write(line, 4 * (across.firstAt(centre) - left), across, across.startAt(centre), row, 4 * x);
      }
    },
  };
}

/** How far beyond two neighbours of a row the line through them is followed, in their distances. */
const MAX_BEYOND = 8;

/** Where the line through two places of a row crosses the middle of a column. */
function heightAt(atX: Float64Array, atY: Float64Array, one: number, other: number, middle: number): number {
  const x = atX[one] ?? 0;
  const y = atY[one] ?? 0;
  const distance = (atX[other] ?? 0) - x;
  if (distance <= 0) return y;
  const share = Math.max(-MAX_BEYOND, Math.min(MAX_BEYOND, (middle - x) / distance));
  return y + share * ((atY[other] ?? 0) - y);
}

/** Mixes the pixels of a column around a height into four numbers of the line, from `at` on. */
type Mix = (picture: Pixels, down: PhasedWeights, column: number, y: number, line: Float32Array, at: number) => void;

const mixOpaque: Mix = ({ data, width, height }, { firstAt, startAt, weights, taps }, column, y, line, at) => {
  const start = startAt(y - 0.5);
  const top = firstAt(y - 0.5);
  const x = Math.max(0, Math.min(width - 1, column));
  let red = 0;
  let green = 0;
  let blue = 0;
  for (let tap = 0; tap < taps; tap++) {
    const i = 4 * (width * Math.max(0, Math.min(height - 1, top + tap)) + x);
    const weight = weights[start + tap] ?? 0;
    red += weight * (data[i] ?? 0);
    green += weight * (data[i + 1] ?? 0);
    blue += weight * (data[i + 2] ?? 0);
  }
  line[at] = red;
  line[at + 1] = green;
  line[at + 2] = blue;
};

/** Colours are weighted by their opacity. */
const mixWithAlpha: Mix = ({ data, width, height }, { firstAt, startAt, weights, taps }, column, y, line, at) => {
  const start = startAt(y - 0.5);
  const top = firstAt(y - 0.5);
  const x = Math.max(0, Math.min(width - 1, column));
  let red = 0;
  let green = 0;
  let blue = 0;
  let alpha = 0;
  for (let tap = 0; tap < taps; tap++) {
    const i = 4 * (width * Math.max(0, Math.min(height - 1, top + tap)) + x);
    const weight = ((weights[start + tap] ?? 0) * (data[i + 3] ?? 0)) / 255;
    red += weight * (data[i] ?? 0);
    green += weight * (data[i + 1] ?? 0);
    blue += weight * (data[i + 2] ?? 0);
    alpha += weight;
  }
  line[at] = red;
  line[at + 1] = green;
  line[at + 2] = blue;
  line[at + 3] = alpha;
};

/** Mixes the line from `from` on by weights from `start` on. Clamped bytes round and clamp automatically. */
type Write = (
  line: Float32Array,
  from: number,
  across: PhasedWeights,
  start: number,
  row: Uint8ClampedArray,
  at: number,
) => void;

const writeOpaque: Write = (line, from, { weights, taps }, start, row, at) => {
  let red = 0;
  let green = 0;
  let blue = 0;
  for (let tap = start, i = from; tap < start + taps; tap++, i += 4) {
    const weight = weights[tap] ?? 0;
    red += weight * (line[i] ?? 0);
    green += weight * (line[i + 1] ?? 0);
    blue += weight * (line[i + 2] ?? 0);
  }
  row[at] = red;
  row[at + 1] = green;
  row[at + 2] = blue;
  row[at + 3] = 255;
};

const writeWithAlpha: Write = (line, from, { weights, taps }, start, row, at) => {
  let red = 0;
  let green = 0;
  let blue = 0;
  let alpha = 0;
  for (let tap = start, i = from; tap < start + taps; tap++, i += 4) {
    const weight = weights[tap] ?? 0;
    red += weight * (line[i] ?? 0);
    green += weight * (line[i + 1] ?? 0);
    blue += weight * (line[i + 2] ?? 0);
    alpha += weight * (line[i + 3] ?? 0);
  }
  const share = alpha > 0 ? 1 / alpha : 0;
  row[at] = red * share;
  row[at + 1] = green * share;
  row[at + 2] = blue * share;
  row[at + 3] = 255 * alpha;
};
