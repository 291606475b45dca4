// An open script for tests of what is built on it, with a fake main that knows no jobs.

import { onTestFinished } from 'vitest';
import { createSessionStore } from '../app/session-store.ts';
import { createHistoryStore } from '../app/work/history.ts';
import { createScriptStore } from '../speech/script/script-store.ts';
import { appState, fakeIpc } from './fake-ipc.ts';

/** The settings of the screen in these tests. */
export const BASE = { voice: 'zh_female_cancan_mars_bigtts', speed: 1, extras: {} };

/** Opens a script with `text`. */
export function startScript(text: string) {
  const fake = fakeIpc();
  const session = createSessionStore({ ipc: fake.ipc, initial: appState() });
  const history = createHistoryStore();
  let ids = 0;
  const script = createScriptStore({ ipc: fake.ipc, session, base: BASE, makeId: () => `id${++ids}` });
  script.getState().begin(text);
  onTestFinished(script.getState().dispose);
  return { ...fake, session, history, script, state: script.getState };
}
