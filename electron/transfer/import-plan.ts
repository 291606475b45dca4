// Decides what an import will do with each record of a source: add it, under which id, or leave it.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Refusal } from '../../shared/transfers.ts';
import { parseJsonRecord, readJsonFile } from '../library/json-file.ts';
import { safePath } from '../library/safe-path.ts';
import { type ForeignSidecar, parseSidecar, readSidecar, type SidecarProblem } from '../library/sidecar.ts';
import { parseScript, readScript } from '../scripts/script-file.ts';
import { maxRecordBytes, placeOf, type RecordFolder } from './library-parts.ts';
import { type LibrarySource, refuse, type SourceRecord } from './library-source.ts';
import { contentOf, FIRST_ID, identityOf, otherId } from './new-ids.ts';

/** A record that is to be added. `order`: where an item stood among those of its library. */
export type PlannedRecord = SourceRecord & { newId: string; order: number; createdAtMs: number };

/** What an import will do. `ids`: the other ids of those whose own were taken. */
export type ImportPlan = {
  added: PlannedRecord[];
  known: Record<RecordFolder, number>;
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
  const plan: ImportPlan = { added: [], known: { items: 0, scripts: 0, collections: 0 }, ids: new Map() };
  let done = 0;
  for (const record of source.records) {
    const looked = await (record.folder === 'items' ? lookAtItem : lookAtOther)(source, root, record);
    if (!looked.ok) refuse(source.refused, looked.error, placeOf({ kind: 'record', ...record }));
    else if (looked.data === 'known') plan.known[record.folder] += 1;
    else {
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

type Looked = Result<PlannedRecord | 'known', Refusal>;

async function lookAtItem(source: LibrarySource, root: string, record: SourceRecord): Promise<Looked> {
  const read = await readForeignItem(source, record.id);
  if (!read.ok) return read;
  const { item, order, fields } = read.data;
  const identity = identityOf(item);
  const here = (id: string): 'free' | 'same' | 'other' => {
    if (!existsSync(safePath(root, 'items', `${id}.json`))) return 'free';
    const found = readSidecar(root, id);
    return found.ok && identityOf(found.data.item) === identity ? 'same' : 'other';
  };
  const id = freeId(record.id, identity, fields, here);
  if (id === undefined) return ok('known');
  return ok({ ...record, newId: id, order: order ?? Number.MIN_SAFE_INTEGER, createdAtMs: item.createdAtMs });
}

async function lookAtOther(source: LibrarySource, root: string, record: SourceRecord): Promise<Looked> {
  const { folder } = record;
  const read = await readForeignRecord(source, record);
  if (!read.ok) return read;
  const fields = read.data;
  const content = contentOf(fields);
  const here = (id: string): 'free' | 'same' | 'other' => {
    if (!existsSync(safePath(root, folder, `${id}.json`))) return 'free';
    const found = readHere(root, folder, id);
    // One that was imported under this id differs from what it came from by its ids.
    return found !== undefined && (contentOf(found) === content || id !== record.id) ? 'same' : 'other';
  };
  const id = freeId(record.id, content, fields, here);
  if (id === undefined) return ok('known');
  return ok({ ...record, newId: id, order: Number.MAX_SAFE_INTEGER, createdAtMs: 0 });
}

/** The id under which a thing is to be added; undefined if it is here already. */
function freeId(
  id: string,
  identity: string,
  fields: Record<string, unknown>,
  here: (id: string) => 'free' | 'same' | 'other',
): string | undefined {
  const other = otherId(id, identity);
  const firstId = fields[FIRST_ID];
  // It may have been given another id here, or have had this library's id before it was given another one there.
  const known = [id, other, ...(typeof firstId === 'string' && /^[A-Za-z0-9-]{1,64}$/.test(firstId) ? [firstId] : [])];
  if (known.some((one) => here(one) === 'same')) return undefined;
  return here(id) === 'free' ? id : other;
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
