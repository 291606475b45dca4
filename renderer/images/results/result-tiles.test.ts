import { expect, test } from 'vitest';
import { appError } from '../../../shared/errors.ts';
import { editItem, editJob } from '../../testing/fake-ipc.ts';
import { historyOf } from './result-tiles.ts';

test('the newest request is first; a failed picture is at its position among those of its request', () => {
  const early = editJob('early', { createdAtMs: 10_000, state: 'done' });
  const placed = historyOf({
    lineage: [],
    search: '',
    results: [
      editItem('a', 10_000, { resultIndex: 0 }),
      editItem('c', 10_000, { resultIndex: 2 }),
      editItem('late', 30_000, { resultIndex: 0 }),
    ],
    jobs: [
      editJob('running', { createdAtMs: 20_000, state: 'sending' }),
      editJob('reading', { createdAtMs: 40_000, state: 'done', itemIds: ['coming'] }),
      editJob('read', { createdAtMs: 50_000, state: 'done', itemIds: ['late'] }),
      early,
    ],
    resultsAsOf: [editJob('reading'), editJob('read', { state: 'done', itemIds: ['late'] })],
    failures: [{ id: 'early-1', job: early, index: 1, error: appError('result.failed') }],
  });
  expect(placed.map(({ tile }) => tile.id)).toEqual(['reading', 'late', 'running', 'a', 'failed early-1', 'c']);
  expect(placed.map(({ tile }) => (tile.kind === 'result' ? tile.number : tile.kind))).toEqual([
    'running',
    3,
    'running',
    1,
    'failed',
    2,
  ]);
  expect(placed.map(({ group }) => group?.size ?? null)).toEqual([1, 1, 1, 3, null, null]);
});

const from = (id: string, mediaId: string, createdAtMs: number, prompt = '') => {
  const item = editItem(id, createdAtMs);
  const pictures = item.request.pictures.map((picture) => ({ ...picture, mediaId }));
  return { ...item, raw: { ...item.raw, mediaId: `${id}-raw` }, request: { ...item.request, prompt, pictures } };
};
const RESULTS = [
  from('a', 'photo', 1, 'Erase the cup'),
  from('again', 'photo', 2, 'Erase the CUP gently'),
  from('on', 'again-raw', 3, '换成花瓶'),
  from('branch', 'a-raw', 4),
  from('anew', 'photo', 5),
];
const NOTHING_ELSE = { search: '', jobs: [], resultsAsOf: [], failures: [] };

test('a request says what it goes on from, unless the request before shows that', () => {
  const placed = historyOf({ ...NOTHING_ELSE, results: RESULTS, lineage: [] });
  expect(placed.map(({ group }) => group?.from).reverse()).toEqual([
    null,
    null,
    null,
    { prompt: 'Erase the cup' },
    'original',
  ]);
});

test('a request never goes on from a later one that changed nothing', () => {
  const unchanged = { ...from('later', 'photo', 9), raw: { ...editItem('later', 9).raw, mediaId: 'a-raw' } };
  const results = [from('a', 'photo', 1, 'Erase'), from('b', 'photo', 2), from('on', 'a-raw', 3), unchanged];
  const placed = historyOf({ ...NOTHING_ELSE, results, lineage: [] });
  expect(placed.find(({ tile }) => tile.id === 'on')?.group?.from).toEqual({ prompt: 'Erase' });
});

test('what was made of a picture that did not lead to the present one stands aside', () => {
  const aside = (...lineage: string[]): string[] =>
    historyOf({ ...NOTHING_ELSE, results: RESULTS, lineage })
      .filter(({ isAside }) => isAside)
      .map(({ tile }) => tile.id);
  expect(aside('photo', 'again-raw')).toEqual(['branch']);
  expect(aside('photo')).toEqual(['branch', 'on']);
});

test('the result that is picture 1 is marked, the latest of those with its picture', () => {
  const edited = (...lineage: string[]): string[] =>
    historyOf({ ...NOTHING_ELSE, results: RESULTS, lineage })
      .filter(({ isEdited }) => isEdited)
      .map(({ tile }) => tile.id);
  expect(edited('photo', 'again-raw')).toEqual(['again']);
  expect(edited('photo')).toEqual([]);
  expect(edited()).toEqual([]);
});

test('requests of one press are one group; the same again a moment later is another', () => {
  const results = [
    from('a', 'photo', 100, 'Erase'),
    from('b', 'photo', 103, 'Erase'),
    from('c', 'photo', 104, 'Paint'),
    from('d', 'photo', 2000, 'Erase'),
  ];
  const placed = historyOf({ ...NOTHING_ELSE, results, lineage: [] });
  expect(placed.map(({ tile, group }) => [tile.id, group?.size])).toEqual([
    ['d', 1],
    ['c', 1],
    ['a', 2],
    ['b', undefined],
  ]);
});

test('is searched by the words of the instruction, in any order and case', () => {
  const found = (search: string): string[] =>
    historyOf({ ...NOTHING_ELSE, results: RESULTS, lineage: [], search }).map(({ tile }) => tile.id);
  expect(found('cup erase')).toEqual(['again', 'a']);
  expect(found('花瓶')).toEqual(['on']);
  expect(found('vase')).toEqual([]);
});
