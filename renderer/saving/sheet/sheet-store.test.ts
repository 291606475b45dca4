import { expect, it, vi } from 'vitest';
import { appError } from '../../../shared/errors.ts';
import { createTranslator } from '../../../shared/i18n/all.ts';
import { fail, ok } from '../../../shared/result.ts';
import { untraced } from '../../../tests/support/untraced.ts';
import { createSessionStore } from '../../shell/session-store.ts';
import { appState, editItem, fakeIpc, item } from '../../testing/fake-ipc.ts';
import type { SheetFailure, SheetPage } from './sheet-protocol.ts';
import { createSheetStore } from './sheet-store.ts';

/** A dialog opened for pictures, the newest first, and one take. */
async function start(count: number) {
  const pictures = Array.from({ length: count }, (_, index) =>
    editItem(`e${index}`, index, { title: `Picture ${index}` }),
  );
  const items = [item('t', 1_000_000), ...pictures.toReversed()];
  const pages: SheetPage[] = [];
  const files: string[] = [];
  const fake = fakeIpc({
    'library.getItems': ({ ids }) => ok({ items: items.filter(({ id }) => ids.includes(id)) }),
    'exports.begin': () => ok({ id: 'x', name: 'Desk' }),
    'exports.openFile': ({ fileName }) => {
      files.push(fileName);
      return ok(null);
    },
    'exports.write': () => ok(null),
    'exports.finish': () => ok({ files: files.map(untraced) }),
    'exports.abort': () => ok(null),
    'settings.update': () => ok(null),
  });
  const session = createSessionStore({ ipc: fake.ipc, initial: appState() });
  let failures: SheetFailure[][] = [];
  const draw = vi.fn(async (page: SheetPage) => {
    pages.push(page);
    const ofPage = page.cells.map(({ picture }, cell) => ('problem' in picture ? [{ cell, ...picture }] : []));
    failures.push(ofPage.flat());
    const drawn = { failures, file: page.endsFile ? new Uint8Array(5) : null };
    if (page.endsFile) failures = [];
    return ok(drawn);
  });
  const dispose = vi.fn();
  const store = createSheetStore({
    ipc: fake.ipc,
    session,
    openDrawer: () => ({ draw, dispose }),
    translate: () => createTranslator('en'),
  });
  await store.getState().open({ ids: async () => items.map(({ id }) => id) });
  return { ...fake, store, items, pages, files, draw, dispose };
}

it('shows every picture once, in the order of the list, in files of a hundred pages', async () => {
  const { store, pages, files, requests, dispose } = await start(2000);
  expect(store.getState()).toMatchObject({ otherCount: 1, title: 'Contact sheet' });
  await store.getState().save();
  expect(requests.find(({ route }) => route === 'exports.begin')?.input).toMatchObject({ isFolder: true });
  const shown = pages.flatMap(({ cells }) => cells.map(({ texts }) => texts.title));
  expect(shown).toEqual(Array.from({ length: 2000 }, (_, index) => `Picture ${1999 - index}`));
  expect(files).toEqual(['Contact sheet 001-100.pdf', 'Contact sheet 101-200.pdf', 'Contact sheet 201-223.pdf']);
  expect(store.getState()).toMatchObject({
    running: null,
    outcome: { name: 'Desk', files: [{}, {}, {}], failures: [] },
  });
  expect(dispose).toHaveBeenCalledOnce();
});

it('names what was deleted meanwhile, and its place says so', async () => {
  const { store, items, pages } = await start(30);
  items.splice(25, 1);
  await store.getState().save();
  expect(pages.flatMap(({ cells }) => cells)[24]).toMatchObject({ picture: { problem: 'gone' } });
  expect(store.getState().outcome?.failures).toMatchObject([
    { entry: { title: 'Picture 5' }, error: { code: 'item.not_found' } },
  ]);
});

it('a disk without room ends it with that error; nothing is saved', async () => {
  const { store, answers, requests } = await start(10);
  const noRoom = appError('export.no_room', { neededBytes: 5, freeBytes: 1 });
  answers['exports.openFile'] = () => fail(noRoom);
  await store.getState().save();
  expect(store.getState()).toMatchObject({ running: null, outcome: null, error: noRoom });
  expect(requests.map(({ route }) => route)).toContain('exports.abort');
  expect(requests.map(({ route }) => route)).not.toContain('exports.finish');
});

it('closing the dialog cancels, and removes what was written', async () => {
  const { store, draw, requests } = await start(10);
  draw.mockImplementation(async () => {
    store.getState().close();
    return ok({ failures: [[]], file: new Uint8Array(1) });
  });
  await store.getState().save();
  expect(store.getState()).toMatchObject({ isOpen: false, running: null, outcome: null, error: null });
  expect(requests.at(-1)?.route).toBe('exports.abort');
});

it('remembers what was chosen; a name is never empty', async () => {
  const { store, requests, files } = await start(1);
  store.getState().change({ columns: 5, parts: ['date'], kind: 'png' });
  store.getState().setTitle(' / ');
  await store.getState().save();
  expect(files).toEqual(['untitled.png']);
  expect(requests.find(({ route }) => route === 'settings.update')?.input).toEqual({
    sheet: { paper: 'a4', columns: 5, parts: ['date'], kind: 'png' },
  });
});
