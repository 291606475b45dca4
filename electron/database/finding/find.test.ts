import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editItem, mediaId, item as take } from '../../../renderer/testing/fake-ipc.ts';
import {
  facetsSchema,
  findSchema,
  type LibraryFilter,
  libraryFilterSchema,
  librarySortSchema,
  timelineSchema,
} from '../../../shared/contract/finding.ts';
import type { LibraryItem, SpeechItem } from '../../../shared/contract/library.ts';
import type { Facet } from '../../../shared/finding/facets.ts';
import { parseQuery } from '../../../shared/finding/query-text.ts';
import { runs } from '../../../tests/support/runs.ts';
import { tempFolder } from '../../../tests/support/temp-folder.ts';
import { createFacetCounts } from '../../library/facet-counts.ts';
import { createRepositories } from '../repositories.ts';
import { openDatabase } from '../schema.ts';
import { BLOCK_ITEMS } from './fact-columns.ts';
import { termConditions } from './term-conditions.ts';
import type { ValueLookup } from './value-lookup.ts';

type Filter = Parameters<typeof libraryFilterSchema.parse>[0] & object;

function open() {
  const db = openDatabase(':memory:');
  const unreadable: unknown[] = [];
  const { items } = createRepositories(db, (error) => unreadable.push(error));
  let order = 0;
  const add = (...all: LibraryItem[]): void => {
    for (const one of all) items.add(one, { order: ++order, trashedAtMs: null }, null);
  };
  const find = (filter: Partial<LibraryFilter> = {}, change: object = {}) =>
    items.find(findSchema.parse({ filter, limit: 200, ...change }));
  const ids = (filter: Partial<LibraryFilter> = {}, change: object = {}) =>
    find(filter, change)?.items.map(({ id }) => id);
  const count = (facet: Facet, filter: Filter = {}, contains = '') => {
    const query = facetsSchema.parse({ filter, facets: [{ facet, contains }] });
    const counted = items.countFacets(query.filter, [facet], null);
    const [named] = items.nameFacets(query, counted?.counts ?? []);
    return Object.fromEntries((named?.values ?? []).map(({ value, count: found }) => [value, found]));
  };
  return { db, items, unreadable, add, find, ids, count };
}

const item = (id: string, createdAtMs: number, change: Partial<SpeechItem> = {}): SpeechItem =>
  take(id, createdAtMs, { mediaId: mediaId(id), ...change });
const DAY_MS = 24 * 60 * 60 * 1000;
const noonOf = (day: number): number => new Date(2026, 10, day, 12).getTime();
const speaks = (voice: string | null, text = 'Hello.') => ({ request: { ...item('x', 1).request, voice, text } });

