// Decides what an import will do with each record of a source: add it, under which id, or leave it.

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ImportResult } from '../../shared/contract/transfers.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Refusal } from '../../shared/storage/transfers.ts';
import { parseJsonRecord, readJsonFile } from '../library/json-file.ts';
import { safePath } from '../library/safe-path.ts';
import { type ForeignSidecar, parseSidecar, readSidecar, type SidecarProblem } from '../library/sidecar.ts';
import { parseScript, readScript } from '../scripts/script-file.ts';
import { maxRecordBytes, placeOf, type RecordFolder } from './library-parts.ts';
import { type LibrarySource, refuse, type SourceRecord } from './library-source.ts';
import { contentOf, FIRST_ID, identityOf, otherId } from './new-ids.ts';

/** A record that is to be added. `order`: where an item stood among those of its library. */
export type PlannedRecord = SourceRecord & { newId: string; order: number; createdAtMs: number };

/** What an import will do. `known` and `trashed` as in its result; `ids`: the other ids of those whose own were taken. */
export type ImportPlan = Pick<ImportResult, 'known' | 'trashed'> & {
  added: PlannedRecord[];
  ids: Map<string, string>;
};

/** Deepest nesting of a record that is only carried along. */
const CARRIED = { kind: 'script', maxDepth: 32, version: Number.POSITIVE_INFINITY } as const;

/** Reads an item's sidecar from a source. */
export async function readForeignItem(
  source: Pick<LibrarySource, 'readText'>,
  id: string,
): Promise<Result<ForeignSidecar, Refusal>> {
  const text = await source.readText({ kind: 'record', folder: 'items', id });
  if (!text.ok) return text;
  const read = parseSidecar(text.data, id);
  return read.ok ? read : fail(refusalOf(read.error));
}

/** Reads a script or a collection from a source, with all its fields; a script is checked. */
export async function readForeignRecord(
  source: Pick<LibrarySource, 'readText'>,
  { folder, id }: SourceRecord,
): Promise<Result<Record<string, unknown>, Refusal>> {
  const text = await source.readText({ kind: 'record', folder, id });
  if (!text.ok) return text;
  if (folder === 'scripts') {
    const script = parseScript(text.data, id);
    if (!script.ok) return fail(refusalOf(script.error));
  }
  const read = parseJsonRecord(text.data, CARRIED);
  return read.ok ? read : fail(refusalOf(read.error));
}

/**
 * Looks at all records of a source, one after another. What cannot be read is counted in its `refused`.
 * @param root the library that they are to be added to.
 */
export async function planImport(
  source: LibrarySource,
  root: string,
  onLooked: (done: number) => void,
): Promise<ImportPlan> {
  const plan: ImportPlan = {
    added: [],
    known: { items: 0, scripts: 0, collections: 0 },
    trashed: { items: [], scripts: [] },
    ids: new Map(),
  };
  let done = 0;
  for (const record of source.records) {
    const looked = await (record.folder === 'items' ? lookAtItem : lookAtOther)(source, root, record);
    if (!looked.ok) refuse(source.refused, looked.error, placeOf({ kind: 'record', ...record }));
    else if (looked.data === 'known') plan.known[record.folder] += 1;
    else if ('trashedId' in looked.data) {
      if (record.folder !== 'collections') plan.trashed[record.folder].push(looked.data.trashedId);
    } else {
      plan.added.push(looked.data);
      if (looked.data.newId !== record.id) plan.ids.set(record.id, looked.data.newId);
    }
    done += 1;
    onLooked(done);
  }
  // In their order, as they are listed.
  plan.added.sort((a, b) => a.order - b.order || a.createdAtMs - b.createdAtMs);
  return plan;
}

/** `trashedId`: it is here, but deleted. */
type Looked = Result<PlannedRecord | 'known' | { trashedId: string }, Refusal>;

/** What is here under an id: nothing, something else, or the same thing, which may be deleted. */
type Here = 'free' | 'other' | 'same' | 'trashed';

async function lookAtItem(source: LibrarySource, root: string, record: SourceRecord): Promise<Looked> {
  const read = await readForeignItem(source, record.id);
  if (!read.ok) return read;
  const { item, order, fields } = read.data;
  const identity = identityOf(item);
  const here = (id: string): Here => {
    if (!existsSync(safePath(root, 'items', `${id}.json`))) return 'free';
    const found = readSidecar(root, id);
    if (!found.ok || identityOf(found.data.item) !== identity) return 'other';
    return isDeleted(found.data) ? 'trashed' : 'same';
  };
  const place = placeFor(record.id, identity, fields, here);
  if (place === 'known' || 'trashedId' in place) return ok(place);
  return ok({ ...record, ...place, order: order ?? Number.MIN_SAFE_INTEGER, createdAtMs: item.createdAtMs });
}

async function lookAtOther(source: LibrarySource, root: string, record: SourceRecord): Promise<Looked> {
  const { folder } = record;
  const read = await readForeignRecord(source, record);
  if (!read.ok) return read;
  const fields = read.data;
  const content = contentOf(fields);
  const here = (id: string): Here => {
    if (!existsSync(safePath(root, folder, `${id}.json`))) return 'free';
    const found = readHere(root, folder, id);
    // One that was imported under this id differs from what it came from by its ids.
    if (found === undefined || (contentOf(found) !== content && id === record.id)) return 'other';
    return folder === 'scripts' && isDeleted(found) ? 'trashed' : 'same';
  };
  const place = placeFor(record.id, content, fields, here);
  if (place === 'known' || 'trashedId' in place) return ok(place);
  return ok({ ...record, ...place, order: Number.MAX_SAFE_INTEGER, createdAtMs: 0 });
}

/** The id under which a thing is to be added, unless it is here already. */
function placeFor(
  id: string,
  identity: string,
  fields: Record<string, unknown>,
  here: (id: string) => Here,
): { newId: string } | { trashedId: string } | 'known' {
  const other = otherId(id, identity);
  const firstId = fields[FIRST_ID];
  // It may have been given another id here, or have had this library's id before it was given another one there.
  const ids = [id, other, ...(typeof firstId === 'string' && /^[A-Za-z0-9-]{1,64}$/.test(firstId) ? [firstId] : [])];
  if (ids.some((one) => here(one) === 'same')) return 'known';
  const trashedId = ids.find((one) => here(one) === 'trashed');
  if (trashedId !== undefined) return isDeleted(fields) ? 'known' : { trashedId };
  return { newId: here(id) === 'free' ? id : other };
}

function isDeleted({ trashedAtMs }: { trashedAtMs?: unknown }): boolean {
  return typeof trashedAtMs === 'number';
}

function readHere(root: string, folder: RecordFolder, id: string): Record<string, unknown> | undefined {
  if (folder === 'scripts' && !readScript(root, id).ok) return undefined;
  const read = readJsonFile(() => path.join(safePath(root, folder), `${id}.json`), {
    maxBytes: maxRecordBytes(folder),
    ...CARRIED,
  });
  return read.ok ? read.data : undefined;
}

function refusalOf(problem: SidecarProblem): Refusal {
  if (problem === 'newer' || problem === 'tooLarge' || problem === 'link') return problem;
  return 'unreadable';
}
