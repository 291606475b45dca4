// Finds what a shift does not explain of how a result is displaced: the simplest model that does. Each richer model must
// explain blocks that it was not fitted to better than the simpler one.

import type { Checkpoint } from '../checkpoint.ts';
import { type Displacement, displacementAt } from '../resampling/placement.ts';
import { blockOffsets } from './block-offsets.ts';
import type { Certainty } from './certainty.ts';
import { distancesTo, fitField, fitLinear, type LinearModel, type Measured, withoutUndetermined } from './fit-warp.ts';
import { returnContrast, type Scene, sourceContrast } from './scene.ts';

/** How far blocks are looked for, in pixels of a level: on the first level, and on those after it. */
const REACH_PX = { first: 5, next: 2 } as const;
/** Long side, at least, of a level on which blocks are measured: smaller ones have too few. */
const MIN_LEVEL_PX = 200;
/** Blocks needed for a model: half of them has to fit it, and the other half to judge it. */
const MIN_BLOCKS = { shift: 8, similarity: 12, affine: 16, field: 48 } as const;
/** Squares along the longer side, each held out together: a model has to tell more than the next block. */
const HELD_OUT_SQUARES = 8;
/**
 * The weight of a block that was measured on the next smaller level, beside one of this: it is as certain to half as many
 * pixels.
 */
const COARSER = 0.25;
/** Share of the blocks whose displacements count as error; the others may be repainted. */
const COUNTED = 0.75;
/** A richer model must lower the error of the blocks held out to this share, and by `MIN_GAIN_PX` of the level. */
const MIN_GAIN = 0.94;
const MIN_GAIN_PX = 0.01;
/** A displacement that differs from the shift by more than this share of the longer side anywhere is a mistake. */
const MAX_SHARE = 0.04;
/** How stiff a field can be; blocks held out decide. */
const STIFFNESSES = [0.01, 0.001] as const;
/** The distance in pixels of a level at which a block has a quarter of its weight, at least. */
const TOLERANCE_PX = 0.2;

/** A block, and the half of them that it belongs to. */
type Block = Measured & { readonly half: 0 | 1 };

/**
 * Improves a displacement.
 * @param pyramid the scene at halved sizes, the largest first
 * @param sign −1 for a negative
 * @returns `found`: `start` if it explains all that can be measured; `held`: the same without what the blocks do not
 * determine
 */
export async function estimateWarp(
  pyramid: readonly Scene[],
  start: Displacement,
  sign: 1 | -1,
  checkpoint: Checkpoint,
): Promise<{ found: Displacement; held: Displacement }> {
  let found = start;
  let held = start;
  // Soft pictures show their displacement in large shapes only, so that what smaller levels told counts on.
  let blocks: readonly Block[] = [];
  let reachPx: number = REACH_PX.first;
  for (const scene of pyramid.toReversed()) {
    if (Math.max(scene.source.width, scene.source.height) < MIN_LEVEL_PX) continue;
    const measured = await measure(scene, found, { sign, reachPx }, checkpoint);
    blocks = [...measured, ...blocks.map(asCoarser)];
    found = await simplest(blocks, start, scene, checkpoint);
    held = withoutUndetermined(found, blocks, scene.size, (TOLERANCE_PX * scene.size.width) / scene.source.width);
    reachPx = REACH_PX.next;
    await checkpoint();
  }
  const result = rounded(found);
  return { found: result, held: held === found ? result : rounded(held) };
}

/** A block as it counts on the next larger level. */
function asCoarser({ certainty: { xx, xy, yy }, ...block }: Block): Block {
  return { ...block, certainty: { xx: COARSER * xx, xy: COARSER * xy, yy: COARSER * yy } };
}

/** What is stored is what is applied: a displacement in few digits, far finer than what can be measured. */
function rounded({ dxPx, dyPx, scale, warp }: Displacement): Displacement {
  const hundredths = (values: readonly number[]): number[] => values.map((value) => Math.round(100 * value) / 100);
  const fine = (value: number): number => Math.round(1e7 * value) / 1e7;
  if (warp === null) return { dxPx, dyPx, scale, warp };
  const [xx, xy, yx, yy] = warp.linear;
  const { field } = warp;
  return {
    dxPx: fine(dxPx),
    dyPx: fine(dyPx),
    scale: fine(scale),
    warp: {
      linear: [fine(xx), fine(xy), fine(yx), fine(yy)],
      field: field && { ...field, dxPx: hundredths(field.dxPx), dyPx: hundredths(field.dyPx) },
    },
  };
}

