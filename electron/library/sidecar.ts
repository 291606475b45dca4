// Sidecars: each item's facts in `items/<id>.json`, the truth from which the database can be rebuilt. They are written
// before the rows, and are hostile input when they are read.

import { readdirSync } from 'node:fs';
import { z } from 'zod';
import { idSchema, timestampMsSchema } from '../../shared/contract/common.ts';
import { type LibraryItem, libraryItemSchema } from '../../shared/contract/library.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { storageErrorCode, writeFileAtomic } from '../files.ts';
import { type JsonFileProblem, parseJsonRecord, readJsonFile, readLimited } from './json-file.ts';
import { MEDIA_MIMES } from './media-types.ts';
import { safePath, UnsafePathError } from './safe-path.ts';
import { type StoredMedia, storedMediaSchema } from './stored-media.ts';

/**
 * The format of the sidecars. Raised only when an older version of the app would misread them; a new field does not
 * raise it, because fields that are not known are kept when a sidecar is rewritten.
 */
export const SIDECAR_VERSION = 1;

/** Largest sidecar that is read, in bytes; the largest item has about 2 MB. */
export const MAX_SIDECAR_BYTES = 16 * 1024 * 1024;
/** Deepest nesting of a sidecar; an item has 8 levels. */
const MAX_DEPTH = 32;
const RULES = { kind: 'ownFile', maxDepth: MAX_DEPTH, version: SIDECAR_VERSION } as const;
/** Largest order key. Rows must be able to follow it. */
const MAX_ORDER = 2 ** 40;

/** All facts of an item that cannot be made again from its media. */
export type Sidecar = {
  /** The place among all items: they are listed by it. Null in sidecars of version 0, which had none. */
  order: number | null;
  trashedAtMs: number | null;
  item: LibraryItem;
  media: StoredMedia[];
};

/** Why a sidecar was not read. `name`: not named by an item's id, or by another's. */
export type SidecarProblem = JsonFileProblem | 'name';

/** A sidecar of a newer version of the app, which is not overwritten. */
export class SidecarFromFutureError extends Error {
  override name = 'SidecarFromFutureError';
}

/** The fields of each kind of item. */
const KNOWN_FIELDS = new Map(
  libraryItemSchema.options.map(({ shape }) => [String(shape.kind.value), new Set(Object.keys(shape))]),
);

const orderSchema = z.number().int().min(-MAX_ORDER).max(MAX_ORDER);
const sidecarSchema = z.object({
  order: orderSchema.nullable().catch(null),
  trashedAtMs: timestampMsSchema.nullable().default(null),
  item: z
    .preprocess((item) => splitItem(item).known, libraryItemSchema)
    .refine((item) => mimesOf(item).every((mime) => MEDIA_MIMES.includes(mime))),
  // What is said of a file may be damaged: it is determined from the file then.
  media: z.array(storedMediaSchema.nullable().catch(null)).transform((all) => all.filter((media) => media !== null)),
});

/** Path of an item's sidecar. @throws UnsafePathError */
export function sidecarPath(root: string, id: string): string {
  return safePath(root, 'items', `${id}.json`);
}

/**
 * Lists the `.json` files among the sidecars; none if their folder does not exist.
 * @throws UnsafePathError if the folder is a symbolic link, or the file system's error if it cannot be read.
 */
