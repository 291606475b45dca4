// The rows of what is not sent yet: the draft of the Images screen, and the masks of its pictures tile by tile. The
// content of a tile is opaque here.

import type { DatabaseSync } from 'node:sqlite';
import {
  type ImagesDraft,
  imagesDraftSchema,
  type MaskTile,
  type RestoredDraft,
} from '../../shared/contract/drafts.ts';
import type { Loss } from '../../shared/contract/storage.ts';
import { storageErrorCode } from '../files.ts';
import { inTransaction } from './schema.ts';

/** Operations on drafts and masks. All throw SQLite's error. */
export type DraftRows = {
  saveImages: (draft: ImagesDraft) => void;
  /** Saves tiles of a picture's mask, replacing earlier versions of the same tiles. */
  saveMask: (key: string, tiles: readonly MaskTile[]) => void;
  /**
   * Returns the last saved draft without the pictures that are not registered; null if there is none. One that this
   * version cannot read is put aside under another name, and is the `loss`. Deletes masks whose pictures are in no draft,
   * so it must be called before new masks are saved.
   * @param latest a later draft that could not be saved; it is returned instead.
   */
  loadImages: (latest?: ImagesDraft) => { restored: RestoredDraft | null; loss: Loss | null };
};

const IMAGES = 'images';
/** More unreadable drafts than this are deleted, the oldest first. */
const MAX_UNREADABLE = 5;

/** Prepares the statements. @param hasMedia whether the file of a picture is registered. */
export function createDraftRows(db: DatabaseSync, hasMedia: (mediaId: string) => boolean): DraftRows {
  const upsertDraft = db.prepare(
    'INSERT INTO drafts (name, body) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET body = excluded.body',
  );
  const selectDraft = db.prepare('SELECT body FROM drafts WHERE name = ?');
  const renameDraft = db.prepare('UPDATE OR REPLACE drafts SET name = ? WHERE name = ?');
  const deleteUnreadable = db.prepare(
    `DELETE FROM drafts WHERE name LIKE ? AND name NOT IN (SELECT name FROM drafts WHERE name LIKE ? ORDER BY name DESC LIMIT ?)`,
  );
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
    try {
      for (const { picture_key: key } of selectKeys.all())
        if (typeof key === 'string' && !kept.has(key)) deleteTiles.run(key);
    } catch (error) {
      // On a full disk they are deleted at a later start.
      if (storageErrorCode(error) === undefined) throw error;
    }
  };
  /** Renames a draft that cannot be read, so that the next one does not replace it. */
  const putAside = (): Loss => {
    const prefix = `${IMAGES}.unreadable-`;
    const keptAs = `${prefix}${new Date().toISOString()}`;
    try {
      renameDraft.run(keptAs, IMAGES);
      deleteUnreadable.run(`${prefix}%`, `${prefix}%`, MAX_UNREADABLE);
      return { file: 'draft', parts: [], isRestored: false, keptAs };
    } catch (error) {
      if (storageErrorCode(error) === undefined) throw error;
      return { file: 'draft', parts: [], isRestored: false, keptAs: '' };
    }
  };
  const readStored = (): { draft: ImagesDraft | null; loss: Loss | null } => {
    const row = selectDraft.get(IMAGES);
    if (!row) return { draft: null, loss: null };
    const read = imagesDraftSchema.safeParse(parsed(String(row.body)));
    return read.success ? { draft: read.data, loss: null } : { draft: null, loss: putAside() };
  };
  return {
    saveImages: (draft) => void upsertDraft.run(IMAGES, JSON.stringify(draft)),
    saveMask: (key, tiles) =>
      inTransaction(db, () => {
        for (const { index, packed } of tiles) upsertTile.run(key, index, packed);
      }),
    loadImages: (latest) => {
      const { draft, loss } = latest ? { draft: latest, loss: null } : readStored();
      if (!draft) return { restored: null, loss };
      const pictures = draft.pictures.filter(({ mediaId }) => hasMedia(mediaId));
      const chain = draft.chain.filter(({ mediaId }) => hasMedia(mediaId));
      const keys = new Set([...pictures, ...chain].map(({ key }) => key));
      forgetOthers(keys);
      const masks = [...keys].map((key) => ({ key, tiles: tilesOf(key) })).filter(({ tiles }) => tiles.length > 0);
      return { restored: { draft: { ...draft, pictures, chain }, masks }, loss };
    },
  };
}

/** Parses JSON; undefined if it is damaged. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
