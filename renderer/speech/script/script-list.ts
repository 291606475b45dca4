// The scripts of the library beside the open one: the list with its search, and changing to another script, which can
// be undone.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LineTake } from '../../../shared/contract/library.ts';
import type { Script, ScriptEntry } from '../../../shared/contract/scripts.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Locale, Translate } from '../../../shared/i18n/index.ts';
import type { BaseSettings } from '../../../shared/script/sent-text.ts';
import type { Ipc } from '../../ipc.ts';
import { staleGuard } from '../../lifetime/stale-guard.ts';
import type { HistoryStore, Step } from '../../work/history.ts';
import type { ScriptStore } from './script-store.ts';

/** What a person is told about a change, with *Undo*. */
type Told = (t: Translate, locale: Locale) => string;

/** A script that is not in the library yet. */
type NewScript = { text?: string; title?: string; base?: BaseSettings };

/** State and actions of the list. */
type ScriptList = {
  /** What was found, the last changed first. */
  entries: readonly ScriptEntry[];
  search: string;
  /** The list shows deleted scripts, which can be restored. */
  isTrash: boolean;
  isLoading: boolean;
  error: AppError | null;
  reload: () => Promise<void>;
  setSearch: (search: string) => void;
  setTrash: (isTrash: boolean) => void;
  /** Opens a script instead of the one that is open, which stays in the library. @returns false if it could not be read, which is reported. */
  open: (id: string) => Promise<boolean>;
  /** Opens a new script. @param told what the person is told if something of theirs was open. */
  begin: (script?: NewScript, told?: Told) => Promise<void>;
  /**
   * Adds scripts to the library and opens the first. What fails is reported. @param told what the person is told if
   * something of theirs was open. @returns whether they were told.
   */
  adopt: (scripts: readonly Script[], told: Told) => Promise<boolean>;
  /** Opens a copy, whose lines have the same takes. @param title that of the copy. */
  duplicate: (id: string, title: string) => Promise<void>;
  /** Moves a script to the trash; can be undone. */
  remove: (id: string) => Promise<void>;
  restore: (id: string) => Promise<void>;
};

export type ScriptListStore = StoreApi<ScriptList>;

type ScriptListDeps = {
  ipc: Ipc;
  script: ScriptStore;
  history: HistoryStore;
  /** Tells the person what was done, with *Undo* for that step. */
  announce: (told: Told, step: Step) => void;
  report: (error: AppError) => void;
  makeId: () => string;
};

