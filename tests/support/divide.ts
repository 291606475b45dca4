// Bytes as a network may hand them over.

import fc from 'fast-check';

/** Where to cut, for `divide`. */
export const cuts = fc.array(fc.nat({ max: 20_000 }), { maxLength: 16 });

/** The same bytes in pieces. */
export function divide(bytes: Uint8Array, at: readonly number[]): Uint8Array[] {
  const edges = [...new Set([0, ...at.filter((cut) => cut < bytes.length), bytes.length])].sort((a, b) => a - b);
  return edges.slice(1).map((to, i) => bytes.slice(edges[i], to));
}