describe('a page', () => {
  test('counts what another connection has written', async () => {
    const file = path.join(await tempFolder(), 'library.sqlite');
    using db = openDatabase(file);
    using other = openDatabase(file);
    const { items } = createRepositories(db, String);
    const query = findSchema.parse({ limit: 1 });
    expect(items.find(query)?.total).toBe(0);
    createRepositories(other, String).items.add(item('a', 1), { order: 1, trashedAtMs: null }, null);
    expect(items.find(query)?.total).toBe(1);
  });

  test('is sorted, may begin anywhere, and says how many items there are', () => {
    const { add, find, ids } = open();
    for (let at = 1; at <= 9; at++) add(item(`i${at}`, noonOf(at), { title: `Take ${12 - at}`, sizeBytes: at % 3 }));
    expect(ids({}, { limit: 3 })).toEqual(['i9', 'i8', 'i7']);
    expect(ids({}, { limit: 3, offset: 7 })).toEqual(['i2', 'i1']);
    expect(ids({}, { sort: { by: 'name', isDescending: false }, limit: 2 })).toEqual(['i9', 'i8']);
    expect(ids({}, { sort: { by: 'size' }, limit: 4 })).toEqual(['i8', 'i5', 'i2', 'i7']);
    expect(find({}, { offset: 100 })).toEqual({ items: [], total: 9 });
  });

  test('is sorted by name: numbers by value, Chinese by its reading, behind other names', () => {
    const { add, find } = open();
    const names = ['自己', '阿姨', '中国', 'Take 10', 'take 9', '北京', '重', '一'];
    add(...names.map((title, at) => item(`i${at}`, at, { title })));
    const sorted = ['take 9', 'Take 10', '阿姨', '北京', '一', '中国', '重', '自己'];
    expect(find({}, { sort: { by: 'name', isDescending: false } })?.items.map(({ title }) => title)).toEqual(sorted);
  });

  test('has what matches all that is asked for, and one of the values of each facet', () => {
    const { add, ids, items } = open();
    add(
      item('a', noonOf(1), { ...speaks('zh_female_cancan_mars_bigtts'), isComplete: false }),
      item('b', noonOf(2), { ...speaks('own'), audio: { ...item('x', 1).audio, durationMs: 9000 } }),
      item('c', noonOf(3), { ...speaks(null), line: { scriptId: 's', lineId: 'l' } }),
      editItem('d', noonOf(3) + 1, { used: { verdict: 'notUsed', figure: 0, reason: 'unrelated', overridden: null } }),
    );
    const values = libraryFilterSchema.parse({}).values;
    expect(ids({ kinds: ['edit'] })).toEqual(['d']);
    expect(ids({ values: { ...values, voice: ['own', ''] } })).toEqual(['c', 'b']);
    expect(ids({ values: { ...values, voice: ['own', ''], script: ['s'] } })).toEqual(['c']);
    expect(ids({ values: { ...values, language: ['zh'] } })).toEqual(['a']);
    expect(ids({ values: { ...values, mark: ['cut'] } })).toEqual(['a']);
    expect(ids({ values: { ...values, verdict: ['notUsed'] } })).toEqual(['d']);
    expect(ids({ fromDay: '2026-11-02', toDay: '2026-11-02' })).toEqual(['b']);
    expect(ids({ durationMs: { min: null, max: 9000 } })).toEqual(['c', 'a']);
    expect(ids({ isProtected: false })).toEqual(['d']);
    items.setTrashed(['b'], 5);
    expect([ids({ isTrashed: true }), ids({ values: { ...values, voice: ['own'] } })]).toEqual([['b'], []]);
  });

  test('is found by words, by runs of Chinese, and by the title of a script', () => {
    const { db, add, ids } = open();
    add(item('a', 1, speaks(null, '灯塔守望者在夜里')), item('b', 2, speaks(null, 'The lighthouse keeper')));
    add(item('c', 3, { line: { scriptId: 's', lineId: 'l' } }));
    db.exec(`INSERT INTO scripts VALUES (1, 's', 1, 1, NULL, '{"title":"Harbour lights"}');
             INSERT INTO scripts_text (rowid, text) VALUES (1, 'Harbour lights');`);
    expect([ids({ search: '守望' }), ids({ search: 'keep' }), ids({ search: 'harbour' })]).toEqual([
      ['a'],
      ['b'],
      ['c'],
    ]);
    for (const odd of ['"', '* OR -', '%', 'NEAR(', '🙂', '\u202e', 'x'.repeat(1000)])
      expect(ids({ search: odd })).toEqual([]);
  });
});

