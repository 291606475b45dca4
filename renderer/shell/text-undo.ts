// Undo inside the text field that has the focus. The browser has one history for all fields of the page and would undo
// in another one, or with the focus on a button; here a field that has not the focus never changes.

/** More steps than this in fields that are gone are not skipped. */
const MAX_SKIPPED = 1000;

/** Returns the text field that has the focus and whose history is the browser's; the text of a script is none. */
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

/**
 * Keeps the browser's own undo, of a context menu for example, inside the field that has the focus.
 * @param undoElsewhere undoes what the person means in an element that edits its text itself
 */
export function guardTextUndo(undoElsewhere: (way: 'undo' | 'redo') => void): () => void {
  const onBeforeInput = (event: InputEvent): void => {
    const isUndo = event.inputType === 'historyUndo';
    if ((!isUndo && event.inputType !== 'historyRedo') || event.target === focusedTextField()) return;
    event.preventDefault();
    event.stopPropagation();
    const [element] = event.composedPath();
    if (element instanceof HTMLElement && element.isContentEditable) undoElsewhere(isUndo ? 'undo' : 'redo');
  };
  window.addEventListener('beforeinput', onBeforeInput, true);
  return () => window.removeEventListener('beforeinput', onBeforeInput, true);
}
