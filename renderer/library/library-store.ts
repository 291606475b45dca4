// Owns the state of the Library screen: the search, the items found so far, the selection, which item is open.
// Independent of how they are displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LibraryItem } from '../../shared/contract/library.ts';
import type { AppError } from '../../shared/errors.ts';
import { dayOf } from '../app/format-text.ts';
import type { Ipc } from '../ipc.ts';
import { latestOnly } from '../lifetime/latest-only.ts';
import { createScope } from '../lifetime/scope.ts';

const PAGE = 60;
/** The most items that are read at once. */
const MOST_ITEMS = 200;
const SEARCH_DELAY_MS = 150;
const NONE: ReadonlySet<string> = new Set();

/** State and actions of the Library screen. */
type Library = {
  search: string;
  /** Deleted items are shown instead of the others. */
  isTrashShown: boolean;
  items: readonly LibraryItem[];
  hasMore: boolean;
  /** `idle` before the first read. */
  state: 'idle' | 'loading' | 'ready' | 'failed';
  /** The item with the keyboard focus. */
  currentId: string | null;
  isDetailOpen: boolean;
  /** The items selected for a common action. */
  selected: ReadonlySet<string>;
  problem: AppError | null;
  setSearch: (search: string) => void;
  showTrash: (isTrashShown: boolean) => Promise<void>;
  reload: () => Promise<void>;
  loadMore: () => Promise<void>;
  /**
   * Makes an item the current one. @param isAlone the person chose only this item, so the selection ends and the next
   * one starts here.
   */
  select: (id: string | null, isAlone?: boolean) => void;
  /** Adds an item to the selection or removes it; a new selection includes the current item. */
  toggleSelected: (id: string) => void;
  /** Selects all items from the start of the selection to this one. */
  selectTo: (id: string) => void;
  selectAll: () => void;
  clearSelection: () => void;
  openDetail: (id: string) => void;
  /** Opens an item from another screen, whatever was searched for or shown here. */
  showItem: (id: string) => Promise<void>;
  closeDetail: () => void;
  report: (problem: AppError | null) => void;
  dispose: () => void;
};

export type LibraryStore = StoreApi<Library>;