test('a search has conditions, phrases and what must not be', () => {
  const { db, items, add, ids } = open();
  const values = { verdict: 'notUsed', figure: 0, reason: 'unrelated', overridden: null } as const;
  add(
    item('a', noonOf(1), { ...speaks('zh_female_cancan_mars_bigtts', 'good old morning'), tags: ['Draft'] }),
    item('b', noonOf(2), { ...speaks('own', 'good morning'), isStarred: true, rating: 4 }),
    item('c', noonOf(3), { ...speaks('other', '早上好，朋友'), line: { scriptId: 's', lineId: 'l' } }),
    editItem('d', noonOf(3) + 1, { used: values, title: 'Good cup', tags: ['草稿', 'draft 2'] }),
  );
  db.exec(`INSERT INTO scripts VALUES (1, 's', 1, 1, NULL, '{"title":"Harbour lights"}');
           INSERT INTO collections VALUES (1, 'k', 1, '{"entry":{"title":"Best of"}}');
           INSERT INTO collection_items VALUES ('k', 'b', 0), ('k', 'd', 1);`);
  const expected: [string, string[]][] = [
    ['"good morning"', ['b']],
    ['good', ['d', 'b', 'a']],
    ['good -morning', ['d']],
    ['voice:own', ['b']],
    ['voice:cancan,own', ['b', 'a']],
    ['-voice:own', ['d', 'c', 'a']],
    ['used:no', ['d']],
    ['采用:否', ['d']],
    ['tag:draft', ['a']],
    ['tag:DRAFT,草稿', ['d', 'a']],
    ['-tag:draft 2026-11-01..2026-11-02', ['b']],
    ['2026-11 good rating:4', ['b']],
    ['starred:yes', ['b']],
    ['script:harbour', ['c']],
    ['collection:best', ['d', 'b']],
    ['collection:best -kind:picture', ['b']],
    ['早上', ['c']],
    ['"上好 朋友"', ['c']],
    ['voice:nobody', []],
    ['protected:no', ['d']],
    ['duration:1s good', ['b', 'a']],
  ];
  expect(expected.map(([search]) => [search, ids({ search })])).toEqual(expected);
  items.setTrashed(['d'], 1);
  expect(ids({ search: 'collection:best' })).toEqual(['b']);
});

test('no search is refused, however odd it is', () => {
  const { add, find } = open();
  add(item('a', 1, { title: 'x'.repeat(100_000) }));
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 1000 }), oddSearch()), (search) => {
      expect(find({ search })).not.toBeNull();
    }),
    { numRuns: runs(300) },
  );
});

function oddSearch(): fc.Arbitrary<string> {
  const piece = fc.constantFrom(
    'voice:',
    'tag:',
    '"',
    '*',
    'NEAR(',
    ' OR ',
    '-',
    '%',
    '灯',
    '\u202e',
    '🙂',
    'date:',
    '2026-11',
    ',',
    ')',
  );
  return fc.array(piece, { maxLength: 60 }).map((all) => all.join(''));
}

test('the position of an item is the offset at which it is found', () => {
  const { add, items, ids } = open();
  for (let at = 0; at < 20; at++) add(item(`i${at}`, Math.floor(at / 3), { title: `T${at % 4}` }));
  add(item('s', 1, { line: { scriptId: 's', lineId: 'l' } }));
  for (const by of ['date', 'script', 'name', 'duration'] as const)
    for (const isDescending of [true, false]) {
      const sort = librarySortSchema.parse({ by, isDescending });
      const all = ids({}, { sort }) ?? [];
      const positions = all.map((id) => items.positionOf({ filter: libraryFilterSchema.parse({}), sort, id })?.offset);
      expect(positions).toEqual(all.map((_, at) => at));
    }
  const nobody = {
    filter: libraryFilterSchema.parse({ kinds: ['edit'] }),
    sort: { by: 'date', isDescending: true },
  } as const;
  expect(items.positionOf({ ...nobody, id: 'i1' })).toEqual({ offset: null });
});

test('takes are grouped by their scripts, the newest script first, and last what belongs to none', () => {
  const { db, add, items, ids } = open();
  const made = (id: string, scriptId: string) => item(id, 1, { line: { scriptId, lineId: 'l' } });
  add(made('a', 'one'), item('none', 2), made('b', 'two'), made('c', 'one'), made('d', 'gone'));
  for (const [seq, id] of ['one', 'two'].entries())
    db.prepare('INSERT INTO scripts VALUES (?, ?, 1, 1, NULL, ?)').run(
      seq,
      id,
      JSON.stringify({ title: `Script ${id}` }),
    );
  const sort = { by: 'script', isDescending: true } as const;
  expect(ids({}, { sort })).toEqual(['d', 'b', 'c', 'a', 'none']);
  expect(items.timeline(timelineSchema.parse({ sort }))?.groups).toEqual([
    { day: '', name: null, offset: 0, count: 1 },
    { day: '', name: 'Script two', offset: 1, count: 1 },
    { day: '', name: 'Script one', offset: 2, count: 2 },
    { day: '', name: '', offset: 4, count: 1 },
  ]);
});

