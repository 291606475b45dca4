// The steps of the mask in the history of the screen. The mask keeps its own undo, whose figures say how many steps there
// are; the toolbar moves them as well.

import type { Step, Steps } from '../../work/history.ts';
import type { MaskFigures } from '../images-state.ts';
import type { MaskPort } from '../ports.ts';

/** The mask's figures follow a step within this time, in milliseconds. */
const FIGURES_LIMIT_MS = 1000;

/** A step of the mask of a picture. */
export type MaskStep = Step & { pictureKey: string };

/** What a step of the mask needs. */
type StepDeps = {
  mask: MaskPort;
  /** Shows a mask, so that nothing changes unseen; resolves to false if it cannot be. */
  reveal: (pictureKey: string) => Promise<boolean>;
};

/** Creates a step of a picture's mask; it applies while that can be shown. */
export function createMaskStep({ mask, reveal }: StepDeps, pictureKey: string): MaskStep {
  const move = (way: 'undo' | 'redo') => async (): Promise<boolean> => {
    if (!(await reveal(pictureKey))) return false;
    await moveMask(mask, way);
    return true;
  };
  return { name: (t) => t('history.mask'), pictureKey, isForeign: true, undo: move('undo'), redo: move('redo') };
}

/** Undoes or redoes a step of the mask. Resolves when its figures have followed. */
function moveMask(mask: MaskPort, way: 'undo' | 'redo'): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      clearTimeout(limit);
      stop();
      resolve();
    };
    const limit = setTimeout(settle, FIGURES_LIMIT_MS);
    const stop = mask.subscribe(settle);
    mask[way]();
  });
}

/**
 * Brings the steps of a picture's mask in line with the mask: new ones come last, undone ones can be redone, those that
 * the mask has dropped go. Returns the same object if nothing changes.
 */
export function followMask(
  steps: Steps,
  { pictureKey, undoSteps, redoSteps }: Pick<MaskFigures, 'pictureKey' | 'undoSteps' | 'redoSteps'>,
  create: (pictureKey: string) => MaskStep,
): Steps {
  if (pictureKey === undefined) return steps;
  const isOwn = (step: Step): boolean => 'pictureKey' in step && step.pictureKey === pictureKey;
  let { done, undone } = steps;
  const count = (list: readonly Step[]): number => list.filter(isOwn).length;
  const takeLast = (list: readonly Step[]): [Step | undefined, readonly Step[]] => {
    const step = list.findLast(isOwn);
    return [step, list.filter((one) => one !== step)];
  };
  while (count(done) > undoSteps && count(undone) < redoSteps) {
    const [step, rest] = takeLast(done);
    if (step === undefined) break;
    done = rest;
    undone = [...undone, step];
  }
  while (count(undone) > redoSteps && count(done) < undoSteps) {
    const [step, rest] = takeLast(undone);
    if (step === undefined) break;
    undone = rest;
    done = [...done, step];
  }
  while (count(done) > undoSteps) {
    const oldest = done.find(isOwn);
    done = done.filter((step) => step !== oldest);
  }
  if (count(undone) > redoSteps) undone = withoutSurplus(undone, isOwn, redoSteps);
  if (count(done) < undoSteps) {
    const fresh = Array.from({ length: undoSteps - count(done) }, () => create(pictureKey));
    done = [...done, ...fresh];
    // Something new was done, so that nothing else can be redone.
    undone = undone.filter(isOwn);
  }
  return done === steps.done && undone === steps.undone ? steps : { done, undone };
}

/** The list without the oldest of its own steps that are too many. */
function withoutSurplus(list: readonly Step[], isOwn: (step: Step) => boolean, kept: number): readonly Step[] {
  let surplus = list.filter(isOwn).length - kept;
  return list.filter((step) => {
    if (!isOwn(step) || surplus === 0) return true;
    surplus -= 1;
    return false;
  });
}
