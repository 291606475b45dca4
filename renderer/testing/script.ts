// An open script for tests of what is built on it, with a fake main that knows no jobs.

import { onTestFinished } from 'vitest';
import { createSessionStore } from '../shell/session-store.ts';
import { appState, fakeIpc } from './fake-ipc.ts';
import { startScript, startWork } from './work.ts';

/** Opens a script with `text` and the settings of the screen in `appState`. */
export function openScript(text: string) {
  const fake = fakeIpc();
  const session = createSessionStore({ ipc: fake.ipc, initial: appState() });
  const { history, drafts } = startWork(fake.ipc);
  const script = startScript(fake.ipc, session, drafts);
  script.getState().begin(text);
  onTestFinished(script.getState().dispose);
  return { ...fake, session, history, script, state: script.getState };
}
