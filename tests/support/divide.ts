// Splits bytes into pieces, as a network may deliver them.

import fc from 'fast-check';

/** Arbitrary offsets for `divide`. */
export const cuts = fc.array(fc.nat({ max: 20_000 }), { maxLength: 16 });

/** Returns the same bytes in pieces. */
export function divide(bytes: Uint8Array, at: readonly number[]): Uint8Array[] {
  const edges = [...new Set([0, ...at.filter((cut) => cut < bytes.length), bytes.length])].sort((a, b) => a - b);
  return edges.slice(1).map((to, i) => bytes.slice(edges[i], to));
}
