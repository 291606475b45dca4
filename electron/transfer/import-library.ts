// Merges another library into this one: media by their hash, then each record, then the rows. Nothing that is here is
// changed. Interrupted at any point, what was added is whole, and the next start lists it.

import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Counts, ImportResult } from '../../shared/contract/transfers.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Refusal } from '../../shared/storage/transfers.ts';
import { writeFileAtomic } from '../files.ts';
import { mediaIdsOf } from '../library/item-media.ts';
import { safePath } from '../library/safe-path.ts';
import { type ForeignSidecar, SIDECAR_VERSION } from '../library/sidecar.ts';
import { type StoredMedia, storedMediaSchema } from '../library/stored-media.ts';
import { sizeOf, writeVerified } from './copy-file.ts';
import { type ImportPlan, type PlannedRecord, planImport, readForeignItem, readForeignRecord } from './import-plan.ts';
import { IMPORT_MARK, placeOf, RECORD_FOLDERS } from './library-parts.ts';
import { type LibrarySource, RefusedError, refuse, TransferError } from './library-source.ts';
import { readManifest } from './manifest.ts';
import { FIRST_ID, identityOf, withIds } from './new-ids.ts';
import { requireRoom } from './room.ts';
import { forAll, type TransferRun } from './transfer-run.ts';

/** Names of media that arrive; what a crash leaves is removed by the next import. */
const ARRIVING = 'import-';

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
  let arriving = 0;
  let done = 0;
  /** Sidecars that were written and have no rows yet. */
  let waiting: string[] = [];
  /** Files that are being copied: two items may need the same one. */
  const copying = new Map<string, Promise<Refusal | undefined>>();

  const pathOf = (mediaId: string, extension: string): string =>
    safePath(root, ...placeOf({ kind: 'media', mediaId, extension }).split('/'));

  /** Copies a media file, unless it is here. @returns why it was not. */
  async function copyMedia(mediaId: string): Promise<Refusal | undefined> {
    const facts = source.media.get(mediaId);
    if (!facts) return 'mediaMissing';
    const file = pathOf(mediaId, facts.extension);
    if ((await sizeOf(file)) === facts.sizeBytes) return undefined;
    arriving += 1;
    const part = safePath(root, 'incoming', `${ARRIVING}${arriving}.tmp`);
    try {
      const options = { part, signal, onBytes: () => undefined };
      const copied = await writeVerified(source.readMedia(mediaId), file, options, ({ hash }) => hash === mediaId);
      return copied.hash === mediaId ? undefined : 'mediaDamaged';
    } catch (error) {
      if (error instanceof RefusedError) return error.reason;
      // The zip's own words: it is cut off, or does not hold what it says.
      if (error instanceof Error && !('code' in error) && !(error instanceof TransferError) && !signal.aborted)
        return 'mediaDamaged';
      throw error;
    }
  }
  const bring = (mediaId: string): Promise<Refusal | undefined> => {
    const begun = copying.get(mediaId) ?? copyMedia(mediaId);
    copying.set(mediaId, begun);
    return begun;
  };

  /** The media that are here now, as the sidecar and the source describe them. */
  async function mediaFactsOf({ item, media }: ForeignSidecar): Promise<StoredMedia[]> {
    const known = new Map(media.map((facts) => [facts.mediaId, facts]));
    const all = mediaIdsOf(item).map((mediaId) => {
      const facts = known.get(mediaId) ?? storedMediaSchema.safeParse({ mediaId, ...source.media.get(mediaId) }).data;
      return facts && existsSync(pathOf(mediaId, facts.extension)) ? facts : undefined;
    });
    return all.filter((facts) => facts !== undefined);
  }

  async function addItem(record: PlannedRecord, order: number): Promise<Result<null, Refusal>> {
    const read = await readForeignItem(source, record.id);
    if (!read.ok) return read;
    const [made, ...rest] = [identityOf(read.data.item).split(' ').at(-1) ?? '', ...mediaIdsOf(read.data.item)];
    const described = read.data.media.find(({ mediaId }) => mediaId === made);
    const isHere = described !== undefined && (await sizeOf(pathOf(made, described.extension))) === described.sizeBytes;
    const problem = isHere ? undefined : await bring(made);
    if (problem !== undefined) return fail(problem);
    // Sources, masks and parts: an item without them can still be seen and heard.
    for (const mediaId of rest) if (mediaId !== made) await bring(mediaId);
    const media = await mediaFactsOf(read.data);
    const fields = withIds(read.data.fields, plan.ids) as Record<string, unknown>;
    await write(record, { ...fields, version: SIDECAR_VERSION, order, media });
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
      let bytes = 0;
      for (const [mediaId, { extension, sizeBytes }] of source.media)
        if ((await sizeOf(pathOf(mediaId, extension))) !== sizeBytes) bytes += sizeBytes;
      await requireRoom(root, bytes);
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

/** Removes media files that an interrupted import had not finished. */
async function removeArriving(root: string): Promise<void> {
  const folder = safePath(root, 'incoming');
  const names = await readdir(folder).catch(() => []);
  for (const name of names)
    if (name.startsWith(ARRIVING) && name.endsWith('.tmp')) await rm(path.join(folder, name), { force: true });
}
