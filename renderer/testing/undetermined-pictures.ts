// Pictures in which a displacement is determined only in part, and what models do to them.

import { planWire } from '../../shared/images/wire-geometry.ts';
import { comparePictures } from '../engines/pixels/alignment/compare-pictures.ts';
import { NO_CHECKPOINT } from '../engines/pixels/checkpoint.ts';
import { chooseJoin, seamProof } from '../engines/pixels/compositing/choose-join.ts';
import { ringAround } from '../engines/pixels/compositing/seam-ring.ts';
import { type Displacement, displacementAt, NO_DISPLACEMENT } from '../engines/pixels/resampling/placement.ts';
import { boxMask, plain, render, type Scenery, waves } from './test-pictures.ts';

const SIZE = { width: 320, height: 240 } as const;

/** Brightness along stripes of some lengths at an angle, which bend a little. */
function lines(angle: number, lengths: readonly number[], bend: number): Scenery {
  return (x, y) => {
    const along = x * Math.cos(angle) + y * Math.sin(angle);
    const across = y * Math.cos(angle) - x * Math.sin(angle) + bend * Math.sin(along / 60);
    const sum = lengths.reduce((total, length, i) => total + Math.sin((2 * Math.PI * across) / length + i * i), 0);
    const value = 130 + (60 / lengths.length) * sum;
    return [value, 0.9 * value, 0.7 * value];
  };
}

/** A wall of bricks of one size, all in one colour but for a few. */
function bricks(): Scenery {
  const soft = (distance: number): number => Math.max(0, Math.min(1, 0.5 + distance));
  return (x, y) => {
    const row = Math.floor(y / 16);
    const inRow = x + (row % 2) * 20;
    const edge = Math.min(y - 16 * row, 16 - (y - 16 * row), inRow - 40 * Math.floor(inRow / 40), 40 - (inRow % 40));
    const own = (Math.imul(row * 31 + Math.floor(inRow / 40) + 7, 2654435761) >>> 28) % 4 === 0 ? 24 : 0;
    const brick = soft(edge - 1.5);
    return [190 - (60 - own) * brick, 180 - (110 - own) * brick, 170 - (120 - own) * brick];
  };
}

/** One colour, and details in one corner. */
const corner: Scenery = (x, y) => (x < 110 && y < 80 ? waves(4)(x, y) : [128, 120, 100]);

const SCENERIES = {
  stripes: lines(0.3, [17], 0),
  'wood grain': lines(0.1, [9, 15, 26, 47], 3),
  bricks: bricks(),
  flat: plain(120),
  'few details': corner,
} as const satisfies Record<string, Scenery>;
export const PICTURES = Object.keys(SCENERIES) as (keyof typeof SCENERIES)[];

type Displace = (x: number, y: number) => readonly [number, number];

/** How a point is displaced, from the picture's middle. */
const DISPLACEMENTS = {
  shifted: () => [5, -4],
  scaled: (x, y) => [0.02 * x, 0.02 * y],
  rotated: (x, y) => [-0.01 * y, 0.01 * x],
  stretched: (x, y) => [0.012 * x, -0.006 * y],
  drifting: (x, y) => [2.5 * Math.sin(y / 60), 2.5 * Math.cos(x / 70)],
} as const satisfies Record<string, Displace>;
export const DISPLACED = Object.keys(DISPLACEMENTS) as (keyof typeof DISPLACEMENTS)[];

const COVERAGES = {
  'in the middle': boxMask(SIZE.width, SIZE.height, { x: 140, y: 100, w: 60, h: 50 }),
  'at the border': boxMask(SIZE.width, SIZE.height, { x: 200, y: 0, w: 120, h: 240 }),
  'over nine tenths': boxMask(SIZE.width, SIZE.height, { x: 0, y: 24, w: 320, h: 216 }),
} as const;
export const MASKS = Object.keys(COVERAGES) as (keyof typeof COVERAGES)[];

/**
 * How far a picture is from its place as it is joined to its source, and where it is left: root mean squares over the
 * whole picture, in pixels.
 */
export async function errorsOf(
  picture: keyof typeof SCENERIES,
  displaced: keyof typeof DISPLACEMENTS,
  mask: keyof typeof COVERAGES,
): Promise<{ undone: number; left: number }> {
  const scenery = SCENERIES[picture];
  const displace: Displace = DISPLACEMENTS[displaced];
  const [middleX, middleY] = [SIZE.width / 2, SIZE.height / 2];
  const result = render(SIZE.width, SIZE.height, (x, y) => {
    let [fromX, fromY] = [x, y];
    for (let round = 0; round < 5; round++) {
      const [dx, dy] = displace(fromX - middleX, fromY - middleY);
      [fromX, fromY] = [x - dx, y - dy];
    }
    return scenery(fromX, fromY);
  });
  const source = render(SIZE.width, SIZE.height, scenery);
  const plan = planWire(SIZE, SIZE);
  const ring = await ringAround(COVERAGES[mask]);
  const proof = seamProof(source, result, async () => ring, NO_CHECKPOINT);
  const { misalignment, place } = await comparePictures(source, result, COVERAGES[mask], plan, proof, NO_CHECKPOINT);
  const { placement } = await chooseJoin({
    ...{ source, result, ring, place, misalignment },
    isAligned: true,
    isMatched: () => true,
  });
  const errorOf = (displacement: Displacement): number => {
    const at = { x: 0, y: 0 };
    let [sum, count] = [0, 0];
    for (let y = 5; y < SIZE.height; y += 10) {
      for (let x = 5; x < SIZE.width; x += 10) {
        displacementAt(displacement, SIZE, x, y, at);
        const [dx, dy] = displace(x - middleX, y - middleY);
        sum += (at.x - dx) ** 2 + (at.y - dy) ** 2;
        count += 1;
      }
    }
    return Math.sqrt(sum / count);
  };
  return { undone: errorOf(placement.displacement), left: errorOf(NO_DISPLACEMENT) };
}
