import { history, historyField, redo, undo, undoDepth } from '@codemirror/commands';
import { EditorState, type Transaction } from '@codemirror/state';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ok } from '../../../shared/result.ts';
import { runs } from '../../../tests/support/runs.ts';
import { fakeIpc } from '../../testing/fake-ipc.ts';
import { compressSteps, packSteps, readSnapshot, unpackSteps } from './packed-steps.ts';
import { createScriptHistory } from './script-history.ts';

const STORED = { history: historyField };
const EXTENSIONS = [history({ minDepth: 200, newGroupDelay: 0 })];

/** The state of the real editor, without its view. */
function editorOf(text: string) {
  let state = EditorState.create({ doc: text, extensions: EXTENSIONS });
  const dispatch = (transaction: Transaction): void => {
    state = transaction.state;
  };
  return {
    text: () => state.doc.toString(),
    depth: () => undoDepth(state),
    type: (insert: string, from = state.doc.length) =>
      dispatch(state.update({ changes: { from, insert }, selection: { anchor: from }, userEvent: 'input' })),
    cut: (from: number, to: number) => dispatch(state.update({ changes: { from, to } })),
    select: (anchor: number) => dispatch(state.update({ selection: { anchor } })),
    cursor: () => state.selection.main.head,
    undo: () => undo({ state, dispatch }),
    redo: () => redo({ state, dispatch }),
    begin: (next: string) => {
      state = EditorState.create({ doc: next, extensions: EXTENSIONS });
    },
    snapshot: (): unknown => state.toJSON(STORED),
    restore: (snapshot: unknown) => {
      state = EditorState.fromJSON(snapshot, { extensions: EXTENSIONS }, STORED);
    },
  };
}

const snapshotOf = (editor: ReturnType<typeof editorOf>) => readSnapshot(editor.snapshot()) ?? expect.fail();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An editor whose steps are kept by a fake main, and the next one over the same main. */
function start(text: string, stored = new Map<string, string | null>()) {
  const { ipc, requests } = fakeIpc({
    'scripts.saveHistory': ({ id, steps }) => {
      stored.set(id, steps);
      return ok(null);
    },
    'scripts.readHistory': ({ id }) => ok({ id, steps: stored.get(id) ?? null }),
  });
  const editor = editorOf(text);
  const steps = createScriptHistory(ipc, editor);
  const type = (insert: string): void => {
    editor.type(insert);
    steps.changed('s');
  };
  const saves = () => requests.filter(({ route }) => route === 'scripts.saveHistory').length;
  return { editor, steps, type, saves, stored };
}

describe('the steps of a script', () => {
  test('are kept half a second after the last change, and go on in the next window', async () => {
    const { type, editor, saves, stored } = start('');
    for (const word of ['One', ' two', ' three']) {
      type(word);
      await vi.advanceTimersByTimeAsync(400);
    }
    expect(saves()).toBe(0);
    await vi.advanceTimersByTimeAsync(100);
    expect(saves()).toBe(1);

    const next = start(editor.text(), stored);
    next.editor.select(2);
    await next.steps.restore('s');
    expect([next.editor.depth(), next.editor.cursor()]).toEqual([3, 2]);
    next.editor.undo();
    next.editor.undo();
    expect(next.editor.text()).toBe('One');
    next.editor.redo();
    expect(next.editor.text()).toBe('One two');
    next.steps.changed('s');
    next.steps.keepNow();

    const last = start('One two', stored);
    await last.steps.restore('s');
    last.editor.redo();
    expect(last.editor.text()).toBe('One two three');
  });

  test('are kept at once when another script is opened or the page ends, the newest last', async () => {
    const { type, editor, steps, saves, stored } = start('');
    type('x'.repeat(200_000));
    editor.cut(0, 200_000);
    await vi.advanceTimersByTimeAsync(500);
    type('y');
    steps.keepNow();
    steps.keepNow();
    await vi.runAllTimersAsync();
    const next = start('y', stored);
    await next.steps.restore('s');
    expect(next.editor.depth()).toBe(3);
    expect(saves()).toBeLessThanOrEqual(2);
  });

  test('are not given to another text, nor to one that is typed in meanwhile', async () => {
    const { type, steps, stored } = start('');
    type('One');
    steps.keepNow();
    const other = start('Another', stored);
    await other.steps.restore('s');
    expect(other.editor.depth()).toBe(0);
    const typed = start('One', stored);
    const restoring = typed.steps.restore('s');
    typed.type('!');
    await restoring;
    expect(typed.editor.text()).toBe('One!');
    expect(typed.editor.depth()).toBe(1);
  });

  test('are removed when there are none', () => {
    const { type, editor, steps, stored } = start('');
    type('One');
    steps.keepNow();
    editor.begin('One');
    steps.changed('s');
    steps.keepNow();
    expect(stored.get('s')).toBeNull();
  });

  test('that the editor does not understand leave the script as it is', async () => {
    const stored = new Map<string, string | null>();
    const doc = 'One';
    const strange = { doc, selection: null, history: { done: [{ changes: ['?'] }, 7], undone: [] } };
    stored.set('s', packSteps(strange));
    const { editor, steps } = start(doc, stored);
    await steps.restore('s');
    expect([editor.text(), editor.depth()]).toEqual([doc, 0]);
  });
});