test('the timeline has the days and where they begin', () => {
  const { add, items } = open();
  add(item('a', noonOf(1)), item('b', noonOf(1) + 5), item('c', noonOf(3)), item('d', noonOf(3) + DAY_MS));
  expect(items.timeline(timelineSchema.parse({}))?.groups).toEqual([
    { day: '2026-11-04', offset: 0, count: 1 },
    { day: '2026-11-03', offset: 1, count: 1 },
    { day: '2026-11-01', offset: 2, count: 2 },
  ]);
  expect(items.timeline(timelineSchema.parse({ sort: { by: 'name' } }))).toEqual({ groups: [] });
});

test('facets are counted without what is chosen of them, and with everything else', () => {
  const { add, count } = open();
  add(item('a', 1, speaks('one')), item('b', 2, speaks('one')), item('c', 3, { ...speaks('two'), isComplete: false }));
  add(editItem('d', 4));
  expect(count('voice')).toEqual({ one: 2, two: 1 });
  expect(count('voice', { values: { voice: ['two'], mark: ['cut'] } })).toEqual({ two: 1 });
  expect(count('voice', { values: { voice: ['gone'] } })).toEqual({ gone: 0, one: 2, two: 1 });
  expect(count('mark', { values: { voice: ['two'] } })).toEqual({ cut: 1 });
  expect(count('kind', { kinds: ['edit'], isStarred: false })).toEqual({ speech: 3, edit: 1 });
  expect(count('voice', {}, 'TW')).toEqual({ two: 1 });
  expect(count('protected')).toEqual({ no: 1 });
  expect(count('duration')).toEqual({ under5s: 3 });
  add(item('e', 5, { tags: ['Two', 'x'] }), item('f', 6, { tags: ['two'] }));
  expect(count('tag')).toEqual({ two: 2, x: 1 });
  expect(count('tag', { search: 'tag:x' })).toEqual({ two: 1, x: 1 });
});

test('scripts are called by their title, or by the first line of their text; one that is gone has no name', () => {
  const { db, add, items, count, ids } = open();
  const made = (id: string, scriptId: string) => item(id, 1, { line: { scriptId, lineId: 'l' } });
  add(made('a', 'titled'), made('b', 'untitled'), made('c', 'blank'), made('d', 'gone'));
  const scripts = [
    ['titled', { title: 'Harbour', excerpt: 'Anna: hello' }],
    ['untitled', { title: '', excerpt: '安娜：你好\r\n本：再见' }],
    ['blank', { title: '', excerpt: '' }],
  ] as const;
  for (const [index, [id, body]] of scripts.entries())
    db.prepare('INSERT INTO scripts VALUES (?, ?, 1, 1, NULL, ?)').run(index, id, JSON.stringify(body));
  const query = facetsSchema.parse({ facets: [{ facet: 'script' }] });
  const [named] = items.nameFacets(query, items.countFacets(query.filter, ['script'], null)?.counts ?? []);
  expect(Object.fromEntries(named?.values.map(({ value, label }) => [value, label]) ?? [])).toEqual({
    titled: 'Harbour',
    untitled: '安娜：你好',
    blank: '',
    gone: null,
  });
  expect(count('script', {}, '安娜')).toEqual({ untitled: 1 });
  expect([ids({ search: 'script:安娜' }), ids({ search: 'script:null' })]).toEqual([['b'], []]);
});

