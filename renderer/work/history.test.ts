import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createHistoryStore, type Step, stepsOf } from './history.ts';

/** A list that steps change, and the step that adds a letter to it. */
function start() {
  let nowMs = 0;
  const history = createHistoryStore(() => nowMs);
  let text = '';
  const add = (letter: string, kind?: string): Step => {
    const before = text;
    text += letter;
    const after = text;
    const show = (next: string) => async () => {
      text = next;
      return true;
    };
    return { name: () => letter, undo: show(before), redo: show(after), ...(kind !== undefined && { kind }) };
  };
  return {
    ...history.getState(),
    steps: () => stepsOf(history.getState(), 'speech'),
    type: (letter: string, kind?: string) => history.getState().push('speech', add(letter, kind)),
    text: () => text,
    wait: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('the history of a screen', () => {
  test('any sequence of steps, undo and redo is that of a list with a place in it', async () => {
    const action = fc.oneof(fc.constantFrom('undo', 'redo'), fc.constantFrom('a', 'b', 'c'));
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 40 }), async (actions) => {
        const { type, undo, redo, text } = start();
        let versions = [''];
        let at = 0;
        for (const one of actions) {
          if (one === 'undo') {
            at = Math.max(0, at - 1);
            await undo('speech');
          } else if (one === 'redo') {
            at = Math.min(versions.length - 1, at + 1);
            await redo('speech');
          } else {
            versions = [...versions.slice(0, at + 1), (versions[at] ?? '') + one];
            at += 1;
            type(one);
          }
          expect(text()).toBe(versions[at]);
        }
      }),
    );
  });

  test('is its own: another screen undoes nothing here', async () => {
    const { type, undo, text } = start();
    type('a');
    await undo('library');
    expect(text()).toBe('a');
  });

  test('takes quick changes of one kind as one step', async () => {
    const { type, undo, redo, text, wait } = start();
    for (const letter of 'abc') type(letter, 'speed');
    wait(5000);
    type('d', 'speed');
    await undo('speech');
    expect(text()).toBe('abc');
    await undo('speech');
    expect(text()).toBe('');
    await redo('speech');
    expect(text()).toBe('abc');
  });

  test('a step that no longer applies goes, and the one before it is undone', async () => {
    const { type, push, undo, text, steps } = start();
    type('a');
    push('speech', { name: () => '', undo: async () => false, redo: async () => false });
    await undo('speech');
    expect([text(), steps().done.length, steps().undone.length]).toEqual(['', 0, 1]);
  });

  test('the toast of an earlier step undoes that one only, and only once', async () => {
    const { push, undoStep } = start();
    const step: Step = { name: () => '', undo: vi.fn(async () => true), redo: async () => true };
    push('library', step);
    push('library', { ...step, undo: vi.fn(async () => true) });
    await undoStep('library', step);
    await undoStep('library', step);
    expect(step.undo).toHaveBeenCalledOnce();
  });

  test('presses during a slow step wait for it', async () => {
    const { push, undo } = start();
    const order: string[] = [];
    for (const name of ['a', 'b'])
      push('speech', {
        name: () => name,
        undo: async () => {
          order.push(`${name} begins`);
          await Promise.resolve();
          order.push(`${name} ends`);
          return true;
        },
        redo: async () => true,
      });
    await Promise.all([undo('speech'), undo('speech')]);
    expect(order).toEqual(['b begins', 'b ends', 'a begins', 'a ends']);
  });
});
