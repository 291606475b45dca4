// The light of an edit that differs from place to place: a smooth field of gains of each channel, fitted robustly to the
// ring around the mask and carried on through it.

import type { Checkpoint } from '../checkpoint.ts';
import type { RingColours } from './seam-ring.ts';
import {
  type FieldGrid,
  fieldAt,
  fitField,
  gridOver,
  type Places,
  type Samples,
  type SmoothField,
} from './smooth-field.ts';

/** The end of the linear part of sRGB's transfer function (IEC 61966-2-1), in levels, and the offset of the rest. */
const TOE = 0.04045 * 255;
const TOE_OFFSET = 0.055 * 255;

/**
 * What a change of light changes in a byte: multiplied by `1 + change` in linear light to the power of 1 / 2.4, a byte
 * becomes `byte + change × lightFactor(byte)`. Exact above the toe of sRGB, within half a level in it.
 */
export function lightFactor(byte: number): number {
  return byte + TOE_OFFSET * Math.min(1, byte / TOE);
}

/** Cells along the longer side of the mask, and the least side of one, in pixels. */
const CELLS = { most: 24, leastPx: 8 } as const;
/** How much smoothness counts, see `fitField`. */
const STIFFNESS = 1;
/** Neighbours averaged before the fit, as squares of this side in pixels: noise would be taken for lower light. */
const AVERAGED_PX = 8;
/** Iterations of the fit; after each one, places that fit badly weigh less. */
const ROUNDS = 5;
/** The difference, in levels, at which a place has a quarter of its weight; wider at first, halved by each iteration. */
const TOLERANCE = { levels: 8, widened: 8 } as const;
/**
 * How much a channel's gain is drawn to that of all channels, as much as a sample of this level would: where a channel is
 * dark, as blue around a red object, noise would be a large gain, and tint what is bright in the edit.
 */
const COMMON = 24;
/** The largest factor by which the light may change at a place, in linear light; beyond it is another picture. */
const MAX_GAIN = 3;

/** The least and the largest factor by which a field changes light, in linear light; of all channels. */
export function lightRange({ values }: SmoothField): { least: number; most: number } {
  const all = values.flatMap((of) => [...of]);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return { least: (1 + least) ** 2.4, most: (1 + most) ** 2.4 };
}

/** The cells of the field around a mask. */
export function lightGrid({ places }: RingColours): FieldGrid {
  return gridOver(places, CELLS.leastPx, CELLS.most);
}

/** Finds the field of light that changes a part of the ring to the source's colours. */
export async function fitLight(colours: RingColours, grid: FieldGrid, checkpoint: Checkpoint): Promise<SmoothField> {
  const samples = samplesOf(colours);
  await checkpoint();
  const drawn = drawnToCommon(samples);
  let field = await fitField(grid, drawn, STIFFNESS, checkpoint);
  for (let round = 0; round < ROUNDS; round++) {
    const tolerance = TOLERANCE.levels * Math.max(1, TOLERANCE.widened / 2 ** round);
    weigh(samples, fieldAt(field, samples.places), tolerance);
    field = await fitField(grid, drawn, STIFFNESS, checkpoint);
  }
  const [least, most] = [MAX_GAIN ** (-1 / 2.4) - 1, MAX_GAIN ** (1 / 2.4) - 1];
  const bounded = (of: Float64Array): Float64Array => of.map((value) => Math.max(least, Math.min(most, value)));
  return { ...field, values: [bounded(field.values[0]), bounded(field.values[1]), bounded(field.values[2])] };
}

/** Samples, with the same weights, that also count how far each gain is from that of all channels at the place. */
function drawnToCommon({ places, factors, values, weights }: Samples): Samples {
  const common = Float64Array.from(weights, (_, i) => {
    let [product, squares] = [0, 0];
    for (const k of [0, 1, 2] as const) {
      product += (factors[k][i] ?? 0) * (values[k][i] ?? 0);
      squares += (factors[k][i] ?? 0) ** 2;
    }
    return product / Math.max(1, squares);
  });
  // (f g − v)² + c² (g − common)² is, but for a constant, one square: of the factor √(f² + c²).
  const both = (k: 0 | 1 | 2): Float64Array => factors[k].map((factor) => Math.hypot(factor, COMMON));
  const drawn = [both(0), both(1), both(2)] as const;
  const towards = (k: 0 | 1 | 2): Float64Array =>
    values[k].map((value, i) => {
      const [factor, length] = [factors[k][i] ?? 0, drawn[k][i] ?? 1];
      return (factor * value + COMMON ** 2 * (common[i] ?? 0)) / length;
    });
  return { places, factors: drawn, values: [towards(0), towards(1), towards(2)], weights };
}

/** All channels together, so that a place of another object is excluded from all. */
function weigh(
  { factors, values, weights }: Samples,
  change: readonly [Float64Array, Float64Array, Float64Array],
  tolerance: number,
): void {
  for (let i = 0; i < weights.length; i++) {
    let squared = 0;
    for (const k of [0, 1, 2] as const) {
      squared += ((factors[k][i] ?? 0) * (change[k][i] ?? 0) - (values[k][i] ?? 0)) ** 2;
    }
    weights[i] = 1 / (1 + squared / tolerance ** 2) ** 2;
  }
}

/** Sums over the pixels of a square: their places and number, and by channel what `Samples` are means of. */
type SquareSums = { x: number; y: number; count: number; factors: Float64Array; values: Float64Array };

/** More than the squares of any row. */
const ROW_OF_SQUARES = 2 ** 20;

/** The means of squares of the ring. */
function samplesOf({ source, result, places }: RingColours): Samples {
  const squares = new Map<number, SquareSums>();
  for (let i = 0; i < places.x.length; i++) {
    const [x, y] = [places.x[i] ?? 0, places.y[i] ?? 0];
    const key = Math.floor(y / AVERAGED_PX) * ROW_OF_SQUARES + Math.floor(x / AVERAGED_PX);
    let square = squares.get(key);
    if (square === undefined) {
      square = { x: 0, y: 0, count: 0, factors: new Float64Array(3), values: new Float64Array(3) };
      squares.set(key, square);
    }
    square.x += x;
    square.y += y;
    square.count += 1;
    for (let k = 0; k < 3; k++) {
      const [is, wanted] = [result[3 * i + k] ?? 0, source[3 * i + k] ?? 0];
      square.factors[k] = (square.factors[k] ?? 0) + lightFactor(is);
      square.values[k] = (square.values[k] ?? 0) + wanted - is;
    }
  }
  const all = [...squares.values()];
  const means = (sumOf: (square: SquareSums) => number): Float64Array =>
    Float64Array.from(all, (square) => sumOf(square) / square.count);
  const byChannel = (of: 'factors' | 'values'): [Float64Array, Float64Array, Float64Array] => [
    means((square) => square[of][0] ?? 0),
    means((square) => square[of][1] ?? 0),
    means((square) => square[of][2] ?? 0),
  ];
  const middles: Places = { x: means(({ x }) => x), y: means(({ y }) => y) };
  return {
    places: middles,
    factors: byChannel('factors'),
    values: byChannel('values'),
    weights: new Float64Array(all.length).fill(1),
  };
}
