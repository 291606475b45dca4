import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import type { ScriptLine } from '../../shared/contract/scripts.ts';
import { atEachFileStep } from '../../tests/support/crash-points.ts';
import { expectWholeOrGone, LOSSES } from '../../tests/support/killed-deletions.ts';
import { madeId, madeTake } from '../../tests/support/made-library.ts';
import {
  draftOf,
  editItem,
  editJob,
  idsOnDisk,
  importPicture,
  importThumbnail,
} from '../../tests/support/owned-media.ts';
import { mountSmallDisk } from '../../tests/support/small-disk.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import {
  addTake,
  emptyTrash,
  findingsOf,
  namesIn,
  openTrashRun,
  succeeded,
  trashedIds,
} from '../../tests/support/trash-run.ts';

async function open(root?: string) {
  const folder = root ?? (await tempFolder());
  const run = await openTrashRun(folder);
  onTestFinished(() => run.database.close());
  return { ...run, root: folder };
}

const line = (id: string, takeIds: string[], usedTakeId: string | null = null): ScriptLine => ({
  id,
  index: 0,
  takeIds,
  usedTakeId,
});
const script = (id: string, lines: ScriptLine[]) => ({
  id,
  title: '',
  text: 'Hello',
  lines,
  cast: [],
  lexicon: [],
  createdAtMs: 1,
  changedAtMs: 1,
});

it('an item of the trash goes with its sidecar, row, file and thumbnails; others and what they share stay', async () => {
  const run = await open();
  const { root, library, trash } = run;
  const [source, raw, other] = [await importPicture(run, 1), await importPicture(run, 2), await importPicture(run, 3)];
  const job = editJob([source.mediaId], null);
  const gone = { ...editItem(job, raw), id: 'gone' };
  const stays = { ...editItem(job, other), id: 'stays' };
  await library.add(gone);
  await library.add(stays);
  await importThumbnail(run, raw.mediaId);
  await library.setTrashed(['gone'], true);
  expect(succeeded(await trash.summary(null))).toEqual({ count: 1, bytes: 64, inUseCount: 0 });
  const done = succeeded(await trash.deleteItems(['gone', 'stays', 'nobody']));
  expect(done).toEqual({ count: 1, freedBytes: 64 + 32, inUseCount: 0, failedCount: 0, failed: null });
  expect(await library.getAll(['gone', 'stays'])).toEqual([stays]);
  expect(namesIn(root, 'items')).toEqual(['stays.json']);
  expect(namesIn(root, 'deleting')).toEqual([]);
  expect(idsOnDisk(root).sort()).toEqual([source.mediaId, other.mediaId].sort());
  expect(idsOnDisk(root, 'thumbnails')).toEqual([]);
  expect(await findingsOf(root)).toEqual({});
});

it('an item that is named twice is deleted once, and keeps no later deletion waiting', async () => {
  const run = await open();
  const { id } = await addTake(run, run.root, 1, 'twice');
  await run.library.setTrashed([id], true);
  expect(succeeded(await run.trash.deleteItems([id, id, 'nobody', 'nobody']))).toMatchObject({ count: 1 });
  expect(succeeded(await run.trash.empty())).toMatchObject({ count: 0 });
});

it('what was found, said and paid stays: usage is not changed, and the item is not found any more', async () => {
  const run = await open();
  const { root, library, database } = run;
  await database.usage.countSent({ id: 'c', name: 'C' }, 2);
  await database.usage.countReceived({ id: 'c', name: 'C' }, 3, 0);
  const { id } = await addTake(run, root, 1, 'unmistakable');
  await library.setTrashed([id], true);
  const before = await database.usage.list();
  expect(JSON.stringify(before)).toContain('"requests":1');
  await emptyTrash(run);
  expect(await database.usage.list()).toEqual(before);
  const query = { search: 'unmistakable', kind: null, beforeId: null, limit: 9 } as const;
  for (const isTrashed of [true, false]) expect((await library.list({ ...query, isTrashed })).items).toEqual([]);
});

