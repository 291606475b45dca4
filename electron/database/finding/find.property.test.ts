import fc from 'fast-check';
import { expect, test } from 'vitest';
import { choose, partsOf } from '../../../renderer/library/filters/facet-choices.ts';
import { editItem, editRequest, item, mediaId, picture, UNMEASURED } from '../../../renderer/testing/fake-ipc.ts';
import {
  facetsSchema,
  findSchema,
  type LibraryFilter,
  type LibrarySort,
  libraryFilterSchema,
} from '../../../shared/contract/finding.ts';
import type { LibraryItem } from '../../../shared/contract/library.ts';
import { FACET_KEYS, FACETS, type Facet } from '../../../shared/finding/facets.ts';
import { CLOSED_VALUES } from '../../../shared/finding/query-words.ts';
import { PICTURE_STATES } from '../../../shared/images/picture-states.ts';
import { USAGE_VERDICTS } from '../../../shared/images/source-usage.ts';
import { AUDIO_WARNINGS } from '../../../shared/speech/audio-warnings.ts';
import { runs } from '../../../tests/support/runs.ts';
import { createRepositories } from '../repositories.ts';
import { openDatabase } from '../schema.ts';
import { BLOCK_ITEMS } from './fact-columns.ts';

const NOW_MS = Date.now();
const DAY_MS = 24 * 60 * 60 * 1000;
const COLLECTIONS = ['best', 'rest'];

/** What any item may be like, few values of each kind, so that there are several with the same. */
const factsArb = fc.record({
  kind: fc.constantFrom('speech', 'edit', 'reply'),
  title: fc.constantFrom('灯塔', '阿姨', 'Take 10', 'take 9', 'Take 9', '', 'harbour'),
  createdAtMs: fc.constantFrom(...[0, 1, 3, 20, 200, 800].map((days) => NOW_MS - days * DAY_MS)),
  isStarred: fc.boolean(),
  rating: fc.integer({ min: 0, max: 5 }),
  tags: fc.subarray(['night', '夜', 'New York']),
  isTrashed: fc.boolean(),
  collections: fc.subarray(COLLECTIONS),
  model: fc.constantFrom('', 'one', 'two'),
  connectionId: fc.constantFrom('practice', 'own'),
  sizeBytes: fc.constantFrom(1, 100, 200_000, 2_000_000, 20_000_000),
  voice: fc.constantFrom(null, 'own', 'zh_female_cancan_mars_bigtts'),
  durationMs: fc.constantFrom(null, 0, 4999, 5000, 70_000, 700_000),
  warnings: fc.subarray([...AUDIO_WARNINGS]),
  isComplete: fc.boolean(),
  format: fc.constantFrom('mp3' as const, 'wav' as const, 'pcm' as const),
  line: fc.constantFrom(null, { scriptId: 's', lineId: 'l' }),
  state: fc.constantFrom(...PICTURE_STATES),
  mime: fc.constantFrom('image/png', 'image/jpeg'),
  isProtected: fc.boolean(),
  verdict: fc.constantFrom(null, ...USAGE_VERDICTS),
});
type Facts = typeof factsArb extends fc.Arbitrary<infer T> ? T : never;

function itemOf(facts: Facts, number: number): LibraryItem {
  const { title, createdAtMs, isStarred, rating, tags, model, connectionId, sizeBytes } = facts;
  const id = `i${number}`;
  const common = { title, isStarred, rating, tags };
  const request = { ...item(id, 0).request, connectionId, voice: facts.voice };
  if (facts.kind === 'edit')
    return editItem(id, createdAtMs, {
      ...common,
      model,
      raw: { ...picture(id, { sizeBytes, mime: facts.mime }), state: facts.state },
      protected: facts.isProtected ? PROTECTED : null,
      used: facts.verdict && { verdict: facts.verdict, figure: 0.5, reason: 'misaligned', overridden: null },
      request: editRequest({ connectionId }),
    });
  const take = item(id, createdAtMs, {
    ...common,
    model,
    sizeBytes,
    mediaId: mediaId(id),
    warnings: facts.warnings,
    isComplete: facts.isComplete,
    audio: { askedFormat: 'mp3', format: facts.format, sampleRateHz: null, durationMs: facts.durationMs },
    request,
    line: facts.line,
  });
  if (facts.kind === 'speech') return take;
  const { connectionName, connectionOrigin, note } = take;
  const of = { id, createdAtMs, connectionName, connectionOrigin, note, mediaId: mediaId(id), sizeBytes, model };
  const asked = { kind: 'speech' as const, request };
  return { kind: 'reply', ...common, ...of, content: 'unknown', asked, reply: null, error: null, missing: [] };
}

const PROTECTED = { ...UNMEASURED, picture: picture('protected') };

/** A database with these items, in two blocks of them. */
function open(all: readonly Facts[]) {
  const db = openDatabase(':memory:');
  const { items, collections } = createRepositories(db, (error) => expect(error).toBeUndefined());
  const half = Math.ceil(all.length / 2);
  all.forEach((facts, at) => {
    const order = at < half ? at : BLOCK_ITEMS + at;
    items.add(itemOf(facts, at), { order, trashedAtMs: facts.isTrashed ? 1 : null }, null);
  });
  for (const id of COLLECTIONS) {
    const itemIds = all.flatMap((facts, at) => (facts.collections.includes(id) ? [`i${at}`] : []));
    const entry = { id, title: id, kind: 'manual' as const, problem: null, count: itemIds.length };
    collections.put({ entry, isRemoved: false }, 1, itemIds);
  }
  const found = (filter: LibraryFilter, sort?: LibrarySort) =>
    items.find(findSchema.parse({ filter, limit: 200, ...(sort && { sort }) }));
  return { db, items, found };
}