/** The displacements of all blocks in which they can be measured. @param near about where they are */
async function measure(
  scene: Scene,
  near: Displacement,
  { sign, reachPx }: { sign: 1 | -1; reachPx: number },
  checkpoint: Checkpoint,
): Promise<Block[]> {
  const { size, source } = scene;
  const expected = sourceContrast(scene);
  await checkpoint();
  const { contrast, weights } = await returnContrast(scene, scene.outside, near, checkpoint);
  const found = sign === 1 ? contrast : { ...contrast, data: contrast.data.map((value) => -value) };
  await checkpoint();
  const [perX, perY] = [size.width / source.width, size.height / source.height];
  const out = { x: 0, y: 0 };
  const blocks: Block[] = [];
  for (const row of blockOffsets({ expected, found, weights }, reachPx)) {
    for (const block of row) {
      const [x, y] = [block.x * perX, block.y * perY];
      const [dx, dy] = [block.dx * perX, block.dy * perY];
      displacementAt(near, size, x + dx, y + dy, out);
      const half = halfOf(x, y, size);
      blocks.push({ x, y, dx: dx + out.x, dy: dy + out.y, certainty: block.certainty, half });
    }
    await checkpoint();
  }
  return blocks;
}

/** A chessboard of squares, the same on all levels: what is held out is so on each of them. */
function halfOf(x: number, y: number, { width, height }: Scene['size']): 0 | 1 {
  const side = Math.max(width, height) / HELD_OUT_SQUARES;
  return (Math.floor(x / side) + Math.floor(y / side)) % 2 === 0 ? 0 : 1;
}

/** The simplest displacement that explains the blocks; `start` if none does better. */
async function simplest(
  blocks: readonly Block[],
  start: Displacement,
  { size, source }: Scene,
  checkpoint: Checkpoint,
): Promise<Displacement> {
  const perPx = size.width / source.width;
  const halves = [blocks.filter(({ half }) => half === 0), blocks.filter(({ half }) => half === 1)] as const;
  const errorOf = async (explain: Fit): Promise<number> => {
    const [one, other] = halves;
    const byOne = explain(one);
    await checkpoint();
    const byOther = explain(other);
    await checkpoint();
    return trimmedMean([...distancesTo(byOne, other, size), ...distancesTo(byOther, one, size)]);
  };
  const stay: Fit = () => start;
  let best = { explain: stay, error: await errorOf(stay) };
  for (const { least, fits } of candidates(start, size, TOLERANCE_PX * perPx)) {
    if (blocks.length < least) break;
    for (const explain of fits) {
      const error = await errorOf(explain);
      if (error < MIN_GAIN * best.error && error < best.error - MIN_GAIN_PX * perPx) best = { explain, error };
    }
  }
  const found = best.explain(blocks);
  await checkpoint();
  return isNear(found, start, size) ? found : start;
}

type Fit = (blocks: readonly Measured[]) => Displacement;

/** A fit that richer models begin with: each set of blocks is fitted once. */
function once(explain: Fit): Fit {
  const known = new Map<readonly Measured[], Displacement>();
  return (blocks) => {
    const fitted = known.get(blocks) ?? explain(blocks);
    known.set(blocks, fitted);
    return fitted;
  };
}

/** The models, the simplest first, each with the ways to fit it. `least`: blocks that it needs. */
function candidates(start: Displacement, size: Scene['size'], tolerancePx: number): { least: number; fits: Fit[] }[] {
  const linear = (model: LinearModel, from: Fit): Fit =>
    once((blocks) => fitLinear(model, from(blocks), blocks, size, tolerancePx));
  const shift = linear('shift', () => start);
  const similarity = linear('similarity', shift);
  const affine = linear('affine', similarity);
  const field =
    (stiffness: number): Fit =>
    (blocks) =>
      fitField(affine(blocks), blocks, size, stiffness, tolerancePx);
  return [
    { least: MIN_BLOCKS.shift, fits: [shift] },
    { least: MIN_BLOCKS.similarity, fits: [similarity] },
    { least: MIN_BLOCKS.affine, fits: [affine] },
    { least: MIN_BLOCKS.field, fits: STIFFNESSES.map(field) },
  ];
}

/** Places along each side at which displacements are compared. */
const COMPARED = 12;

const EVERYWHERE: Certainty = { xx: 1, xy: 0, yy: 1 };

function isNear(found: Displacement, start: Displacement, size: Scene['size']): boolean {
  const places = Array.from({ length: (COMPARED + 1) ** 2 }, (_, i) => {
    const x = ((i % (COMPARED + 1)) / COMPARED) * size.width;
    const y = (Math.floor(i / (COMPARED + 1)) / COMPARED) * size.height;
    const out = { x: 0, y: 0 };
    displacementAt(start, size, x, y, out);
    return { x, y, dx: out.x, dy: out.y, certainty: EVERYWHERE };
  });
  return Math.max(...distancesTo(found, places, size)) <= MAX_SHARE * Math.max(size.width, size.height);
}

/** The mean without the largest ones, which may be of repainted blocks. Infinite for nothing. */
function trimmedMean(distances: readonly number[]): number {
  const counted = distances.toSorted((a, b) => a - b).slice(0, Math.ceil(COUNTED * distances.length));
  if (counted.length === 0) return Number.POSITIVE_INFINITY;
  return counted.reduce((sum, one) => sum + one, 0) / counted.length;
}
