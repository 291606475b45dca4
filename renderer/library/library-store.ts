// Owns the state of the Library screen: what is searched for and in which order, the items that were read, which one is
// current, which are selected. Independent of how they are displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LibraryFilter, LibrarySort } from '../../shared/contract/finding.ts';
import type { EditItem, LibraryItem } from '../../shared/contract/library.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Ipc } from '../ipc.ts';
import type { Chosen } from '../items/chosen.ts';
import { takesOf } from '../items/item-text.ts';
import { createScope } from '../lifetime/scope.ts';
import { staleGuard } from '../lifetime/stale-guard.ts';
import type { Group } from './grid/line-layout.ts';
import { NEWEST_FIRST, NO_FILTER } from './library-filter.ts';
import { createLibraryIds } from './library-ids.ts';
import { createLibraryReader } from './library-reader.ts';
import { ALL, isIn, type LibrarySelection, NONE, sizeOf, someOf, toggledIn, withoutIds } from './library-selection.ts';
import { createPageCache, PAGE_ITEMS, pagesOf } from './page-cache.ts';

const SEARCH_DELAY_MS = 150;
/** Changes that come close to each other are followed together. */
const REFRESH_PAUSE_MS = 300;
/** A second press within this time makes a double click. */
const DOUBLE_CLICK_MS = 500;
/** Up to so many selected items are looked for one by one after a change. */
const FEW = 20;

/** Where the view is: the first item in it, and how far its line is above the edge. At the top, new items are shown. */
type Place = { index: number; offsetPx: number; isAtTop: boolean };
const TOP: Place = { index: 0, offsetPx: 0, isAtTop: true };

/** State and actions of the Library screen. */
type Library = {
  filter: LibraryFilter;
  sort: LibrarySort;
  /** `idle` before the first read. */
  state: 'idle' | 'loading' | 'ready' | 'failed';
  /** How many items match. */
  total: number;
  /** The days or scripts of the items that match, when they are sorted by one of them. */
  groups: readonly Group[];
  /** Counts changes of the items that were read. */
  revision: number;
  /** Counts moves of the view that the person did not make by scrolling: see `place`. */
  moves: number;
  /** The item with the keyboard focus: its index, and the item as it was read last; null while it was never read. */
  currentIndex: number;
  currentItem: LibraryItem | null;
  isDetailOpen: boolean;
  selection: LibrarySelection;
  problem: AppError | null;
  /** Changes a part of the filter. A search that is typed is followed a moment later. */
  setFilter: (change: Partial<LibraryFilter>) => Promise<void>;
  setSort: (sort: LibrarySort) => Promise<void>;
  /** Reads the library again; place, current item and selection are kept. */
  reload: () => Promise<void>;
  /** While the screen is not shown, changes of the library are followed when it is shown again. */
  setShown: (isShown: boolean) => void;
  itemAt: (index: number) => LibraryItem | undefined;
  /** The index of an item that has been read; -1 if it has not. */
  indexOf: (id: string) => number;
  /** Says which items are in view, so that they are read. @param ahead how many more before and after them */
  want: (first: number, last: number, ahead: number) => void;
  place: () => Place;
  /** Remembers where the view is. */
  setPlace: (place: Place) => void;
  /** Brings an item to the top of the view, and makes it the current one. @param abovePx room above it, in pixels */
  goTo: (index: number, abovePx?: number) => void;
  /**
   * Makes an item the current one. @param isAlone the person chose only this item, so the selection ends and the next
   * one starts here.
   */
  select: (index: number, isAlone?: boolean) => void;
  /** Adds an item to the selection or removes it; a new selection includes the current item. */
  toggleSelected: (index: number) => void;
  /** Selects all items from the start of the selection to this one. */
  selectTo: (index: number) => Promise<void>;
  /** Selects the items of ranges of indexes, in addition to some ids. */
  selectRanges: (ranges: readonly (readonly [first: number, last: number])[], kept: Iterable<string>) => Promise<void>;
  /** Selects all items that match, read or not. */
  selectAll: () => void;
  clearSelection: () => void;
  isSelected: (id: string) => boolean;
  /** The selected items, for an action. */
  chosen: () => Chosen;
  openDetail: (index: number) => void;
  /** The person presses an item. Changes move it a moment later, so that a double click has one and the same item. */
  press: () => void;
  /** Opens an item from another screen, whatever was searched for or shown here. */
  showItem: (id: string) => Promise<void>;
  /** The picture after or before one, in the order of the library, and its index; null if there is none. */
  pictureBeside: (id: string, by: 1 | -1) => Promise<{ item: EditItem; index: number } | null>;
  closeDetail: () => void;
  report: (problem: AppError | null) => void;
  dispose: () => void;
};

