import { readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { NewCollection } from '../../shared/contract/collections.ts';
import { libraryFilterSchema, librarySortSchema } from '../../shared/contract/finding.ts';
import { failWrites } from '../../tests/support/failing-writes.ts';
import { madeId, madeTake, writeMadeItem } from '../../tests/support/made-library.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { unplug } from '../../tests/support/unplug.ts';
import { createLibrary } from '../library/library.ts';
import { createMediaStore } from '../library/media-store.ts';
import { openCollections } from './collections.ts';

const ITEMS = [1, 2, 3].map(madeId);
const SMART: NewCollection = {
  title: '闪亮的声音',
  kind: 'smart',
  filter: { ...libraryFilterSchema.parse({}), search: 'voice:shiny' },
  sort: librarySortSchema.parse({}),
};

/** A library of three takes. */
async function start(root?: string) {
  const folder = root ?? (await tempFolder());
  if (root === undefined)
    for (const [index, id] of ITEMS.entries()) writeMadeItem(folder, madeTake(index, id, { id }), index + 1);
  const database = openTestDatabase(folder);
  onTestFinished(database.close);
  const onChanged = vi.fn();
  const collections = openCollections(database.collections, folder, onChanged);
  await expect.poll(async () => (await database.items.getAll(ITEMS)).length).toBe(3);
  const fileOf = (id: string) => path.join(folder, 'collections', `${id}.json`);
  const made = async (collection: NewCollection): Promise<string> => {
    const created = await collections.create(collection);
    if (!created.ok) throw new Error(created.error.code);
    return created.data.id;
  };
  const listed = async () =>
    (await collections.list())
      .map((one) => [one.title, one.kind === 'manual' ? one.count : one.filter.search])
      .toSorted();
  return { folder, database, collections, onChanged, fileOf, made, listed, close: database.close };
}

test('a collection is a file; items are put in and taken out, and those that are deleted do not count', async () => {
  const { collections, database, made, listed, onChanged } = await start();
  const id = await made({ title: 'Episode', kind: 'manual', itemIds: ITEMS.slice(0, 1) });
  await made(SMART);
  expect(await collections.addItems(id, [...ITEMS, ...ITEMS])).toEqual({
    ok: true,
    data: { changedIds: ITEMS.slice(1) },
  });
  expect(await listed()).toEqual([
    ['Episode', 3],
    ['闪亮的声音', 'voice:shiny'],
  ]);
  expect(await collections.having(madeId(3))).toEqual([id]);
  expect(await collections.removeItems(id, [madeId(3), madeId(9)])).toEqual({
    ok: true,
    data: { changedIds: [madeId(3)] },
  });
  await database.items.setTrashed([madeId(2)], 1);
  expect((await listed())[0]).toEqual(['Episode', 1]);
  await database.items.setTrashed([madeId(2)], null);
  expect((await listed())[0]).toEqual(['Episode', 2]);
  const changes = onChanged.mock.calls.length;
  await collections.addItems(id, [madeId(2)]);
  expect(onChanged, 'nothing changed').toHaveBeenCalledTimes(changes);
});

test('where the library was taken away, its collections stay listed, and nothing is written in its place', async () => {
  const { collections, folder, made, listed } = await start();
  const id = await made({ title: 'Episode', kind: 'manual', itemIds: ITEMS });
  const { filesInPlace, plug } = await unplug(folder);
  expect(await listed()).toEqual([['Episode', 3]]);
  for (const changed of [collections.create(SMART), collections.rename(id, 'New')])
    expect((await changed).ok).toBe(false);
  expect(await filesInPlace()).toEqual([]);
  await plug();
  expect(await collections.rename(id, 'New')).toMatchObject({ ok: true });
  expect(await listed()).toEqual([['New', 3]]);
});

test('they are renamed, removed and restored with what is in them', async () => {
  const { collections, made, listed } = await start();
  const id = await made({ title: 'Old', kind: 'manual', itemIds: ITEMS });
  await collections.rename(id, '第三集');
  await collections.setRemoved(id, true);
  expect([await listed(), await collections.having(madeId(1))]).toEqual([[], []]);
  await collections.setRemoved(id, false);
  expect([await listed(), await collections.having(madeId(1))]).toEqual([[['第三集', 3]], [id]]);
  expect(await collections.rename('none', 'x')).toMatchObject({ error: { code: 'collection.not_found' } });
  const smart = await made(SMART);
  await collections.setFilter({ id: smart, filter: { ...SMART.filter, search: 'x' }, sort: SMART.sort });
  expect(await listed()).toContainEqual(['闪亮的声音', 'x']);
  expect(await collections.addItems(smart, ITEMS)).toMatchObject({ error: { code: 'collection.not_found' } });
});

test('a database that is built anew has them again, and a file keeps the fields of others', async () => {
  const first = await start();
  const id = await first.made({ title: 'Episode', kind: 'manual', itemIds: ITEMS });
  await first.made(SMART);
  const removed = await first.made({ title: 'Gone', kind: 'manual', itemIds: ITEMS });
  await first.collections.setRemoved(removed, true);
  const { collection, ...file } = JSON.parse(await readFile(first.fileOf(id), 'utf8'));
  await writeFile(first.fileOf(id), JSON.stringify({ ...file, mood: 1, collection: { ...collection, colour: 'red' } }));
  await first.collections.rename(id, 'Episode 2');
  const before = await first.listed();
  await first.close();
  for (const end of ['', '-wal', '-shm']) await rm(path.join(first.folder, `library.sqlite${end}`), { force: true });
  const after = await start(first.folder);
  expect(await after.listed()).toEqual(before);
  expect(await after.collections.having(madeId(1))).toEqual([id]);
  expect(JSON.parse(await readFile(after.fileOf(id), 'utf8'))).toMatchObject({
    mood: 1,
    collection: { colour: 'red', title: 'Episode 2' },
  });
  await after.collections.setRemoved(removed, false);
  expect(await after.listed()).toContainEqual(['Gone', 3]);
});

test('files that come, change and go by other ways are followed; what cannot be read is named and left', async () => {
  const { folder, collections, fileOf, made, listed } = await start();
  const id = await made({ title: 'Mine', kind: 'manual', itemIds: [] });
  const text = await readFile(fileOf(id), 'utf8');
  await writeFile(fileOf('theirs'), text.replaceAll(id, 'theirs').replace('Mine', 'Theirs'));
  await writeFile(fileOf('cut'), text.slice(0, 20));
  await writeFile(fileOf('other'), text);
  await writeFile(fileOf('newer'), text.replace('"version":1', '"version":2').replaceAll(id, 'newer'));
  await writeFile(path.join(folder, 'collections', '..json'), text);
  await symlink(fileOf(id), fileOf('link'));
  const problems = (await collections.list()).map((one) => [one.id, one.problem]).toSorted();
  expect(problems).toEqual(
    [
      [id, null],
      ['theirs', null],
      ['cut', 'damaged'],
      ['link', 'damaged'],
      ['newer', 'newer'],
      ['other', 'damaged'],
    ].toSorted(),
  );
  expect(await collections.rename('newer', 'x')).toMatchObject({ error: { code: 'collection.unreadable' } });
  expect(await readFile(fileOf('newer'), 'utf8')).toContain('"version":2');
  for (const one of ['theirs', 'cut', 'link', 'newer', 'other']) await rm(fileOf(one));
  expect(await listed()).toEqual([['Mine', 0]]);
  const long = 40 * 24 * 60 * 60 * 1000;
  await collections.setRemoved(id, true);
  await writeFile(
    fileOf(id),
    (await readFile(fileOf(id), 'utf8')).replace(/"removedAtMs":\d+/, `"removedAtMs":${Date.now() - long}`),
  );
  await utimes(fileOf(id), 1, 1);
  await collections.list();
  expect(await readFile(fileOf(id), 'utf8').catch(() => null), 'removed long ago').toBeNull();
});

test('a disk that is full changes nothing and says so', async () => {
  const { collections, made, listed } = await start();
  const id = await made({ title: 'Episode', kind: 'manual', itemIds: ITEMS.slice(0, 1) });
  const disk = await failWrites(1, false);
  for (const done of [
    collections.create(SMART),
    collections.rename(id, 'x'),
    collections.addItems(id, ITEMS),
    collections.setRemoved(id, true),
  ])
    expect(await done).toMatchObject({ ok: false, error: { code: 'storage.failed' } });
  disk.repair();
  expect(await listed()).toEqual([['Episode', 1]]);
});

test('changes at the same time are all made', async () => {
  const { collections, made, listed } = await start();
  const id = await made({ title: 'Episode', kind: 'manual', itemIds: [] });
  await Promise.all(ITEMS.map((item) => collections.addItems(id, [item])));
  expect(await listed()).toEqual([['Episode', 3]]);
});

test('items are found and counted by the collections they are in', async () => {
  const { database, folder, made } = await start();
  const library = createLibrary(database.items, createMediaStore(folder), folder);
  const some = await made({ title: 'Some', kind: 'manual', itemIds: ITEMS.slice(0, 2) });
  const one = await made({ title: 'One', kind: 'manual', itemIds: ITEMS.slice(1, 2) });
  const filter = libraryFilterSchema.parse({ values: { collection: [one] } });
  const sort = librarySortSchema.parse({});
  expect((await library.find({ filter, sort, offset: 0, limit: 9 })).items.map(({ id }) => id)).toEqual([madeId(2)]);
  const counts = await library.facets({ filter, facets: [{ facet: 'collection', contains: '', limit: 9 }] });
  expect(counts?.[0]?.values).toEqual([
    { value: one, label: 'One', count: 1 },
    { value: some, label: 'Some', count: 2 },
  ]);
});
