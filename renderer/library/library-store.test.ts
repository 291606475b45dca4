import { describe, expect, test, vi } from 'vitest';
import type { LibraryItem } from '../../shared/contract/library.ts';
import { ok } from '../../shared/result.ts';
import { editItem, failure, fakeIpc, item, settle } from '../testing/fake-ipc.ts';
import { createLibraryStore } from './library-store.ts';

const HOUR = 3_600_000;
const noon = new Date(2026, 4, 10, 12).getTime();
const all = Array.from({ length: 1000 }, (_, i) => item(`i${i}`, noon - i * HOUR));

/** A library whose items a test can change. */
function start(items: readonly LibraryItem[] = all) {
  const main = { items, isBroken: false };
  const matching = ({ filter }: { filter: { search: string; isTrashed: boolean } }) =>
    filter.isTrashed ? [] : main.items.filter(({ id }) => filter.search === '' || id === filter.search);
  const fake = fakeIpc({
    'library.find': ({ offset = 0, limit, ...asked }) => {
      if (main.isBroken) return failure('storage.failed');
      const found = matching(asked as Parameters<typeof matching>[0]);
      return ok({ items: found.slice(offset, offset + limit), total: found.length });
    },
    'library.matchingIds': ({ offset = 0, limit, ...asked }) =>
      ok({
        ids: matching(asked as Parameters<typeof matching>[0])
          .slice(offset, offset + limit)
          .map(({ id }) => id),
      }),
    'library.positionOf': ({ id, ...asked }) => {
      const at = matching(asked as Parameters<typeof matching>[0]).findIndex((one) => one.id === id);
      return ok({ offset: at === -1 ? null : at });
    },
    'library.timeline': () => ok({ groups: [] }),
    'library.getItems': ({ ids }) => ok({ items: main.items.filter(({ id }) => ids.includes(id)) }),
  });
  const library = createLibraryStore({ ipc: fake.ipc });
  const asked = (route: string) => fake.requests.filter((request) => request.route === route);
  return { ...fake, main, library, asked };
}

async function opened() {
  const one = start();
  await one.library.getState().reload();
  return one;
}

/** Waits until all pages that are wanted have been read. */
async function read(): Promise<void> {
  for (let i = 0; i < 5; i++) await settle();
}

