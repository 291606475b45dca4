import { expect, test } from 'vitest';
import type { PutAside } from '../../shared/contract/put-aside.ts';
import { MAX_PUT_ASIDE } from '../../shared/storage/put-aside.ts';
import { draftPicture, imagesDraft } from '../../shared/testing/images-draft.ts';
import { createDraftRows } from './drafts.ts';
import { createPutAsideRows } from './put-aside.ts';
import { openDatabase } from './schema.ts';

const instruction = (id: string, atMs: number, text = id): PutAside => ({
  id,
  atMs,
  work: { screen: 'images', body: imagesDraft({ instruction: text }) },
});
const pictures = (id: string, ...keys: string[]): PutAside => ({
  id,
  atMs: 1,
  work: { screen: 'images', body: imagesDraft({ pictures: keys.map((key) => draftPicture(key)) }) },
});

test('work is listed with its beginning, the latest first, and read as it was', () => {
  const rows = createPutAsideRows(openDatabase(':memory:'), () => true);
  const long = `  ${'x'.repeat(90_000)}`;
  rows.add(instruction('old', 1));
  rows.add(instruction('new', 3, long));
  rows.add({ ...pictures('cup', 'a', 'b'), atMs: 2 });
  expect(
    rows.list().map(({ id, excerpt, picture, pictureCount }) => [id, excerpt.length, picture?.name, pictureCount]),
  ).toEqual([
    ['new', 200, undefined, 0],
    ['cup', 'Erase the cup'.length, 'a.png', 2],
    ['old', 3, undefined, 0],
  ]);
  expect(rows.read('new')).toEqual(instruction('new', 3, long));
  rows.remove('new');
  expect([rows.read('new'), rows.list().length]).toEqual([null, 2]);
});

test('the latest are kept', () => {
  const rows = createPutAsideRows(openDatabase(':memory:'), () => true);
  for (let i = 0; i <= MAX_PUT_ASIDE; i++) rows.add(instruction(`s${i}`, 10 + i));
  const ids = rows.list().map(({ id }) => id);
  expect([ids.length, ids.includes('s0'), ids.includes('s1')]).toEqual([MAX_PUT_ASIDE, false, true]);
});

test('the masks of work put aside outlive a start; those of nothing go', () => {
  const db = openDatabase(':memory:');
  const [rows, drafts] = [createPutAsideRows(db, () => true), createDraftRows(db, () => true)];
  rows.add(pictures('cup', 'aside'));
  for (const key of ['aside', 'nowhere']) drafts.saveMask(key, [{ index: 0, packed: Uint8Array.of(255) }]);
  drafts.load();
  expect(drafts.loadMasks(['aside', 'nowhere']).map(({ key }) => key)).toEqual(['aside']);
});

test('what cannot be read is left out and stays; pictures whose file is not registered are left out', () => {
  const db = openDatabase(':memory:');
  const rows = createPutAsideRows(db, () => false);
  rows.add(pictures('cup', 'a'));
  db.exec(`INSERT INTO put_aside VALUES ('later', 'video', 1, '{}', '{}')`);
  expect([rows.list().map(({ id }) => id), rows.read('later')]).toEqual([['cup'], null]);
  expect(rows.read('cup')?.work.body).toMatchObject({ pictures: [] });
  expect(db.prepare('SELECT count(*) AS count FROM put_aside').get()).toEqual({ count: 2 });
});
