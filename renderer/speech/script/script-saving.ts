// Saves the open script by itself, soon after each change.

import type { Script } from '../../../shared/contract/scripts.ts';
import { type AppError, appError } from '../../../shared/errors.ts';
import { MAX_SCRIPT_LINES, MAX_SCRIPT_TEXT } from '../../../shared/script/script-size.ts';
import type { Ipc } from '../../ipc.ts';
import { type SaveSoon, saveSoon } from '../../lifetime/save-soon.ts';

type ScriptSavingParts = {
  ipc: Ipc;
  /** Returns the script as it is with the number of its lines, or null if it is not to be saved. */
  read: () => { script: Script; lineCount: number } | null;
  /** It is being saved, so it is in the library. */
  onSaving: () => void;
  onSaved: (id: string, error: AppError | null) => void;
};

/** Creates the saver of the open script. */
export function createScriptSaving({ ipc, read, onSaving, onSaved }: ScriptSavingParts): SaveSoon {
  return saveSoon(async () => {
    const now = read();
    if (now === null) return;
    const { script, lineCount } = now;
    if (script.text.length > MAX_SCRIPT_TEXT || lineCount > MAX_SCRIPT_LINES)
      return onSaved(script.id, appError('script.too_long'));
    onSaving();
    const saved = await ipc.request('scripts.save', script);
    onSaved(script.id, saved.ok ? null : saved.error);
  });
}
