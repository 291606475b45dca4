// The rows of what is not sent yet: drafts by name, and the masks of pictures tile by tile. The content of a tile is
// opaque here.

import type { DatabaseSync } from 'node:sqlite';
import {
  DRAFT_NAMES,
  type Draft,
  type DraftName,
  draftSchema,
  type MaskTile,
  type MaskTiles,
  maskTileSchema,
} from '../../shared/contract/drafts.ts';
import type { Loss } from '../../shared/contract/storage.ts';
import { parseBounded } from '../../shared/json/bounded-json.ts';
import { storageErrorCode } from '../files.ts';
import { inTransaction } from './schema.ts';

/** Operations on drafts and masks. All throw SQLite's error. */
export type DraftRows = {
  /** Replaces the draft of this name; without a body it is deleted. */
  save: (draft: Draft) => void;
  /** Saves tiles of a picture's mask, replacing earlier versions of the same tiles. */
  saveMask: (key: string, tiles: readonly MaskTile[]) => void;
  /**
   * Returns the last saved drafts, without the pictures that are not registered. Those that this version cannot read are
   * put aside under other names, and are the `losses`. Deletes masks whose pictures are in no draft and in no work put aside, so it must be called
   * before new masks are saved.
   * @param latest later drafts that could not be saved; they are returned instead.
   */
  load: (latest?: readonly Draft[]) => { drafts: Draft[]; losses: Loss[] };
  /** Returns the masks of these pictures that have one. */
  loadMasks: (keys: readonly string[]) => MaskTiles[];
};

/** More unreadable drafts than this are deleted, the oldest first. */
const MAX_UNREADABLE = 5;

/** Prepares the statements. @param hasMedia whether the file of a picture is registered. */
export function createDraftRows(db: DatabaseSync, hasMedia: (mediaId: string) => boolean): DraftRows {
  const upsertDraft = db.prepare(
    'INSERT INTO drafts (name, body) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET body = excluded.body',
  );
  const deleteDraft = db.prepare('DELETE FROM drafts WHERE name = ?');
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
  // Whatever mentions a mask needs it, so that work of another version is no exception.
  const selectKeys = db.prepare(
    `SELECT DISTINCT picture_key FROM mask_tiles
     WHERE NOT EXISTS (SELECT 1 FROM put_aside WHERE screen = 'images' AND instr(body, picture_key))`,
  );
  const deleteTiles = db.prepare('DELETE FROM mask_tiles WHERE picture_key = ?');

  const tilesOf = (key: string): MaskTile[] =>
    selectTiles.all(key).flatMap(({ tile, packed }) => {
      // One that the page would refuse takes no other with it.
      const read = maskTileSchema.safeParse({ index: tile, packed });
      return read.success ? [{ index: read.data.index, packed: new Uint8Array(read.data.packed) }] : [];
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
  const putAside = (name: string): Loss => {
    const prefix = `${name}.unreadable-`;
    const keptAs = `${prefix}${new Date().toISOString()}`;
    try {
      renameDraft.run(keptAs, name);
      deleteUnreadable.run(`${prefix}%`, `${prefix}%`, MAX_UNREADABLE);
      return { file: 'draft', parts: [], isRestored: false, keptAs };
    } catch (error) {
      if (storageErrorCode(error) === undefined) throw error;
      return { file: 'draft', parts: [], isRestored: false, keptAs: '' };
    }
  };
  const readStored = (names: readonly DraftName[]): { drafts: Draft[]; losses: Loss[] } => {
    const drafts: Draft[] = [];
    const losses: Loss[] = [];
    for (const name of names) {
      const row = selectDraft.get(name);
      if (!row) continue;
      const read = draftSchema.safeParse({ name, body: parsed(String(row.body)) });
      if (read.success && read.data.body !== null) drafts.push(read.data);
      else losses.push(putAside(name));
    }
    return { drafts, losses };
  };
  /** The draft without pictures whose files are not registered. */
  const withKnownPictures = (draft: Draft): Draft => {
    if (draft.name !== 'images' || draft.body === null) return draft;
    const pictures = draft.body.pictures.filter(({ mediaId }) => hasMedia(mediaId));
    const chain = draft.body.chain.filter(({ mediaId }) => hasMedia(mediaId));
    return { ...draft, body: { ...draft.body, pictures, chain } };
  };
  return {
    save: ({ name, body }) => {
      if (body === null) deleteDraft.run(name);
      else upsertDraft.run(name, JSON.stringify(body));
    },
    saveMask: (key, tiles) =>
      inTransaction(db, () => {
        for (const { index, packed } of tiles) upsertTile.run(key, index, packed);
      }),
    load: (latest = []) => {
      const stored = readStored(DRAFT_NAMES.filter((name) => !latest.some((draft) => draft.name === name)));
      const present = [...latest, ...stored.drafts].filter(({ body }) => body !== null).map(withKnownPictures);
      forgetOthers(new Set(present.flatMap(pictureKeys)));
      return { drafts: present, losses: stored.losses };
    },
    loadMasks: (keys) => keys.map((key) => ({ key, tiles: tilesOf(key) })).filter(({ tiles }) => tiles.length > 0),
  };
}

/** The keys of a draft's pictures. */
function pictureKeys(draft: Draft): string[] {
  if (draft.name !== 'images' || draft.body === null) return [];
  return [...draft.body.pictures, ...draft.body.chain].map(({ key }) => key);
}

/** Parses JSON; undefined if it is damaged. */
function parsed(text: string): unknown {
  const read = parseBounded(text, 'ownFile');
  return read.ok ? read.data : undefined;
}
