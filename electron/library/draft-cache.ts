// Drafts and masks that the disk did not take: kept in memory, read from there, and written again.

import type { Draft, DraftName, MaskTile, MaskTiles } from '../../shared/contract/drafts.ts';
import type { Loss } from '../../shared/contract/storage.ts';
import type { Database } from '../database/client.ts';
import { storageErrorCode } from '../files.ts';
import type { Unsaved } from '../storage-health.ts';

/** The drafts as the page uses them: a save succeeds even while the disk takes nothing. */
export type DraftCache = {
  save: (draft: Draft) => Promise<void>;
  saveMask: (key: string, tiles: readonly MaskTile[]) => Promise<void>;
  /** Returns the last drafts, whether they are on disk or not. */
  load: () => Promise<Draft[]>;
  /** Returns the masks of these pictures, whether they are on disk or not. */
  loadMasks: (keys: readonly string[]) => Promise<MaskTiles[]>;
  /** What may be unsaved: the drafts, and the masks. */
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
): DraftCache {
  /** Drafts that are not on disk yet, the latest of each name. */
  const latest = new Map<DraftName, Draft>();
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
  async function writeDraft(draft: Draft): Promise<void> {
    const isWritten = await attempt(() => drafts.save(draft));
    // A newer one may have come meanwhile.
    if (isWritten && latest.get(draft.name) === draft) latest.delete(draft.name);
  }
  async function writeDrafts(): Promise<void> {
    for (const draft of [...latest.values()]) await writeDraft(draft);
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
    async save(draft) {
      latest.set(draft.name, draft);
      await writeDraft(draft);
    },
    async saveMask(key, tiles) {
      const mask = masks.get(key) ?? new Map<number, MaskTile>();
      masks.set(key, mask);
      for (const tile of tiles) mask.set(tile.index, tile);
      await writeMask(key);
    },
    async load() {
      await writeDrafts();
      await writeMasks();
      const { drafts: loaded, losses } = await drafts.load([...latest.values()]);
      for (const loss of losses) onLoss(loss);
      return loaded;
    },
    async loadMasks(keys) {
      const stored = new Map((await drafts.loadMasks(keys)).map(({ key, tiles }) => [key, tiles]));
      const withTiles = keys.map((key) => {
        const tiles = new Map((stored.get(key) ?? []).map((tile) => [tile.index, tile]));
        for (const tile of masks.get(key)?.values() ?? []) tiles.set(tile.index, tile);
        return { key, tiles: [...tiles.values()] };
      });
      return withTiles.filter(({ tiles }) => tiles.length > 0);
    },
    unsaved: [
      { thing: 'draft', isSaved: () => latest.size === 0, save: writeDrafts },
      { thing: 'masks', isSaved: () => masks.size === 0, save: writeMasks },
    ],
  };
}
