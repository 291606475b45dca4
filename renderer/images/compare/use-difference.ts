// The difference of the picture that is compared, while somebody looks at it: drawn once for each rendition, let go when it is left.

import { useEffect, useEffectEvent, useState } from 'react';
import type { EditItem } from '../../../shared/contract/library.ts';
import type { Picture } from '../../../shared/contract/media.ts';
import type { ImagesStore } from '../images-store.ts';
import type { Difference } from '../pipeline/tasks-contract.ts';
import { adjustmentsOf } from '../ports.ts';
import { storedOf } from '../results/protection.ts';

/** Protected and raw. */
const RENDITIONS = 2;

/** A difference that was drawn. */
export type DrawnDifference = Omit<Difference, 'bytes'> & { blob: Blob };

/** What there is to see: a difference; none that could be drawn; none yet; or none at all, the source not being stored. */
export type DifferenceState = DrawnDifference | 'failed' | 'busy' | 'noSource';

type Made = { key: string; state: DrawnDifference | 'failed' };

/** Draws what is wanted. @returns also how to try again */
export function useDifference(
  store: ImagesStore,
  item: EditItem,
  shown: Picture,
  isWanted: boolean,
): { state: DifferenceState; again: () => void } {
  const [made, setMade] = useState<readonly Made[]>([]);
  const { growPx, featherPx } = adjustmentsOf(item);
  const key = `${shown.mediaId} ${growPx} ${featherPx}`;
  const found = made.find((one) => one.key === key);
  const hasSource = storedOf(item) !== null;
  const isMissing = isWanted && hasSource && found === undefined;
  const draw = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    const drawn = await store.getState().drawDifference(item, shown, signal);
    if (signal.aborted) return;
    const state = drawn === null ? 'failed' : asBlob(drawn);
    setMade((before) => [...before.slice(1 - RENDITIONS), { key, state }]);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another difference.
  useEffect(() => {
    if (!isMissing) return undefined;
    const stop = new AbortController();
    void draw(stop.signal);
    return () => stop.abort();
  }, [isMissing, key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was drawn is let go when either changes.
  useEffect(() => () => setMade([]), [isWanted, item.id]);
  return {
    state: hasSource ? (found?.state ?? 'busy') : 'noSource',
    again: () => setMade((before) => before.filter((one) => one.key !== key)),
  };
}

function asBlob({ bytes, ...shares }: Difference): DrawnDifference {
  return { ...shares, blob: new Blob([bytes], { type: 'image/png' }) };
}
