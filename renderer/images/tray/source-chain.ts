// The chain of sources: the pictures that were edited one after the other, each a result of the one before. Pure
// functions.

import type { Images, TrayPicture } from '../images-state.ts';
import { isPictureOf } from '../results/result-tiles.ts';

/** Most sources that are kept: the original and the latest. */
const MAX_SOURCES = 50;

/** The sources of a picture, the oldest first, with itself; empty if it is none of them. */
export function chainOf(chain: readonly TrayPicture[], source: TrayPicture | undefined): readonly TrayPicture[] {
  return chain.some(({ key }) => key === source?.key) ? chain : [];
}

/** The sources of picture 1, the oldest first: the chain it is in, or itself. */
export function sourcesOf(chain: readonly TrayPicture[], source: TrayPicture | undefined): readonly TrayPicture[] {
  const own = chainOf(chain, source);
  return own.length > 0 || source === undefined ? own : [source];
}

/** The pictures that led to a source, the oldest first, and itself last. */
export function ledTo(chain: readonly TrayPicture[], source: TrayPicture | undefined): readonly TrayPicture[] {
  if (source === undefined) return [];
  return [
    ...chainOf(chain, source).slice(
      0,
      Math.max(
        0,
        chain.findIndex(({ key }) => key === source.key),
      ),
    ),
    source,
  ];
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
  const [original = before, ...later] = ledTo(chain, before);
  return [original, ...[...later, next].slice(1 - MAX_SOURCES)];
}

/**
 * Returns the chain after something was made of the source that may be in the chain already: then it takes the place that
 * it has there, with the mask that came along.
 */
export function withMadeSource(
  chain: readonly TrayPicture[],
  before: TrayPicture | undefined,
  next: TrayPicture,
): readonly TrayPicture[] {
  const own = chainOf(chain, before);
  const there = own.findLastIndex(({ mediaId }) => mediaId === next.mediaId);
  return there < 0 ? withNextSource(chain, before, next) : own.with(there, next);
}

/** What a picture is called whose file's name is not known, because a request was taken up again. @param index from 0 */
export function namelessPicture(index: number): string {
  return `${index + 1}`;
}

/** The name of the file with which the edits of picture 1 began; undefined if it is not known. */
export function firstName({ pictures, chain }: Pick<Images, 'pictures' | 'chain'>): string | undefined {
  const [source] = pictures;
  const name = (chainOf(chain, source)[0] ?? source)?.name;
  return name === namelessPicture(0) ? undefined : name;
}

/** Id of the last edit that led to picture 1; null if none did, as far as is known. */
export function editedId({ pictures, chain, results }: Pick<Images, 'pictures' | 'chain' | 'results'>): string | null {
  const led = ledTo(chain, pictures[0]).map(({ mediaId }) => mediaId);
  return results.findLast((item) => led.some((mediaId) => isPictureOf(item, mediaId)))?.id ?? null;
}

/** Returns the chain with the present state of its pictures. */
export function withPresent(chain: readonly TrayPicture[], pictures: readonly TrayPicture[]): readonly TrayPicture[] {
  return chain.map((one) => pictures.find(({ key }) => key === one.key) ?? one);
}
