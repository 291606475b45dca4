import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHistoryStore, type Step, stepsOf } from '../../work/history.ts';
import { followMask, type MaskStep } from './mask-steps.ts';

/** A screen with a mask that undoes by itself, and other things that can be undone. */
function start() {
  const history = createHistoryStore();
  const mask = { undoSteps: 0, redoSteps: 0 };
  const log: string[] = [];
  const done = (what: string) => async () => {
    log.push(what);
    return true;
  };
  const follow = (): void =>
    history.getState().moved('images', (steps) => followMask(steps, { pictureKey: 'a', ...mask }, create));
  const undoMask = (): void => {
    if (mask.undoSteps === 0) return;
    mask.undoSteps -= 1;
    mask.redoSteps += 1;
    follow();
  };
  const redoMask = (): void => {
    if (mask.redoSteps === 0) return;
    mask.undoSteps += 1;
    mask.redoSteps -= 1;
    follow();
  };
  const create = (pictureKey: string): MaskStep => ({
    name: () => 'mask',
    pictureKey,
    isForeign: true,
    undo: async () => {
      undoMask();
      return true;
    },
    redo: async () => {
      redoMask();
      return true;
    },
  });
  const names = (steps: readonly Step[]): string[] => steps.map(({ name }) => name(String as never, 'en'));
  return {
    log,
    mask,
    undoMask,
    redoMask,
    paint: () => {
      mask.undoSteps += 1;
      mask.redoSteps = 0;
      follow();
    },
    dropOldest: () => {
      mask.undoSteps = Math.max(0, mask.undoSteps - 1);
      follow();
    },
    other: () =>
      history.getState().push('images', { name: () => 'other', undo: done('undo other'), redo: done('redo other') }),
    undo: () => history.getState().undo('images'),
    redo: () => history.getState().redo('images'),
    done: () => names(stepsOf(history.getState(), 'images').done),
    undone: () => names(stepsOf(history.getState(), 'images').undone),
  };
}

test('strokes and other steps are undone and redone in their order', async () => {
  const { paint, other, undo, redo, done, undone, log, mask } = start();
  paint();
  other();
  paint();
  expect(done()).toEqual(['mask', 'other', 'mask']);
  await undo();
  expect([mask.undoSteps, log]).toEqual([1, []]);
  await undo();
  expect([mask.undoSteps, log]).toEqual([1, ['undo other']]);
  await undo();
  expect([mask.undoSteps, undone()]).toEqual([0, ['mask', 'other', 'mask']]);
  for (let i = 0; i < 3; i++) await redo();
  expect([mask.undoSteps, log, done()]).toEqual([2, ['undo other', 'redo other'], ['mask', 'other', 'mask']]);
});

test('a stroke that the toolbar undid is not undone twice', async () => {
  const { paint, other, undoMask, undo, done, undone, mask } = start();
  paint();
  other();
  undoMask();
  expect([done(), undone()]).toEqual([['other'], ['mask']]);
  await undo();
  expect([mask.undoSteps, done()]).toEqual([0, []]);
});

test('whatever the mask does, the history has exactly its steps', async () => {
  const actions = ['paint', 'other', 'undo', 'redo', 'undoMask', 'redoMask', 'dropOldest'] as const;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...actions), { maxLength: 30 }), async (chosen) => {
      const run = start();
      for (const action of chosen) {
        await run[action]();
        const count = (names: readonly string[]): number => names.filter((name) => name === 'mask').length;
        expect(count(run.done())).toBe(run.mask.undoSteps);
        expect(count(run.undone())).toBeLessThanOrEqual(run.mask.redoSteps);
      }
    }),
  );
});