describe('the library store', () => {
  test('all that match are offered as takes or pictures only where there may be any', async () => {
    const pictures = Array.from({ length: 100 }, (_, i) => editItem(`p${i}`, noon - i * HOUR));
    const { library, main } = start(pictures.slice(0, 2));
    await library.getState().reload();
    library.getState().selectAll();
    expect(library.getState().chosen()).toMatchObject({ count: 2, hasTakes: false, hasPictures: true });
    main.items = pictures;
    await library.getState().reload();
    expect(library.getState().chosen()).toMatchObject({ count: 100, hasTakes: true, hasPictures: true });
    await library.getState().setFilter({ kinds: ['edit'] });
    library.getState().selectAll();
    expect(library.getState().chosen()).toMatchObject({ count: 100, hasTakes: false, hasPictures: true });
  });

  test('reads nothing until it is opened, then one page, and any other place at once', async () => {
    const { library, emit, requests, asked } = start();
    emit('library.changed', { ids: [] });
    expect(requests).toEqual([]);
    await library.getState().reload();
    expect(library.getState()).toMatchObject({ state: 'ready', total: 1000, currentItem: { id: 'i0' } });
    expect(asked('library.find')).toHaveLength(1);
    library.getState().want(900, 930, 0);
    await read();
    expect(library.getState().itemAt(905)?.id).toBe('i905');
    expect(library.getState().itemAt(500)).toBeUndefined();
    expect(asked('library.find')).toHaveLength(2);
  });

  test('reads nothing of what is scrolled past, and two pages at a time', async () => {
    const { library, asked } = await opened();
    for (let first = 60; first < 960; first += 60) library.getState().want(first, first + 20, 0);
    await read();
    expect(asked('library.find').map(({ input }) => (input as { offset: number }).offset)).toEqual([0, 60, 120, 900]);
  });

  test('keeps what was read within bounds', async () => {
    const many = Array.from({ length: 6000 }, (_, i) => item(`m${i}`, noon - i));
    const { library } = start(many);
    await library.getState().reload();
    for (let first = 0; first < 6000; first += 60) {
      library.getState().want(first, first + 20, 0);
      await read();
    }
    const known = many.filter((_, index) => library.getState().itemAt(index) !== undefined);
    expect(known.length).toBeLessThanOrEqual(1800);
    expect(library.getState().itemAt(5999)).toBeDefined();
  });

  test('shows what another filter finds from the top, without what it does not find', async () => {
    const { library } = await opened();
    library.getState().select(5, true);
    library.getState().toggleSelected(6);
    library.getState().setPlace({ index: 100, offsetPx: 3, isAtTop: false });
    await library.getState().setFilter({ isTrashed: true });
    expect(library.getState()).toMatchObject({ total: 0, currentItem: null, selection: { kind: 'some' } });
    expect(library.getState().chosen().count).toBe(0);
    expect(library.getState().place()).toMatchObject({ index: 0, isAtTop: true });
  });

  test('an item that is found too stays open and selected', async () => {
    const { library } = await opened();
    await library.getState().selectTo(1);
    library.getState().openDetail(3);
    await library.getState().setSort({ by: 'name', isDescending: false });
    expect(library.getState()).toMatchObject({ currentItem: { id: 'i3' }, isDetailOpen: true });
    expect(library.getState().chosen().count).toBe(2);
    library.getState().selectAll();
    await library.getState().setSort({ by: 'date', isDescending: true });
    expect(library.getState().chosen().count).toBe(0);
  });

  test('keeps its place, the current item and the selection when items come before them', async () => {
    const { library, main, emit } = await opened();
    library.getState().want(100, 130, 0);
    await read();
    library.getState().select(110, true);
    library.getState().toggleSelected(112);
    library.getState().setPlace({ index: 100, offsetPx: 7, isAtTop: false });
    main.items = [item('new', noon + HOUR), item('newer', noon + 2 * HOUR), ...all];
    emit('library.changed', { ids: ['new'] });
    await read();
    expect(library.getState()).toMatchObject({ total: 1002, currentIndex: 112, currentItem: { id: 'i110' } });
    expect(library.getState().place()).toEqual({ index: 102, offsetPx: 7, isAtTop: false });
    expect(library.getState().itemAt(102)?.id).toBe('i100');
    await library.getState().selectTo(115);
    expect(await library.getState().chosen().ids()).toEqual(['i112', 'i113']);
  });

  test('at the top, new items are shown', async () => {
    const { library, main, emit } = await opened();
    main.items = [item('new', noon + HOUR), ...all];
    emit('library.changed', { ids: ['new'] });
    await read();
    expect(library.getState().place().index).toBe(0);
    expect(library.getState().itemAt(0)?.id).toBe('new');
  });

  test('what a person presses stays in its place until a double click would be over', async () => {
    vi.useFakeTimers();
    try {
      const { library, main, emit } = await opened();
      main.items = [item('new', noon + HOUR), ...all];
      emit('library.changed', { ids: ['new'] });
      library.getState().press();
      await vi.advanceTimersByTimeAsync(400);
      expect(library.getState().itemAt(0)?.id).toBe('i0');
      await vi.advanceTimersByTimeAsync(200);
      expect(library.getState().itemAt(0)?.id).toBe('new');
    } finally {
      vi.useRealTimers();
    }
  });

  test('changes are followed when the screen is shown again', async () => {
    const { library, main, emit, requests } = await opened();
    library.getState().setShown(false);
    const before = requests.length;
    main.items = all.slice(0, 3);
    emit('library.changed', { ids: [] });
    await read();
    expect(requests).toHaveLength(before);
    library.getState().setShown(true);
    await read();
    expect(library.getState().total).toBe(3);
  });

  test('an item that goes leaves its place to the one after it, the last one to the one before', async () => {
    const { library, main, emit } = await opened();
    library.getState().openDetail(3);
    main.items = [...all.slice(0, 3), ...all.slice(4, 9)];
    emit('library.changed', { ids: ['i3'] });
    await read();
    expect(library.getState()).toMatchObject({ currentItem: { id: 'i4' }, isDetailOpen: false });
  });

  test('the last item leaves its place to the one before', async () => {
    const { library, main, emit } = start(all.slice(0, 6));
    await library.getState().reload();
    library.getState().select(5);
    main.items = all.slice(0, 5);
    emit('library.changed', { ids: ['i5'] });
    await read();
    expect(library.getState().currentItem?.id).toBe('i4');
  });

  test('shows an item from another screen, far down, whatever was searched for', async () => {
    const { library } = await opened();
    await library.getState().setFilter({ isTrashed: true });
    await library.getState().showItem('i949');
    expect(library.getState()).toMatchObject({ currentIndex: 949, currentItem: { id: 'i949' }, isDetailOpen: true });
    expect(library.getState().filter.isTrashed).toBe(false);
    // As when the screen is opened.
    await library.getState().reload();
    expect(library.getState()).toMatchObject({ currentItem: { id: 'i949' }, isDetailOpen: true });
    expect(library.getState().place().index).toBe(949);
  });

  test('reports that it cannot be read, and does not ask again by itself', async () => {
    const { library, main, asked } = start();
    main.isBroken = true;
    await library.getState().reload();
    expect(library.getState()).toMatchObject({ state: 'failed', problem: { code: 'storage.failed' } });
    const count = asked('library.find').length;
    await read();
    expect(asked('library.find')).toHaveLength(count);
  });
});