it('a file stays that a draft, work put aside, an unfinished job or a failed one that is shown needs', async () => {
  const run = await open();
  const { root, library, database } = run;
  const pictures = [];
  const { mediaId: source } = await importPicture(run, 9);
  for (const number of [1, 2, 3, 4, 5]) {
    const raw = await importPicture(run, number);
    await library.add({ ...editItem(editJob([source], null), raw), id: `item-${number}` });
    await library.setTrashed([`item-${number}`], true);
    pictures.push(raw.mediaId);
  }
  const [inDraft = '', inWork = '', inJob = '', inFailed = '', free = ''] = pictures;
  await database.drafts.save({ name: 'images', body: draftOf([inDraft], null) });
  await database.putAside.add({ id: 'work', atMs: 1, work: { screen: 'images', body: draftOf([inWork], null) } });
  await database.jobs.save(editJob([inJob], null));
  await database.jobs.save({ ...editJob([inFailed], null), state: 'failed' });
  expect(await emptyTrash(run)).toMatchObject({ count: 5, freedBytes: 64 });
  expect(idsOnDisk(root).sort()).toEqual([source, inDraft, inWork, inJob, inFailed].sort());
  expect(idsOnDisk(root)).not.toContain(free);
  // The page may bring it back by undo.
  await database.drafts.save({ name: 'images', body: null });
  expect(idsOnDisk(root)).toContain(inDraft);
});

it('what the page has imported in this run stays, though nothing refers to it yet', async () => {
  const run = await open();
  const { root, library } = run;
  const raw = await importPicture(run, 1);
  const source = await importPicture(run, 9);
  await library.add(editItem(editJob([source.mediaId], null), raw));
  const { mediaId } = await importPicture(run, 1);
  const [id = ''] = (await library.list({ search: '', kind: null, beforeId: null, limit: 9 })).items.map(
    (one) => one.id,
  );
  await library.setTrashed([id], true);
  expect(await emptyTrash(run)).toMatchObject({ count: 1, freedBytes: 0 });
  expect(idsOnDisk(root).sort()).toEqual([mediaId, source.mediaId].sort());
});

it('a superseded protected picture goes with its item', async () => {
  const run = await open();
  const { root, library } = run;
  const source = await importPicture(run, 9);
  const item = editItem(editJob([source.mediaId], null), await importPicture(run, 1));
  await library.add(item);
  for (const number of [2, 3]) {
    const picture = await importPicture(run, number);
    const unmeasured = { outsideChangedPx: 0, rawOutsideChangedRatio: 0, rawInsideChangedRatio: 0 };
    const unadjusted = {
      adjustments: null,
      misalignment: null,
      seamErrorBefore: null,
      seamErrorAfter: null,
      corrections: null,
      paintedBackMediaId: null,
    };
    await library.change(item.id, (one) =>
      one.kind === 'edit' ? { ...one, protected: { ...unmeasured, ...unadjusted, picture } } : undefined,
    );
  }
  await library.setTrashed([item.id], true);
  expect(await emptyTrash(run)).toMatchObject({ count: 1, freedBytes: 3 * 64 });
  expect(idsOnDisk(root)).toEqual([source.mediaId]);
});

it('takes that scripts need stay in the trash: the chosen one, and the last of a line, deleted scripts included', async () => {
  const run = await open();
  const { root, library, scripts, trash } = run;
  for (const number of [1, 2, 3, 4, 5, 6, 7])
    await addTake(run, root, number, `take ${number}`, {
      ...(number === 6 && { line: { scriptId: 'one', lineId: 'made' } }),
      ...(number === 5 && { isComplete: false }),
    });
  const id = madeId;
  await scripts.save(
    script('one', [line('a', [id(1), id(2)], id(1)), line('b', [id(3), id(4), id(5)]), line('made', [])]),
  );
  await library.setTrashed([1, 3, 4, 5, 6, 7].map(id), true);
  // Take 4 is the newest whole one of a line without others; 6 was made for a line and is not named there.
  expect(succeeded(await trash.summary(null))).toMatchObject({ count: 6, inUseCount: 3 });
  expect(await emptyTrash(run)).toMatchObject({ count: 3, inUseCount: 3 });
  expect(await trashedIds(run)).toEqual([id(1), id(4), id(6)]);

  await scripts.setTrashed(['one'], true);
  expect(await emptyTrash(run)).toMatchObject({ count: 0, inUseCount: 3 });
  writeFileSync(path.join(root, 'scripts', 'odd.json'), `{"version":99,"takes":["${id(1)}"`);
  expect(await scripts.deleteForGood(null)).toBe(1);
  expect(namesIn(root, 'scripts')).toEqual(['odd.json']);
  expect(await emptyTrash(run)).toMatchObject({ count: 2, inUseCount: 1 });
  expect(await trashedIds(run)).toEqual([id(1)]);
});

