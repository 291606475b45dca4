// Moves the border of an area, pixel by pixel, to the edge nearby.

import type { Copy } from './copy.ts';
import { createFlowGraph, NEVER } from './max-flow.ts';
import { distanceOf } from './superpixels.ts';

/** What a border costs between two pixels, anywhere and where there is no edge, against the likeness of a pixel. */
const BORDER = { least: 0.3, even: 8 };
const UNIT = 100;

/** What is known of a pixel in the band around the border. */
export type Band = {
  /** 1 for each pixel that may change sides. */
  isOpen: Uint8Array;
  /** The pixels of strokes: 1 always inside, 2 always outside. */
  fixed: (pixel: number) => number;
};

/**
 * Cuts along the edge within a band; elsewhere `area` (1 inside) stays as it is.
 * @param likeness how much a colour is like the inside rather than the outside, a logarithm
 */
export function cutEdge(
  { lab, width, height }: Pick<Copy, 'lab' | 'width' | 'height'>,
  area: Uint8Array,
  { isOpen, fixed }: Band,
  likeness: (light: number, a: number, b: number) => number,
): Uint8Array<ArrayBuffer> {
  const nodes = new Int32Array(area.length).fill(-1);
  const pixels: number[] = [];
  for (let at = 0; at < area.length; at++) {
    if (isOpen[at] !== 1) continue;
    nodes[at] = pixels.length;
    pixels.push(at);
  }
  const graph = createFlowGraph(pixels.length, 2 * pixels.length);
  const usual = meanSquare(lab, width, height, pixels);
  const link = (node: number, at: number, other: number, isForward: boolean): void => {
    const to = nodes[other] ?? -1;
    if (to >= 0 && !isForward) return;
    const even = Math.exp(-(distanceOf(lab, at, other) ** 2) / (2 * usual));
    const cost = Math.round(UNIT * (BORDER.least + BORDER.even * even));
    if (to >= 0) graph.link(node, to, cost, cost);
    else graph.bind(node, area[other] === 1 ? cost : -cost);
  };
  for (const [node, at] of pixels.entries()) {
    const held = fixed(at);
    if (held !== 0) graph.bind(node, held === 1 ? NEVER : -NEVER);
    else graph.bind(node, Math.round(UNIT * likeness(lab[3 * at] ?? 0, lab[3 * at + 1] ?? 0, lab[3 * at + 2] ?? 0)));
    const x = at % width;
    if (x > 0) link(node, at, at - 1, false);
    if (x < width - 1) link(node, at, at + 1, true);
    if (at >= width) link(node, at, at - width, false);
    if (at < width * (height - 1)) link(node, at, at + width, true);
  }
  const after = area.slice();
  const cut = graph.cut();
  for (const [node, at] of pixels.entries()) after[at] = cut[node] ?? 0;
  return after;
}

function meanSquare(lab: Uint8Array, width: number, height: number, pixels: readonly number[]): number {
  let [sum, count] = [0, 0];
  for (const at of pixels) {
    if (at % width < width - 1) {
      sum += distanceOf(lab, at, at + 1) ** 2;
      count += 1;
    }
    if (at < width * (height - 1)) {
      sum += distanceOf(lab, at, at + width) ** 2;
      count += 1;
    }
  }
  return Math.max(1, sum / Math.max(1, count));
}
