// Changes a script of the library as a whole and opens it, as a step that can be undone.

import type { Script } from '../../../shared/contract/scripts.ts';
import type { ScriptChange, ScriptChangeDeps, Told } from './script-change.ts';

type ReplaceDeps = Pick<ScriptChangeDeps, 'ipc' | 'script' | 'report'> & Pick<ScriptChange, 'add' | 'show'>;

/** Changes the script; what fails is reported. @returns whether it was changed. */
export async function replaceScript(
  { ipc, script, report, add, show }: ReplaceDeps,
  id: string,
  change: (before: Script) => Script,
  told: Told,
): Promise<boolean> {
  script.getState().settle();
  await script.getState().saveNow();
  const left = script.getState();
  const read = await ipc.request('scripts.read', { id });
  if (!read.ok || left.saveError !== null) {
    // What is open and cannot be saved is nowhere else.
    const error = read.ok ? left.saveError : read.error;
    if (error !== null) report(error);
    return false;
  }
  const put = async (one: Script): Promise<boolean> => {
    const saved = await ipc.request('scripts.save', { ...one, changedAtMs: Date.now() });
    if (!saved.ok) report(saved.error);
    return saved.ok && (await show(id));
  };
  const after = change(read.data);
  if (!(await put(after))) return false;
  add(
    {
      name: (t) => t('history.replaceScript'),
      undo: async () => (await put(read.data)) && (left.id === id || !left.isKept || show(left.id)),
      redo: () => put(after),
    },
    told,
  );
  return true;
}