it('a reply stays while its failed job is shown', async () => {
  const run = await open();
  const { root, library, database } = run;
  const { id } = await addTake(run, root, 1, 'kept');
  const job = { ...editJob(['0'.repeat(64)], null), state: 'failed' as const, replyId: id };
  await database.jobs.save(job);
  await library.setTrashed([id], true);
  expect(await emptyTrash(run)).toMatchObject({ count: 0, inUseCount: 1 });
  await database.jobs.dismiss([job.id]);
  expect(await emptyTrash(run)).toMatchObject({ count: 1, inUseCount: 0 });
});

it('only what was deleted before a time expires', async () => {
  const run = await open();
  const { root, library, trash } = run;
  for (const number of [1, 2]) await addTake(run, root, number, `take ${number}`);
  await library.setTrashed([madeId(1)], true);
  expect(succeeded(await trash.expire(Date.now() - 60_000)).count).toBe(0);
  expect(succeeded(await trash.expire(Date.now() + 60_000)).count).toBe(1);
  expect((await library.getAll([madeId(1), madeId(2)])).map(({ id }) => id)).toEqual([madeId(2)]);
});

it('killed before any step, an item is complete in the trash or gone, whatever else is lost', async () => {
  // One loss for each step in turn; `npm run test:long` has all of them.
  await expectWholeOrGone((step) => [LOSSES[step % LOSSES.length] ?? 'nothing']);
});

it('what cannot be moved stays as it is, and is said; a rebuild from the old database brings nothing back', async () => {
  const run = await open();
  const { root, library, trash } = run;
  for (const number of [1, 2]) await addTake(run, root, number, `take ${number}`);
  await library.setTrashed([madeId(1), madeId(2)], true);
  const before = readFileSync(path.join(root, 'items', `${madeId(1)}.json`));
  const { mediaId } = madeTake(1, 'take 1');
  let isHeld = true;
  const hold = (step: number): void => {
    // The second step moves the file of the first item.
    if (step === 1 && isHeld) throw Object.assign(new Error('held'), { code: 'EACCES', syscall: 'rename' });
  };
  const done = await atEachFileStep(hold, () => trash.empty());
  expect(succeeded(done)).toMatchObject({
    count: 1,
    failedCount: 1,
    failed: { code: 'storage.failed', details: { problem: 'noPermission', reason: 'EACCES' } },
  });
  expect(await trashedIds(run)).toEqual([madeId(1)]);
  expect(readFileSync(path.join(root, 'items', `${madeId(1)}.json`))).toEqual(before);
  expect(existsSync(path.join(root, 'media', mediaId.slice(0, 2), `${mediaId}.pcm`))).toBe(true);
  expect(await findingsOf(root)).toEqual({});
  isHeld = false;
  expect(await emptyTrash(run)).toMatchObject({ count: 1, failedCount: 0 });
});

const disk = mountSmallDisk(48);
afterAll(() => disk?.unmount());
it.skipIf(!disk)('a full disk is freed by emptying the trash, again and again', async () => {
  const root = path.join(disk?.folder ?? '', 'library');
  mkdirSync(root);
  for (const round of [0, 1]) {
    const before = await openTrashRun(root);
    const ids: string[] = [];
    for (let number = 0; number < 60; number++)
      ids.push((await addTake(before, root, round * 100 + number, `${number} `.repeat(10_000))).id);
    await before.library.setTrashed(ids, true);
    // Closing removes the database's log, whose space could be used again.
    await before.database.close();
    await disk?.fill();
    const run = await open(root);
    expect(await emptyTrash(run)).toMatchObject({ count: 60, failedCount: 0 });
    expect(idsOnDisk(root)).toEqual([]);
    await run.database.close();
    disk?.makeRoom();
  }
});
