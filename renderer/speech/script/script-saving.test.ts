import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Script } from '../../../shared/contract/scripts.ts';
import { appError } from '../../../shared/errors.ts';
import { fail, ok } from '../../../shared/result.ts';
import { editedText } from '../../../shared/script/text-edit.ts';
import { fakeIpc } from '../../testing/fake-ipc.ts';
import { createScriptSaving } from './script-saving.ts';

const NEW = { id: 'a', title: '', text: '', lines: [], cast: [], lexicon: [], createdAtMs: 1 };

/** The saver of a script beside a main that applies changes; `lose` says whether the next request does not arrive. */
function start() {
  const open = { script: NEW as Omit<Script, 'changedAtMs'> };
  const main = { kept: undefined as Script | undefined, lose: false, errors: [] as (string | undefined)[] };
  const fake = fakeIpc({
    'scripts.save': (script) => {
      if (main.lose) return fail(appError('internal.bug'));
      main.kept = structuredClone(script);
      return ok(null);
    },
    'scripts.saveChange': ({ since, changedAtMs, edit, changed }) => {
      const { kept } = main;
      if (main.lose) return fail(appError('internal.bug'));
      const text =
        kept?.changedAtMs === since
          ? editedText(kept.text, edit ?? { from: 0, to: 0, insert: '', length: kept.text.length })
          : null;
      if (kept === undefined || text === null) return ok({ isSaved: false });
      main.kept = { ...kept, ...structuredClone(changed), text, changedAtMs };
      return ok({ isSaved: true });
    },
  });
  const saving = createScriptSaving({
    ipc: fake.ipc,
    read: () => ({ script: open.script, lineCount: 1 }),
    onSaving: () => {},
    onSaved: (_id, error) => main.errors.push(error?.code),
  });
  const save = (change: Partial<Script>): Promise<void> => {
    open.script = { ...open.script, ...change };
    saving.soon();
    return saving.now();
  };
  return { ...fake, open, main, save };
}

test('a key in a long script sends the key, and a setting sends what it changed', async () => {
  const { requests, save } = start();
  const text = 'Anna: Hello.\n'.repeat(50_000);
  await save({ text });
  requests.length = 0;
  await save({ text: `${text.slice(0, 1000)}x${text.slice(1000)}` });
  await save({ title: 'Episode', cast: [{ name: 'Anna', extras: {}, colour: 1 }] });
  expect(requests.map(({ route }) => route)).toEqual(['scripts.saveChange', 'scripts.saveChange']);
  expect(JSON.stringify(requests).length).toBeLessThan(1000);
});

test('another script is sent whole, and so is one that main does not have any more', async () => {
  const { requests, main, save } = start();
  await save({ text: 'One' });
  await save({ id: 'b', text: 'One more' });
  main.kept = undefined;
  await save({ text: 'Two' });
  expect(requests.map(({ route }) => route)).toEqual([
    'scripts.save',
    'scripts.save',
    'scripts.saveChange',
    'scripts.save',
  ]);
  expect(main.kept).toMatchObject({ id: 'b', text: 'Two' });
});

test('whatever is lost, main has the script as it is after the next save that arrives', async () => {
  const step = fc.record({
    text: fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 8 }),
    title: fc.constantFrom('', 'x'),
    isLost: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const { main, open, save } = start();
      for (const { isLost, ...change } of steps) {
        main.lose = isLost;
        await save(change);
        if (!isLost) expect(main.kept).toMatchObject(open.script);
        expect(main.errors.at(-1)).toBe(isLost ? 'internal.bug' : undefined);
      }
    }),
    { numRuns: 50 },
  );
});

test('saves that overtake each other end with the last', async () => {
  const { main, save } = start();
  await Promise.all([save({ text: 'One' }), save({ text: 'One, two' }), save({ text: 'One, two, three' })]);
  expect(main.kept).toMatchObject({ text: 'One, two, three' });
});
