import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EditItem } from '../../shared/contract/library.ts';
import { editItem } from '../testing/fake-ipc.ts';
import {
  arrived,
  back,
  canvasContent,
  chosenCompared,
  compared,
  comparedAmong,
  comparedWithId,
  isBeforeShown,
  isOneOfSeveral,
  isRawShown,
  MASK,
  MAX_COMPARED,
  type Middle,
  opened,
  paintedBackId,
  presentation,
  presentedIds,
  shownMode,
  shownResult,
  toggledCompared,
  withBefore,
  withJobs,
  withMiddle,
  withPaintingBack,
  withPicture,
  withRaw,
  withSource,
  worked,
} from './middle.ts';

type World = {
  middle: Middle;
  pictures: readonly { key: string }[];
  results: readonly EditItem[];
  jobs: readonly { id: string }[];
};

const itemsOf = (ids: string): EditItem[] => [...ids].map((id, index) => editItem(id, index));
const picturesOf = (keys: string) => [...keys].map((key) => ({ key }));
const WORLD: World = { middle: MASK, pictures: picturesOf('pqr'), results: itemsOf('abcd'), jobs: [] };
const change = (world: World, by: Partial<World>): World => ({ ...world, ...withMiddle(world, by) });
const shown = (middle: Middle): Middle => change(WORLD, { middle }).middle;
const afterDeletion = (middle: Middle, left: string): Middle =>
  change({ ...WORLD, middle }, { results: itemsOf(left) }).middle;

test('a reference is looked at, and what was on the canvas is there again', () => {
  const before = opened(presentation(['a', 'b']), 'b');
  expect(withPicture(withPicture(before, 'q'), null)).toEqual(before);
  expect(withPicture(withPicture(compared(before, 'a'), 'q'), null)).toEqual(opened(before, 'a'));
  expect(withPicture({ kind: 'running', jobId: 'j' }, null)).toEqual(MASK);
});

test('picture 1, and a picture that is not there, are the canvas', () => {
  expect(shown(withPicture(MASK, 'q'))).toMatchObject({ kind: 'picture', key: 'q' });
  for (const key of ['p', 'x']) expect(shown(withPicture(presentation(['a']), key))).toEqual(presentation(['a']));
  const looking = { ...WORLD, middle: withPicture(MASK, 'q') };
  expect(change(looking, { pictures: picturesOf('pr') }).middle).toEqual(MASK);
  expect(change(looking, { pictures: picturesOf('qpr') }).middle).toEqual(MASK);
});

test('in place of a deleted result the next is shown in the same way, else the last, else the mask', () => {
  const raw = withRaw(compared(MASK, 'b'), true);
  expect(afterDeletion(raw, 'acd')).toEqual(compared(MASK, 'c'));
  expect(afterDeletion(raw, 'a')).toEqual(compared(MASK, 'a'));
  expect(afterDeletion(raw, '')).toEqual(MASK);
  expect(afterDeletion(raw, 'ab')).toEqual(raw);
  expect(shown(compared(MASK, 'x'))).toEqual(MASK);
  expect(afterDeletion(presentation(['b']), 'acd')).toEqual(presentation(['c']));
  expect(afterDeletion(presentation(['d']), 'abc')).toEqual(presentation(['c']));
  expect(afterDeletion(presentation(['d']), '')).toEqual(MASK);
});

test('a result is never compared with itself, or with one that is deleted', () => {
  const pair = comparedAmong(MASK, ['a', 'b'], 'b');
  expect(afterDeletion(pair, 'bc')).toEqual(compared(MASK, 'b'));
  expect(afterDeletion(pair, 'a')).toEqual(compared(MASK, 'a'));
  expect(afterDeletion(pair, 'ac')).toEqual(compared(MASK, 'a'));
  expect(afterDeletion(pair, 'cd')).toEqual(compared(MASK, 'd'));
  expect(comparedAmong(MASK, ['a', 'a', 'b'], 'a')).toEqual(comparedAmong(MASK, ['a', 'b'], 'a'));
});

test('of several compared results those that are left stay in their order, and the next one is acted on', () => {
  const all = withRaw(comparedAmong(MASK, ['d', 'a', 'c'], 'a'), true);
  expect(afterDeletion(all, 'acd')).toEqual(all);
  expect(afterDeletion(all, 'bcd')).toEqual(withRaw(comparedAmong(MASK, ['d', 'c'], 'c'), true));
  expect(afterDeletion(all, 'abd')).toEqual(withRaw(comparedAmong(MASK, ['d', 'a'], 'a'), true));
  expect(isRawShown(all, 'c')).toBe(true);
});