/** Creates the list; `reload` reads it. */
export function createScriptList({ ipc, script, history, announce, report, makeId }: ScriptListDeps): ScriptListStore {
  const beginReload = staleGuard();

  const add = (step: Step, told: Told): void => {
    history.getState().push('speech', step);
    announce(told, step);
  };
  const setTrashed = async (id: string, isTrashed: boolean): Promise<boolean> => {
    const done = await ipc.request('scripts.setTrashed', { ids: [id], isTrashed });
    if (!done.ok) report(done.error);
    else await list.getState().reload();
    return done.ok;
  };

  /**
   * Opens another script by `put`, as a step that can be undone. A script without text and title that is left is
   * deleted. @param put resolves to false if the one that is open stays. @returns whether it stays, and if not, whether
   * the person was told.
   */
  const change = async (put: () => Promise<boolean>, name: Told, told: Told): Promise<'stays' | 'quiet' | 'told'> => {
    script.getState().settle();
    await script.getState().saveNow();
    const left = script.getState();
    if (left.saveError !== null) {
      // It is nowhere else.
      report(left.saveError);
      return 'stays';
    }
    if (!(await put())) return 'stays';
    await script.getState().saveNow();
    const { id } = script.getState();
    if (!left.isKept || left.id === id) return 'quiet';
    if (left.text.trim() === '' && left.title === '') {
      await ipc.request('scripts.setTrashed', { ids: [left.id], isTrashed: true });
      return 'quiet';
    }
    add({ name, undo: () => show(left.id), redo: () => showAgain(id) }, told);
    return 'told';
  };
  /** Opens a script. One that was deleted is no longer: what is written into it must not be in the trash. */
  const openRestored = async (id: string): Promise<AppError | null> => {
    const error = await script.getState().open(id);
    if (error !== null) return error;
    const restored = await ipc.request('scripts.setTrashed', { ids: [id], isTrashed: false });
    return restored.ok ? null : restored.error;
  };
  const show = async (id: string): Promise<boolean> => {
    const error = await openRestored(id);
    if (error !== null) report(error);
    return script.getState().id === id;
  };
  /** Opens a script that an undo has closed; one that was empty is not in the library. */
  const showAgain = async (id: string): Promise<boolean> => {
    if ((await openRestored(id)) !== null) script.getState().begin();
    return true;
  };
  /** Moves a script to the trash; if it is open, an empty one is opened instead. */
  const trash = async (id: string): Promise<boolean> => {
    if (script.getState().id === id) script.getState().begin();
    await script.getState().saveNow();
    return setTrashed(id, true);
  };
  const beginNew = ({ text, title, base }: NewScript): void => {
    script.getState().begin(text, title);
    if (base !== undefined) script.getState().setBase(base);
  };

  const list: ScriptListStore = createStore<ScriptList>()((set, get) => ({
    entries: [],
    search: '',
    isTrash: false,
    isLoading: false,
    error: null,
    reload: async () => {
      const isLatest = beginReload();
      set({ isLoading: true });
      await script.getState().saveNow();
      const { search, isTrash } = get();
      const found = await ipc.request('scripts.list', { search, isTrashed: isTrash });
      if (!isLatest()) return;
      if (found.ok) set({ entries: found.data, isLoading: false, error: null });
      else set({ isLoading: false, error: found.error });
    },
    setSearch: (search) => {
      set({ search });
      void get().reload();
    },
    setTrash: (isTrash) => {
      set({ isTrash, entries: [] });
      void get().reload();
    },
    open: async (id) => {
      if (id === script.getState().id) return true;
      const changed = await change(
        () => show(id),
        (t) => t('history.openScript'),
        (t) => t('script.opened'),
      );
      return changed !== 'stays';
    },
    begin: async (one = {}, told = (t) => t('script.started')) => {
      await change(
        async () => {
          beginNew(one);
          return true;
        },
        (t) => t('history.openScript'),
        told,
      );
    },
    adopt: async (scripts, told) => {
      const added: Script[] = [];
      for (const one of scripts) {
        const saved = await ipc.request('scripts.save', one);
        if (saved.ok) added.push(one);
        else report(saved.error);
      }
      const [first] = added;
      if (first === undefined) return false;
      const changed = await change(
        () => show(first.id),
        (t) => t('history.openScript'),
        told,
      );
      return changed === 'told';
    },
    duplicate: async (id, title) => {
      await script.getState().saveNow();
      const read = await ipc.request('scripts.read', { id });
      if (!read.ok) return report(read.error);
      const takeIds = read.data.lines.flatMap((line) => line.takeIds);
      const takes = await ipc.request('scripts.takes', { id, takeIds, among: null });
      if (!takes.ok) return report(takes.error);
      const now = Date.now();
      const copy: Script = {
        ...withTakes(read.data, takes.data),
        id: makeId(),
        title,
        createdAtMs: now,
        changedAtMs: now,
      };
      const saved = await ipc.request('scripts.save', copy);
      if (!saved.ok) return report(saved.error);
      await get().open(copy.id);
      await get().reload();
    },
    remove: async (id) => {
      const isOpen = script.getState().id === id;
      if (!(await trash(id))) return;
      add(
        {
          name: (t) => t('history.removeScript'),
          undo: async () => (await setTrashed(id, false)) && (!isOpen || (await show(id))),
          redo: () => trash(id),
        },
        (t) => t('script.removed'),
      );
    },
    restore: async (id) => void (await setTrashed(id, false)),
  }));
  return list;
}

/** The script with the takes of its lines named at them, so that they are those of a copy too. */
function withTakes(script: Script, takes: readonly LineTake[]): Script {
  const made = new Map<string, string[]>();
  for (const { id, line } of takes)
    if (line?.scriptId === script.id) made.set(line.lineId, [...(made.get(line.lineId) ?? []), id]);
  const lines = script.lines.map((line) => ({
    ...line,
    takeIds: [...new Set([...line.takeIds, ...(made.get(line.id) ?? [])])],
  }));
  return { ...script, lines };
}