describe('packed steps', () => {
  beforeEach(() => void vi.useRealTimers());

  test('lead from any text back to its beginning, compressed or not', async () => {
    const edit = fc.record({ at: fc.nat(), cut: fc.nat(4), insert: fc.string({ unit: 'grapheme', maxLength: 4 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 20 }), fc.nat(5), fc.boolean(), async (edits, undone, isLong) => {
        const editor = editorOf('');
        // The step holds what was cut.
        if (isLong) {
          editor.type('line\n'.repeat(20_000));
          editor.cut(0, 100_000);
        }
        for (const { at, cut, insert } of edits) {
          const from = at % (editor.text().length + 1);
          if (cut > 0) editor.cut(from, Math.min(from + cut, editor.text().length));
          else editor.type(insert, from);
        }
        for (let step = 0; step < undone; step++) editor.undo();
        const snapshot = snapshotOf(editor);
        const plain = packSteps(snapshot);
        if (plain === null) {
          expect(editor.depth()).toBe(0);
          return;
        }
        const packed = await compressSteps(plain);
        expect(packed.length < plain.length).toBe(plain.length > 100_000);
        const unpacked = await unpackSteps(packed, snapshot.doc);
        expect(unpacked).toEqual(JSON.parse(JSON.stringify(snapshot.history)));
        const other = editorOf('');
        other.restore({ ...snapshot, history: unpacked });
        while (editor.undo()) other.undo();
        expect(other.text()).toBe(editor.text());
      }),
      { numRuns: runs(30) },
    );
  });

  test('damaged at any place are none', async () => {
    const editor = editorOf('');
    editor.type('One');
    editor.type(' two');
    const plain = packSteps(snapshotOf(editor)) ?? expect.fail();
    await fc.assert(
      fc.asyncProperty(fc.nat(plain.length - 1), fc.string({ maxLength: 2 }), async (at, instead) => {
        const damaged = plain.slice(0, at) + instead + plain.slice(at + 1);
        if (damaged !== plain) expect(await unpackSteps(damaged, editor.text())).toBeNull();
      }),
    );
    expect(await unpackSteps('1 x deflate AAAA', '')).toBeNull();
    expect(await unpackSteps('', '')).toBeNull();
  });

  test('are at least the last 200, and at most 8 MB: the oldest go first', async () => {
    const editor = editorOf('');
    for (let step = 0; step < 500; step++) editor.type('a', 0);
    const kept = async () => {
      const packed = packSteps(snapshotOf(editor)) ?? expect.fail();
      return { packed, steps: (await unpackSteps(packed, editor.text()))?.done.length ?? 0 };
    };
    expect((await kept()).steps).toBeGreaterThanOrEqual(200);
    editor.begin('');
    for (let step = 0; step < 12; step++) {
      editor.type('b'.repeat(1_000_000));
      editor.cut(0, 1_000_000);
    }
    const { packed, steps } = await kept();
    expect(packed.length).toBeLessThan(8.1 * 1024 * 1024);
    expect(steps).toBeGreaterThan(10);
  });
});
