// How far each superpixel is from a stroke, on the way that crosses the weakest edges.

import type { Superpixels } from './superpixels.ts';

/** For each superpixel: the length of its shortest way to the stroke, and the next one on that way (itself at its end). */
export type Reach = { far: Float32Array; parent: Int32Array };

/** Neighbours of each superpixel, as positions in lists of the two ends of each link. */
export type Neighbours = { starts: Int32Array; others: Uint16Array; links: Int32Array };

/** How much longer an edge makes the way, per unit of contrast; a step between even neighbours is 1. */
const PER_CONTRAST = 0.12;

/** Lists the neighbours of each superpixel. */
export function neighboursOf({ count, links }: Pick<Superpixels, 'count' | 'links'>): Neighbours {
  const starts = new Int32Array(count + 1);
  for (let link = 0; link < links.count; link++) {
    for (const end of [links.a[link] ?? 0, links.b[link] ?? 0]) starts[end + 1] = (starts[end + 1] ?? 0) + 1;
  }
  for (let at = 0; at < count; at++) starts[at + 1] = (starts[at + 1] ?? 0) + (starts[at] ?? 0);
  const free = starts.slice();
  const others = new Uint16Array(2 * links.count);
  const of = new Int32Array(2 * links.count);
  const put = (at: number, other: number, link: number): void => {
    const place = free[at] ?? 0;
    free[at] = place + 1;
    others[place] = other;
    of[place] = link;
  };
  for (let link = 0; link < links.count; link++) {
    put(links.a[link] ?? 0, links.b[link] ?? 0, link);
    put(links.b[link] ?? 0, links.a[link] ?? 0, link);
  }
  return { starts, others, links: of };
}

/** Measures the ways from a stroke (E. W. Dijkstra, 1959). @param isClosed whether no way leads on from a superpixel */
export function reachFrom(
  { count, x, y, links, stepPx }: Pick<Superpixels, 'count' | 'x' | 'y' | 'links' | 'stepPx'>,
  neighbours: Neighbours,
  seeds: Iterable<number>,
  isClosed: (superpixel: number) => boolean,
): Reach {
  const far = new Float32Array(count).fill(Infinity);
  const parent = Int32Array.from({ length: count }, (_none, at) => at);
  const heap = createHeap(far);
  for (const seed of seeds) {
    far[seed] = 0;
    heap.push(seed);
  }
  for (let at = heap.pop(); at >= 0; at = heap.pop()) {
    const here = far[at] ?? 0;
    if (isClosed(at)) continue;
    for (let place = neighbours.starts[at] ?? 0; place < (neighbours.starts[at + 1] ?? 0); place++) {
      const other = neighbours.others[place] ?? 0;
      const length = Math.hypot((x[at] ?? 0) - (x[other] ?? 0), (y[at] ?? 0) - (y[other] ?? 0)) / stepPx;
      const to = here + length + PER_CONTRAST * (links.contrasts[neighbours.links[place] ?? 0] ?? 0);
      // The heap is ordered by what is stored, hence the rounding.
      if (Math.fround(to) >= (far[other] ?? 0)) continue;
      far[other] = to;
      parent[other] = at;
      heap.push(other);
    }
  }
  return { far, parent };
}

/** A heap of numbers by their keys, which may become smaller; -1 when it is empty. */
function createHeap(keys: Float32Array): { push: (item: number) => void; pop: () => number } {
  const items: number[] = [];
  const place = new Int32Array(keys.length).fill(-1);
  const key = (at: number): number => keys[items[at] ?? 0] ?? Infinity;
  const put = (item: number, at: number): void => {
    items[at] = item;
    place[item] = at;
  };
  const rise = (item: number, from: number): void => {
    let at = from;
    for (let up = (at - 1) >> 1; at > 0 && key(up) > (keys[item] ?? 0); up = (at - 1) >> 1) {
      put(items[up] ?? 0, at);
      at = up;
    }
    put(item, at);
  };
  return {
    push: (item) => rise(item, (place[item] ?? -1) >= 0 ? (place[item] ?? 0) : items.length),
    pop: () => {
      const top = items[0];
      const last = items.pop();
      if (top === undefined || last === undefined) return -1;
      place[top] = -1;
      if (items.length === 0) return top;
      let at = 0;
      for (;;) {
        let child = 2 * at + 1;
        if (child >= items.length) break;
        if (child + 1 < items.length && key(child + 1) < key(child)) child += 1;
        if (key(child) >= (keys[last] ?? 0)) break;
        put(items[child] ?? 0, at);
        at = child;
      }
      put(last, at);
      return top;
    },
  };
}
