// Owns the state of the Library screen: the search, the items found so far, the selection, which item is open.
// Independent of how they are displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LibraryItem, LibraryQuery } from '../../shared/contract/library.ts';
import type { AppError } from '../../shared/errors.ts';
import { dayOf } from '../app/format-text.ts';
import { extended, keptOf, NO_SELECTION, type Selection, startedAt, toggled, withAll } from '../app/rows/selection.ts';
import type { Ipc } from '../ipc.ts';
import { latestOnly } from '../lifetime/latest-only.ts';
import { createScope } from '../lifetime/scope.ts';

const PAGE = 60;
/** The most items that are read at once. */
const MOST_ITEMS = 200;
const SEARCH_DELAY_MS = 150;

/** The kinds of items that can be shown alone. Replies that were kept are among all items only. */
export const SHOWN_KINDS = ['all', 'audio', 'pictures'] as const;
type ShownKind = (typeof SHOWN_KINDS)[number];
const KIND_OF = { all: null, audio: 'speech', pictures: 'edit' } as const satisfies Record<
  ShownKind,
  LibraryQuery['kind']
>;

/** State and actions of the Library screen. */
type Library = {
  search: string;
  kind: ShownKind;
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
  showKind: (kind: ShownKind) => Promise<void>;
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
  let selection = NO_SELECTION;
  /** How many items a reload reads at least. */
  let leastItems = PAGE;

  const choose = (next: Selection): { selected: ReadonlySet<string> } => {
    selection = next;
    return { selected: next.ids };
  };
  const idsOf = (items: readonly LibraryItem[]): string[] => items.map(({ id }) => id);

  const store: LibraryStore = createStore<Library>()((set, get) => ({
    search: '',
    kind: 'all',
    isTrashShown: false,
    items: [],
    hasMore: false,
    state: 'idle',
    currentId: null,
    isDetailOpen: false,
    selected: NO_SELECTION.ids,
    problem: null,
    setSearch: (search) => {
      set({ search });
      clearTimeout(searching);
      searching = setTimeout(() => void get().reload(), SEARCH_DELAY_MS);
    },
    showKind: async (kind) => {
      set({ kind, isDetailOpen: false, ...choose(NO_SELECTION) });
      await get().reload();
    },
    showTrash: async (isTrashShown) => {
      set({ isTrashShown, isDetailOpen: false, problem: null, ...choose(NO_SELECTION) });
      await get().reload();
    },
    reload: async () => {
      const isLatest = beginQuery();
      if (get().state === 'idle') set({ state: 'loading' });
      // As many items as were loaded, so that a change does not scroll the person back to the top.
      const limit = Math.min(MOST_ITEMS, Math.max(leastItems, get().items.length));
      const { search, isTrashShown: isTrashed } = get();
      const kind = KIND_OF[get().kind];
      const result = await ipc.request('library.list', { search, kind, beforeId: null, limit, isTrashed });
      if (!isLatest()) return;
      if (!result.ok) {
        set({ state: 'failed', problem: result.error });
        return;
      }
      const { items, hasMore } = result.data;
      const { currentId, items: before } = get();
      const lastIndex = before.findIndex((item) => item.id === currentId);
      const isStillThere = items.some((item) => item.id === currentId);
      set({
        items,
        hasMore,
        state: 'ready',
        ...choose(keptOf(selection, idsOf(items))),
        // The item that took its place, so that somebody who deletes several goes on where they were.
        ...(!isStillThere && {
          currentId: items[Math.min(Math.max(0, lastIndex), items.length - 1)]?.id ?? null,
          isDetailOpen: false,
        }),
      });
    },
    loadMore: async () => {
      const { items, hasMore, search, isTrashShown: isTrashed } = get();
      const last = items.at(-1);
      if (!hasMore || last === undefined) return;
      const isLatest = beginQuery();
      const query = { search, kind: KIND_OF[get().kind], beforeId: last.id, limit: PAGE, isTrashed };
      const result = await ipc.request('library.list', query);
      if (!isLatest()) return;
      if (result.ok) set({ items: [...items, ...result.data.items], hasMore: result.data.hasMore });
      else set({ problem: result.error });
    },
    select: (currentId, isAlone = false) => set({ currentId, ...(isAlone && choose(startedAt(currentId))) }),
    toggleSelected: (id) => set(choose(toggled(selection, id))),
    selectTo: (id) => set(choose(extended(selection, id, idsOf(get().items)))),
    selectAll: () => set(choose(withAll(selection, idsOf(get().items)))),
    clearSelection: () => set(choose({ ...selection, ids: NO_SELECTION.ids })),
    openDetail: (currentId) => set({ currentId, isDetailOpen: true, problem: null }),
    showItem: async (currentId) => {
      clearTimeout(searching);
      leastItems = MOST_ITEMS;
      set({ search: '', kind: 'all', isTrashShown: false, currentId, isDetailOpen: true, problem: null });
      set(choose(NO_SELECTION));
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
