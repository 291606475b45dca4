// Creates what all screens share: the state of main, drafts, undo, messages, the window's frame.

import type { Screen } from '../../shared/commands.ts';
import type { AppState } from '../../shared/contract/app.ts';
import type { Locale, Translate } from '../../shared/i18n/index.ts';
import { errorText } from '../app/items/error-text.ts';
import { createMissingMediaStore } from '../app/items/missing-media.ts';
import { translatorOf } from '../app/services.ts';
import { createSessionStore } from '../app/session-store.ts';
import { createCommandRegistry } from '../app/shell/command-registry.ts';
import { createShellStore } from '../app/shell/shell-store.ts';
import { createDraftKeeper } from '../app/work/draft-keeper.ts';
import { createHistoryStore, type Step } from '../app/work/history.ts';
import { announceStep } from '../app/work/offer-undo.ts';
import { createWorkDesk } from '../app/work/work-desk.ts';
import type { Ipc } from '../ipc.ts';
import { createToastManager } from '../ui/Toasts.tsx';

/** What all screens share. */
export type Frame = ReturnType<typeof composeFrame>;

/** @param initial the state of main when the window opened */
export function composeFrame(ipc: Ipc, initial: AppState) {
  const session = createSessionStore({ ipc, initial });
  const toasts = createToastManager();
  const history = createHistoryStore();
  /** The translator of the current language. */
  const translate = (): Translate => translatorOf(session.getState().locale);
  const notify = (say: (t: Translate) => string): void => void toasts.add({ title: say(translate()) });
  /** Tells what was done on a screen, with *Undo*. */
  const announce = (screen: Screen, say: (t: Translate, locale: Locale) => string, step: Step): void =>
    announceStep({ toasts, session, history }, screen, say(translate(), session.getState().locale), step);
  return {
    ipc,
    session,
    toasts,
    history,
    translate,
    notify,
    announce,
    drafts: createDraftKeeper(ipc),
    desk: createWorkDesk({
      ipc,
      history,
      announce: (screen, { title }, step) => announce(screen, title, step),
      report: ({ code }) => notify((t) => errorText(code, 'title', t, 'speech')),
    }),
    shell: createShellStore(),
    commands: createCommandRegistry(),
    missing: createMissingMediaStore({ ipc }),
    makeId: (): string => crypto.randomUUID(),
  };
}
