// Finds the areas enclosed by a mask: those with no path to the picture's edge.

import type { Coverage } from '../../pixels/pixels.ts';
import { flood } from '../raster/flood.ts';

/** Pixels with at least this coverage enclose an area. */
const WALL = 128;
const OPEN = 0;
const CLOSED = 1;
const OUTSIDE = 2;

/** 255 where a mask has to be filled so that it encloses no area: its holes, and the soft slopes around them. */
export function enclosedBy({ data, width, height }: Coverage): Coverage {
  const kinds = { data: data.map((value) => (value < WALL ? OPEN : CLOSED)), width, height };
  for (let x = 0; x < width; x++) {
    floodOutside(kinds, x, 0);
    floodOutside(kinds, x, height - 1);
  }
  for (let y = 0; y < height; y++) {
    floodOutside(kinds, 0, y);
    floodOutside(kinds, width - 1, y);
  }
  const filled = new Uint8Array(data.length);
  const pending: number[] = [];
  kinds.data.forEach((kind, at) => {
    if (kind !== OPEN) return;
    filled[at] = 255;
    pending.push(at);
  });
  // From the hole up to the highest coverage of its wall: a soft wall is filled on its inner side and stays soft
  // outside.
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const x = at % width;
    const neighbours = [
      x > 0 ? at - 1 : at,
      x < width - 1 ? at + 1 : at,
      at >= width ? at - width : at,
      at + width < data.length ? at + width : at,
    ];
    for (const next of neighbours) {
      if (filled[next] === 255 || kinds.data[next] !== CLOSED || (data[next] ?? 0) <= (data[at] ?? 0)) continue;
      filled[next] = 255;
      pending.push(next);
    }
  }
  return { data: filled, width, height };
}

function floodOutside(kinds: Coverage, x: number, y: number): void {
  if (kinds.data[y * kinds.width + x] === OPEN) flood(kinds, x, y, OUTSIDE);
}
