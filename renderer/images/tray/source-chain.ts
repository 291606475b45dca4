// The chain of sources: the pictures that were edited one after the other, each a result of the one before. Pure
// functions.

import type { TrayPicture } from '../images-state.ts';

/** Most sources that are kept; the oldest are dropped. */
const MAX_SOURCES = 50;

/** The sources of a picture, the oldest first, with itself; empty if it is none of them. */
export function chainOf(chain: readonly TrayPicture[], source: TrayPicture | undefined): readonly TrayPicture[] {
  return chain.some(({ key }) => key === source?.key) ? chain : [];
}

/**
 * Returns the chain after a result has become the source.
 * @param before the source until then. What followed it in the chain is dropped.
 */
export function withNextSource(
  chain: readonly TrayPicture[],
  before: TrayPicture | undefined,
  next: TrayPicture,
): readonly TrayPicture[] {
  if (before === undefined) return [];
  const known = chainOf(chain, before);
  const earlier = known.slice(
    0,
    Math.max(
      0,
      known.findIndex(({ key }) => key === before.key),
    ),
  );
  return [...earlier, before, next].slice(-MAX_SOURCES);
}

/** Returns the chain with the present state of its pictures. */
export function withPresent(chain: readonly TrayPicture[], pictures: readonly TrayPicture[]): readonly TrayPicture[] {
  return chain.map((one) => pictures.find(({ key }) => key === one.key) ?? one);
}
