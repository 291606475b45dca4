// What stores need to keep a person's work, for tests.

import { createDraftKeeper } from '../app/work/draft-keeper.ts';
import { createHistoryStore } from '../app/work/history.ts';
import { createWorkDesk } from '../app/work/work-desk.ts';
import type { Ipc } from '../ipc.ts';

/** Drafts, histories and the desk over a bridge. Nothing is announced. */
export function startWork(ipc: Ipc) {
  const history = createHistoryStore();
  const ignore = (): void => undefined;
  const desk = createWorkDesk({ ipc, history, announce: ignore, report: ignore });
  return { drafts: createDraftKeeper(ipc), history, desk };
}
