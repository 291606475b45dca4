import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type IdentifiedLine, keepIds } from './line-ids.ts';

/** A text that is edited step by step; `show` gives its lines as `id text`. */
function edited(...texts: string[]) {
  let made = 0;
  const makeId = () => `new${++made}`;
  let lines: IdentifiedLine[] = texts.map((text, index) => ({ id: String.fromCharCode(97 + index), text }));
  let lost: readonly IdentifiedLine[] = [];
  return {
    to(...after: string[]) {
      const kept = keepIds(lines, after, makeId, lost);
      lines = after.map((text, index) => ({ id: kept.ids[index] ?? '', text }));
      lost = kept.lost;
      return this;
    },
    ids: () => lines.map(({ id }) => id).join(' '),
    lost: () => lost.map(({ id }) => id).join(' '),
  };
}

describe('a line keeps its id', () => {
  it('while it is written', () => expect(edited('one', 'two').to('one', 'two!').ids()).toBe('a b'));
  it('where all of it is replaced', () =>
    expect(edited('one', 'two', 'three').to('one', '??', 'three').ids()).toBe('a b c'));
  it('where lines are added around it', () =>
    expect(edited('one', 'two').to('zero', 'one', 'half', 'two').ids()).toBe('new1 a new2 b'));
  it('where others are deleted', () => expect(edited('one', 'two', 'three').to('one', 'three').ids()).toBe('a c'));
  it('where it is moved', () =>
    expect(edited('one', 'two', 'three', 'four').to('two', 'three', 'one', 'four').ids()).toBe('b c a d'));
  it('where it is moved and another line is edited', () =>
    expect(edited('one', 'two', 'three and more', 'four').to('two', 'three and less', 'one', 'four').ids()).toBe(
      'b c a d',
    ));
  it('of a word replaced everywhere', () =>
    expect(
      edited('Ann said to Ann: Ann', 'Ann went to the harbour', 'so Ann left')
        .to('Ben said to Ben: Ben', 'Ben went to the harbour', 'so Ben left')
        .ids(),
    ).toBe('a b c'));
  it('when it is split: the first part', () =>
    expect(edited('one', 'Good morning, harbour', 'two').to('one', 'Good morning,', 'harbour', 'two').ids()).toBe(
      'a b new1 c',
    ));
  it('when lines are joined: the first', () =>
    expect(edited('one', 'Good morning,', 'harbour', 'two').to('one', 'Good morning,harbour', 'two').ids()).toBe(
      'a b d',
    ));
  it('when a part is cut out over several lines: the first', () =>
    expect(edited('Good morning, all', 'two', 'of the harbour').to('Good morning, harbour').ids()).toBe('a'));
  it('of equal lines: the first first', () =>
    expect(edited('x', 'yes', 'yes').to('yes', 'yes', 'x').ids()).toBe('b c a'));
});

describe('a line has a new id', () => {
  it('where it is copied', () => expect(edited('one', 'two').to('one', 'two', 'one').ids()).toBe('a b new1'));
  it('where another text is pasted over several lines', () =>
    expect(edited('The harbour is quiet', 'Nobody comes').to('海上升明月', '天涯共此时').ids()).toBe('new1 new2'));
});

describe('a lost id comes back', () => {
  it('where a deletion is undone', () =>
    expect(edited('one', 'two', 'three').to('one').to('one', 'two', 'three').ids()).toBe('a b c'));
  it('where a replaced text is undone', () =>
    expect(edited('one', 'two', 'three').to('x').to('one', 'two', 'three').ids()).toBe('a b c'));
  it('where joining is undone', () =>
    expect(edited('Good morning,', 'harbour').to('Good morning,harbour').to('Good morning,', 'harbour').ids()).toBe(
      'a b',
    ));
  it('where lines are cut and pasted, once', () =>
    expect(
      edited('one', 'two', 'three').to('two', 'three').to('two', 'three', 'one').to('two', 'three', 'one', 'one').ids(),
    ).toBe('b c a new1'));
  it('of equal lines in their order', () => {
    const text = edited('yes', 'yes', 'no', 'yes');
    expect(text.to('no').lost()).toBe('a b d');
    expect(text.to('yes', 'yes', 'no', 'yes').ids()).toBe('a b c d');
    expect(text.lost()).toBe('');
  });
  it('but not in the place of the line that is being written', () =>
    expect(edited('yes', 'no').to('no').to('n').to('ye').to('yes').ids()).toBe('b'));
});

describe('for any edit', () => {
  const text = fc.oneof(
    fc.constantFrom('yes', 'no', 'Anna: yes', 'a longer line of text'),
    fc.string({ maxLength: 12 }),
  );
  const texts = fc.array(text, { maxLength: 30 });
  const start = (values: readonly string[]) => values.map((value, index) => ({ id: `old${index}`, text: value }));
  const counter = () => {
    let made = 0;
    return () => `new${++made}`;
  };

  it('there is one id for each line, all different, and none is both there and lost', () => {
    fc.assert(
      fc.property(texts, fc.array(texts, { minLength: 1, maxLength: 6 }), (first, steps) => {
        const makeId = counter();
        let lines: IdentifiedLine[] = start(first);
        let lost: readonly IdentifiedLine[] = [];
        for (const step of steps) {
          const kept = keepIds(lines, step, makeId, lost);
          expect(kept.ids).toHaveLength(step.length);
          const all = [...kept.ids, ...kept.lost.map(({ id }) => id)];
          expect(new Set(all).size).toBe(all.length);
          for (const { id } of lines) expect(all).toContain(id);
          lines = step.map((value, index) => ({ id: kept.ids[index] ?? '', text: value }));
          lost = kept.lost;
        }
      }),
    );
  });

  it('an unchanged text keeps all ids', () => {
    fc.assert(
      fc.property(texts, (values) => {
        const before = start(values);
        expect(keepIds(before, values, counter())).toEqual({ ids: before.map(({ id }) => id), lost: [] });
      }),
    );
  });

  it('moved lines keep theirs', () => {
    const shuffled = fc
      .uniqueArray(text, { maxLength: 20 })
      .chain((values) => fc.tuple(fc.constant(values), fc.shuffledSubarray(values, { minLength: values.length })));
    fc.assert(
      fc.property(shuffled, ([values, moved]) => {
        const before = start(values);
        expect(keepIds(before, moved, counter()).ids).toEqual(
          moved.map((value) => before.find((line) => line.text === value)?.id),
        );
      }),
    );
  });

  it('what was deleted comes back with its ids', () => {
    fc.assert(
      fc.property(texts, fc.nat(30), fc.nat(30), (values, a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const before = start(values);
        const rest = [...values.slice(0, from), ...values.slice(to)];
        const makeId = counter();
        const deleted = keepIds(before, rest, makeId);
        const lines = rest.map((value, index) => ({ id: deleted.ids[index] ?? '', text: value }));
        const { ids } = keepIds(lines, values, makeId, deleted.lost);
        expect(ids.some((id) => id.startsWith('new'))).toBe(false);
      }),
    );
  });
});

it('50 000 lines that all change, and 50 000 that are reversed, end', () => {
  const texts = Array.from({ length: 50_000 }, (_, index) => `Line ${index} of many, spoken by somebody`);
  const before = texts.map((text, index) => ({ id: `old${index}`, text }));
  const makeId = (): string => 'new';
  expect(
    keepIds(
      before,
      texts.map((text) => text.replaceAll('Line', 'Row')),
      makeId,
    ).ids[49_999],
  ).toBe('old49999');
  expect(keepIds(before, texts.toReversed(), makeId).ids[0]).toBe('old49999');
});