/** Creates the store; it reads nothing until the first call of `reload`. */
export function createLibraryStore({ ipc }: { ipc: Ipc }): LibraryStore {
  const scope = createScope();
  let searching: ReturnType<typeof setTimeout> | undefined;
  // Only the reply to the latest query counts.
  const beginQuery = latestOnly();
  /** The item at which the selection started. */
  let anchorId: string | null = null;
  /** How many items a reload reads at least. */
  let leastItems = PAGE;

  const store: LibraryStore = createStore<Library>()((set, get) => ({
    search: '',
    isTrashShown: false,
    items: [],
    hasMore: false,
    state: 'idle',
    currentId: null,
    isDetailOpen: false,
    selected: NONE,
    problem: null,
    setSearch: (search) => {
      set({ search });
      clearTimeout(searching);
      searching = setTimeout(() => void get().reload(), SEARCH_DELAY_MS);
    },
    showTrash: async (isTrashShown) => {
      set({ isTrashShown, isDetailOpen: false, selected: NONE, problem: null });
      await get().reload();
    },
    reload: async () => {
      const isLatest = beginQuery();
      if (get().state === 'idle') set({ state: 'loading' });
      // As many items as were loaded, so that a change does not scroll the person back to the top.
      const limit = Math.min(MOST_ITEMS, Math.max(leastItems, get().items.length));
      const { search, isTrashShown: isTrashed } = get();
      const result = await ipc.request('library.list', { search, kind: null, beforeId: null, limit, isTrashed });
      if (!isLatest()) return;
      if (!result.ok) {
        set({ state: 'failed', problem: result.error });
        return;
      }
      const { items, hasMore } = result.data;
      const { currentId, items: before } = get();
      const isStillThere = items.some((item) => item.id === currentId);
      // The item that moved into the place of one that is gone.
      const place = Math.max(
        0,
        before.findIndex(({ id }) => id === currentId),
      );
      set({
        items,
        hasMore,
        state: 'ready',
        selected: new Set(items.filter(({ id }) => get().selected.has(id)).map(({ id }) => id)),
        ...(!isStillThere && { currentId: (items[place] ?? items.at(-1))?.id ?? null, isDetailOpen: false }),
      });
    },
    loadMore: async () => {
      const { items, hasMore, search, isTrashShown: isTrashed } = get();
      const last = items.at(-1);
      if (!hasMore || last === undefined) return;
      const isLatest = beginQuery();
      const query = { search, kind: null, beforeId: last.id, limit: PAGE, isTrashed };
      const result = await ipc.request('library.list', query);
      if (!isLatest()) return;
      if (result.ok) set({ items: [...items, ...result.data.items], hasMore: result.data.hasMore });
      else set({ problem: result.error });
    },
    select: (currentId, isAlone = false) => {
      if (isAlone) anchorId = currentId;
      set({ currentId, ...(isAlone && { selected: NONE }) });
    },
    toggleSelected: (id) => {
      const selected = new Set(get().selected);
      if (selected.size === 0 && anchorId !== null && anchorId !== id) selected.add(anchorId);
      if (!selected.delete(id)) selected.add(id);
      anchorId = id;
      set({ selected });
    },
    selectTo: (id) => {
      const ids = get().items.map((item) => item.id);
      const [from, to] = [ids.indexOf(anchorId ?? id), ids.indexOf(id)];
      set({ selected: new Set(ids.slice(Math.min(from, to), Math.max(from, to) + 1)) });
    },
    selectAll: () => set({ selected: new Set(get().items.map(({ id }) => id)) }),
    clearSelection: () => set({ selected: NONE }),
    openDetail: (currentId) => set({ currentId, isDetailOpen: true, problem: null }),
    showItem: async (currentId) => {
      clearTimeout(searching);
      leastItems = MOST_ITEMS;
      set({ search: '', isTrashShown: false, selected: NONE, currentId, isDetailOpen: true, problem: null });
      await get().reload();
    },
    closeDetail: () => set({ isDetailOpen: false, problem: null }),
    report: (problem) => set({ problem }),
    dispose: scope.dispose,
  }));

  const refresh = (): void => {
    if (store.getState().state !== 'idle') void store.getState().reload();
  };
  scope.add(() => clearTimeout(searching), ipc.on('library.changed', refresh), ipc.onGap(refresh));
  return store;
}

/** The items of one day, in rows of the width of the window. */
export type DayRows = { day: string; atMs: number; rows: readonly (readonly LibraryItem[])[] };

/** Splits items, newest first, into days and each day into rows of `columns`. */
export function groupByDay(items: readonly LibraryItem[], columns: number): DayRows[] {
  const days: { day: string; atMs: number; items: LibraryItem[] }[] = [];
  for (const item of items) {
    const day = dayOf(item.createdAtMs);
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, atMs: item.createdAtMs, items: [item] });
  }
  return days.map(({ day, atMs, items: own }) => {
    const rows: LibraryItem[][] = [];
    for (let at = 0; at < own.length; at += columns) rows.push(own.slice(at, at + columns));
    return { day, atMs, rows };
  });
}

/** Returns the item that an arrow key leads to in a grid of days and rows; at an edge, the same item. */
export function neighbour(days: readonly DayRows[], currentId: string | null, key: string): string | null {
  const rows = days.flatMap((day) => day.rows);
  const flat = rows.flat();
  const at = flat.findIndex((item) => item.id === currentId);
  const row = rows.findIndex((items) => items.some((item) => item.id === currentId));
  const column = rows[row]?.findIndex((item) => item.id === currentId) ?? 0;
  const inRow = (index: number): LibraryItem | undefined =>
    rows[index]?.[Math.min(column, (rows[index]?.length ?? 1) - 1)];
  const target: Readonly<Record<string, LibraryItem | undefined>> = {
    ArrowLeft: flat[at - 1],
    ArrowRight: flat[at + 1],
    ArrowUp: inRow(row - 1),
    ArrowDown: inRow(row + 1),
    Home: flat[0],
    End: flat.at(-1),
  };
  if (at === -1) return flat[0]?.id ?? null;
  return target[key]?.id ?? currentId;
}
