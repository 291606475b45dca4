import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { openScripts } from '../../../electron/scripts/scripts.ts';
import type { Script } from '../../../shared/contract/scripts.ts';
import { appError } from '../../../shared/errors.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { runs as times } from '../../../tests/support/runs.ts';
import { tempFolder } from '../../../tests/support/temp-folder.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { fakeIpc } from '../../testing/fake-ipc.ts';
import { createScriptSaving } from './script-saving.ts';

const NEW = { id: 'a', title: '', text: '', lines: [], cast: [], lexicon: [], createdAtMs: 1 };
type Way = 'arrives' | 'request lost' | 'reply lost';

/** Main's scripts in a library of their own. */
async function startMain() {
  const folder = await tempFolder();
  const database = openTestDatabase(folder);
  onTestFinished(database.close);
  const open = () => openScripts(database, folder, () => {});
  let scripts = open();
  return {
    scripts: () => scripts,
    restart: () => {
      scripts = open();
    },
    kept: async (id: string) => {
      const read = await scripts.read(id);
      return read.ok ? read.data : undefined;
    },
  };
}

/** The saver of a script beside main; `inTurn` decides when each reply arrives. */
function startPage(main: Awaited<ReturnType<typeof startMain>>, inTurn = <T>(reply: Promise<T>): Promise<T> => reply) {
  const page = { script: NEW as Omit<Script, 'changedAtMs'>, way: 'arrives' as Way };
  const outcomes: { id: string; code: string | undefined }[] = [];
  const lost = fail(appError('internal.bug'));
  const send = <T>(answer: () => Promise<Result<T, ReturnType<typeof appError>>>) => {
    const { way } = page;
    if (way === 'request lost') return inTurn(Promise.resolve(lost));
    const reply = answer();
    return inTurn(way === 'arrives' ? reply : reply.then(() => lost));
  };
  const fake = fakeIpc({
    'scripts.save': (script) => send(() => main.scripts().save(structuredClone(script))),
    'scripts.saveChange': (change) =>
      send(async () => ok({ isSaved: await main.scripts().saveChange(structuredClone(change)) })),
  });
  const saving = createScriptSaving({
    ipc: fake.ipc,
    read: () => ({ script: page.script, lineCount: 1 }),
    onSaving: () => {},
    onSaved: (id, error) => outcomes.push({ id, code: error?.code }),
  });
  const save = (change: Partial<Script>): Promise<void> => {
    page.script = { ...page.script, ...change };
    saving.soon();
    return saving.now();
  };
  return { ...fake, page, outcomes, save };
}

test('a key in a long script sends the key, and a setting sends what it changed', async () => {
  const { requests, save } = startPage(await startMain());
  const text = 'Anna: Hello.\n'.repeat(50_000);
  await save({ text });
  requests.length = 0;
  await save({ text: `${text.slice(0, 1000)}x${text.slice(1000)}` });
  await save({ title: 'Episode', cast: [{ name: 'Anna', extras: {}, colour: 1 }] });
  expect(requests.map(({ route }) => route)).toEqual(['scripts.saveChange', 'scripts.saveChange']);
  expect(JSON.stringify(requests).length).toBeLessThan(1000);
});

test('another script is sent whole, and so is a change that main cannot apply since it was started anew', async () => {
  const main = await startMain();
  const { requests, save } = startPage(main);
  await save({ text: 'One' });
  await save({ id: 'b', text: 'One more' });
  main.restart();
  await save({ text: 'Two' });
  expect(requests.map(({ route }) => route)).toEqual([
    'scripts.save',
    'scripts.save',
    'scripts.saveChange',
    'scripts.save',
  ]);
  expect(await main.kept('b')).toMatchObject({ id: 'b', text: 'Two' });
});

test('a save whose late failure is repeated does not put back what a later save has changed', async () => {
  const main = await startMain();
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let replies = 0;
  const { page, save } = startPage(main, async (reply) => {
    replies += 1;
    if (replies === 2) await held;
    return reply;
  });
  await save({ text: 'One' });
  page.way = 'reply lost';
  const slow = save({ text: 'One, two' });
  page.way = 'arrives';
  await save({ text: 'One, two, three' });
  release();
  await slow;
  expect(await main.kept('a')).toMatchObject({ text: 'One, two, three' });
});

test('whatever is lost or late, main has only what was typed, and all of it when the last save succeeds', async () => {
  const main = await startMain();
  const step = fc.record({
    text: fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 8 }),
    title: fc.constantFrom('', 'x'),
    way: fc.constantFrom<Way>('arrives', 'arrives', 'request lost', 'reply lost'),
  });
  const bursts = fc.array(
    fc.record({ steps: fc.array(step, { minLength: 1, maxLength: 3 }), restarts: fc.boolean() }),
    {
      maxLength: 4,
    },
  );
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(bursts, fc.scheduler(), async (all, scheduler) => {
      const id = `script-${runs++}`;
      const { page, outcomes, save } = startPage(main, (reply) => scheduler.schedule(reply));
      const typed: { text: string; title: string }[] = [];
      for (const { steps, restarts } of all) {
        const saves = steps.map(({ way, ...change }) => {
          page.way = way;
          typed.push(change);
          return save({ id, ...change });
        });
        await scheduler.waitFor(Promise.all(saves));
        const kept = await main.kept(id);
        if (kept !== undefined) expect(typed).toContainEqual({ text: kept.text, title: kept.title });
        if (outcomes.at(-1)?.code === undefined) expect(kept).toMatchObject(page.script);
        if (restarts) main.restart();
      }
      page.way = 'arrives';
      await scheduler.waitFor(save({ id, text: 'the end' }));
      expect(await main.kept(id)).toMatchObject(page.script);
    }),
    { numRuns: times(40) },
  );
});

test('saves that overtake each other end with the last', async () => {
  const main = await startMain();
  const { save } = startPage(main);
  await Promise.all([save({ text: 'One' }), save({ text: 'One, two' }), save({ text: 'One, two, three' })]);
  expect(await main.kept('a')).toMatchObject({ text: 'One, two, three' });
});
