// Changing to another script, as a step that can be undone.

import type { AppError } from '../../../shared/errors.ts';
import type { Locale, Translate } from '../../../shared/i18n/index.ts';
import type { Ipc } from '../../ipc.ts';
import type { HistoryStore, Step } from '../../work/history.ts';
import type { ScriptStore } from './script-store.ts';

/** What a person is told about a change, with *Undo*. */
export type Told = (t: Translate, locale: Locale) => string;

/** What changing depends on. */
export type ScriptChangeDeps = {
  ipc: Ipc;
  script: ScriptStore;
  history: HistoryStore;
  /** Tells the person what was done, with *Undo* for that step. */
  announce: (told: Told, step: Step) => void;
  report: (error: AppError) => void;
};

export type ScriptChange = {
  /** Adds a step and tells the person of it. */
  add: (step: Step, told: Told) => void;
  /**
   * Opens another script by `put`, as a step that can be undone. A script without text and title that is left is
   * deleted. @param put resolves to false if the one that is open stays. @returns whether it stays, and if not, whether
   * the person was told.
   */
  change: (put: () => Promise<boolean>, name: Told, told: Told) => Promise<'stays' | 'quiet' | 'told'>;
  /** Opens a script; what fails is reported. @returns whether it is open. */
  show: (id: string) => Promise<boolean>;
};

/** Creates the steps between scripts. */
export function createScriptChange({ ipc, script, history, announce, report }: ScriptChangeDeps): ScriptChange {
  const add: ScriptChange['add'] = (step, told) => {
    history.getState().push('speech', step);
    announce(told, step);
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

  const change: ScriptChange['change'] = async (put, name, told) => {
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

  return { add, change, show };
}
