// Shows in the editor what is known of the lines of the open script, and carries out what is pressed there.

import { type RefObject, useEffect, useEffectEvent, useMemo } from 'react';
import { useSession, useTranslation } from '../../services.ts';
import { activeConnection } from '../../shell/session-store.ts';
import type { TextEditor } from '../editor/create-text-editor.ts';
import type { LineActions } from '../editor/ports.ts';
import { lineSource } from './line-facts.ts';
import type { ScriptPlayer } from './script-player.ts';
import type { ScriptStore } from './script-store.ts';

/** Connects an editor with the lines of the script, while it is there. @param actions what can be done with a line */
export function useLineFacts(
  editor: RefObject<TextEditor | null>,
  script: ScriptStore,
  player: ScriptPlayer,
  actions: Readonly<Record<Exclude<keyof LineActions, 'playWord'>, (lineId: string, place?: HTMLElement) => void>>,
): void {
  const { t } = useTranslation();
  const dialect = useSession((session) => activeConnection(session)?.dialect);
  const source = useMemo(() => lineSource(script, player, dialect, t), [script, player, dialect, t]);
  const act = useEffectEvent((name: keyof typeof actions, index: number, place?: HTMLElement) => {
    script.getState().settle();
    const line = script.getState().lines[index];
    if (line !== undefined) actions[name](line.id, place);
  });
  useEffect(() => editor.current?.setLines(source), [editor, source]);
  useEffect(
    () =>
      editor.current?.setActions({
        play: (index) => act('play', index),
        redo: (index) => act('redo', index),
        openMenu: (index, place) => act('openMenu', index, place),
        showFailure: (index) => act('showFailure', index),
        fit: (index, place) => act('fit', index, place),
        playWord: (index, share) => {
          script.getState().settle();
          const line = script.getState().lines[index];
          if (line !== undefined) player.playFromWord(line.id, share);
        },
        sayAs: (index, place) => act('sayAs', index, place),
      }),
    [editor, script, player],
  );
}
