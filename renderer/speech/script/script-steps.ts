// Changes of the open script beside its text, each a step of the Speech screen that can be undone.

import type { HistoryStore, Step } from '../../work/history.ts';
import type { LineChange } from './script-lines.ts';
import type { ScriptStore } from './script-store.ts';

type Deps = { script: ScriptStore; history: HistoryStore };

/** Changes what is set for a line; changes of the same setting shortly after one another are one step. */
export function changeLine(deps: Deps, lineId: string, change: LineChange): void {
  const kind = `line ${lineId} ${Object.keys(change).sort().join()}`;
  changeLines(deps, new Map([[lineId, change]]), { name: (t) => t('history.line'), kind });
}

/** Changes what is set for lines, by their ids, as one step. */
export function changeLines(
  { script, history }: Deps,
  changes: ReadonlyMap<string, LineChange>,
  about: Pick<Step, 'name' | 'kind'>,
): void {
  const { id: scriptId, lines } = script.getState();
  const records = new Map(lines.map(({ id, record }) => [id, record]));
  const before = new Map(
    [...changes].map(([id, change]): [string, LineChange] => {
      const names = Object.keys(change) as (keyof LineChange)[];
      return [id, Object.fromEntries(names.map((name) => [name, records.get(id)?.[name]]))];
    }),
  );
  const apply = (values: ReadonlyMap<string, LineChange>) => async (): Promise<boolean> => {
    if (script.getState().id !== scriptId) return false;
    script.getState().changeLines(values);
    return true;
  };
  script.getState().changeLines(changes);
  history.getState().push('speech', { ...about, undo: apply(before), redo: apply(changes) });
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
