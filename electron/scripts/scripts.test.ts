import fs from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Script } from '../../shared/contract/scripts.ts';
import { failWrites } from '../../tests/support/failing-writes.ts';
import { madeTake } from '../../tests/support/made-library.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { unplug } from '../../tests/support/unplug.ts';
import { openScripts } from './scripts.ts';

const script = (id: string, text: string, changedAtMs = 1): Script => ({
  id,
  title: '',
  text,
  lines: [],
  cast: [],
  lexicon: [],
  createdAtMs: 1,
  changedAtMs,
});

async function start(root?: string) {
  const folder = root ?? (await tempFolder());
  const onWriteFailed = vi.fn();
  const database = openTestDatabase(folder);
  onTestFinished(database.close);
  const scripts = openScripts(database, folder, onWriteFailed);
  const fileOf = (id: string) => path.join(folder, 'scripts', `${id}.json`);
  const listed = async (search = '', isTrashed = false) =>
    (await scripts.list({ search, isTrashed })).map(({ id }) => id);
  return { database, folder, scripts, fileOf, listed, onWriteFailed, close: database.close };
}

test('the beginning is without the role that speaks first', async () => {
  const { scripts } = await start();
  await scripts.save(script('dialogue', 'Narrator: The bakery.\nMira: Hello.\nNarrator: It is warm.'));
  await scripts.save(script('letter', 'Note: bring a coat.'));
  const excerpts = (await scripts.list({ search: '' })).map(({ excerpt }) => excerpt.split('\n')[0]);
  expect(excerpts.toSorted()).toEqual(['Note: bring a coat.', 'The bakery.']);
});

test('scripts are listed with their beginning, the last changed first, and read as they were', async () => {
  const { scripts, listed } = await start();
  const long = script('long', `  Anna: hello\n\nBen: hi\r\n${'x'.repeat(1_000_000)}`, 2);
  await scripts.save(script('old', 'Old'));
  await scripts.save(long);
  const [first] = await scripts.list({ search: '' });
  expect(first).toMatchObject({ id: 'long', lineCount: 3, problem: null });
  expect(first?.excerpt).toHaveLength(200);
  expect(await scripts.read('long')).toEqual({ ok: true, data: long });
  await scripts.save(script('old', 'Newer now', 3));
  expect(await listed()).toEqual(['old', 'long']);
  expect(await scripts.read('none')).toMatchObject({ ok: false, error: { code: 'script.not_found' } });
});

test('they are found by words of any language, in title and text, and no longer by words that went', async () => {
  const { scripts, listed } = await start();
  await scripts.save({ ...script('a', '你好，世界'), title: 'Episode three' });
  await scripts.save(script('b', 'Der Wind'));
  expect([await listed('世界'), await listed('epi'), await listed('wind'), await listed('?')]).toEqual([
    ['a'],
    ['a'],
    ['b'],
    [],
  ]);
  await scripts.save(script('b', 'Die Tür'));
  expect(await listed('wind')).toEqual([]);
});

test('a deleted one can be restored; it stays deleted when it is saved', async () => {
  const { scripts, listed } = await start();
  await scripts.save(script('a', 'One'));
  await scripts.setTrashed(['a'], true);
  await scripts.save(script('a', 'Two'));
  expect([await listed(), await listed('', true)]).toEqual([[], ['a']]);
  await scripts.setTrashed(['a'], false);
  expect(await listed()).toEqual(['a']);
});

