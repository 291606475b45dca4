// Drafts and masks that the disk did not take: kept in memory, read from there, and written again.

import type { ImagesDraft, MaskTile, RestoredDraft } from '../../shared/contract/drafts.ts';
import type { Loss } from '../../shared/contract/storage.ts';
import type { Database } from '../database/client.ts';
import { storageErrorCode } from '../files.ts';
import type { Unsaved } from '../storage-health.ts';

/** The drafts as the page uses them: a save succeeds even while the disk takes nothing. */
export type KeptDrafts = {
  saveImages: (draft: ImagesDraft) => Promise<void>;
  saveMask: (key: string, tiles: readonly MaskTile[]) => Promise<void>;
  /** Returns the last draft, whether it is on disk or not; null if there is none. */
  loadImages: () => Promise<RestoredDraft | null>;
  /** What may be unsaved: the draft, and the masks. */
  unsaved: readonly Unsaved[];
};

/**
 * Keeps drafts over the database. @param onWriteFailed called when the disk did not take one. @param onLoss called when
 * one cannot be read.
 */
export function keepDrafts(
  drafts: Database['drafts'],
  onWriteFailed: (error: unknown) => void,
  onLoss: (loss: Loss) => void,
): KeptDrafts {
  let draft: ImagesDraft | undefined;
  /** Tiles by picture and position, the latest of each. */
  const masks = new Map<string, Map<number, MaskTile>>();

  /** @throws for a bug. */
  async function attempt(write: () => Promise<void>): Promise<boolean> {
    try {
      await write();
      return true;
    } catch (error) {
      if (storageErrorCode(error) === undefined) throw error;
      onWriteFailed(error);
      return false;
    }
  }
  async function writeDraft(): Promise<void> {
    const now = draft;
    if (now === undefined) return;
    const isWritten = await attempt(() => drafts.saveImages(now));
    // A newer one may have come meanwhile.
    if (isWritten && draft === now) draft = undefined;
  }
  async function writeMask(key: string): Promise<void> {
    const mask = masks.get(key);
    const now = [...(mask?.values() ?? [])];
    if (!mask || now.length === 0 || !(await attempt(() => drafts.saveMask(key, now)))) return;
    for (const tile of now) if (mask.get(tile.index) === tile) mask.delete(tile.index);
    if (mask.size === 0 && masks.get(key) === mask) masks.delete(key);
  }
  async function writeMasks(): Promise<void> {
    for (const key of [...masks.keys()]) await writeMask(key);
  }

  return {
    async saveImages(next) {
      draft = next;
      await writeDraft();
    },
    async saveMask(key, tiles) {
      const mask = masks.get(key) ?? new Map<number, MaskTile>();
      masks.set(key, mask);
      for (const tile of tiles) mask.set(tile.index, tile);
      await writeMask(key);
    },
    async loadImages() {
      await writeDraft();
      await writeMasks();
      const { restored: loaded, loss } = await drafts.loadImages(draft);
      if (loss) onLoss(loss);
      if (loaded === null) return null;
      const stored = new Map(loaded.masks.map(({ key, tiles }) => [key, tiles]));
      const keys = new Set([...loaded.draft.pictures, ...loaded.draft.chain].map(({ key }) => key));
      const withTiles = [...keys].map((key) => {
        const tiles = new Map((stored.get(key) ?? []).map((tile) => [tile.index, tile]));
        for (const tile of masks.get(key)?.values() ?? []) tiles.set(tile.index, tile);
        return { key, tiles: [...tiles.values()] };
      });
      return { draft: loaded.draft, masks: withTiles.filter(({ tiles }) => tiles.length > 0) };
    },
    unsaved: [
      { thing: 'draft', isSaved: () => draft === undefined, save: writeDraft },
      { thing: 'masks', isSaved: () => masks.size === 0, save: writeMasks },
    ],
  };
}