test('facets are counted in all blocks of items, and again where something has changed', async () => {
  const { items, find } = open();
  const far = [1, BLOCK_ITEMS - 1, BLOCK_ITEMS, 40 * BLOCK_ITEMS];
  for (const order of far) items.add(item(`i${order}`, order), { order, trashedAtMs: null }, null);
  const countFacets = createFacetCounts({
    countFacets: async (...asked) => items.countFacets(...asked),
    nameFacets: async (...asked) => items.nameFacets(...asked),
  });
  const kinds = async (filter: Filter = {}) =>
    (await countFacets(facetsSchema.parse({ filter, facets: [{ facet: 'kind' }] })))?.[0]?.values[0]?.count;
  expect([await kinds(), await kinds({ search: 'kind:speech' })]).toEqual([4, 4]);
  items.setTrashed([`i${BLOCK_ITEMS}`], 5);
  expect([await kinds(), await kinds({ search: 'kind:speech' }), find()?.total]).toEqual([3, 3, 3]);
  expect(await kinds({ isTrashed: true })).toBe(1);
});

test('of a range that is chosen both ends count for the other facets', () => {
  const { add, items } = open();
  const lasting = (durationMs: number) => ({ audio: { ...item('x', 1).audio, durationMs } });
  add(item('a', 1, lasting(1000)), item('b', 2, lasting(2000)), item('c', 3, lasting(3000)));
  const filter = libraryFilterSchema.parse({ durationMs: { min: 2000, max: 3000 } });
  const counted = items.countFacets(filter, ['kind', 'duration'], null);
  expect(counted?.counts.map((one) => [...one.values()])).toEqual([[1], [3]]);
});

test('counting ends as soon as something else is counted', async () => {
  const { items, add } = open();
  add(item('a', 1));
  const steps: (number | null)[] = [];
  const countFacets = createFacetCounts({
    countFacets: async (filter, facets, after) => {
      steps.push(after);
      const counted = items.countFacets(filter, facets, after);
      return filter.search === 'endless' ? { counts: [new Map()], next: steps.length } : counted;
    },
    nameFacets: async (...asked) => items.nameFacets(...asked),
  });
  const asked = (search: string) => facetsSchema.parse({ filter: { search }, facets: [{ facet: 'kind' }] });
  const ended = countFacets(asked('endless'));
  expect((await countFacets(asked('')))?.[0]?.values).toEqual([{ value: 'speech', label: '', count: 1 }]);
  expect(await ended).toBeNull();
  const { length } = steps;
  await countFacets(facetsSchema.parse({ facets: [] }));
  expect(steps).toHaveLength(length);
});

test('facets count what another connection has written', async () => {
  const file = path.join(await tempFolder(), 'library.sqlite');
  using db = openDatabase(file);
  using other = openDatabase(file);
  const { items } = createRepositories(db, String);
  const kinds = () => items.countFacets(libraryFilterSchema.parse({}), ['kind'], null)?.counts[0]?.get('speech') ?? 0;
  const otherItems = createRepositories(other, String).items;
  const seen = [1, 2].map((order) => {
    otherItems.add(item(`i${order}`, 1), { order, trashedAtMs: null }, null);
    return kinds();
  });
  expect(seen).toEqual([1, 2]);
});

