// Reports which tiles of the masks have changed, soon after each change and one portion at a time, until they are
// saved.

import { type KeptTile, packTile } from './raster/kept-tile.ts';
import type { MaskDocument } from './raster/mask-document.ts';

/** The most that is lost when the page crashes: the changes of this interval, and the portion being saved. */
const DELAY_MS = 60;
const RETRY_MS = 3000;

/** Saves masks automatically. */
export type Autosave = {
  /** Schedules a save. Call it after anything that may have changed a mask. */
  schedule: () => void;
  /** Reports whether the tiles passed to `save` were saved. If not, they are saved again later. */
  answer: (pictureId: string, indexes: readonly number[], isKept: boolean) => void;
};

/**
 * Creates the autosave of `documents`. `save` is called with the changed tiles of each mask, perhaps none; after some,
 * for the same mask again only after `answer`.
 */
export function createAutosave(
  documents: () => Iterable<readonly [pictureId: string, document: MaskDocument]>,
  save: (pictureId: string, tiles: readonly KeptTile[]) => void,
): Autosave {
  const waitingFor = new Set<string>();
  let isScheduled = false;
  const saveChanged = (): void => {
    isScheduled = false;
    for (const [pictureId, document] of documents()) {
      if (waitingFor.has(pictureId)) continue;
      const tiles = [...document.takeUnsaved()].map(([index, tile]) => packTile(index, tile));
      if (tiles.length > 0) waitingFor.add(pictureId);
      save(pictureId, tiles);
    }
  };
  const scheduleIn = (delayMs: number): void => {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(saveChanged, delayMs);
  };
  return {
    schedule: () => scheduleIn(DELAY_MS),
    answer: (pictureId, indexes, isKept) => {
      waitingFor.delete(pictureId);
      for (const [id, document] of documents()) if (id === pictureId && !isKept) document.putBackUnsaved(indexes);
      scheduleIn(isKept ? DELAY_MS : RETRY_MS);
    },
  };
}