describe('a selection', () => {
  async function open() {
    const one = await opened();
    const selected = async () => [...(await one.library.getState().chosen().ids())];
    return { ...one, selected };
  }

  test('starts with the item chosen last, grows and shrinks, in the order of the list', async () => {
    const { library, selected } = await open();
    library.getState().select(4, true);
    library.getState().toggleSelected(1);
    library.getState().toggleSelected(2);
    expect(await selected()).toEqual(['i1', 'i2', 'i4']);
    library.getState().toggleSelected(1);
    expect(await selected()).toEqual(['i2', 'i4']);
  });

  test('extends to another item, in either direction, over items that were never read', async () => {
    const { library, selected } = await open();
    library.getState().select(3, true);
    await library.getState().selectTo(5);
    expect(await selected()).toEqual(['i3', 'i4', 'i5']);
    await library.getState().selectTo(2);
    expect(await selected()).toEqual(['i2', 'i3']);
    await library.getState().selectTo(999);
    expect(library.getState().chosen().count).toBe(997);
    expect((await selected()).at(-1)).toBe('i999');
  });

  test('of all that match is a query: no ids are read before an action needs them', async () => {
    const { library, asked, selected } = await open();
    library.getState().selectAll();
    expect(library.getState().chosen().count).toBe(1000);
    expect(library.getState().isSelected('i777')).toBe(true);
    expect(asked('library.matchingIds')).toEqual([]);
    library.getState().toggleSelected(0);
    expect(library.getState().chosen().count).toBe(999);
    expect(await selected()).toEqual(all.slice(1).map(({ id }) => id));
    expect(await library.getState().chosen().items()).toHaveLength(999);
  });

  test('survives focus changes, ends with a choice, and drops items that no longer match', async () => {
    const { library, main, emit, selected } = await open();
    await library.getState().selectTo(40);
    library.getState().select(3);
    expect(library.getState().chosen().count).toBe(41);
    main.items = all.slice(38, 45);
    emit('library.changed', { ids: [] });
    await read();
    expect(await selected()).toEqual(['i38', 'i39', 'i40']);
    library.getState().select(3, true);
    expect(library.getState().chosen().count).toBe(0);
  });

  test('a rectangle adds to what was selected, and only its own items', async () => {
    const { library, selected } = await open();
    await library.getState().selectRanges(
      [
        [2, 3],
        [8, 9],
      ],
      ['i0'],
    );
    expect(await selected()).toEqual(['i0', 'i2', 'i3', 'i8', 'i9']);
  });
});
