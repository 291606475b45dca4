// Flood-fills connected pixels of a plane.

import type { Coverage } from '../../pixels/pixels.ts';

/**
 * Sets the pixel, and all pixels with the same value that are connected with it by their sides, to `to`. Does nothing
 * if the value is `to` already, or if the pixel is outside. The memory needed grows with the length of the outline, not
 * with the area.
 */
export function flood({ data, width, height }: Coverage, x: number, y: number, to: number): void {
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  const from = data[y * width + x] ?? 0;
  if (from === to) return;
  // Positions where a span of the same value begins or continues.
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

/** Adds one position for each span of `value` between two positions of a row. */
function addSpans(data: Uint8Array, start: number, end: number, value: number, pending: number[]): void {
  for (let at = start; at < end; at++)
    if (data[at] === value && (at === start || data[at - 1] !== value)) pending.push(at);
}
