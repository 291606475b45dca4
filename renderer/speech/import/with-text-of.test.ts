import { expect, test } from 'vitest';
import type { Script } from '../../../shared/contract/scripts.ts';
import { withTextOf } from './with-text-of.ts';

const line = (index: number, change: Partial<Script['lines'][number]> = {}) => ({
  id: `old${index}`,
  index,
  takeIds: [`take${index}`],
  usedTakeId: null,
  ...change,
});
const script = (text: string, change: Partial<Script> = {}): Script => ({
  id: 'kept',
  title: 'Tides',
  text,
  lines: [],
  cast: [],
  lexicon: [],
  createdAtMs: 1,
  changedAtMs: 2,
  ...change,
});

test('lines keep their takes and settings where the text is the same or was edited; what the new text says wins', () => {
  let ids = 0;
  const before = script('One\nFirst.\nSecond.\nGone.', {
    lines: [line(0, { chapter: 'One' }), line(1, { speed: 1.2 }), line(2, { cue: { startMs: 0, endMs: 9 } }), line(3)],
    cast: [{ name: 'Anna', voice: 'candice', extras: {}, colour: 0 }],
    lexicon: [{ from: 'a', to: 'b', language: '', isWholeWord: true, isCaseSensitive: false }],
  });
  const next = script('Two\nNew.\nFirst.\nSecond, longer.', {
    id: 'other',
    title: 'Tides again',
    lines: [{ id: 'x', index: 0, takeIds: [], usedTakeId: null, chapter: 'Two' }],
    cast: [
      { name: 'anna', extras: {}, colour: 1 },
      { name: 'Ben', extras: {}, colour: 2 },
    ],
  });
  const after = withTextOf(before, next, () => `new${++ids}`);
  expect(after).toMatchObject({ id: 'kept', title: 'Tides', text: next.text, lexicon: before.lexicon, createdAtMs: 1 });
  expect(after.cast.map(({ name, voice }) => [name, voice])).toEqual([
    ['Anna', 'candice'],
    ['Ben', undefined],
  ]);
  expect(after.lines.map(({ index, chapter, takeIds }) => [index, chapter, takeIds])).toEqual([
    [0, 'Two', expect.any(Array)],
    [2, undefined, ['take1']],
    [3, undefined, ['take2']],
  ]);
  expect(after.lines[1]).toMatchObject({ id: 'old1', speed: 1.2 });
  expect(after.lines[2]).not.toHaveProperty('cue');
});

test('chapters that a person made stay where the new text has none', () => {
  const before = script('One\nFirst.', { lines: [line(0, { chapter: 'One' })] });
  expect(withTextOf(before, script('One\nFirst, longer.'), () => 'new').lines).toMatchObject([{ chapter: 'One' }]);
});
