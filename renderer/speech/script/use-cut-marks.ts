// Marks in the editor where long lines are cut to be sent.

import { type RefObject, useEffect } from 'react';
import { useSession } from '../../services.ts';
import { activeConnection } from '../../shell/session-store.ts';
import type { TextEditor } from '../editor/create-text-editor.ts';
import { longLines } from './long-lines.ts';
import type { ScriptStore } from './script-store.ts';

/** Keeps the marks up to date while the editor is there. */
export function useCutMarks(editor: RefObject<TextEditor | null>, script: ScriptStore): void {
  const dialect = useSession((session) => activeConnection(session)?.dialect);
  useEffect(() => {
    let shown = '';
    const show = (): void => {
      const cuts =
        dialect === undefined ? [] : longLines(script.getState().lines, dialect).flatMap((line) => line.cuts);
      if (cuts.join() === shown) return;
      shown = cuts.join();
      editor.current?.setCuts(cuts);
    };
    show();
    return script.subscribe((state, before) => {
      if (state.id !== before.id) shown = '';
      if (state.lines !== before.lines) show();
    });
  }, [editor, script, dialect]);
}
