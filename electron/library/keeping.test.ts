import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Kept } from '../../shared/library/kept.ts';
import { failWrites } from '../../tests/support/failing-writes.ts';
import { madeId, madeTake } from '../../tests/support/made-library.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { itemsOver } from '../../tests/support/test-database.ts';
import { openDatabase } from '../database/schema.ts';
import { createLibrary } from './library.ts';
import { createMediaStore } from './media-store.ts';
import { readSidecar } from './sidecar.ts';

/** A library of `count` takes without their files. */
async function start(count: number) {
  const root = await tempFolder();
  const db = openDatabase(path.join(root, 'library.sqlite'));
  onTestFinished(() => db.close());
  const rows = itemsOver(db);
  const library = createLibrary(rows, createMediaStore(root), root);
  const ids = Array.from({ length: count }, (_, index) => madeId(index));
  for (const [index] of ids.entries()) await library.add(madeTake(index, `text ${index}`));
  const keptOf = ({ isStarred, rating, tags, note }: Kept): Kept => ({ isStarred, rating, tags, note });
  const listed = async () => (await rows.getAll(ids)).map(keptOf);
  const written = () =>
    ids.map((id) => {
      const read = readSidecar(root, id);
      return read.ok ? keptOf(read.data.item) : read;
    });
  const found = async (search: string) =>
    (await library.list({ search, kind: null, beforeId: null, limit: 50 })).items.length;
  /** The title of each item, in its row and in its sidecar. */
  const titles = async () =>
    (await rows.getAll(ids)).map(({ id, title }) => {
      const read = readSidecar(root, id);
      return [title, read.ok && read.data.item.title];
    });
  return { library, ids, listed, written, found, titles };
}

it('many items change at once, in rows and sidecars, and one undo brings back what each had', async () => {
  const { library, ids, listed, written, found } = await start(40);
  const [first = ''] = ids;
  await library.setKept([{ ids: [first], change: { tags: ['Cup'], note: '第三集', rating: 2 } }]);
  const before = await listed();
  const change = { isStarred: true, addTags: ['cup', 'table'] };
  const { undo, unchangedIds, error } = await library.setKept([{ ids: [...ids, first], change }]);
  expect([unchangedIds, error, undo.length]).toEqual([[], null, 2]);
  const after = await listed();
  expect(after[0]).toEqual({ isStarred: true, rating: 2, tags: ['Cup', 'table'], note: '第三集' });
  expect(after[39]).toEqual({ isStarred: true, rating: 0, tags: ['cup', 'table'], note: '' });
  expect(written()).toEqual(after);
  expect([await found('第三'), await found('tabl'), await library.tags()]).toEqual([
    1,
    40,
    [
      { tag: 'Cup', count: 40 },
      { tag: 'table', count: 40 },
    ],
  ]);
  await library.setKept(undo);
  expect(await listed()).toEqual(before);
  expect(written()).toEqual(before);
});

it('items that are not there, or have it already, are no error', async () => {
  const { library, ids } = await start(2);
  expect(await library.setKept([{ ids: [...ids, madeId(99)], change: { rating: 0 } }])).toEqual({
    undo: [],
    unchangedIds: [],
    error: null,
  });
});

it('changes of the same items at the same time wait for each other', async () => {
  const { library, ids, listed } = await start(20);
  const back = [...ids].reverse();
  await Promise.all([
    library.setKept([{ ids, change: { addTags: ['a'] } }]),
    library.setKept([{ ids: back, change: { addTags: ['b'] } }]),
    ...ids.map((id) => library.change(id, (item) => ({ ...item, note: 'n' }))),
  ]);
  for (const { tags, note } of await listed()) expect([tags.toSorted(), note]).toEqual([['a', 'b'], 'n']);
});

it('a disk that is full leaves each item with all of a change or none, and says which', async () => {
  const { library, ids, listed, written } = await start(18);
  let writes = Number.POSITIVE_INFINITY;
  // In no write, in the first file, in another, in the last ones, and in the transaction, which comes last.
  for (const [run, share] of [2, 0, 0.2, 0.6, 0.8, 0.95].entries()) {
    const before = await listed();
    const note = `${run}`;
    const place = share > 1 ? Number.MAX_SAFE_INTEGER : 1 + Math.floor(share * writes);
    const disk = await failWrites(place, true);
    const outcome = await library.setKept([{ ids, change: { note } }]).catch(() => undefined);
    disk.repair();
    expect(disk.hasFailed()).toBe(share <= 1);
    if (share > 1) writes = disk.count();
    const changed = outcome?.undo.flatMap((group) => group.ids) ?? [];
    const expected = ids.map((id, index) => ({ ...before[index], ...(changed.includes(id) && { note }) }));
    expect(await listed()).toEqual(expected);
    expect(written()).toEqual(expected);
    if (!outcome || share > 1) continue;
    expect(outcome.unchangedIds).toEqual(ids.filter((id) => !changed.includes(id)));
    expect([outcome.error?.code, outcome.unchangedIds.length > 0]).toEqual(['storage.failed', true]);
  }
});

it('many items get titles of their own at once, are found by them, and one undo brings the earlier ones back', async () => {
  const { library, ids, found, titles } = await start(3);
  const groups = ids.map((id, index) => ({ ids: [id], change: { title: `Scene ${index}` } }));
  const { undo, error } = await library.setKept(groups);
  expect(error).toBeNull();
  expect(await titles()).toEqual(['Scene 0', 'Scene 1', 'Scene 2'].map((title) => [title, title]));
  expect([await found('Scene'), await found('text')]).toEqual([3, 3]);
  await library.setKept(undo);
  expect(await titles()).toEqual(['text 0', 'text 1', 'text 2'].map((title) => [title, title]));
  expect(await found('Scene')).toBe(0);
});
