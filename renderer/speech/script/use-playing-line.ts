// Marks the line that is heard in the editor, which scrolls to it.

import { type RefObject, useEffect } from 'react';
import { useStore } from 'zustand';
import { lineHeard } from '../../player/player-store.ts';
import { usePlayer } from '../../services.ts';
import type { TextEditor } from '../editor/create-text-editor.ts';
import type { ScriptStore } from './script-store.ts';

/** Follows the player while the editor shows the script that is heard. */
export function usePlayingLine(editor: RefObject<TextEditor | null>, script: ScriptStore): void {
  const heard = usePlayer(lineHeard);
  const index = useStore(script, ({ id, lines }) =>
    heard?.scriptId === id ? lines.findIndex((line) => line.id === heard.lineId) : -1,
  );
  useEffect(() => editor.current?.setPlaying(index < 0 ? null : index), [editor, index]);
}
