// Creates what all screens share: the state of main, drafts, undo, messages, the window's frame.

import type { Screen } from '../../shared/app/commands.ts';
import type { AppState } from '../../shared/contract/app.ts';
import type { Locale, Translate } from '../../shared/i18n/index.ts';
import type { Ipc } from '../ipc.ts';
import { errorText } from '../items/error-text.ts';
import { createMissingMediaStore } from '../items/missing-media.ts';
import { createCommandRegistry } from '../shell/command-registry.ts';
import { createSessionStore } from '../shell/session-store.ts';
import { createShellStore } from '../shell/shell-store.ts';
import { translatorOf } from '../texts.ts';
import { createToastManager } from '../ui/toast-manager.ts';
import { createDraftKeeper } from '../work/draft-keeper.ts';
import { createHistoryStore, type Step } from '../work/history.ts';
import { announceStep } from '../work/offer-undo.ts';
import { createWorkDesk } from '../work/work-desk.ts';

/** What all screens share. */
export type Frame = ReturnType<typeof composeFrame>;

/** @param initial the state of main when the window opened */
export function composeFrame(ipc: Ipc, initial: AppState) {
  const session = createSessionStore({ ipc, initial, onUnread: () => notify((t) => t('app.notRead')) });
  const shell = createShellStore(initial.settings.layout.screen);
  shell.subscribe(({ tab }, before) => {
    if (tab !== before.tab) session.getState().updateLayout({ screen: tab });
  });
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
    shell,
    commands: createCommandRegistry(),
    missing: createMissingMediaStore({ ipc }),
    makeId: (): string => crypto.randomUUID(),
  };
}