describe('the facts of an item', () => {
  test('follow its body, whoever writes it; those of an unreadable one are gone until it can be read', () => {
    const { db, add, find, unreadable } = open();
    add(item('a', 1), item('b', 2));
    db.exec(`UPDATE items SET body = json_set(body, '$.createdAtMs', 9) WHERE id = 'a'`);
    expect(find()?.items.map(({ id, createdAtMs }) => [id, createdAtMs])).toEqual([
      ['a', 9],
      ['b', 2],
    ]);
    db.exec(`UPDATE items SET body = '{}' WHERE id = 'b'`);
    expect([find()?.total, find()?.total, unreadable.length]).toEqual([1, 1, 1]);
    db.exec(`DELETE FROM items WHERE id = 'a'`);
    expect(find()).toEqual({ items: [], total: 0 });
  });

  test('of a library of an earlier version are made in steps', () => {
    const { db, items, add, find } = open();
    for (let at = 0; at < 700; at++) add(item(`i${at}`, at));
    db.exec('DELETE FROM item_facts; DELETE FROM facet_values; INSERT INTO facts_due (seq) SELECT seq FROM items;');
    expect([find(), find(), items.countFacets(libraryFilterSchema.parse({}), ['kind'], null) !== null]).toEqual([
      null,
      null,
      true,
    ]);
    expect(find()?.total).toBe(700);
  });

  test('are those of its body after any history', () => {
    const id = fc.integer({ min: 0, max: 5 }).map((at) => `i${at}`);
    const change = fc.record({
      title: fc.string({ maxLength: 80 }),
      createdAtMs: fc.nat(),
      isComplete: fc.boolean(),
      line: fc.constantFrom(null, { scriptId: 's', lineId: 'l' }),
      request: fc.constantFrom('one', 'two', null).map((voice) => speaks(voice).request),
    });
    const step = fc.oneof(
      fc.record({ do: fc.constant('add' as const), id, change }),
      fc.record({ do: fc.constant('replace' as const), id, change }),
      fc.record({ do: fc.constant('write' as const), id, title: fc.string() }),
      fc.record({ do: fc.constantFrom('trash' as const, 'restore' as const, 'delete' as const, 'find' as const), id }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { db, items, find } = open();
        for (const one of steps) {
          if (one.do === 'add') items.add(item(one.id, 1, one.change), items.placeOf(one.id), null);
          if (one.do === 'replace' && items.get(one.id)) items.replace(item(one.id, 1, one.change));
          if (one.do === 'write')
            db.prepare(`UPDATE items SET body = json_set(body, '$.title', ?) WHERE id = ?`).run(one.title, one.id);
          if (one.do === 'trash' || one.do === 'restore') items.setTrashed([one.id], one.do === 'trash' ? 7 : null);
          if (one.do === 'delete') {
            db.prepare('DELETE FROM item_media WHERE item_id = ?').run(one.id);
            db.prepare('DELETE FROM items WHERE id = ?').run(one.id);
          }
          if (one.do === 'find') find();
          // So that there is something to be out of date.
          countsOf(items);
        }
        find();
        const kept = factsIn(db);
        expect(countsOf(items)).toEqual(tally(db));
        db.exec('UPDATE items SET body = body');
        find();
        expect(kept).toEqual(factsIn(db));
        expect(kept).toHaveLength(Number(db.prepare('SELECT count(*) AS count FROM items').get()?.count));
      }),
      { numRuns: runs(60) },
    );
  });
});

type Items = ReturnType<typeof open>['items'];

function countsOf(items: Items) {
  const counted = items.countFacets(libraryFilterSchema.parse({}), ['voice', 'starred'], null);
  return counted?.counts.map((one) => [...one].sort());
}

/** The same as `countsOf`, by SQL. */
function tally(db: ReturnType<typeof openDatabase>) {
  const counted = (value: string) =>
    db
      .prepare(`SELECT ${value} AS value, count(*) AS count FROM item_facts WHERE NOT is_trashed GROUP BY 1`)
      .all()
      .filter((row) => row.value !== null)
      .map((row) => [row.value, row.count])
      .sort();
  return [counted('voice'), counted(`iif(is_starred, 'yes', 'no')`)];
}

function factsIn(db: ReturnType<typeof openDatabase>) {
  return db.prepare('SELECT * FROM item_facts ORDER BY seq').all();
}

test('a term that is repeated is asked for once', () => {
  const lookup = { scriptsTitled: () => [], numbersOf: () => [1], collectionsOf: () => [] };
  const terms = parseQuery(Array(100).fill('-draft -tag:old rating:4').join(' '));
  const conditions = termConditions(terms, lookup as unknown as ValueLookup, { nowMs: 0, step: undefined });
  expect(conditions.map(({ parameters }) => parameters)).toEqual([['"draft"*'], ['[1]'], [4]]);
});