test('at most four results are compared; one is added, taken away or acted on without another changing', () => {
  const four = comparedAmong(MASK, ['a', 'b', 'c', 'd', 'e'], 'e');
  expect(four).toEqual(comparedAmong(MASK, ['a', 'b', 'c', 'd'], 'a'));
  expect(toggledCompared(four, 'e')).toBe(four);
  const raw = withRaw(compared(MASK, 'a'), true);
  const pair = toggledCompared(raw, 'b');
  expect(pair).toEqual(withRaw(comparedAmong(MASK, ['a', 'b'], 'b'), true));
  expect(toggledCompared(toggledCompared(pair, 'c'), 'b')).toEqual(withRaw(comparedAmong(MASK, ['a', 'c'], 'c'), true));
  expect(toggledCompared(pair, 'b')).toEqual(raw);
  expect(toggledCompared(raw, 'a')).toBe(raw);
  expect(chosenCompared(pair, 'a')).toEqual(withRaw(comparedAmong(MASK, ['a', 'b'], 'a'), true));
  expect(chosenCompared(pair, 'c')).toBe(pair);
});

test('the grid behind results that are compared has all of them', () => {
  const grid = presentation(['a', 'b', 'c']);
  const pair = comparedAmong(grid, ['a', 'b'], 'b');
  expect(presentedIds(pair)).toEqual(['a', 'b', 'c']);
  expect(presentedIds(chosenCompared(pair, 'a'))).toEqual(['a', 'b', 'c']);
  const added = toggledCompared(pair, 'd');
  expect(presentedIds(added)).toEqual(['a', 'b', 'd']);
  expect(back(added)).toEqual(presentation(['a', 'b', 'd'], 'd'));
  expect(presentedIds(toggledCompared(added, 'a'))).toEqual(['b', 'd']);
});

test('more than two are seen side by side only, and a difference is to the source', () => {
  const pair = comparedAmong(MASK, ['a', 'b'], 'b');
  const modes = ['slider', 'hold', 'difference', 'side'] as const;
  expect(modes.map((mode) => shownMode(compared(MASK, 'a'), mode))).toEqual(modes);
  expect(modes.map((mode) => shownMode(pair, mode))).toEqual(['slider', 'hold', 'slider', 'side']);
  expect(new Set(modes.map((mode) => shownMode(toggledCompared(pair, 'c'), mode)))).toEqual(new Set(['side']));
  expect([comparedWithId(pair), comparedWithId(chosenCompared(pair, 'a'))]).toEqual(['a', 'b']);
});

test('of a grid only what is left is shown, one result large', () => {
  const grid = presentation(['a', 'b', 'c']);
  expect(afterDeletion(grid, 'bcd')).toEqual(presentation(['b', 'c']));
  expect(afterDeletion(grid, 'cd')).toMatchObject({ ids: ['c'], opened: { id: 'c' } });
  expect(afterDeletion(opened(grid, 'a'), 'bcd')).toMatchObject({ ids: ['b', 'c'], opened: null });
  expect(afterDeletion(grid, 'd')).toEqual(MASK);
  expect(afterDeletion(compared(grid, 'a'), 'bcd')).toEqual(compared(presentation(['b', 'c']), 'b'));
});

test('back is one step, and nothing is changed that is not seen', () => {
  const grid = presentation(['a', 'b']);
  expect(back(compared(grid, 'a'))).toEqual(opened(grid, 'a'));
  expect(back(opened(grid, 'a'))).toEqual(grid);
  expect(back(grid)).toEqual(MASK);
  expect(back(presentation(['a']))).toEqual(MASK);
  expect(back(compared(MASK, 'a'))).toEqual(presentation(['a']));
  expect(back(withPicture(grid, 'q'))).toEqual(grid);
  for (const middle of [MASK, { kind: 'running', jobId: 'j' } as const]) expect(back(middle)).toBe(middle);
});

test('only a grid that a result is in can be returned to', () => {
  const grid = presentation(['a', 'b']);
  expect(isOneOfSeveral(comparedAmong(opened(grid, 'b'), ['b', 'a'], 'a'))).toBe(true);
  expect(isOneOfSeveral(compared(grid, 'c'))).toBe(false);
});

