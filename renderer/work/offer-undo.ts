// Tells a person what was done, with Undo. The step is also undone by key and menu, and the message goes then.

import type { Screen } from '../../shared/app/commands.ts';
import type { SessionStore } from '../shell/session-store.ts';
import { translatorOf } from '../texts.ts';
import type { ToastManager } from '../ui/toast-manager.ts';
import { type HistoryStore, type Step, stepsOf } from './history.ts';

/** What telling a person about a step needs. */
export type Announcer = { toasts: ToastManager; session: SessionStore; history: HistoryStore };

/** Shows `title` with *Undo* for a step of the screen's history. */
export function announceStep({ toasts, session, history }: Announcer, screen: Screen, title: string, step: Step): void {
  const t = translatorOf(session.getState().locale);
  let stop = (): void => undefined;
  const id = toasts.add({
    title,
    onClose: () => stop(),
    actionProps: {
      children: t('common.undo'),
      onClick: () => {
        toasts.close(id);
        void history.getState().undoStep(screen, step);
      },
    },
  });
  stop = history.subscribe((state) => {
    if (!stepsOf(state, screen).done.includes(step)) toasts.close(id);
  });
}

/** Adds a step to the screen's history and announces it. */
export function offerUndo(announcer: Announcer, screen: Screen, title: string, step: Step): void {
  announcer.history.getState().push(screen, step);
  announceStep(announcer, screen, title, step);
}