type Opened = ReturnType<typeof open>;

function facetsOf({ items }: Opened, filter: LibraryFilter) {
  const query = facetsSchema.parse({ filter, facets: FACETS.map((facet) => ({ facet, limit: 500 })) });
  const counts = query.facets.map(() => new Map<string | number, number>());
  for (let after: number | null = null; ; ) {
    const step = items.countFacets(query.filter, FACETS, after);
    if (step === null) continue;
    step.counts.forEach((some, index) => {
      for (const [key, count] of some) counts[index]?.set(key, (counts[index].get(key) ?? 0) + count);
    });
    after = step.next;
    if (after === null) return items.nameFacets(query, counts);
  }
}

/** The filter without what is chosen of a facet. */
function notChoosing(filter: LibraryFilter, facet: Facet): LibraryFilter {
  const own = partsOf(filter, NOW_MS).find((part) => part.facet === facet);
  return own === undefined ? filter : notChoosing({ ...filter, ...own.without }, facet);
}

const itemsArb = fc.array(factsArb, { minLength: 1, maxLength: 24 });
/** Values that are chosen, one after the other, among those that are offered then. */
const choicesArb = fc.array(fc.record({ facet: fc.constantFrom(...FACETS), at: fc.nat() }), { maxLength: 3 });

function chosenFilter(opened: Opened, choices: readonly { facet: Facet; at: number }[], isTrashed: boolean) {
  const filter = libraryFilterSchema.parse({ isTrashed });
  for (const { facet, at } of choices) {
    const offered = facetsOf(opened, filter).find((one) => one.facet === facet)?.values ?? [];
    const value = offered[at % Math.max(1, offered.length)]?.value;
    if (value !== undefined) Object.assign(filter, choose(filter, facet, value, true, NOW_MS));
  }
  return filter;
}

test('every value of every facet finds as many items as are counted beside it, whatever else is chosen', () => {
  const seen = new Set<Facet>();
  fc.assert(
    fc.property(itemsArb, choicesArb, fc.boolean(), (all, choices, isTrashed) => {
      const opened = open(all);
      const filter = chosenFilter(opened, choices, isTrashed);
      for (const { facet, values } of facetsOf(opened, filter)) {
        if (values.length > 0) seen.add(facet);
        for (const { value, count } of values) {
          // A rating means that one or a better one; none is no choice.
          const from = values.filter((one) => facet === 'rating' && Number(one.value) > Number(value));
          const expected = from.reduce((sum, one) => sum + one.count, count);
          const none = notChoosing(filter, facet);
          const chosen = { ...none, ...choose(none, facet, value, true, NOW_MS) };
          expect([facet, value, opened.found(chosen)?.total]).toEqual([facet, value, expected]);
          const word = CLOSED_VALUES[facet]?.find(([name]) => name === value)?.[1];
          if (word === undefined) continue;
          // What is written in the search is asked for beside what is chosen.
          const typed = { ...notChoosing(filter, facet), search: `${FACET_KEYS[facet][0]}:${word}` };
          expect([typed.search, opened.found(typed)?.total]).toEqual([typed.search, expected]);
        }
      }
    }),
    // The first list has values of every facet, however few others follow.
    { numRuns: runs(15), examples: [[fc.sample(factsArb, { numRuns: 24, seed: 1 }), [], false]] },
  );
  expect([...FACETS].filter((facet) => !seen.has(facet))).toEqual([]);
});

const SORTED_BY = {
  date: ({ createdAtMs }: Facts) => createdAtMs,
  script: ({ kind, line }: Facts) => (kind === 'speech' && line !== null ? 0 : -1),
  duration: ({ kind, durationMs }: Facts) => (kind === 'speech' ? (durationMs ?? -1) : -1),
  size: ({ sizeBytes }: Facts) => sizeBytes,
  rating: ({ rating }: Facts) => rating,
  // As a person expects them.
  name: ({ title }: Facts) => ['', 'harbour', 'take 9', 'take 10', '阿姨', '灯塔'].indexOf(title.toLowerCase()),
} satisfies Record<LibrarySort['by'], (facts: Facts) => number>;

test('each order is that of what it is called by, at any offset, and says where an item is', () => {
  const sortArb = fc.record({
    by: fc.constantFrom(...(Object.keys(SORTED_BY) as LibrarySort['by'][])),
    isDescending: fc.boolean(),
  });
  fc.assert(
    fc.property(itemsArb, choicesArb, sortArb, fc.nat(24), (all, choices, sort, offset) => {
      const opened = open(all);
      const filter = chosenFilter(opened, choices, false);
      const matching = new Set(opened.found(filter)?.items.map(({ id }) => id));
      const key = SORTED_BY[sort.by];
      const expected = all
        .map((facts, at) => ({ id: `i${at}`, at, key: key(facts) }))
        .filter(({ id }) => matching.has(id))
        .sort((a, b) => (a.key - b.key || a.at - b.at) * (sort.isDescending ? -1 : 1))
        .map(({ id }) => id);
      const page = opened.items.find(findSchema.parse({ filter, sort, offset, limit: 5 }));
      expect(page?.items.map(({ id }) => id)).toEqual(expected.slice(offset, offset + 5));
      const ids = opened.items.matchingIds({ filter, sort, offset: 0, limit: 200 });
      expect(ids).toEqual(expected);
      const places = expected.map((id) => opened.items.positionOf({ filter, sort, id })?.offset);
      expect(places).toEqual(expected.map((_, at) => at));
    }),
    { numRuns: runs(15) },
  );
});