test('the source, and what was received, are shown of the result that it was asked for only', () => {
  const grid = presentation(['a', 'b']);
  expect(withBefore(grid, true)).toBe(grid);
  const held = withBefore(opened(grid, 'a'), true);
  expect([isBeforeShown(held), isBeforeShown(opened(held, 'b'))]).toEqual([true, false]);
  expect(isBeforeShown(withPicture(withPicture(held, 'q'), null))).toBe(false);
  const raw = withRaw(compared(grid, 'a'), true);
  expect([isRawShown(raw, 'a'), isRawShown(raw, 'b'), isRawShown(compared(raw, 'a'), 'a')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('results that come, and work on the mask, leave a reference where it is', () => {
  const looking = withPicture(presentation(['a']), 'q');
  expect(worked(looking)).toEqual(withPicture(MASK, 'q'));
  expect(arrived(looking, ['b'])).toEqual(withPicture(presentation(['b']), 'q'));
  expect(arrived(compared(MASK, 'a'), ['b'])).toEqual(presentation(['b']));
});

test('a result over which the source is painted stays while that is done, and is there again afterwards', () => {
  const grid = presentation(['a', 'b']);
  const painting = withPaintingBack(opened(grid, 'a'), 'a');
  expect([worked(painting), paintedBackId(painting)]).toEqual([painting, 'a']);
  expect(back(painting)).toEqual(opened(grid, 'a'));
  expect(afterDeletion(painting, 'abd')).toEqual(painting);
  expect(afterDeletion(painting, 'acd')).toEqual({ ...painting, ids: ['a'] });
  expect(afterDeletion(painting, 'bcd')).toEqual(presentation(['b']));
  expect(withPicture(withPicture(painting, 'q'), null)).toEqual(opened(grid, 'a'));
  expect(withSource(painting, true)).toEqual(MASK);
});

test('another picture 1 takes results from the canvas, and what cannot belong to it from the middle', () => {
  const grid = presentation(['a', 'b']);
  const running = { kind: 'running', jobId: 'j' } as const;
  expect([grid, compared(grid, 'a'), running].map((middle) => withSource(middle, false))).toEqual([MASK, MASK, MASK]);
  expect(withSource(grid, true)).toEqual(MASK);
  expect(withSource(compared(grid, 'a'), true)).toEqual(compared(MASK, 'a'));
  expect(withSource(running, true)).toBe(running);
  for (const isKnown of [true, false])
    expect(withSource(withPicture(grid, 'q'), isKnown)).toEqual(withPicture(MASK, 'q'));
});

test('an edit that was listed and no longer is is not shown; one may be listed later', () => {
  const running = { kind: 'running', jobId: 'j' } as const;
  expect(withJobs(running, [], [{ id: 'j' }])).toEqual(MASK);
  expect(withJobs(running, [{ id: 'i' }], [])).toBe(running);
});

/** One of a list; undefined for the place after its last. */
const nth = <T>(list: readonly T[], at: number): T | undefined => list[at % (list.length + 1)];
const someOf = (results: readonly EditItem[], at: number): string[] =>
  results.map(({ id }) => id).filter((_, index) => (at >> index) % 2 === 1);
const withPictures = (world: World, pictures: World['pictures']): World => {
  const next = change(world, { pictures });
  if (pictures[0]?.key === world.pictures[0]?.key) return next;
  return change(next, { middle: withSource(next.middle, pictures.length % 2 === 0) });
};

/** Something that happens; `at` chooses among what is there, and sometimes what is not. */
const HAPPENINGS: Readonly<Record<string, (world: World, at: number) => World>> = {
  select: (world, at) => change(world, { middle: compared(world.middle, nth(world.results, at)?.id ?? 'x') }),
  compareAll: (world, at) => {
    const ids = [...someOf(world.results, at), 'x'];
    return change(world, { middle: comparedAmong(world.middle, ids, nth(ids, at) ?? 'y') });
  },
  toggle: (world, at) => change(world, { middle: toggledCompared(world.middle, nth(world.results, at)?.id ?? 'x') }),
  choose: (world, at) => change(world, { middle: chosenCompared(world.middle, nth(world.results, at)?.id ?? 'x') }),
  present: (world, at) => change(world, { middle: presentation(someOf(world.results, at)) }),
  arrive: (world, at) => change(world, { middle: arrived(world.middle, someOf(world.results, at)) }),
  open: (world, at) => change(world, { middle: opened(world.middle, nth(world.results, at)?.id ?? null) }),
  hold: (world, at) => change(world, { middle: withBefore(world.middle, at % 2 === 0) }),
  showRaw: (world, at) => change(world, { middle: withRaw(world.middle, at % 2 === 0) }),
  paintBack: (world) => {
    const item = shownResult(world);
    return item === undefined ? world : change(world, { middle: withPaintingBack(world.middle, item.id) });
  },
  goBack: (world) => change(world, { middle: back(world.middle) }),
  work: (world) => change(world, { middle: worked(world.middle) }),
  beginJob: (world, at) => ({ ...world, jobs: [...world.jobs, { id: `${world.jobs.length}-${at}` }] }),
  watch: (world, at) => {
    const job = nth(world.jobs, at);
    return job === undefined ? world : change(world, { middle: { kind: 'running', jobId: job.id } });
  },
  endJob: (world, at) => {
    const gone = nth(world.jobs, at);
    const jobs = world.jobs.filter((job) => job !== gone);
    return { ...change(world, { middle: withJobs(world.middle, jobs, world.jobs) }), jobs };
  },
  showPicture: (world, at) =>
    change(world, { middle: withPicture(world.middle, nth(world.pictures, at)?.key ?? null) }),
  addPicture: (world, at) => withPictures(world, [...world.pictures, { key: `${world.pictures.length}-${at}` }]),
  removePicture: (world, at) => {
    const gone = nth(world.pictures, at);
    return withPictures(
      world,
      world.pictures.filter((one) => one !== gone),
    );
  },
  moveFirst: (world, at) => {
    const first = nth(world.pictures, at);
    const others = world.pictures.filter((one) => one !== first);
    return withPictures(world, first === undefined ? others : [first, ...others]);
  },
  addResult: (world, at) => {
    const id = `${world.results.length}-${at}`;
    return change(world, { results: [...world.results.filter((item) => item.id !== id), editItem(id, at)] });
  },
  deleteResult: (world, at) => {
    const gone = nth(world.results, at);
    return change(world, { results: world.results.filter((item) => item !== gone) });
  },
};

test('whatever happens in whatever order, the middle names only what is there', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom(...Object.keys(HAPPENINGS)), fc.nat({ max: 40 })), { maxLength: 40 });
  fc.assert(
    fc.property(steps, (chosen) => {
      let world = WORLD;
      for (const [name, at] of chosen) {
        world = HAPPENINGS[name]?.(world, at) ?? world;
        const { middle, pictures, results, jobs } = world;
        const ids = results.map(({ id }) => id);
        const presented = presentedIds(middle);
        expect(ids).toEqual(expect.arrayContaining([...presented]));
        expect(new Set(presented).size).toBe(presented.length);
        if (middle.kind === 'running') expect(jobs.map(({ id }) => id)).toContain(middle.jobId);
        if (middle.kind === 'picture') expect(pictures.slice(1).map(({ key }) => key)).toContain(middle.key);
        if (middle.kind === 'result') {
          expect(shownResult(world)?.id).toBe(middle.id);
          expect(middle.among).toContain(middle.id);
          expect(new Set(middle.among).size).toBe(middle.among.length);
          expect(middle.among.length).toBeLessThanOrEqual(MAX_COMPARED);
          expect(middle.ids).toEqual(expect.arrayContaining([...middle.among]));
        }
        const canvas = middle.kind === 'picture' ? middle.behind : back(middle);
        if (middle.kind === 'paintingBack') expect(middle.ids).toContain(middle.id);
        if (middle.kind === 'paintingBack') expect(ids).toContain(middle.id);
        if (canvas.kind === 'presented') {
          expect(canvas.ids).not.toEqual([]);
          expect(canvas.ids).toEqual(expect.arrayContaining(canvas.opened === null ? [] : [canvas.opened.id]));
          expect(canvas.ids.length === 1 && canvas.opened === null).toBe(false);
        }
        const isOnCanvas = middle.kind === 'presented' || middle.kind === 'paintingBack';
        expect(canvasContent(world).kind === 'mask').toBe(!isOnCanvas);
      }
    }),
  );
});
