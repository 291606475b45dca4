// Gives out what has changed in masks soon after each change, one portion at a time, until it is kept. It must not know where it is kept.

import { type KeptTile, packTile } from './raster/kept-tile.ts';
import type { MaskDocument } from './raster/mask-document.ts';

/** What is lost at worst when the page dies: changes of this time, and those being given out. */
const DELAY_MS = 60;
const RETRY_MS = 3000;

/** Saves masks by themselves. */
export type Autosave = {
  /** Something may have changed. */
  ask: () => void;
  /** What was given out is kept, or could not be. */
  answer: (pictureId: string, indexes: readonly number[], isKept: boolean) => void;
};

/** Watches over `documents`; `give` is called with at most one portion of each at a time. */
export function createAutosave(
  documents: () => Iterable<readonly [pictureId: string, document: MaskDocument]>,
  give: (pictureId: string, tiles: readonly KeptTile[]) => void,
): Autosave {
  const waitingFor = new Set<string>();
  let isAsked = false;
  const giveOut = (): void => {
    isAsked = false;
    for (const [pictureId, document] of documents()) {
      if (waitingFor.has(pictureId) || !document.hasUnsaved()) continue;
      waitingFor.add(pictureId);
      give(
        pictureId,
        [...document.takeUnsaved()].map(([index, tile]) => packTile(index, tile)),
      );
    }
  };
  const askIn = (delayMs: number): void => {
    if (isAsked) return;
    isAsked = true;
    setTimeout(giveOut, delayMs);
  };
  return {
    ask: () => askIn(DELAY_MS),
    answer: (pictureId, indexes, isKept) => {
      waitingFor.delete(pictureId);
      for (const [id, document] of documents()) if (id === pictureId && !isKept) document.putBackUnsaved(indexes);
      askIn(isKept ? DELAY_MS : RETRY_MS);
    },
  };
}
