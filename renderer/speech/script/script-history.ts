// Keeps the steps of the open script that can be undone, so that undo goes on after a restart. They are given back only
// to the text that they belong to.

import type { Ipc } from '../../ipc.ts';
import { staleGuard } from '../../lifetime/stale-guard.ts';
import type { TextEditor } from '../editor/create-text-editor.ts';
import { compressSteps, packSteps, readSnapshot, unpackSteps } from './packed-steps.ts';

/** Steps are kept when nothing has changed for this long, in milliseconds: soon, since a crash loses what is not. */
const QUIET_MS = 500;

/** Keeps the steps of what is in one editor. */
export type ScriptHistory = {
  /** The text of a script was changed. */
  changed: (scriptId: string) => void;
  /** Keeps at once what has changed: before another script comes into the editor, and when the page ends. */
  keepNow: () => void;
  /** Gives the editor, which has just begun with the text of a script, the steps of that script. */
  restore: (scriptId: string) => Promise<void>;
};

/** Creates the keeper of an editor's steps. Call `keepNow` before the editor is disposed of. */
export function createScriptHistory(ipc: Ipc, editor: Pick<TextEditor, 'snapshot' | 'restore'>): ScriptHistory {
  const beginKeeping = staleGuard();
  const beginRestoring = staleGuard();
  /** The script whose steps are not kept yet. */
  let changedId: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Takes what has to be kept; undefined if nothing has changed. */
  const take = (): { id: string; steps: string | null } | undefined => {
    clearTimeout(timer);
    const id = changedId;
    changedId = undefined;
    const snapshot = id === undefined ? null : readSnapshot(editor.snapshot());
    return id === undefined || snapshot === null ? undefined : { id, steps: packSteps(snapshot) };
  };
  const keep = async (): Promise<void> => {
    const isLatest = beginKeeping();
    const taken = take();
    if (taken === undefined) return;
    const steps = taken.steps === null ? null : await compressSteps(taken.steps);
    // Newer ones are with main already.
    if (isLatest()) await ipc.request('scripts.saveHistory', { id: taken.id, steps });
  };

  return {
    changed: (scriptId) => {
      beginRestoring();
      changedId = scriptId;
      clearTimeout(timer);
      timer = setTimeout(() => void keep(), QUIET_MS);
    },
    keepNow: () => {
      beginRestoring();
      const taken = take();
      if (taken === undefined) return;
      beginKeeping();
      void ipc.request('scripts.saveHistory', taken);
    },
    restore: async (scriptId) => {
      const isLatest = beginRestoring();
      const read = await ipc.request('scripts.readHistory', { id: scriptId });
      if (!isLatest() || !read.ok || read.data.steps === null) return;
      const now = readSnapshot(editor.snapshot());
      const history = now && (await unpackSteps(read.data.steps, now.doc));
      if (!isLatest() || history === null) return;
      try {
        // The cursor may have been put somewhere meanwhile.
        editor.restore({ ...now, selection: readSnapshot(editor.snapshot())?.selection, history });
      } catch {
        // Steps that the editor does not understand, such as those of another version of it, are no reason not to open.
      }
    },
  };
}
