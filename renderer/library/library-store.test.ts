import { describe, expect, test } from 'vitest';
import { ok } from '../../shared/result.ts';
import { failure, fakeIpc, item, settle } from '../testing/fake-ipc.ts';
import { createLibraryStore, groupByDay, neighbour } from './library-store.ts';

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
    answers['library.list'] = () => ok({ items: all.slice(4, 6), hasMore: false });
    emit('library.changed', { ids: ['i3'] });
    await settle();
    expect(library.getState()).toMatchObject({ currentId: 'i5', isDetailOpen: false });
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

  test('arrow keys move through rows of unequal length', () => {
    expect(neighbour(days, 'i0', 'ArrowRight')).toBe('i1');
    expect(neighbour(days, 'i0', 'ArrowLeft')).toBe('i0');
    expect(neighbour(days, 'i10', 'ArrowDown')).toBe('i12');
    expect(neighbour(days, 'i12', 'ArrowDown')).toBe('i13');
    expect(neighbour(days, 'i13', 'ArrowUp')).toBe('i12');
    expect(neighbour(days, 'i5', 'End')).toBe('i19');
    expect(neighbour(days, 'i5', 'Home')).toBe('i0');
    expect(neighbour(days, null, 'ArrowDown')).toBe('i0');
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
