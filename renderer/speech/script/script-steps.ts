// Changes of the open script beside its text, each a step of the Speech screen that can be undone.

import type { HistoryStore } from '../../work/history.ts';
import type { LineChange } from './script-lines.ts';
import type { ScriptStore } from './script-store.ts';

type Deps = { script: ScriptStore; history: HistoryStore };

/** Changes what is set for a line; changes of the same setting shortly after one another are one step. */
export function changeLine({ script, history }: Deps, lineId: string, change: LineChange): void {
  const { id: scriptId, lines } = script.getState();
  const record = lines.find(({ id }) => id === lineId)?.record;
  const before: LineChange = Object.fromEntries(
    Object.keys(change).map((name) => [name, record?.[name as keyof LineChange]]),
  );
  const apply = (values: LineChange) => async (): Promise<boolean> => {
    if (script.getState().id !== scriptId) return false;
    script.getState().changeLine(lineId, values);
    return true;
  };
  script.getState().changeLine(lineId, change);
  history.getState().push('speech', {
    name: (t) => t('history.line'),
    kind: `line ${lineId} ${Object.keys(change).sort().join()}`,
    undo: apply(before),
    redo: apply(change),
  });
}

/** The title was changed from `before` to what it is now: one step, however often it was typed in. */
export function titleChanged({ script, history }: Deps, before: string): void {
  const { id: scriptId, title } = script.getState();
  if (title === before) return;
  const set = (value: string) => async (): Promise<boolean> => {
    if (script.getState().id !== scriptId || script.getState().title === value) return false;
    script.getState().setTitle(value);
    return true;
  };
  history.getState().push('speech', { name: (t) => t('history.title'), undo: set(before), redo: set(title) });
}