export function sidecarNames(root: string): string[] {
  try {
    return readdirSync(safePath(root, 'items')).filter((name) => name.endsWith('.json'));
  } catch (error) {
    if (storageErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Lists the ids that have a sidecar, and the names of other `.json` files, which are no sidecars. */
export function listSidecars(root: string): { ids: string[]; misnamed: string[] } {
  const ids: string[] = [];
  const misnamed: string[] = [];
  for (const name of namesInFolder(root)) {
    const id = name.slice(0, -'.json'.length);
    if (idSchema.safeParse(id).success) ids.push(id);
    else misnamed.push(name);
  }
  return { ids, misnamed };
}

/** Reads and checks an item's sidecar; no more than its allowed size is read. */
export function readSidecar(root: string, id: string): Result<Sidecar, SidecarProblem> {
  const raw = readRaw(root, id);
  return raw.ok ? checkSidecar(raw.data, id) : raw;
}

function checkSidecar(raw: Record<string, unknown>, id: string): Result<Sidecar, SidecarProblem> {
  const read = sidecarSchema.safeParse(raw);
  if (!read.success) return fail('invalid');
  return read.data.item.id === id ? ok(read.data) : fail('name');
}

/** A sidecar of another library: what is known of it, and all its fields as they are. */
export type ForeignSidecar = Sidecar & { fields: Record<string, unknown> };

/** Reads the text of an item's sidecar in another library; it is at most as long as a sidecar may be. */
export function parseSidecar(text: string, id: string): Result<ForeignSidecar, SidecarProblem> {
  const raw = parseJsonRecord(text, RULES);
  if (!raw.ok) return raw;
  const read = checkSidecar(raw.data, id);
  return read.ok ? ok({ ...read.data, fields: raw.data }) : read;
}

/**
 * Writes an item's sidecar. Fields of an earlier version of it, and of its item, that are not known here are kept; one
 * that cannot be read is replaced.
 * @throws SidecarFromFutureError, UnsafePathError, or the file system's error.
 */
export async function writeSidecar(root: string, { order, trashedAtMs, item, media }: Sidecar): Promise<void> {
  const file = sidecarPath(root, item.id);
  const before = readRaw(root, item.id);
  if (!before.ok && before.error === 'newer') throw new SidecarFromFutureError(`Written by a newer version: ${file}`);
  const kept = before.ok ? before.data : {};
  const whole = { ...splitItem(kept.item).others, ...item };
  const text = JSON.stringify({ ...kept, version: SIDECAR_VERSION, order, trashedAtMs, item: whole, media }, null, 2);
  await writeFileAtomic(file, `${text}\n`);
}

function readRaw(root: string, id: string): Result<Record<string, unknown>, JsonFileProblem> {
  return readJsonFile(() => sidecarPath(root, id), { maxBytes: MAX_SIDECAR_BYTES, ...RULES });
}

/**
 * Reads a file among the sidecars as it is. Undefined if it is no sidecar: gone, a symbolic link, no ordinary file, or
 * larger than allowed. @param name the file's name. @throws the file system's error.
 */
export function readSidecarText(root: string, name: string): string | undefined {
  try {
    return readLimited(safePath(root, 'items', name), MAX_SIDECAR_BYTES);
  } catch (error) {
    if (error instanceof UnsafePathError || storageErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Separates the fields of an item from those that others, or a newer version of the app, have added. */
function splitItem(item: unknown): { known: unknown; others: Record<string, unknown> } {
  if (typeof item !== 'object' || item === null || !('kind' in item)) return { known: item, others: {} };
  const fields = KNOWN_FIELDS.get(String(item.kind));
  if (!fields) return { known: item, others: {} };
  const entries = Object.entries(item);
  return {
    known: Object.fromEntries(entries.filter(([name]) => fields.has(name))),
    others: Object.fromEntries(entries.filter(([name]) => !fields.has(name))),
  };
}

function mimesOf(item: LibraryItem): string[] {
  if (item.kind === 'speech') return [item.mime];
  if (item.kind === 'reply') return [];
  return [item.raw.mime, ...(item.protected ? [item.protected.picture.mime] : [])];
}

/** Lists as `sidecarNames`; in the place of the folder may be anything. */
function namesInFolder(root: string): string[] {
  try {
    return sidecarNames(root);
  } catch (error) {
    if (error instanceof UnsafePathError || storageErrorCode(error) === 'ENOTDIR') return [];
    throw error;
  }
}
