// What keys and the clipboard do in the text. Keys of commands are not here: the window dispatches them.

import { insertNewline, moveLineDown, moveLineUp, standardKeymap } from '@codemirror/commands';
import { type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

/** Moves the selected lines up or down by one. */
export const moveLines = { up: moveLineUp, down: moveLineDown } as const;

/** Enter begins a line as it is, without the white space of the line before. */
const enter = keymap.of([{ key: 'Enter', run: insertNewline, shift: insertNewline }]);

/** As in every text field, nothing is copied or cut without a selection; the library would take the whole line. */
const clipboard = EditorView.domEventHandlers({
  copy: (_event, { state }) => state.selection.main.empty,
  cut: (_event, { state }) => state.selection.main.empty,
});

/**
 * Text that is inserted with line breaks, by assistive technology for example, or over a selection, is inserted as it is.
 * The browser would make elements of it: one for each line, or one with the colour of a role that is replaced, as an
 * inline style, which the CSP blocks.
 */
const insertion = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { inputType, data, isComposing } = event;
    if (inputType !== 'insertText' || data === null || isComposing || !event.cancelable) return false;
    if (view.state.selection.main.empty && !/[\r\n]/.test(data)) return false;
    view.dispatch(view.state.replaceSelection(view.state.toText(data)), {
      scrollIntoView: true,
      userEvent: 'input.type',
    });
    return true;
  },
});

/**
 * What a driver or assistive technology has just selected is known only with the event that follows later. The library
 * reads it on that event, so one is sent before anything uses the selection.
 */
const selection = EditorView.domEventObservers({
  keydown: ({ isComposing }) => readSelection(isComposing),
  beforeinput: ({ isComposing }) => readSelection(isComposing),
  copy: () => readSelection(false),
  cut: () => readSelection(false),
  paste: () => readSelection(false),
});

function readSelection(isComposing: boolean): void {
  if (!isComposing) document.dispatchEvent(new Event('selectionchange'));
}

/** All of them. */
export const editing: Extension = [selection, Prec.high(enter), keymap.of(standardKeymap), clipboard, insertion];
