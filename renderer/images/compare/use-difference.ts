// The difference between the compared picture and its source, while it is displayed. It is drawn once for each
// rendition and released afterwards.

import { useEffect, useEffectEvent, useState } from 'react';
import type { EditItem } from '../../../shared/contract/library.ts';
import type { Picture } from '../../../shared/contract/media.ts';
import type { ImagesStore } from '../images-store.ts';
import type { Difference } from '../pipeline/tasks-contract.ts';
import { adjustmentsOf, DEFAULT_ADJUSTMENTS } from '../ports.ts';
import { storedOf } from '../results/protection.ts';

/** The number of renditions: protected and raw. */
const RENDITIONS = 2;

/** A difference that was drawn. */
export type DrawnDifference = Omit<Difference, 'bytes'> & { blob: Blob };

/**
 * A drawn difference; `failed`: it could not be drawn; `busy`: it is being drawn; `noSource`: the source is not stored.
 */
export type DifferenceState = DrawnDifference | 'failed' | 'busy' | 'noSource';

type Drawn = { key: string; state: DrawnDifference | 'failed' };

/** Draws the difference while `isWanted`. @returns its state, and a function that tries again. */
export function useDifference(
  store: ImagesStore,
  item: EditItem,
  shown: Picture,
  isWanted: boolean,
): { state: DifferenceState; again: () => void } {
  const [drawings, setDrawings] = useState<readonly Drawn[]>([]);
  const { growPx, featherPx } = adjustmentsOf(item, DEFAULT_ADJUSTMENTS);
  const key = `${shown.mediaId} ${growPx} ${featherPx}`;
  const found = drawings.find((one) => one.key === key);
  const hasSource = storedOf(item) !== null;
  const isMissing = isWanted && hasSource && found === undefined;
  const draw = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    const drawn = await store.getState().drawDifference(item, shown, signal);
    if (signal.aborted) return;
    const state = drawn === null ? 'failed' : asBlob(drawn);
    setDrawings((before) => [...before.slice(1 - RENDITIONS), { key, state }]);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key needs a new drawing.
  useEffect(() => {
    if (!isMissing) return undefined;
    const stop = new AbortController();
    void draw(stop.signal);
    return () => stop.abort();
  }, [isMissing, key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawings are released when either changes.
  useEffect(() => () => setDrawings([]), [isWanted, item.id]);
  return {
    state: hasSource ? (found?.state ?? 'busy') : 'noSource',
    again: () => setDrawings((before) => before.filter((one) => one.key !== key)),
  };
}

function asBlob({ bytes, ...shares }: Difference): DrawnDifference {
  return { ...shares, blob: new Blob([bytes], { type: 'image/png' }) };
}
