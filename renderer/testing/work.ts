// What stores need to keep a person's work, for tests.

import type { Ipc } from '../ipc.ts';
import type { SessionStore } from '../shell/session-store.ts';
import { createScriptStore } from '../speech/script/script-store.ts';
import { createDraftKeeper } from '../work/draft-keeper.ts';
import { createHistoryStore } from '../work/history.ts';
import { createWorkDesk } from '../work/work-desk.ts';

/** Drafts, histories and the desk over a bridge. Nothing is announced. */
export function startWork(ipc: Ipc) {
  const history = createHistoryStore();
  const ignore = (): void => undefined;
  const desk = createWorkDesk({ ipc, history, announce: ignore, report: ignore });
  return { drafts: createDraftKeeper(ipc), history, desk };
}

/** An open script with the settings of the session, whose new lines get the ids `id1`, `id2` …. */
export function startScript(ipc: Ipc, session: SessionStore, drafts = createDraftKeeper(ipc)) {
  const { voice, speed, extras } = session.getState().settings.speech;
  let ids = 0;
  return createScriptStore({ ipc, session, drafts, base: { voice, speed, extras }, makeId: () => `id${++ids}` });
}
