// The steps of the text among all others of the Speech screen, so that undo goes back in the order of what was done. What a
// step changes is known to the editor alone.

import { type HistoryStore, type Step, stepsOf } from '../../work/history.ts';
import type { TextEditor } from './create-text-editor.ts';

type TextStepDeps = {
  history: HistoryStore;
  editor: Pick<TextEditor, 'undo' | 'steps' | 'endStep'>;
  /** The script whose text is in the editor. */
  scriptId: () => string;
};

/** A step of the text of a script. */
type TextStep = Step & { textOf: string };

/** Keeps the steps of one editor in the history of the screen until disposed of. */
export function createTextSteps({ history, editor, scriptId }: TextStepDeps) {
  let isEnded = false;
  const makeStep = (): TextStep => {
    const textOf = scriptId();
    const move = (way: 'undo' | 'redo') => async () => !isEnded && scriptId() === textOf && editor.undo(way);
    return { name: (t) => t('history.typing'), textOf, undo: move('undo'), redo: move('redo') };
  };
  const isOwn = (step: Step): boolean => 'textOf' in step && step.textOf === scriptId();
  const missing = (known: readonly Step[], way: 'undo' | 'redo'): Step[] =>
    Array.from({ length: Math.max(0, editor.steps(way) - known.filter(isOwn).length) }, makeStep);
  const stop = history.subscribe(({ screens }, before) => {
    const last = stepsOf({ screens }, 'speech').done.at(-1);
    // What is typed after something else was done is no part of what was typed before it.
    if (last !== undefined && last !== stepsOf(before, 'speech').done.at(-1) && !('textOf' in last)) editor.endStep();
  });
  return {
    /** Adds the step that a change of the text began. */
    push: () => history.getState().push('speech', makeStep()),
    /** Adds the steps of a script that was opened again with them. */
    restored: () =>
      history.getState().moved('speech', ({ done, undone }) => ({
        done: [...missing(done, 'undo'), ...done],
        undone: [...missing(undone, 'redo'), ...undone],
      })),
    dispose: () => {
      isEnded = true;
      stop();
    },
  };
}
