// Undo inside the text field that has the focus. The browser has one history for all fields of the page and would undo
// in another one, or with the focus on a button; here a field that has not the focus never changes. A field that changes
// its elements itself has a history of its own, which it offers here.

import { focusedElement } from './focused-element.ts';

/** More steps than this in fields that are gone are not skipped. */
const MAX_SKIPPED = 1000;

/** The history that a text field keeps itself. */
export type OwnHistory = {
  canUndo: (way: 'undo' | 'redo') => boolean;
  /** Undoes or redoes; false if there is nothing. */
  undo: (way: 'undo' | 'redo') => boolean;
};

/** The event of a field whose own history has changed; it must bubble and leave shadow roots. */
export const OWN_HISTORY_CHANGED = 'ownhistorychanged';

const ownHistories = new WeakMap<Element, OwnHistory>();

/** Undo in this field goes by its own history until the returned function is called. */
export function offerOwnHistory(field: Element, history: OwnHistory): () => void {
  ownHistories.set(field, history);
  return () => void ownHistories.delete(field);
}

/** Returns the own history of the field that has the focus, if it has one. */
export function focusedHistory(): OwnHistory | undefined {
  const element = focusedElement();
  return element === null ? undefined : ownHistories.get(element);
}

/** Returns the text field that has the focus and whose history is the browser's, if any. */
export function focusedTextField(): HTMLInputElement | HTMLTextAreaElement | null {
  const { activeElement: field } = document;
  if (field instanceof HTMLTextAreaElement) return field;
  // Only fields for text have a selection.
  return field instanceof HTMLInputElement && field.selectionStart !== null ? field : null;
}

/**
 * Undoes or redoes in the text field that has the focus. Returns false, with nothing changed, if there is none or
 * nothing to undo in it.
 */
export function undoText(way: 'undo' | 'redo'): boolean {
  const own = focusedHistory();
  if (own) return own.undo(way);
  const field = focusedTextField();
  if (field === null) return false;
  const { selectionStart, selectionEnd } = field;
  for (let skipped = 0; skipped < MAX_SKIPPED && document.queryCommandEnabled(way); skipped++) {
    const changed = changedBy(way, field);
    if (changed === field) return true;
    // A step of a field that is no longer in the page changes nothing; the next one may be this field's.
    if (changed === null) continue;
    changedBy(way === 'undo' ? 'redo' : 'undo', field);
    field.focus();
    field.setSelectionRange(selectionStart, selectionEnd);
    return false;
  }
  return false;
}

/** Carries out a command of the browser. Returns the element that it changed; only `field` gets its events. */
function changedBy(way: 'undo' | 'redo', field: Element): EventTarget | null {
  let changed: EventTarget | null = null;
  const onInput = (event: Event): void => {
    changed = event.target;
    if (event.target !== field) event.stopImmediatePropagation();
  };
  window.addEventListener('input', onInput, true);
  document.execCommand(way);
  window.removeEventListener('input', onInput, true);
  return changed;
}

/** Keeps the browser's own undo, of a context menu for example, inside the field that has the focus. */
export function guardTextUndo(): () => void {
  const onBeforeInput = (event: InputEvent): void => {
    const isHistory = event.inputType === 'historyUndo' || event.inputType === 'historyRedo';
    if (isHistory && focusedHistory() === undefined && event.target !== focusedTextField()) event.preventDefault();
  };
  window.addEventListener('beforeinput', onBeforeInput, true);
  return () => window.removeEventListener('beforeinput', onBeforeInput, true);
}
