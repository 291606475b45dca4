// Undo and Redo by context: the text field that has the focus, else the screen that is open. Reports to main what each
// would do, for the menu.

import type { Locale, Translate } from '../../shared/i18n/index.ts';
import { createScope } from '../lifetime/scope.ts';
import type { Commons } from '../services.ts';
import { translatorOf } from '../texts.ts';
import { stepsOf } from '../work/history.ts';
import { focusedTextField, guardTextUndo, undoText } from './text-undo.ts';

type UndoServices = Pick<Commons, 'ipc' | 'history' | 'session' | 'shell'>;

/** Undoes or redoes what the person means. */
export function runUndo({ history, shell }: Pick<Commons, 'history' | 'shell'>, way: 'undo' | 'redo'): void {
  if (!undoText(way)) void history.getState()[way](shell.getState().tab);
}

/** Keeps the names in the menu up to date until the returned function is called. */
export function followUndoNames({ ipc, history, session, shell }: UndoServices): () => void {
  /** The fields that were typed into since they are there. */
  const typedIn = new WeakSet<Element>();
  let last = '';
  const report = (): void => {
    const { locale } = session.getState();
    const t = translatorOf(locale);
    const { done, undone } = stepsOf(history.getState(), shell.getState().tab);
    const names = {
      undo: nameOf('undo', done.at(-1), typedIn, t, locale),
      redo: nameOf('redo', undone.at(-1), typedIn, t, locale),
    };
    const next = JSON.stringify(names);
    if (next === last) return;
    last = next;
    void ipc.request('app.reportUndo', names);
  };
  const scope = createScope();
  scope.listen(document, 'input', ({ target }) => {
    if (target instanceof Element) typedIn.add(target);
    report();
  });
  scope.listen(document, 'focusin', report);
  scope.listen(document, 'focusout', ({ relatedTarget }) => relatedTarget === null && report());
  scope.add(
    guardTextUndo((way) => runUndo({ history, shell }, way)),
    history.subscribe(report),
    shell.subscribe(report),
    session.subscribe(report),
  );
  return scope.dispose;
}

function nameOf(
  way: 'undo' | 'redo',
  step: { name: (t: Translate, locale: Locale) => string } | undefined,
  typedIn: WeakSet<Element>,
  t: Translate,
  locale: Locale,
): string | null {
  const field = focusedTextField();
  const isTyped = field !== null && typedIn.has(field) && document.queryCommandEnabled(way);
  if (isTyped) return t(`history.${way}`, { what: t('history.typing') });
  return step === undefined ? null : t(`history.${way}`, { what: step.name(t, locale) });
}
