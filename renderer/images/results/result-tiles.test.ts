import { expect, test } from 'vitest';
import { appError } from '../../../shared/errors.ts';
import { editItem, editJob } from '../../testing/fake-ipc.ts';
import { tilesOf } from './result-tiles.ts';

test('tiles are ordered by request; a failed one is at the position of its picture', () => {
  const early = editJob('early', { createdAtMs: 10, state: 'done' });
  const tiles = tilesOf({
    results: [
      editItem('a', 10, { resultIndex: 0 }),
      editItem('c', 10, { resultIndex: 2 }),
      editItem('late', 30, { resultIndex: 0 }),
    ],
    jobs: [
      editJob('running', { createdAtMs: 20, state: 'sending' }),
      editJob('reading', { createdAtMs: 40, state: 'done', itemIds: ['coming'] }),
      editJob('read', { createdAtMs: 50, state: 'done', itemIds: ['late'] }),
      early,
    ],
    resultsAsOf: [editJob('reading'), editJob('read', { state: 'done', itemIds: ['late'] })],
    failures: [{ id: 'early-1', job: early, index: 1, error: appError('result.failed') }],
  });
  expect(tiles.map(({ id }) => id)).toEqual(['a', 'failed early-1', 'c', 'running', 'late', 'reading']);
  expect(tiles.map((tile) => (tile.kind === 'result' ? tile.number : tile.kind))).toEqual([
    1,
    'failed',
    2,
    'running',
    3,
    'running',
  ]);
});
