// A simulated person, who strokes over the largest part that is still wrong; and how good a selection is.

import type { Point } from '../../../renderer/engines/mask/view/view.ts';

/** A stroke: whether it adds, and its points in pixels, two for each line. */
export type Stroke = { isAdding: boolean; points: Point[] };
type Plane = { data: Uint8Array; width: number; height: number };

const HALF = 128;

/**
 * The next stroke: straight through the deepest point of the largest wrong part, as far as the part is half as deep.
 * @param isClick only that point; undefined if nothing is wrong
 */
export function nextStroke(truth: Plane, found: Uint8Array, isClick: boolean): Stroke | undefined {
  const { data, width, height } = truth;
  const wrong = data.map((value, at) => kindOf(value, found[at] ?? 0));
  const part = largestPart(wrong, width, height);
  if (part === undefined) return undefined;
  const depth = depthOf(part.inside, width, height);
  let deepest = part.seed;
  for (let at = 0; at < depth.length; at++) if ((depth[at] ?? 0) > (depth[deepest] ?? 0)) deepest = at;
  const [x, y] = [deepest % width, Math.floor(deepest / width)];
  const isAdding = wrong[deepest] === MISSING;
  if (isClick) return { isAdding, points: [{ x: x + 0.5, y: y + 0.5 }] };
  const least = (depth[deepest] ?? 0) / 2;
  const walk = (dx: number, dy: number): number => {
    let steps = 0;
    for (;;) {
      const [toX, toY] = [Math.round(x + (steps + 1) * dx), Math.round(y + (steps + 1) * dy)];
      const isIn = toX >= 0 && toY >= 0 && toX < width && toY < height;
      if (!isIn || (depth[toY * width + toX] ?? 0) < least) return steps;
      steps += 1;
    }
  };
  let best: { dx: number; dy: number; from: number; to: number } = { dx: 1, dy: 0, from: 0, to: 0 };
  for (let turn = 0; turn < 12; turn++) {
    const [dx, dy] = [Math.cos((turn * Math.PI) / 12), Math.sin((turn * Math.PI) / 12)];
    const [from, to] = [walk(-dx, -dy), walk(dx, dy)];
    if (from + to > best.from + best.to) best = { dx, dy, from, to };
  }
  const points: Point[] = [];
  for (let step = -best.from; step <= best.to; step += Math.max(4, (best.from + best.to) / 8))
    points.push({ x: x + step * best.dx + 0.5, y: y + step * best.dy + 0.5 });
  return { isAdding, points };
}

const [RIGHT, MISSING, SURPLUS] = [0, 1, 2];

function kindOf(truth: number, found: number): number {
  if (truth >= HALF === found >= HALF) return RIGHT;
  return truth >= HALF ? MISSING : SURPLUS;
}

function largestPart(
  kinds: Uint8Array,
  width: number,
  height: number,
): { inside: Uint8Array; seed: number } | undefined {
  const part = new Int32Array(kinds.length).fill(-1);
  let best = { seed: -1, size: 0 };
  for (let seed = 0; seed < kinds.length; seed++) {
    if (kinds[seed] === RIGHT || part[seed] !== -1) continue;
    const pending = [seed];
    part[seed] = seed;
    let size = 0;
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      size += 1;
      const x = at % width;
      for (const next of [x > 0 ? at - 1 : at, x < width - 1 ? at + 1 : at, at - width, at + width]) {
        if (next < 0 || next >= width * height || part[next] !== -1 || kinds[next] !== kinds[seed]) continue;
        part[next] = seed;
        pending.push(next);
      }
    }
    if (size > best.size) best = { seed, size };
  }
  if (best.size === 0) return undefined;
  return { inside: Uint8Array.from(part, (of) => (of === best.seed ? 1 : 0)), seed: best.seed };
}

/** How far each pixel of an area is from its border, about. */
function depthOf(inside: Uint8Array, width: number, height: number): Float32Array {
  const depth = Float32Array.from(inside, (value) => (value === 1 ? Infinity : 0));
  const at = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : (depth[y * width + x] ?? 0);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const least = Math.min(at(x - 1, y) + 1, at(x, y - 1) + 1, at(x - 1, y - 1) + 1.41, at(x + 1, y - 1) + 1.41);
      depth[y * width + x] = Math.min(at(x, y), least);
    }
  }
  for (let y = height - 1; y >= 0; y--) {
    for (let x = width - 1; x >= 0; x--) {
      const least = Math.min(at(x + 1, y) + 1, at(x, y + 1) + 1, at(x + 1, y + 1) + 1.41, at(x - 1, y + 1) + 1.41);
      depth[y * width + x] = Math.min(at(x, y), least);
    }
  }
  return depth;
}

/** What is in both, as a share of what is in either. */
export function overlapOf(truth: Uint8Array, found: Uint8Array): number {
  let [both, either] = [0, 0];
  for (let at = 0; at < truth.length; at++) {
    const [one, two] = [(truth[at] ?? 0) >= HALF, (found[at] ?? 0) >= HALF];
    if (one && two) both += 1;
    if (one || two) either += 1;
  }
  return either === 0 ? 1 : both / either;
}

/** How well two borders agree within a distance, 0–1: the harmonic mean of the shares of each that are near the other. */
export function borderScore(truth: Plane, found: Uint8Array, withinPx: number): number {
  const [one, two] = [borderOf(truth.data, truth.width), borderOf(found, truth.width)];
  const near = (border: ReadonlySet<number>, other: ReadonlySet<number>): number => {
    let count = 0;
    for (const at of border) if (isNear(at, other, truth.width, withinPx)) count += 1;
    return border.size === 0 ? 1 : count / border.size;
  };
  const [precision, recall] = [near(two, one), near(one, two)];
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

function borderOf(area: Uint8Array, width: number): Set<number> {
  const border = new Set<number>();
  for (let at = 0; at + width < area.length; at++) {
    const isIn = (area[at] ?? 0) >= HALF;
    if (isIn !== (area[at + width] ?? 0) >= HALF || (at % width < width - 1 && isIn !== (area[at + 1] ?? 0) >= HALF))
      border.add(at);
  }
  return border;
}

function isNear(at: number, border: ReadonlySet<number>, width: number, withinPx: number): boolean {
  for (let dy = -withinPx; dy <= withinPx; dy++)
    for (let dx = -withinPx; dx <= withinPx; dx++)
      if (dx * dx + dy * dy <= withinPx ** 2 && border.has(at + dy * width + dx)) return true;
  return false;
}