test('the files are the truth: what came, changed or went without the app is seen, and listed by a new database', async () => {
  const { scripts, listed, fileOf, folder, close } = await start();
  await scripts.save(script('a', 'One'));
  await scripts.save(script('b', 'Two'));
  const file = JSON.parse(await readFile(fileOf('a'), 'utf8'));
  await writeFile(fileOf('a'), JSON.stringify({ ...file, script: script('a', 'Elsewhere'), colour: 'red' }));
  await writeFile(fileOf('c'), JSON.stringify({ ...file, script: script('c', 'Three', 9) }));
  await rm(fileOf('b'));
  expect([await listed(), await listed('elsewhere')]).toEqual([['c', 'a'], ['a']]);
  // A field of a newer version is kept.
  await scripts.save(script('a', 'Again'));
  expect(JSON.parse(await readFile(fileOf('a'), 'utf8'))).toMatchObject({ colour: 'red', script: { text: 'Again' } });

  await close();
  await rm(path.join(folder, 'library.sqlite'));
  const later = await start(folder);
  expect(await later.listed()).toEqual(['c', 'a']);
});

test('a file that cannot be read is listed with the reason, and is never replaced', async () => {
  const { scripts, fileOf, folder } = await start();
  await mkdir(path.join(folder, 'scripts'), { recursive: true });
  await writeFile(fileOf('broken'), '{"version":1,');
  await writeFile(fileOf('future'), '{"version":99}');
  await writeFile(fileOf('other'), JSON.stringify({ script: script('another', 'x') }));
  await writeFile(path.join(folder, 'secret'), '{}');
  await symlink(path.join(folder, 'secret'), fileOf('linked'));
  const found = await scripts.list({ search: '' });
  expect(Object.fromEntries(found.map(({ id, problem }) => [id, problem]))).toEqual({
    broken: 'damaged',
    future: 'newer',
    other: 'damaged',
    linked: 'damaged',
  });
  for (const id of ['broken', 'future', 'other', 'linked']) {
    expect(await scripts.save(script(id, 'mine'))).toMatchObject({ error: { code: 'script.unreadable' } });
    expect(await scripts.setTrashed([id], true)).toMatchObject({ error: { code: 'script.unreadable' } });
  }
  expect(await readFile(fileOf('future'), 'utf8')).toBe('{"version":99}');
});

test('while the disk takes nothing, a script is kept, listed and read; it is written when the disk works', async () => {
  const { scripts, listed, fileOf, onWriteFailed, folder } = await start();
  await scripts.save(script('a', 'One'));
  const disk = await failWrites(1, false);
  expect(await scripts.save(script('a', 'Two', 2))).toMatchObject({ ok: true });
  await scripts.save(script('b', 'New', 3));
  expect(onWriteFailed).toHaveBeenCalled();
  expect(scripts.unsaved.isSaved()).toBe(false);
  expect([await listed(), await listed('two')]).toEqual([['b', 'a'], ['a']]);
  expect(await scripts.read('a')).toMatchObject({ data: { text: 'Two' } });
  disk.repair();
  await scripts.unsaved.save();
  expect(scripts.unsaved.isSaved()).toBe(true);
  expect(JSON.parse(await readFile(fileOf('a'), 'utf8'))).toMatchObject({ script: { text: 'Two' } });
  expect(await readdir(path.join(folder, 'scripts'))).toEqual(['a.json', 'b.json']);
});

test('where the library was taken away, its scripts and their steps stay listed, and nothing is written in its place', async () => {
  const { scripts, folder, listed, fileOf, onWriteFailed } = await start();
  await scripts.save(script('a', 'One'));
  await scripts.saveHistory('a', '[1]');
  const { filesInPlace, plug } = await unplug(folder);
  expect(await listed()).toEqual(['a']);
  await scripts.save(script('b', 'Two', 2));
  expect(onWriteFailed).toHaveBeenCalled();
  expect(await listed()).toEqual(['b', 'a']);
  expect(await filesInPlace()).toEqual([]);
  await plug();
  await scripts.unsaved.save();
  expect(scripts.unsaved.isSaved()).toBe(true);
  expect(await readFile(fileOf('b'), 'utf8')).toContain('Two');
  expect(await scripts.readHistory('a')).toBe('[1]');
});

