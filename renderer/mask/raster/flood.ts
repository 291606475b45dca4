// Floods connected pixels of a plane. It must not know what the bytes mean.

import type { Coverage } from '../../pixels/pixels.ts';

/**
 * Sets to `to` the pixel and all pixels connected with it by their sides that have its value. Does nothing where that
 * is `to` already, or outside. The memory it takes grows with the shape's outline, not with its area.
 */
export function flood({ data, width, height }: Coverage, x: number, y: number, to: number): void {
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  const from = data[y * width + x] ?? 0;
  if (from === to) return;
  // Places where a span of the same value may begin or go on.
  const pending: number[] = [y * width + x];
  for (let seed = pending.pop(); seed !== undefined; seed = pending.pop()) {
    if (data[seed] !== from) continue;
    const row = seed - (seed % width);
    let left = seed;
    while (left > row && data[left - 1] === from) left -= 1;
    let right = seed + 1;
    while (right < row + width && data[right] === from) right += 1;
    data.fill(to, left, right);
    if (row > 0) addSpans(data, left - width, right - width, from, pending);
    if (row + width < data.length) addSpans(data, left + width, right + width, from, pending);
  }
}

/** Adds one place of each span of `value` between two places of a row. */
function addSpans(data: Uint8Array, start: number, end: number, value: number, pending: number[]): void {
  for (let at = start; at < end; at++)
    if (data[at] === value && (at === start || data[at - 1] !== value)) pending.push(at);
}
