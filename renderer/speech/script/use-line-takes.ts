// The takes of one line as items of the library.

import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { SpeechItem } from '../../../shared/contract/library.ts';
import { useCommons } from '../../services.ts';
import type { ScriptLineView } from './script-lines.ts';
import type { ScriptStore } from './script-store.ts';

/** The line in which the cursor is, from two lines on; null if there is none. */
export function useCurrentLine(script: ScriptStore): ScriptLineView | null {
  return useStore(script, ({ lines, currentIndex }) =>
    lines.length > 1 && currentIndex !== null ? (lines[currentIndex] ?? null) : null,
  );
}

/** The items of takes, the newest first; read again when the library changes. */
export function useTakeItems(line: ScriptLineView | null): readonly SpeechItem[] {
  const { ipc } = useCommons();
  const ids = line?.takes.map(({ id }) => id).join() ?? '';
  const [items, setItems] = useState<readonly SpeechItem[]>([]);
  useEffect(() => {
    let isLatest = true;
    const read = async (): Promise<void> => {
      const wanted = ids === '' ? [] : ids.split(',');
      const found = await Promise.all(wanted.map((id) => ipc.request('library.getItem', { id })));
      const takes = found.flatMap((item) => (item.ok && item.data.kind === 'speech' ? [item.data] : []));
      if (isLatest) setItems(takes.toReversed());
    };
    void read();
    const stop = ipc.on('library.changed', (changed) => {
      if (changed.ids.length === 0 || changed.ids.some((id) => ids.includes(id))) void read();
    });
    return () => {
      isLatest = false;
      stop();
    };
  }, [ipc, ids]);
  return items;
}
