// Saves the open script by itself, soon after each change. Of a script that main has already only what changed is sent:
// sending a text of 1 MB takes the page longer than a frame.

import type { Script, ScriptChange } from '../../../shared/contract/scripts.ts';
import { type AppError, appError } from '../../../shared/errors.ts';
import { MAX_SCRIPT_LINES, MAX_SCRIPT_TEXT } from '../../../shared/script/script-size.ts';
import { editBetween } from '../../../shared/script/text-edit.ts';
import type { Ipc } from '../../ipc.ts';
import { type Autosave, autosave } from '../../lifetime/autosave.ts';

/** A script without the time of its change, which is that of its saving. */
type Unsaved = Omit<Script, 'changedAtMs'>;

type ScriptSavingDeps = {
  ipc: Ipc;
  /** Returns the script as it is with the number of its lines, or null if it is not to be saved. */
  read: () => { script: Unsaved; lineCount: number } | null;
  /** It is being saved, so it is in the library. */
  onSaving: () => void;
  onSaved: (id: string, error: AppError | null) => void;
};

/** Creates the saver of the open script. */
export function createScriptSaving({ ipc, read, onSaving, onSaved }: ScriptSavingDeps): Autosave {
  /** What was sent last, whether it arrived or not. Main refuses a change of anything else than what it has. */
  let sent: Script | undefined;

  const save = async (script: Script): Promise<void> => {
    const before = sent;
    sent = script;
    /** Whether a newer save of the script says what becomes of it: this one must not replace what that one has saved. */
    const isOvertaken = (): boolean => sent !== script && sent?.id === script.id;
    if (before?.id === script.id) {
      const saved = await ipc.request('scripts.saveChange', changeOf(before, script));
      if (isOvertaken()) return;
      if (saved.ok && saved.data.isSaved) return onSaved(script.id, null);
    }
    const saved = await ipc.request('scripts.save', script);
    if (!isOvertaken()) onSaved(script.id, saved.ok ? null : saved.error);
  };

  return autosave(async () => {
    const now = read();
    if (now === null) return;
    const { id, text } = now.script;
    if (text.length > MAX_SCRIPT_TEXT || now.lineCount > MAX_SCRIPT_LINES)
      return onSaved(id, appError('script.too_long'));
    onSaving();
    // No two saves have the same time, which tells them apart.
    const changedAtMs = Math.max(Date.now(), (sent?.changedAtMs ?? 0) + 1);
    await save({ ...now.script, changedAtMs });
  });
}

function changeOf(before: Script, { id, changedAtMs, text, ...after }: Script): ScriptChange {
  const { title, base, lines, cast, lexicon, maxSpeedUp } = after;
  return {
    id,
    since: before.changedAtMs,
    changedAtMs,
    ...(text !== before.text && { edit: editBetween(before.text, text) }),
    changed: {
      ...(title !== before.title && { title }),
      ...(base !== undefined && base !== before.base && { base }),
      ...(!isSame(lines, before.lines) && { lines }),
      ...(!isSame(cast, before.cast) && { cast }),
      ...(!isSame(lexicon, before.lexicon) && { lexicon }),
      ...(maxSpeedUp !== undefined && maxSpeedUp !== before.maxSpeedUp && { maxSpeedUp }),
    },
  };
}

/** Whether two lists have the same objects: what changes here is replaced. */
function isSame(a: readonly object[], b: readonly object[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index]);
}
