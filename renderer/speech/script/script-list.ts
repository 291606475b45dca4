// The scripts of the library beside the open one: the list with its search, and what can be done with them.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LineTake } from '../../../shared/contract/library.ts';
import type { Script, ScriptEntry } from '../../../shared/contract/scripts.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { BaseSettings } from '../../../shared/script/sent-text.ts';
import { staleGuard } from '../../lifetime/stale-guard.ts';
import { createScriptChange, type ScriptChangeDeps, type Told } from './script-change.ts';

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
  /** The scripts of the library that have these titles, by title. What fails is reported. */
  namesakes: (titles: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /**
   * Changes a script of the library and opens it, as a step that can be undone. What fails is reported. @returns whether
   * it was changed.
   */
  replace: (id: string, change: (before: Script) => Script, told: Told) => Promise<boolean>;
  /** Opens a copy, whose lines have the same takes. @param title that of the copy. */
  duplicate: (id: string, title: string) => Promise<void>;
  /** Moves a script to the trash; can be undone. */
  remove: (id: string) => Promise<void>;
  restore: (id: string) => Promise<void>;
};

export type ScriptListStore = StoreApi<ScriptList>;

type ScriptListDeps = ScriptChangeDeps & { makeId: () => string };

/** Creates the list; `reload` reads it. */
export function createScriptList(deps: ScriptListDeps): ScriptListStore {
  const { ipc, script, report, makeId } = deps;
  const beginReload = staleGuard();
  const { add, change, show } = createScriptChange(deps);
  const setTrashed = async (id: string, isTrashed: boolean): Promise<boolean> => {
    const done = await ipc.request('scripts.setTrashed', { ids: [id], isTrashed });
    if (!done.ok) report(done.error);
    else await list.getState().reload();
    return done.ok;
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
    namesakes: async (titles) => {
      const found = await ipc.request('scripts.list', { search: '', isTrashed: false });
      if (!found.ok) report(found.error);
      const wanted = new Set(titles.filter((title) => title !== ''));
      const known = found.ok ? found.data.filter(({ title, problem }) => problem === null && wanted.has(title)) : [];
      // The last changed is the first of the list.
      return new Map(known.reverse().map(({ id, title }) => [title, id]));
    },
    replace: async (id, changed, told) => {
      const { replaceScript } = await import('./replace-script.ts');
      return replaceScript({ ipc, script, report, add, show }, id, changed, told);
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