test('scripts that came at once are listed by name, as people count', async () => {
  const { scripts, listed } = await start();
  const titles = { six: '06', ten: '10 Storm', two: '2 Harbour', one: '1' };
  for (const [id, title] of Object.entries(titles)) await scripts.save({ ...script(id, 'x', 5), title });
  await scripts.save({ ...script('later', 'x', 6), title: 'Z' });
  expect(await listed()).toEqual(['later', 'one', 'two', 'six', 'ten']);
});

test('the steps that can be undone are kept with a script, and go with its row', async () => {
  const { scripts, fileOf } = await start();
  await scripts.save(script('a', 'One'));
  await scripts.saveHistory('a', '[1]');
  expect(await scripts.readHistory('a')).toBe('[1]');
  await scripts.saveHistory('a', null);
  expect(await scripts.readHistory('a')).toBeNull();
  await scripts.saveHistory('a', '[2]');
  await rm(fileOf('a'));
  await scripts.list({ search: '' });
  expect(await scripts.readHistory('a')).toBeNull();
  // A rebuilt database has taken over the steps of a script whose file went meanwhile.
  await scripts.saveHistory('gone', '[3]');
  await scripts.list({ search: '' });
  expect(await scripts.readHistory('gone')).toBeNull();
});

test('where a line is, is told by its script as it is now, also in the trash; not of one that is gone', async () => {
  const { scripts, fileOf } = await start();
  const line = (id: string, index: number) => ({ id, index, takeIds: [], usedTakeId: null });
  const two = { ...script('a', 'One\n\nTwo'), title: 'Episode', lines: [line('x', 0), line('y', 1)] };
  await scripts.save(two);
  const there = { title: 'Episode', excerpt: 'One\n\nTwo', lineCount: 2, trashedAtMs: null };
  expect(scripts.locate('a', 'y')).toEqual({ ok: true, data: { ...there, index: 1 } });
  expect(scripts.locate('a', 'x')).toEqual({ ok: true, data: { ...there, index: 0 } });
  await scripts.save({ ...two, lines: [line('y', 0)] });
  expect(scripts.locate('a', 'y')).toMatchObject({ data: { index: 0 } });
  expect(scripts.locate('a', 'x')).toMatchObject({ data: { index: null } });
  await scripts.setTrashed(['a'], true);
  expect(scripts.locate('a', 'y')).toMatchObject({ data: { index: 0, trashedAtMs: expect.any(Number) } });
  await failWrites(1, false);
  await scripts.save({ ...two, title: 'Not on disk' });
  expect(scripts.locate('a', 'y')).toMatchObject({ data: { index: 1, title: 'Not on disk' } });
  await rm(fileOf('a'));
  expect(scripts.locate('b', 'y')).toMatchObject({ error: { code: 'script.not_found' } });
});

test('a take is found by the title of its script, deleted or not, and stays when the script is deleted', async () => {
  const { scripts, database } = await start();
  const { items } = database;
  for (const [id, scriptId] of [
    ['a', 'one'],
    ['b', 'two'],
    ['c', null],
  ] as const) {
    const line = scriptId === null ? null : { scriptId, lineId: '1' };
    await items.add(madeTake(1, `take ${id}`, { id, line }), await items.placeOf(id), null);
  }
  await scripts.save({ ...script('one', 'Lighthouse'), title: 'Episode 3: 灯塔' });
  await scripts.save({ ...script('two', 'Episode'), title: 'Other' });
  const found = async (search: string) =>
    (await items.list({ search, kind: null, beforeId: null, limit: 10 })).items.map(({ id }) => id);
  expect([await found('episode 3'), await found('灯'), await found('pisode'), await found('lighthouse')]).toEqual([
    ['a'],
    ['a'],
    [],
    [],
  ]);
  expect([await found('take'), await found('take a'), await found('oth')]).toEqual([['c', 'b', 'a'], ['a'], ['b']]);
  await scripts.setTrashed(['one'], true);
  expect(await found('epi')).toEqual(['a']);
});

