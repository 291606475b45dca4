import { expect, test } from 'vitest';
import { type PutAside, type PutAsideEntry, putAsideSchema, type WorkBody } from '../../shared/contract/put-aside.ts';
import { appError } from '../../shared/errors.ts';
import { fail, ok } from '../../shared/result.ts';
import { imagesDraft } from '../../shared/testing/images-draft.ts';
import { failure, fakeIpc } from '../testing/fake-ipc.ts';
import { createHistoryStore, type Step } from './history.ts';
import { createWorkDesk } from './work-desk.ts';

const work = (instruction: string): WorkBody<'images'> => imagesDraft({ instruction });
const HOW = { title: () => 'Replaced' };

/** A desk over a screen with one text, and what main has. */
function start(text = '') {
  const stored = new Map<string, PutAside>();
  const fake = fakeIpc({
    'putAside.add': (one) => {
      stored.set(one.id, putAsideSchema.parse(one));
      return ok(null);
    },
    'putAside.read': ({ id }) => {
      const found = stored.get(id);
      return found ? ok(found) : fail(appError('item.not_found'));
    },
    'putAside.remove': ({ id }) => {
      stored.delete(id);
      return ok(null);
    },
  });
  const history = createHistoryStore();
  const announced: Step[] = [];
  let atMs = 0;
  const desk = createWorkDesk({
    ipc: fake.ipc,
    history,
    announce: (_screen, _how, step) => announced.push(step),
    report: () => undefined,
    now: () => ++atMs,
  });
  const screen = { text };
  desk.getState().offer({
    screen: 'images',
    current: () => (screen.text === '' ? null : work(screen.text)),
    show: async (body) => {
      screen.text = body?.instruction ?? '';
    },
  });
  const put = (next: string) => async () => {
    screen.text = next;
    return true;
  };
  return {
    ...fake,
    screen,
    announced,
    desk: desk.getState(),
    listed: () => desk.getState().entries.map(({ excerpt }: PutAsideEntry) => excerpt),
    ids: () => desk.getState().entries.map(({ id }) => id),
    stored: () => [...stored.values()].map((one) => one.work.body.instruction),
    replaceBy: (next: string) => desk.getState().replace('images', HOW, put(next)),
    undo: () => history.getState().undo('images'),
    redo: () => history.getState().redo('images'),
  };
}

test('what was there is put aside before it is replaced, and Undo brings it back', async () => {
  const { screen, desk, stored, listed, announced, undo, redo } = start('Mine');
  await desk.replace('images', HOW, async () => {
    expect(stored()).toEqual(['Mine']);
    screen.text = 'Theirs';
    return true;
  });
  expect([screen.text, listed(), announced.length]).toEqual(['Theirs', ['Mine'], 1]);
  await undo();
  expect([screen.text, stored(), listed()]).toEqual(['Mine', [], []]);
  await redo();
  expect([screen.text, stored(), listed()]).toEqual(['Theirs', ['Mine'], ['Mine']]);
});

test('what was changed after the replacement is put aside when that is undone', async () => {
  const { screen, replaceBy, listed, undo } = start('Mine');
  await replaceBy('Theirs');
  screen.text = 'Theirs, changed';
  await undo();
  expect([screen.text, listed()]).toEqual(['Mine', ['Theirs, changed']]);
});

test('nothing is put aside or announced where nothing was worth it', async () => {
  const { screen, replaceBy, stored, announced } = start();
  expect(await replaceBy('Theirs')).toBe(true);
  expect([screen.text, stored(), announced]).toEqual(['Theirs', [], []]);
});

test('where nothing came in its place, or it could not be put aside, the work stays', async () => {
  const { screen, desk, stored, answers, announced, replaceBy } = start('Mine');
  expect(await desk.replace('images', HOW, async () => false)).toBe(false);
  answers['putAside.add'] = () => failure('internal.bug');
  expect(await replaceBy('Theirs')).toBe(false);
  expect([screen.text, stored(), announced]).toEqual(['Mine', [], []]);
});

test('opening from the list puts the present work there; nothing is ever lost or doubled', async () => {
  const { screen, desk, replaceBy, listed, ids, stored } = start('A');
  await replaceBy('B');
  await replaceBy('C');
  expect(listed()).toEqual(['B', 'A']);
  for (let i = 0; i < 5; i++) {
    const [oldest] = ids().slice(-1);
    await desk.open(oldest ?? '');
    expect([screen.text, ...stored()].sort()).toEqual(['A', 'B', 'C']);
    expect(listed()).toHaveLength(2);
  }
  expect(screen.text).toBe('B');
});

test('work that was removed from the list can be brought back', async () => {
  const { desk, replaceBy, listed, undo, requests } = start('Mine');
  await replaceBy('Theirs');
  const added = requests.find(({ route }) => route === 'putAside.add')?.input as PutAside;
  await desk.remove(added.id);
  expect(listed()).toEqual([]);
  await undo();
  expect(listed()).toEqual(['Mine']);
});
