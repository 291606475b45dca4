// Turns a closed outline into coverage with antialiased edges: exact areas, however thin the shape.

import type { Point } from '../view/view.ts';
import { type Rect, TILE_PX } from './tiles.ts';

/**
 * Called for each band of rows that the outline touches: coverage 0–255 of `rect`, row by row, valid until the next
 * call.
 */
type VisitBand = (rect: Rect, strength: Uint8Array) => void;

/** A piece of an edge that spans less is vertical: shares of so small a span would be wrong. */
const MIN_SPAN_PX = 1e-9;

/**
 * Fills an outline, which is closed from its last point to its first. Where it overlaps itself it is filled as well,
 * unless the turns cancel out. A pixel's coverage is the share of its area inside. Pixels outside `limits` are not
 * visited.
 */
export function fillPolygon(outline: readonly Point[], limits: Rect, visit: VisitBand): void {
  const box = boundsOf(outline, limits);
  if (box.left >= box.right || box.top >= box.bottom) return;
  const width = box.right - box.left;
  // One additional column for what lies right of the last.
  const stride = width + 2;
  const areas = new Float32Array(stride * TILE_PX);
  for (let top = box.top; top < box.bottom; ) {
    const bottom = Math.min(box.bottom, (Math.floor(top / TILE_PX) + 1) * TILE_PX);
    const rows = bottom - top;
    areas.fill(0, 0, stride * rows);
    outline.forEach((to, i) => {
      const from = outline.at(i - 1) ?? to;
      addEdge(areas, stride, width, rows, from.x - box.left, from.y - top, to.x - box.left, to.y - top);
    });
    visit({ left: box.left, top, right: box.right, bottom }, summed(areas, stride, width, rows));
    top = bottom;
  }
}

function boundsOf(outline: readonly Point[], limits: Rect): Rect {
  const box = { left: limits.right, top: limits.bottom, right: limits.left, bottom: limits.top };
  for (const { x, y } of outline) {
    box.left = Math.min(box.left, Math.floor(x));
    box.top = Math.min(box.top, Math.floor(y));
    box.right = Math.max(box.right, Math.ceil(x));
    box.bottom = Math.max(box.bottom, Math.ceil(y));
  }
  return {
    left: Math.max(limits.left, box.left),
    top: Math.max(limits.top, box.top),
    right: Math.min(limits.right, box.right),
    bottom: Math.min(limits.bottom, box.bottom),
  };
}

/** Adds an edge row by row: the change of coverage at each column, to be summed from the left. */
function addEdge(
  areas: Float32Array,
  stride: number,
  width: number,
  rows: number,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
): void {
  if (fromY === toY) return;
  const isDown = fromY < toY;
  const [topX, topY, bottomX, bottomY] = isDown ? [fromX, fromY, toX, toY] : [toX, toY, fromX, fromY];
  const slope = (bottomX - topX) / (bottomY - topY);
  const end = Math.min(rows, Math.ceil(bottomY));
  for (let y = Math.max(0, Math.floor(topY)); y < end; y++) {
    const high = Math.max(y, topY);
    const low = Math.min(y + 1, bottomY);
    const height = isDown ? low - high : high - low;
    addSlice(areas, y * stride, width, height, topX + (high - topY) * slope, topX + (low - topY) * slope);
  }
}

/** Adds the part of an edge within one row: it goes from `x1` to `x2` over `height` of the row. */
function addSlice(areas: Float32Array, row: number, width: number, height: number, x1: number, x2: number): void {
  const left = Math.min(x1, x2);
  const right = Math.max(x1, x2);
  const span = right - left;
  if (right <= 0 || left >= width || span < MIN_SPAN_PX) {
    addColumn(areas, row, height, Math.min(width, Math.max(0, left)));
    return;
  }
  // The parts beyond either side count as vertical there.
  if (left < 0) addColumn(areas, row, (height * -left) / span, 0);
  if (right > width) addColumn(areas, row, (height * (right - width)) / span, width);
  const last = Math.min(right, width);
  for (let x = Math.max(left, 0); x < last; ) {
    const next = Math.min(last, Math.floor(x) + 1);
    addColumn(areas, row, (height * (next - x)) / span, (x + next) / 2);
    x = next;
  }
}

/** Adds a piece of an edge with its middle at `x`: pixels to the right of it are inside, its own pixel partly. */
function addColumn(areas: Float32Array, row: number, height: number, x: number): void {
  const column = Math.floor(x);
  const inside = height * (column + 1 - x);
  const at = row + column;
  areas[at] = (areas[at] ?? 0) + inside;
  areas[at + 1] = (areas[at + 1] ?? 0) + height - inside;
}

function summed(areas: Float32Array, stride: number, width: number, rows: number): Uint8Array {
  const strength = new Uint8Array(width * rows);
  for (let y = 0; y < rows; y++) {
    let sum = 0;
    for (let x = 0; x < width; x++) {
      sum += areas[y * stride + x] ?? 0;
      strength[y * width + x] = Math.round(255 * Math.min(1, Math.abs(sum)));
    }
  }
  return strength;
}