test('the takes of a script are those made for its lines, and others it uses; not those in the trash', async () => {
  const { scripts, database } = await start();
  const { items } = database;
  for (const [id, lineId] of [
    ['a', '1'],
    ['b', '2'],
    ['c', '1'],
    ['other', null],
  ] as const) {
    const line = lineId === null ? null : { scriptId: 's', lineId };
    await items.add(madeTake(1, id, { id, line }), await items.placeOf(id), null);
  }
  const idsOf = async (...takeIds: string[]) => (await scripts.takes('s', takeIds, null)).map(({ id }) => id);
  expect([await idsOf(), await idsOf('other', 'a', 'none')]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c', 'other'],
  ]);
  await items.setTrashed(['b', 'other'], 1);
  expect(await idsOf('other')).toEqual(['a', 'c']);
  const among = await scripts.takes('s', ['other'], ['b', 'c', 'other', 'none']);
  expect(among.map(({ id }) => id)).toEqual(['c']);
});

test('what changed since the last save is applied to it, and written like a whole script', async () => {
  const { scripts, fileOf, listed } = await start();
  await scripts.save(script('a', 'One two', 1));
  const edit = { from: 4, to: 7, insert: 'three', length: 9 };
  expect(await scripts.saveChange({ id: 'a', since: 1, changedAtMs: 2, edit, changed: { title: 'New' } })).toBe(true);
  const changed = { ...script('a', 'One three', 2), title: 'New' };
  expect(JSON.parse(await readFile(fileOf('a'), 'utf8'))).toMatchObject({ script: changed });
  expect([await listed('three'), await listed('two')]).toEqual([['a'], []]);
});

test('a change is refused unless it follows what main has: one lost, doubled, for another length, or a changed file', async () => {
  const { scripts, fileOf } = await start();
  const change = (since: number, length = 4) =>
    scripts.saveChange({
      id: 'a',
      since,
      changedAtMs: since + 1,
      edit: { from: 3, to: 3, insert: '!', length },
      changed: {},
    });
  expect(await change(1)).toBe(false);
  await scripts.save(script('a', 'One', 1));
  expect([await change(2), await change(1, 5), await change(1), await change(1)]).toEqual([false, false, true, false]);
  const file = JSON.parse(await readFile(fileOf('a'), 'utf8'));
  await writeFile(fileOf('a'), JSON.stringify({ ...file, script: script('a', 'Two!', 2) }));
  expect(await change(2, 5)).toBe(false);
  expect(await scripts.read('a')).toMatchObject({ data: { text: 'Two!' } });
});

test('changes that come while the disk takes nothing are applied one after the other', async () => {
  const { scripts, fileOf } = await start();
  await scripts.save(script('a', 'One', 1));
  const disk = await failWrites(1, false);
  const add = (since: number, insert: string, length: number) =>
    scripts.saveChange({
      id: 'a',
      since,
      changedAtMs: since + 1,
      edit: { from: 3, to: 3, insert, length },
      changed: {},
    });
  expect(await Promise.all([add(1, 'b', 4), add(2, 'a', 5)])).toEqual([true, true]);
  disk.repair();
  await scripts.unsaved.save();
  expect(JSON.parse(await readFile(fileOf('a'), 'utf8'))).toMatchObject({ script: { text: 'Oneab', changedAtMs: 3 } });
});

test('of many ids that are deleted for good only those of deleted scripts are looked at', async () => {
  const { scripts, listed } = await start();
  for (const id of ['kept', 'gone', 'other']) await scripts.save(script(id, id));
  await scripts.setTrashed(['gone', 'other'], true);
  const looked = vi.spyOn(fs, 'lstatSync');
  syncBuiltinESMExports();
  onTestFinished(() => {
    looked.mockRestore();
    syncBuiltinESMExports();
  });
  const unknown = Array.from({ length: 1000 }, (_, at) => `unknown-${at}`);
  expect(await scripts.deleteForGood([...unknown, 'kept', 'gone', 'gone'])).toBe(1);
  expect(looked.mock.calls.length).toBeLessThan(100);
  expect([await listed(), await listed('', true)]).toEqual([['kept'], ['other']]);
});
