import { describe, expect, test } from 'vitest';
import { ok } from '../../shared/result.ts';
import { failure, fakeIpc, item, settle } from '../testing/fake-ipc.ts';
import { createLibraryStore, groupByDay } from './library-store.ts';

const HOUR = 3_600_000;
const noon = new Date(2026, 4, 10, 12).getTime();
const all = Array.from({ length: 150 }, (_, i) => item(`i${i}`, noon - i * HOUR));

function start() {
  const fake = fakeIpc({
    'library.list': ({ beforeId, limit, search }) => {
      const found = all.filter((one) => search === '' || one.id === search);
      const rest = beforeId === null ? found : found.slice(found.findIndex((one) => one.id === beforeId) + 1);
      return ok({ items: rest.slice(0, limit), hasMore: rest.length > limit });
    },
  });
  return { ...fake, library: createLibraryStore({ ipc: fake.ipc }) };
}

describe('the library store', () => {
  test('reads nothing until it is opened, then page by page', async () => {
    const { library, emit, requests } = start();
    emit('library.changed', { ids: [] });
    expect(requests).toEqual([]);
    await library.getState().reload();
    expect(library.getState()).toMatchObject({ state: 'ready', hasMore: true, currentId: 'i0' });
    await library.getState().loadMore();
    await library.getState().loadMore();
    await library.getState().loadMore();
    expect(library.getState().items).toHaveLength(150);
    expect(library.getState().hasMore).toBe(false);
  });

  test('shows deleted items instead of the others', async () => {
    const { library, answers } = start();
    const trashed = [item('gone', noon)];
    answers['library.list'] = ({ isTrashed }) =>
      ok({ items: isTrashed === true ? trashed : all.slice(0, 2), hasMore: false });
    await library.getState().reload();
    library.getState().toggleSelected('i1');
    await library.getState().showTrash(true);
    expect(library.getState().items).toEqual(trashed);
    expect(library.getState().selected.size).toBe(0);
  });

  test('closes the details of an item that no longer exists', async () => {
    const { library, answers, emit } = start();
    await library.getState().reload();
    library.getState().openDetail('i3');
    answers['library.list'] = () => ok({ items: [...all.slice(0, 3), ...all.slice(4, 9)], hasMore: false });
    emit('library.changed', { ids: ['i3'] });
    await settle();
    expect(library.getState()).toMatchObject({ currentId: 'i4', isDetailOpen: false });
  });

  test('an item that goes leaves its place to the one after it, the last one to the one before', async () => {
    const { library, answers, emit } = start();
    answers['library.list'] = () => ok({ items: all.slice(0, 6), hasMore: false });
    await library.getState().reload();
    library.getState().select('i5');
    answers['library.list'] = () => ok({ items: all.slice(0, 5), hasMore: false });
    emit('library.changed', { ids: ['i5'] });
    await settle();
    expect(library.getState().currentId).toBe('i4');
  });

  test('shows an item from another screen, far down, whatever was searched for', async () => {
    const { library } = start();
    library.getState().setSearch('i3');
    await library.getState().showItem('i149');
    expect(library.getState()).toMatchObject({ search: '', currentId: 'i149', isDetailOpen: true });
    // As when the screen is opened.
    await library.getState().reload();
    expect(library.getState()).toMatchObject({ currentId: 'i149', isDetailOpen: true });
  });

  test('shows one kind of items, to the last page, until an item of any kind is to be shown', async () => {
    const { library, requests } = start();
    await library.getState().reload();
    library.getState().selectAll();
    await library.getState().showKind('audio');
    await library.getState().loadMore();
    expect(requests.slice(-2).map(({ input }) => input)).toMatchObject([{ kind: 'speech' }, { kind: 'speech' }]);
    expect(library.getState().selected.size).toBe(0);
    await library.getState().showKind('pictures');
    expect(requests.at(-1)).toMatchObject({ input: { kind: 'edit' } });
    await library.getState().showItem('i3');
    expect(library.getState().kind).toBe('all');
    expect(requests.at(-1)).toMatchObject({ input: { kind: null } });
  });

  test('reports that it cannot be read', async () => {
    const { library, answers } = start();
    answers['library.list'] = () => failure('storage.failed');
    await library.getState().reload();
    expect(library.getState()).toMatchObject({ state: 'failed', problem: { code: 'storage.failed' } });
  });
});

describe('the grid', () => {
  const days = groupByDay(all.slice(0, 20), 4);

  test('groups by day and splits into rows', () => {
    expect(days.map((day) => day.rows.map((row) => row.length))).toEqual([
      [4, 4, 4, 1],
      [4, 3],
    ]);
  });
});

describe('a selection', () => {
  async function open() {
    const one = start();
    await one.library.getState().reload();
    return { ...one, selected: () => [...one.library.getState().selected] };
  }

  test('starts with the item chosen last, grows and shrinks', async () => {
    const { library, selected } = await open();
    library.getState().select('i1', true);
    library.getState().toggleSelected('i4');
    library.getState().toggleSelected('i2');
    expect(selected()).toEqual(['i1', 'i4', 'i2']);
    library.getState().toggleSelected('i1');
    expect(selected()).toEqual(['i4', 'i2']);
  });

  test('extends from there to another item, in either direction', async () => {
    const { library, selected } = await open();
    library.getState().select('i3', true);
    library.getState().selectTo('i5');
    expect(selected()).toEqual(['i3', 'i4', 'i5']);
    library.getState().selectTo('i2');
    expect(selected()).toEqual(['i2', 'i3']);
  });

  test('survives focus changes, ends with a choice, and drops items that no longer exist', async () => {
    const { library, answers, emit, selected } = await open();
    library.getState().selectAll();
    expect(selected()).toHaveLength(60);
    library.getState().select('i3');
    expect(selected()).toHaveLength(60);
    answers['library.list'] = () => ok({ items: all.slice(2, 5), hasMore: false });
    emit('library.changed', { ids: [] });
    await settle();
    expect(selected()).toEqual(['i2', 'i3', 'i4']);
    library.getState().select('i3', true);
    expect(selected()).toEqual([]);
  });
});
