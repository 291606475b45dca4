// The parts of a mask as rectangles, and as the coordinates that some models read in an instruction.

import { toWire, type WirePlan } from './wire-geometry.ts';

/** A rectangle in whole pixels of the picture; `right` and `bottom` are exclusive. */
export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** Maximum number of boxes; more would not be a useful hint. */
export const MAX_BOXES = 6;
/** Number of cells along the longer side; parts whose cells touch count as one. */
const CELLS = 256;
/** Coordinates range from 0 to this, whatever the picture's size. */
const GRID_END = 999;

/**
 * Returns the boxes around the parts of a mask that do not touch, the largest first. If there are more than `most`,
 * those are merged whose common box adds the least area.
 * @param coverage one byte per pixel; 0 is outside.
 */
export function maskBoxes(
  coverage: Uint8Array,
  { width, height }: { width: number; height: number },
  most: number = MAX_BOXES,
): Box[] {
  const cellPx = Math.max(1, Math.ceil(Math.max(width, height) / CELLS));
  const columns = Math.ceil(width / cellPx);
  const cells = boxesOfCells(coverage, width, height, cellPx);
  const boxes: Box[] = [];
  const isSeen = new Uint8Array(cells.length);
  for (let start = 0; start < cells.length; start++) {
    let box = cells[start];
    if (box === undefined || isSeen[start]) continue;
    const waiting = [start];
    isSeen[start] = 1;
    for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
      box = around(box, cells[cell] ?? box);
      for (const next of neighbours(cell, columns, cells.length)) {
        if (cells[next] === undefined || isSeen[next]) continue;
        isSeen[next] = 1;
        waiting.push(next);
      }
    }
    boxes.push(box);
  }
  return reduceTo(boxes, Math.max(1, most)).sort((a, b) => areaOf(b) - areaOf(a));
}

/** Returns, for each cell, the box around its covered pixels. */
function boxesOfCells(coverage: Uint8Array, width: number, height: number, cellPx: number): (Box | undefined)[] {
  const columns = Math.ceil(width / cellPx);
  const cells: (Box | undefined)[] = new Array(columns * Math.ceil(height / cellPx)).fill(undefined);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / cellPx) * columns;
    for (let x = 0, i = y * width; x < width; x++, i++) {
      if (coverage[i] === 0) continue;
      const cell = row + Math.floor(x / cellPx);
      const known = cells[cell];
      if (known !== undefined && x >= known.left && x < known.right && y < known.bottom) continue;
      const pixel = { left: x, top: y, right: x + 1, bottom: y + 1 };
      cells[cell] = known === undefined ? pixel : around(known, pixel);
    }
  }
  return cells;
}

function neighbours(cell: number, columns: number, count: number): number[] {
  const column = cell % columns;
  const found: number[] = [];
  for (const row of [cell - columns, cell, cell + columns]) {
    if (row < 0 || row >= count) continue;
    if (column > 0) found.push(row - 1);
    if (row !== cell) found.push(row);
    if (column < columns - 1 && row + 1 < count) found.push(row + 1);
  }
  return found;
}

/** Number of parts that are compared pairwise; beyond it the smallest are merged at once. */
const MAX_COMPARED = 64;

function reduceTo(boxes: readonly Box[], most: number): Box[] {
  const bySize = [...boxes].sort((a, b) => areaOf(b) - areaOf(a));
  const left = bySize.slice(0, MAX_COMPARED);
  const rest = bySize
    .slice(MAX_COMPARED)
    .reduce<Box | undefined>((all, box) => (all ? around(all, box) : box), undefined);
  if (rest) left.push(rest);
  while (left.length > most) {
    let best: { a: number; b: number; added: number } | undefined;
    for (const [a, one] of left.entries()) {
      for (const [b, other] of left.entries()) {
        if (b <= a) continue;
        const added = areaOf(around(one, other)) - areaOf(one) - areaOf(other);
        if (best === undefined || added < best.added) best = { a, b, added };
      }
    }
    const [one, other] = [left[best?.a ?? 0], left[best?.b ?? 1]];
    if (best === undefined || one === undefined || other === undefined) break;
    left.splice(best.b, 1);
    left[best.a] = around(one, other);
  }
  return left;
}

/**
 * Writes a box as `<bbox>x1 y1 x2 y2</bbox>` on a grid of 0–999 over the picture on the wire, margins included. It is
 * never smaller than the box.
 */
export function boxTag(box: Box, plan: WirePlan): string {
  const from = toWire(plan, { x: box.left, y: box.top });
  const to = toWire(plan, { x: box.right, y: box.bottom });
  const low = (at: number, length: number): number => clamped(Math.floor((at * (GRID_END + 1)) / length));
  const high = (at: number, length: number): number => clamped(Math.ceil((at * (GRID_END + 1)) / length));
  const { width, height } = plan.wire;
  return `<bbox>${low(from.x, width)} ${low(from.y, height)} ${high(to.x, width)} ${high(to.y, height)}</bbox>`;
}

/** A box on the grid of 0–999. */
export type GridBox = Box;

/** Returns the boxes of the `<bbox>` tags in a text; ignores everything else. */
export function readBoxTags(text: string): GridBox[] {
  return [...text.matchAll(/<bbox>\s*(\d{1,3})\s+(\d{1,3})\s+(\d{1,3})\s+(\d{1,3})\s*<\/bbox>/g)].map((found) => {
    const [left = 0, top = 0, right = 0, bottom = 0] = found.slice(1).map(Number);
    return { left, top, right, bottom };
  });
}

/** Converts a box of the grid to pixels of a picture; never smaller than the box it was written for. */
export function boxInPicture(box: GridBox, { width, height }: { width: number; height: number }): Box {
  const low = (at: number, length: number): number => Math.floor((at * length) / (GRID_END + 1));
  // The last coordinate of the grid is the edge of the picture.
  const high = (at: number, length: number): number =>
    at === GRID_END ? length : Math.ceil((at * length) / (GRID_END + 1));
  return {
    left: low(box.left, width),
    top: low(box.top, height),
    right: high(box.right, width),
    bottom: high(box.bottom, height),
  };
}

function clamped(at: number): number {
  return Math.max(0, Math.min(GRID_END, at));
}

function around(a: Box, b: Box): Box {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

function areaOf({ left, top, right, bottom }: Box): number {
  return (right - left) * (bottom - top);
}