export type LibraryStore = StoreApi<Library>;

/** Creates the store; it reads nothing until the first call of `reload`. */
export function createLibraryStore({ ipc }: { ipc: Ipc }): LibraryStore {
  const scope = createScope();
  const cache = createPageCache();
  // Only the reply to the latest query counts.
  const beginQuery = staleGuard();
  const beginRange = staleGuard();
  let searching: ReturnType<typeof setTimeout> | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;
  /** Until then nothing moves that the person may be pressing, in the time of `performance.now()`. */
  let stillUntil = 0;
  let isShown = true;
  let isOutdated = false;
  let isFollowing = false;
  /** The items in view. */
  let shown = { first: 0, last: 0 };
  let place = TOP;
  /** Where the selection starts: `selectTo` selects from there. */
  let anchorIndex = 0;

  const waitFor = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      pause = setTimeout(resolve, ms);
    });
  const query = () => ({ filter: store.getState().filter, sort: store.getState().sort });
  const reader = createLibraryReader({
    ipc,
    cache,
    query,
    onPage: (_page, total) => {
      const { revision, currentIndex, currentItem } = store.getState();
      const current = cache.at(currentIndex);
      store.setState({ revision: revision + 1, ...(currentItem === null && current && { currentItem: current }) });
      // The library has changed since the groups were counted.
      if (total !== store.getState().total) void follow();
    },
    onFailed: (problem) => store.setState({ problem }),
  });

  const ids = createLibraryIds(ipc, query, (problem) => store.setState({ problem }));
  const selectedIds = async (): Promise<readonly string[]> => {
    const { selection, isSelected } = store.getState();
    if (selection.kind === 'some') {
      const places = [...selection.ids].map((id) => ({ id, index: cache.indexOf(id) }));
      if (places.every(({ index }) => index >= 0)) return places.sort((a, b) => a.index - b.index).map(({ id }) => id);
    }
    return ((await ids.all()) ?? []).filter(isSelected);
  };
  /** The selected ids that no longer match. */
  const goneIds = async (): Promise<ReadonlySet<string>> => {
    const { selection } = store.getState();
    if (selection.kind === 'all' || selection.ids.size === 0) return new Set();
    const selected = [...selection.ids];
    if (selected.length > FEW) {
      const left = new Set((await ids.all()) ?? selected);
      return new Set(selected.filter((id) => !left.has(id)));
    }
    const places = await Promise.all(selected.map(ids.positionOf));
    return new Set(selected.filter((_, at) => places[at] === null));
  };

  /** @param isFollowed the same query as before: the view stays where it is, and what goes leaves its place. */
  const load = async (isFollowed: boolean): Promise<void> => {
    const isLatest = beginQuery();
    isOutdated = false;
    if (store.getState().state === 'idle') store.setState({ state: 'loading' });
    const { currentItem, currentIndex, sort, total: totalBefore, groups: groupsBefore } = store.getState();
    const placeBefore = place.index;
    const firstShown = isFollowed && !place.isAtTop ? cache.at(place.index) : undefined;
    const [currentAt, shownAt, gone] = await Promise.all([
      currentItem ? ids.positionOf(currentItem.id) : undefined,
      firstShown && ids.positionOf(firstShown.id),
      goneIds(),
    ]);
    if (!isLatest()) return;
    const isGone = currentAt === null;
    const currentNow = currentAt ?? (isFollowed ? currentIndex : 0);
    const movedBy = (shownAt ?? placeBefore) - placeBefore;
    const pages = new Set(pagesOf(Math.max(0, shown.first + movedBy), Math.max(0, shown.last + movedBy)));
    pages.add(Math.floor(currentNow / PAGE_ITEMS));
    const [timeline, ...found] = await Promise.all([
      sort.by === 'date' || sort.by === 'script' ? ipc.request('library.timeline', query()) : null,
      ...[...pages]
        .filter((page, at) => at === 0 || page * PAGE_ITEMS < totalBefore)
        .map(async (page) => ({ page, result: await reader.read(query(), page) })),
    ]);
    while (isFollowed && performance.now() < stillUntil) await waitFor(stillUntil - performance.now());
    if (!isLatest()) return;
    const failed = found.map(({ result }) => result).find((result) => !result.ok);
    if (failed !== undefined && !failed.ok) {
      store.setState({ state: 'failed', problem: failed.error });
      return;
    }
    reader.restart();
    cache.clear();
    let total = 0;
    for (const { page, result } of found) {
      if (!result.ok) continue;
      if (result.data.items.length > 0) cache.put(page, result.data.items);
      total = result.data.total;
    }
    const within = (index: number): number => Math.max(0, Math.min(index, total - 1));
    const groups = timeline?.ok ? timeline.data.groups : [];
    const now = store.getState();
    // The person may have gone on meanwhile.
    const isSame = now.currentItem?.id === currentItem?.id && now.currentIndex === currentIndex;
    const index = within(isSame ? currentNow : now.currentIndex + movedBy);
    place = { ...place, index: within(place.index + movedBy) };
    anchorIndex = isFollowed ? within(anchorIndex + index - now.currentIndex) : index;
    store.setState({
      state: 'ready',
      total,
      groups: JSON.stringify(groups) === JSON.stringify(groupsBefore) ? groupsBefore : groups,
      revision: now.revision + 1,
      currentIndex: index,
      // The item that took its place, so that somebody who deletes several goes on where they were.
      currentItem: cache.at(index) ?? (isSame && isGone ? null : now.currentItem),
      selection: total === 0 ? NONE : withoutIds(now.selection, gone),
      ...(isSame && isGone && { isDetailOpen: false }),
      ...(timeline?.ok === false && { problem: timeline.error }),
    });
  };
  /** Reads anew after a change: now, or after a pause if it was just done. */
  const follow = async (): Promise<void> => {
    if (store.getState().state === 'idle') return;
    isOutdated = true;
    if (isFollowing) return;
    isFollowing = true;
    while (isOutdated && isShown) {
      await load(true);
      await waitFor(REFRESH_PAUSE_MS);
    }
    isFollowing = false;
  };
  /**
   * Reads what another filter or order finds, from the top. The current item stays the current one if it is found, and
   * so does what is selected; all that match are others now.
   */
  const startOver = async (): Promise<void> => {
    clearTimeout(searching);
    place = TOP;
    shown = { first: 0, last: Math.min(shown.last - shown.first, PAGE_ITEMS) };
    const { moves, selection } = store.getState();
    store.setState({ moves: moves + 1, ...(selection.kind === 'all' && { selection: NONE }) });
    await load(false);
  };

  const store: LibraryStore = createStore<Library>()((set, get) => ({
    filter: NO_FILTER,
    sort: NEWEST_FIRST,
    state: 'idle',
    total: 0,
    groups: [],
    revision: 0,
    moves: 0,
    currentIndex: 0,
    currentItem: null,
    isDetailOpen: false,
    selection: NONE,
    problem: null,
    setFilter: async (change) => {
      set({ filter: { ...get().filter, ...change } });
      clearTimeout(searching);
      if (Object.keys(change).join() === 'search' && change.search !== '')
        searching = setTimeout(() => void startOver(), SEARCH_DELAY_MS);
      else await startOver();
    },
    setSort: async (sort) => {
      set({ sort });
      await startOver();
    },
    reload: () => load(get().state !== 'idle'),
    setShown: (next) => {
      isShown = next;
      if (isShown && isOutdated) void follow();
    },
    itemAt: cache.at,
    indexOf: cache.indexOf,
    want: (first, last, ahead) => {
      shown = { first, last };
      reader.want(first, last, ahead, get().total);
    },
    place: () => place,
    setPlace: (next) => {
      place = next;
    },
    goTo: (index, abovePx = 0) => {
      place = { index, offsetPx: -abovePx, isAtTop: index === 0 };
      get().select(index, true);
      set({ moves: get().moves + 1 });
    },
    select: (currentIndex, isAlone = false) => {
      const { currentIndex: before, currentItem } = get();
      const read = cache.at(currentIndex);
      set({
        currentIndex,
        currentItem: read ?? (currentIndex === before ? currentItem : null),
        ...(isAlone && get().selection !== NONE && { selection: NONE }),
      });
      if (isAlone) anchorIndex = currentIndex;
    },
    toggleSelected: (index) => {
      const id = cache.at(index)?.id;
      if (id === undefined) return;
      set({ selection: toggledIn(get().selection, id, cache.at(anchorIndex)?.id ?? null) });
      anchorIndex = index;
    },
    selectTo: async (index) => {
      await get().selectRanges([[Math.min(anchorIndex, index), Math.max(anchorIndex, index)]], []);
    },
    selectRanges: async (ranges, kept) => {
      const isLatest = beginRange();
      const chosen = new Set(kept);
      const all = ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
      if (all.every((index) => cache.at(index) !== undefined)) {
        for (const index of all) chosen.add(cache.at(index)?.id ?? '');
      } else {
        const first = Math.min(...ranges.map(([from]) => from));
        const last = Math.max(...ranges.map(([, to]) => to));
        const found = await ids.from(first, last - first + 1);
        if (found === undefined || !isLatest()) return;
        for (const index of all) {
          const id = found[index - first];
          if (id !== undefined) chosen.add(id);
        }
      }
      set({ selection: someOf(chosen) });
    },
    selectAll: () => set({ selection: get().total === 0 ? NONE : ALL }),
    clearSelection: () => set({ selection: NONE }),
    isSelected: (id) => isIn(get().selection, id),
    chosen: () => {
      const { selection, total, filter } = get();
      const count = sizeOf(selection, total);
      const read = cache.items().filter(({ id }) => isIn(selection, id));
      const areAllRead = read.length === count;
      const mayHave = (kind: LibraryItem['kind']) => filter.kinds.length === 0 || filter.kinds.includes(kind);
      return {
        count,
        hasTakes: areAllRead ? takesOf(read).length > 1 : mayHave('speech'),
        hasPictures: areAllRead ? read.some(({ kind }) => kind === 'edit') : mayHave('edit'),
        ids: selectedIds,
        items: async () => ids.itemsOf(await selectedIds()),
      };
    },
    openDetail: (index) => {
      get().select(index);
      set({ isDetailOpen: true, problem: null });
    },
    press: () => {
      stillUntil = performance.now() + DOUBLE_CLICK_MS;
    },
    showItem: async (id) => {
      set({ filter: NO_FILTER, problem: null });
      set({ selection: NONE, isDetailOpen: false });
      await startOver();
      const index = await ids.positionOf(id);
      if (typeof index !== 'number') return;
      get().goTo(index);
      // The page that has it: the details show the item itself.
      const item = cache.at(index) ?? (await ids.itemsOf([id]))[0];
      if (item !== undefined && get().currentIndex === index) set({ currentItem: item, isDetailOpen: true });
    },
    pictureBeside: async (id, by) => {
      const { filter, sort } = get();
      const pictures = { filter: { ...filter, kinds: ['edit'] as const satisfies LibraryFilter['kinds'] }, sort };
      const at = await ipc.request('library.positionOf', { ...pictures, id });
      if (!at.ok || at.data.offset === null || at.data.offset + by < 0) return null;
      const found = await ipc.request('library.find', { ...pictures, offset: at.data.offset + by, limit: 1 });
      const [item] = found.ok ? found.data.items : [];
      const index = item && (await ids.positionOf(item.id));
      return item?.kind === 'edit' && typeof index === 'number' ? { item, index } : null;
    },
    closeDetail: () => set({ isDetailOpen: false, problem: null }),
    report: (problem) => set({ problem }),
    dispose: scope.dispose,
  }));

  scope.add(
    () => clearTimeout(searching),
    () => clearTimeout(pause),
    ipc.on('library.changed', () => void follow()),
    ipc.onGap(() => void follow()),
  );
  return store;
}
