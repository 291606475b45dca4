// Merges another library into this one: media by their hash, then each record, then the rows. Nothing that is here is
// changed. Interrupted at any point, what was added is whole, and the next start lists it.

import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { Counts, ImportResult } from '../../shared/contract/transfers.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Refusal } from '../../shared/storage/transfers.ts';
import { writeFileAtomic } from '../files.ts';
import { mediaIdsOf } from '../library/item-media.ts';
import { safePath } from '../library/safe-path.ts';
import { SIDECAR_VERSION } from '../library/sidecar.ts';
import { createMediaImport, removeArriving } from './import-media.ts';
import { type ImportPlan, type PlannedRecord, planImport, readForeignItem, readForeignRecord } from './import-plan.ts';
import { IMPORT_MARK, placeOf, RECORD_FOLDERS } from './library-parts.ts';
import { type LibrarySource, refuse, TransferError } from './library-source.ts';
import { readManifest } from './manifest.ts';
import { FIRST_ID, identityOf, withIds } from './new-ids.ts';
import { requireRoom } from './room.ts';
import { forAll, type TransferRun } from './transfer-run.ts';

/** Items that are given their rows at once. */
const BATCH = 100;

/** What the import needs of main. */
export type ImportTools = TransferRun & {
  /** Reserves so many places among the items. @returns the first. */
  reserve: (count: number) => Promise<number>;
  /** Makes rows of sidecars that have been written. */
  adopt: (ids: string[]) => Promise<void>;
};

/**
 * Adds everything of a source that is not in the library in `root`. What is cancelled keeps what it has added.
 * @throws TransferError, NoRoomError, the signal's reason, or the disk's error.
 */
export async function importLibrary(source: LibrarySource, root: string, tools: ImportTools): Promise<ImportResult> {
  const manifest = await readManifest(source);
  if (manifest?.isNewer) throw new TransferError('notLibrary');
  if (source.records.length === 0) throw new TransferError(source.refused.bomb ? 'bomb' : 'notLibrary');
  const plan = await planImport(source, root, (done) => {
    tools.signal.throwIfAborted();
    tools.onProgress('counting', done, source.records.length);
  });
  const mark = safePath(root, IMPORT_MARK);
  await writeFile(mark, '', { mode: 0o600 });
  await removeArriving(root);
  const run = createRun(source, root, plan, tools);
  let isEnded = false;
  try {
    await run.requireRoom();
    await run.addItems();
    await run.addOthers();
    isEnded = true;
  } finally {
    // After an exception sidecars may be there without rows, as after a crash.
    if (isEnded || run.isAdopted()) await rm(mark, { force: true });
  }
  return {
    kind: 'import',
    added: run.added,
    known: plan.known,
    trashed: plan.trashed,
    renamed: run.renamed(),
    refused: source.refused,
    isWhole: manifest?.isWhole ?? true,
  };
}

function createRun(source: LibrarySource, root: string, plan: ImportPlan, tools: ImportTools) {
  const { signal, onProgress } = tools;
  const added: Counts = { items: 0, scripts: 0, collections: 0 };
  const items = plan.added.filter(({ folder }) => folder === 'items');
  const others = plan.added.filter(({ folder }) => folder !== 'items');
  let renamed = 0;
  let done = 0;
  /** Sidecars that were written and have no rows yet. */
  let waiting: string[] = [];
  const media = createMediaImport(source, root, signal);

  async function addItem(record: PlannedRecord, order: number): Promise<Result<null, Refusal>> {
    const read = await readForeignItem(source, record.id);
    if (!read.ok) return read;
    const [made, ...rest] = [identityOf(read.data.item).split(' ').at(-1) ?? '', ...mediaIdsOf(read.data.item)];
    const described = read.data.media.find(({ mediaId }) => mediaId === made);
    const problem = described && (await media.isHere(described)) ? undefined : await media.bring(made);
    if (problem !== undefined) return fail(problem);
    // Sources, masks and parts: an item without them can still be seen and heard.
    for (const mediaId of rest) if (mediaId !== made) await media.bring(mediaId);
    const fields = withIds(read.data.fields, plan.ids) as Record<string, unknown>;
    await write(record, { ...fields, version: SIDECAR_VERSION, order, media: media.factsOf(read.data) });
    return ok(null);
  }

  async function addOther(record: PlannedRecord): Promise<Result<null, Refusal>> {
    const read = await readForeignRecord(source, record);
    if (!read.ok) return read;
    await write(record, withIds(read.data, plan.ids) as Record<string, unknown>);
    return ok(null);
  }

  async function write({ folder, id, newId }: PlannedRecord, fields: Record<string, unknown>): Promise<void> {
    const text = JSON.stringify(newId === id ? fields : { ...fields, [FIRST_ID]: id }, null, 2);
    await writeFileAtomic(safePath(root, folder, `${newId}.json`), `${text}\n`);
    added[folder] += 1;
    if (newId !== id) renamed += 1;
  }

  const take = async (record: PlannedRecord, add: () => Promise<Result<null, Refusal>>): Promise<boolean> => {
    signal.throwIfAborted();
    const taken = await add();
    if (!taken.ok)
      refuse(source.refused, taken.error, placeOf({ kind: 'record', folder: record.folder, id: record.id }));
    done += 1;
    onProgress('adding', done, plan.added.length);
    return taken.ok;
  };

  return {
    added,
    renamed: () => renamed,
    isAdopted: () => waiting.length === 0,
    /** What is not here must have room. */
    async requireRoom() {
      await requireRoom(root, await media.missingBytes());
      for (const folder of [...RECORD_FOLDERS, 'incoming'])
        await mkdir(safePath(root, folder), { recursive: true, mode: 0o700 });
    },
    async addItems() {
      const first = items.length === 0 ? 0 : await tools.reserve(items.length);
      const placed = items.map((record, index) => ({ record, order: first + index }));
      for (let from = 0; from < placed.length; from += BATCH) {
        try {
          await forAll(placed.slice(from, from + BATCH), async ({ record, order }) => {
            if (await take(record, () => addItem(record, order))) waiting.push(record.newId);
          });
        } finally {
          // Also what was written before the person cancelled.
          if (waiting.length > 0) await tools.adopt(waiting);
          waiting = [];
        }
      }
    },
    async addOthers() {
      for (const record of others) await take(record, () => addOther(record));
    },
  };
}
