// Lets a stroke grow to the thing that it is on: the superpixels that are coloured like what it touches rather than like
// the rest, within strong edges. Colour models and cuts by turns are of C. Rother, V. Kolmogorov, A. Blake: GrabCut.
// SIGGRAPH 2004; that every part is on an unbroken way to the stroke is of V. Gulshan et al.: Geodesic star convexity for
// interactive image segmentation. CVPR 2010.

import { createColourModel } from './colour-model.ts';
import type { Copy } from './copy.ts';
import { createFlowGraph, NEVER } from './max-flow.ts';
import { type Neighbours, type Reach, reachFrom } from './reach.ts';
import type { Superpixels } from './superpixels.ts';

/** What is known of a superpixel before: it may be either, is inside already, or must stay outside. */
export const [EITHER, INSIDE, OUTSIDE] = [0, 1, 2];

/** What a stroke says. */
export type Seeds = {
  /** The superpixels that it touches; always inside afterwards. */
  labels: ReadonlySet<number>;
  /** Its pixels of the copy. */
  pixels: ReadonlySet<number>;
  /** A box around the thing has no stroke on it: all of it is near. */
  isBox: boolean;
};

/** The superpixels inside, and how much more a colour is like theirs than like the others': a logarithm. */
export type Grown = { inside: Uint8Array; likeness: (light: number, a: number, b: number) => number };

const ROUNDS = 3;
/** Within this reach of the stroke colours are taken to be the thing's, and beyond the other one to be not. */
const NEAR = 2.5;
const ELSEWHERE = 20;
/** A pixel of the stroke counts as so many. */
const STROKE_WEIGHT = 4;
/** The largest likeness that counts. */
const MAX_LIKENESS = 3;
/** What a border costs along the side of a superpixel: anywhere, and where there is no edge. */
const BORDER = { least: 0.4, even: 4 };
/** What being inside costs at the usual reach, so that nothing grows without a reason. */
const FAR_COST = 0.01;
const UNIT = 1000;

/** Finds what the stroke means. @param known for each superpixel {@link EITHER}, {@link INSIDE} or {@link OUTSIDE} */
export function grow(
  copy: Copy,
  superpixels: Superpixels,
  neighbours: Neighbours,
  seeds: Seeds,
  known: Uint8Array,
): Grown {
  const reach = reachFrom(superpixels, neighbours, seeds.labels, (at) => known[at] === OUTSIDE);
  const { count, sizes, colours } = superpixels;
  const nearness = Float32Array.from(reach.far, (far) => (seeds.isBox ? 1 : Math.exp(-((far / NEAR) ** 2))));
  const elsewhere = Float32Array.from(reach.far, (far, at) =>
    known[at] === OUTSIDE ? 2 : seeds.isBox ? 0.25 : 1 - Math.exp(-((far / ELSEWHERE) ** 2)),
  );
  let inside: Uint8Array | undefined;
  let likeness: Grown['likeness'] = () => 0;
  for (let round = 0; round < ROUNDS; round++) {
    const [ours, theirs] = [createColourModel(), createColourModel()];
    for (const pixel of seeds.isBox ? [] : seeds.pixels)
      ours.add(copy.lab[3 * pixel] ?? 0, copy.lab[3 * pixel + 1] ?? 0, copy.lab[3 * pixel + 2] ?? 0, STROKE_WEIGHT);
    for (let at = 0; at < count; at++) {
      const size = sizes[at] ?? 0;
      const colour = [colours[3 * at] ?? 0, colours[3 * at + 1] ?? 0, colours[3 * at + 2] ?? 0] as const;
      const isOurs = inside === undefined ? known[at] !== OUTSIDE : inside[at] === 1 && known[at] !== INSIDE;
      const near = inside === undefined ? (nearness[at] ?? 0) : 1;
      if (isOurs && near > 1e-3) ours.add(...colour, size * near);
      const isTheirs = inside === undefined ? known[at] !== INSIDE : inside[at] === 0;
      if (isTheirs) theirs.add(...colour, size * (inside === undefined ? (elsewhere[at] ?? 0) : 1));
    }
    const [oursOf, theirsOf] = [ours.finish(), theirs.finish()];
    likeness = (light, a, b) =>
      Math.min(MAX_LIKENESS, Math.max(-MAX_LIKENESS, Math.log(oursOf(light, a, b) / theirsOf(light, a, b))));
    const next = cut(superpixels, seeds, known, reach, likeness);
    const isSame = inside?.every((value, at) => value === next[at]) === true;
    inside = next;
    if (isSame) break;
  }
  return { inside: inside ?? new Uint8Array(count), likeness };
}

function cut(
  { count, sizes, colours, links, stepPx }: Superpixels,
  seeds: Seeds,
  known: Uint8Array,
  { far, parent }: Reach,
  likeness: Grown['likeness'],
): Uint8Array {
  const graph = createFlowGraph(count, links.count + count);
  for (let at = 0; at < count; at++) {
    const area = (UNIT * (sizes[at] ?? 0)) / stepPx ** 2;
    const isSeed = seeds.labels.has(at) && !seeds.isBox;
    if (isSeed || known[at] === INSIDE) graph.bind(at, NEVER);
    else if (known[at] === OUTSIDE || !Number.isFinite(far[at] ?? Infinity)) graph.bind(at, -NEVER);
    else {
      const like = likeness(colours[3 * at] ?? 0, colours[3 * at + 1] ?? 0, colours[3 * at + 2] ?? 0);
      graph.bind(at, Math.round(area * (like - (seeds.isBox ? 0 : FAR_COST * (far[at] ?? 0)))));
    }
    const up = parent[at] ?? at;
    if (up !== at && !seeds.isBox && known[at] === EITHER) graph.link(at, up, NEVER, 0);
  }
  const usual = meanSquare(links.contrasts, links.lengths);
  for (let link = 0; link < links.count; link++) {
    const even = Math.exp(-((links.contrasts[link] ?? 0) ** 2) / (2 * usual));
    const cost = Math.round(((links.lengths[link] ?? 0) / stepPx) * UNIT * (BORDER.least + BORDER.even * even));
    graph.link(links.a[link] ?? 0, links.b[link] ?? 0, cost, cost);
  }
  return graph.cut();
}

function meanSquare(values: Float32Array, weights: Float32Array): number {
  let [sum, total] = [0, 0];
  for (let at = 0; at < values.length; at++) {
    sum += (values[at] ?? 0) ** 2 * (weights[at] ?? 0);
    total += weights[at] ?? 0;
  }
  return Math.max(1, sum / Math.max(1, total));
}
