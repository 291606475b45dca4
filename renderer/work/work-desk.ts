// Replacing what is on a screen: the present work is put aside first, can be brought back by Undo, and is listed under
// Recent. Independent of what the screens show.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PutAside, PutAsideEntry, Work, WorkBody, WorkScreen } from '../../shared/contract/put-aside.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Locale, Translate } from '../../shared/i18n/index.ts';
import { entryOf } from '../../shared/storage/put-aside.ts';
import type { Ipc } from '../ipc.ts';
import type { HistoryStore, Step } from './history.ts';

/** A screen whose work can be replaced. */
type WorkPlace<S extends WorkScreen = WorkScreen> = {
  screen: S;
  /** What is there now; null if nothing of it is worth keeping. */
  current: () => WorkBody<S> | null;
  /** Shows other work instead, or nothing. Resolves when its draft is stored. */
  show: (body: WorkBody<S> | null) => Promise<void>;
};

/** What a person is told about a replacement, with *Undo*. */
export type Replacement = { title: (t: Translate, locale: Locale) => string };

/** Work that was put aside, and replacing work. */
type WorkDesk = {
  /** The work put aside on all screens, the latest first. */
  entries: readonly PutAsideEntry[];
  /** Takes part in replacing: called once for each screen. */
  offer: <S extends WorkScreen>(place: WorkPlace<S>) => void;
  reload: () => Promise<void>;
  /**
   * Puts aside what is on the screen, then lets `put` replace it. If `put` resolves to false, nothing was replaced and
   * nothing stays put aside. Resolves to what `put` did.
   */
  replace: (screen: WorkScreen, how: Replacement, put: () => Promise<boolean>) => Promise<boolean>;
  /** Puts aside what is on the screen and shows nothing. */
  clear: (screen: WorkScreen) => Promise<void>;
  /** Opens work from the list instead of what is there, which is put aside. */
  open: (id: string) => Promise<void>;
  /** Adds work to the list that was never on a screen. Resolves to its id; null if that failed, which is reported. */
  addAside: (work: Work) => Promise<string | null>;
  /** Takes work off the list for good: it is on a screen. */
  takeOff: (id: string) => Promise<void>;
  /** Removes work from the list; can be undone. */
  remove: (id: string) => Promise<void>;
};

export type WorkDeskStore = StoreApi<WorkDesk>;

type WorkDeskDeps = {
  ipc: Ipc;
  history: HistoryStore;
  /** Tells the person what was done, with *Undo* for that step. */
  announce: (screen: WorkScreen, how: Replacement, step: Step) => void;
  report: (error: AppError) => void;
  now?: () => number;
};

/** Creates the desk; `reload` reads what was put aside earlier. */
export function createWorkDesk({ ipc, history, announce, report, now = Date.now }: WorkDeskDeps): WorkDeskStore {
  const places = new Map<WorkScreen, { current: () => Work | null; show: (work: Work | null) => Promise<void> }>();

  const add = async (one: PutAside): Promise<boolean> => {
    const added = await ipc.request('putAside.add', one);
    if (!added.ok) {
      report(added.error);
      return false;
    }
    const others = desk.getState().entries.filter(({ id }) => id !== one.id);
    desk.setState({ entries: [entryOf(one), ...others].sort((a, b) => b.atMs - a.atMs) });
    return true;
  };
  const forget = async (id: string): Promise<boolean> => {
    const removed = await ipc.request('putAside.remove', { id });
    if (!removed.ok) {
      report(removed.error);
      return false;
    }
    desk.setState(({ entries }) => ({ entries: entries.filter((entry) => entry.id !== id) }));
    return true;
  };
  const aside = (work: Work): PutAside => ({ id: crypto.randomUUID(), atMs: now(), work });
  const isSame = (a: Work | null, b: Work | null): boolean => JSON.stringify(a) === JSON.stringify(b);

  const desk: WorkDeskStore = createStore<WorkDesk>()((_set, get) => ({
    entries: [],
    offer: ({ screen, current, show }) => {
      // A work of a screen has the body of that screen.
      places.set(screen, {
        current: () => {
          const body = current();
          return body === null ? null : ({ screen, body } as Work);
        },
        show: (work) => show(work === null ? null : (work.body as Parameters<typeof show>[0])),
      });
    },
    reload: async () => {
      const list = await ipc.request('putAside.list', null);
      if (list.ok) desk.setState({ entries: list.data });
    },
    replace: async (screen, how, put) => {
      const place = places.get(screen);
      const before = place?.current() ?? null;
      if (place === undefined || before === null) return put();
      const kept = aside(before);
      if (!(await add(kept))) return false;
      if (!(await put())) {
        await forget(kept.id);
        return false;
      }
      let placed = place.current();
      if (isSame(placed, before)) return forget(kept.id);
      const step: Step = {
        name: (t) => t('history.replacePictures'),
        undo: async () => {
          const present = place.current();
          // What was changed since is the person's own.
          if (present !== null && !isSame(present, placed) && !(await add(aside(present)))) return false;
          placed = present;
          await place.show(kept.work);
          await forget(kept.id);
          return true;
        },
        redo: async () => {
          if (!(await add(kept))) return false;
          await place.show(placed);
          return true;
        },
      };
      history.getState().push(screen, step);
      announce(screen, how, step);
      return true;
    },
    open: async (id) => {
      const found = await ipc.request('putAside.read', { id });
      if (!found.ok) return report(found.error);
      const { work } = found.data;
      const place = places.get(work.screen);
      if (place === undefined) return;
      const isOpened = await get().replace(work.screen, { title: (t) => t('recent.opened') }, async () => {
        await place.show(work);
        return true;
      });
      // It is on the screen and stored there.
      if (isOpened) await forget(id);
    },
    clear: async (screen) => {
      await get().replace(screen, { title: (t) => t('recent.started') }, async () => {
        await places.get(screen)?.show(null);
        return true;
      });
    },
    addAside: async (work) => {
      const one = aside(work);
      return (await add(one)) ? one.id : null;
    },
    takeOff: async (id) => void (await forget(id)),
    remove: async (id) => {
      const found = await ipc.request('putAside.read', { id });
      if (!(await forget(id)) || !found.ok) return;
      const { screen } = found.data.work;
      const step: Step = {
        name: (t) => t('history.forget'),
        undo: () => add(found.data),
        redo: () => forget(id),
      };
      history.getState().push(screen, step);
      announce(screen, { title: (t) => t('recent.removed') }, step);
    },
  }));
  return desk;
}
