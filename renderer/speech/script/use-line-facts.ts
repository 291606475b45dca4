// Shows in the editor what is known of the lines of the open script, and carries out what is pressed there.

import { type RefObject, useEffect, useEffectEvent, useMemo } from 'react';
import type { Dialect } from '../../../shared/connections.ts';
import type { Translate } from '../../../shared/i18n/index.ts';
import { roleKey } from '../../../shared/script/roles.ts';
import { formatDuration } from '../../app/format-text.ts';
import { errorText } from '../../app/items/error-text.ts';
import { useSession, useTranslation } from '../../app/services.ts';
import { activeConnection } from '../../app/session-store.ts';
import type { TextEditor } from '../editor/create-text-editor.ts';
import type { LineActions, LineFacts, LineSource } from '../editor/ports.ts';
import { partsOfLine } from './long-lines.ts';
import type { ScriptPlayer } from './script-player.ts';
import type { ScriptStore } from './script-store.ts';

/** Connects an editor with the lines of the script, while it is there. @param actions what can be done with a line */
export function useLineFacts(
  editor: RefObject<TextEditor | null>,
  script: ScriptStore,
  player: ScriptPlayer,
  actions: Readonly<Record<keyof LineActions, (lineId: string, place?: HTMLElement) => void>>,
): void {
  const { t } = useTranslation();
  const dialect = useSession((session) => activeConnection(session)?.dialect);
  const source = useMemo(() => lineSource(script, player, dialect, t), [script, player, dialect, t]);
  const act = useEffectEvent((name: keyof LineActions, index: number, place?: HTMLElement) => {
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
      }),
    [editor],
  );
}

function lineSource(script: ScriptStore, player: ScriptPlayer, dialect: Dialect | undefined, t: Translate): LineSource {
  return {
    factsOf: (index) => {
      const { lines, colours } = script.getState();
      const line = lines[index];
      if (line === undefined) return { state: 'none' };
      const { sent, state, job } = line;
      const facts: LineFacts = { state };
      const time = player.timeline().lines[index];
      if (time !== undefined && time.durationS > 0) {
        facts.lengthText = formatDuration(time.durationS);
        facts.isEstimated = time.isEstimated;
      }
      if (dialect && sent.isSpoken && sent.sizeBytes > dialect.recommendedInputBytes) {
        const { length: count } = partsOfLine(sent, dialect);
        facts.sizeText = [
          t('speech.bytes', { count: sent.sizeBytes }),
          ...(count > 1 ? [t('plan.requests', { count })] : []),
        ];
      }
      const { role, textFrom, from } = sent.line;
      if (role !== '') facts.role = { length: textFrom - from, colour: colours.get(roleKey(role)) ?? 0 };
      if (state === 'failed' && job?.error) facts.failureText = errorText(job.error.code, 'title', t, 'speech');
      return facts;
    },
    subscribe: (onChange) =>
      script.subscribe((state, before) => {
        if (state.lines !== before.lines) onChange();
      }),
  };
}
