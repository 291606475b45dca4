// How many requests *Generate* would send.

import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useSession } from '../../services.ts';
import { activeConnection } from '../../shell/session-store.ts';
import type { SpeechStore } from '../speech-store.ts';
import { requestsOf } from './long-lines.ts';
import type { ScriptStore } from './script-store.ts';

/** The number of requests that these lines are sent in. @param indices keeps its identity while it is the same */
export function useRequestCount(store: SpeechStore, script: ScriptStore, indices: readonly number[]): number {
  const lines = useStore(script, (open) => open.lines);
  const format = useStore(store, (speech) => speech.format);
  const connectionId = useSession((session) => activeConnection(session)?.id ?? '');
  const dialect = useSession((session) => activeConnection(session)?.dialect);
  return useMemo(
    () => (dialect === undefined ? indices.length : requestsOf(indices, lines, dialect, { connectionId, format })),
    [dialect, indices, lines, connectionId, format],
  );
}
