// The rows of what is not sent yet: the draft of the Images screen, and the masks of its pictures tile by tile. The
// content of a tile is opaque here.

import type { DatabaseSync } from 'node:sqlite';
import {
  type ImagesDraft,
  imagesDraftSchema,
  type MaskTile,
  type RestoredDraft,
} from '../../shared/contract/drafts.ts';
import { inTransaction } from './schema.ts';

/** Operations on drafts and masks. All throw SQLite's error. */
export type DraftRows = {
  saveImages: (draft: ImagesDraft) => void;
  /** Saves tiles of a picture's mask, replacing earlier versions of the same tiles. */
  saveMask: (key: string, tiles: readonly MaskTile[]) => void;
  /**
   * Returns the last saved draft without the pictures that are not registered; null if there is none, or this version
   * cannot read it. Deletes masks whose pictures are in no draft, so it must be called before new masks are saved.
   */
  loadImages: () => RestoredDraft | null;
};

const IMAGES = 'images';

/** Prepares the statements. @param hasMedia whether the file of a picture is registered. */
export function createDraftRows(db: DatabaseSync, hasMedia: (mediaId: string) => boolean): DraftRows {
  const upsertDraft = db.prepare(
    'INSERT INTO drafts (name, body) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET body = excluded.body',
  );
  const selectDraft = db.prepare('SELECT body FROM drafts WHERE name = ?');
  const upsertTile = db.prepare(
    `INSERT INTO mask_tiles (picture_key, tile, packed) VALUES (?, ?, ?)
     ON CONFLICT (picture_key, tile) DO UPDATE SET packed = excluded.packed`,
  );
  const selectTiles = db.prepare('SELECT tile, packed FROM mask_tiles WHERE picture_key = ?');
  const selectKeys = db.prepare('SELECT DISTINCT picture_key FROM mask_tiles');
  const deleteTiles = db.prepare('DELETE FROM mask_tiles WHERE picture_key = ?');

  const tilesOf = (key: string): MaskTile[] =>
    selectTiles.all(key).flatMap(({ tile, packed }) => {
      return packed instanceof Uint8Array ? [{ index: Number(tile), packed: new Uint8Array(packed) }] : [];
    });
  const forgetOthers = (kept: ReadonlySet<string>): void => {
    for (const { picture_key: key } of selectKeys.all())
      if (typeof key === 'string' && !kept.has(key)) deleteTiles.run(key);
  };
  return {
    saveImages: (draft) => void upsertDraft.run(IMAGES, JSON.stringify(draft)),
    saveMask: (key, tiles) =>
      inTransaction(db, () => {
        for (const { index, packed } of tiles) upsertTile.run(key, index, packed);
      }),
    loadImages: () => {
      const row = selectDraft.get(IMAGES);
      const read = row && imagesDraftSchema.safeParse(JSON.parse(String(row.body)));
      if (!read?.success) return null;
      const pictures = read.data.pictures.filter(({ mediaId }) => hasMedia(mediaId));
      forgetOthers(new Set(pictures.map(({ key }) => key)));
      const masks = pictures.map(({ key }) => ({ key, tiles: tilesOf(key) })).filter(({ tiles }) => tiles.length > 0);
      return { draft: { ...read.data, pictures }, masks };
    },
  };
}
