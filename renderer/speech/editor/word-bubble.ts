// The small button at a selected word, which opens how the word is said.

import type { EditorState, Extension } from '@codemirror/state';
import { type EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { createScope } from '../../lifetime/scope.ts';
import type { EditorWords, LineActions } from './ports.ts';
import { linesField, linesOf } from './text-lines.ts';

/** What is longer, or has the marks of a sentence, is no word or name. */
const MAX_LENGTH = 40;
const MAX_WORDS = 4;
const SENTENCE = /[!?;…。！？；，、\r\n]|[,:.](?:\s|$)/;
/** Space between the word and the button, in pixels. */
const GAP = 4;

/** Returns the word or name that is selected, with the index of its line; undefined if something else is. */
export function selectedWord(state: EditorState): { index: number; text: string } | undefined {
  const { from, to, empty } = state.selection.main;
  if (empty || to - from > MAX_LENGTH) return undefined;
  const text = state.sliceDoc(from, to).trim();
  if (!/[\p{L}\p{N}]/u.test(text) || SENTENCE.test(text) || text.split(/\s+/).length > MAX_WORDS) return undefined;
  const index = linesOf(state.field(linesField)).indexOf(state.doc.lineAt(from).number);
  return index === null ? undefined : { index, text };
}

/** The extension; without actions there is no button. */
export function wordBubble(words: EditorWords, actions: LineActions | null): Extension {
  if (actions === null) return [];
  return ViewPlugin.define((view) => createBubble(view, words, actions));
}

function createBubble(view: EditorView, words: EditorWords, { sayAs }: LineActions): PluginValue {
  const scope = createScope();
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'say-as';
  button.textContent = words.sayAs;
  // The text keeps the focus; the palette does the same by keyboard.
  button.tabIndex = -1;
  button.hidden = true;
  view.scrollDOM.append(button);
  /** While a selection is drawn with the pointer there is no button under it. */
  let isPressed = false;

  const read = (): { left: number; top: number } | null => {
    const isShown = !isPressed && view.hasFocus && !view.composing && selectedWord(view.state) !== undefined;
    const at = isShown ? view.coordsAtPos(view.state.selection.main.to, -1) : null;
    if (at === null) return null;
    const { left, top } = view.scrollDOM.getBoundingClientRect();
    return { left: at.left - left, top: at.bottom - top + view.scrollDOM.scrollTop + GAP };
  };
  const write = (place: { left: number; top: number } | null): void => {
    button.hidden = place === null;
    if (place === null) return;
    const room = view.scrollDOM.clientWidth - button.offsetWidth - GAP;
    button.style.left = `${Math.max(GAP, Math.min(place.left, room))}px`;
    button.style.top = `${place.top}px`;
  };
  const measure = (): void => view.requestMeasure({ key: button, read, write });

  scope.add(() => button.remove());
  scope.listen(view.dom, 'pointerdown', ({ target }) => {
    if (target === button) return;
    isPressed = true;
    measure();
  });
  scope.listen(window, 'pointerup', () => {
    if (!isPressed) return;
    isPressed = false;
    measure();
  });
  scope.listen(button, 'pointerdown', (event) => event.preventDefault());
  scope.listen(button, 'click', () => {
    const word = selectedWord(view.state);
    if (word !== undefined) sayAs(word.index, button);
  });
  return {
    update: ({ selectionSet, docChanged, geometryChanged, focusChanged, state }: ViewUpdate) => {
      const isOf = selectionSet || focusChanged || docChanged || geometryChanged;
      if (isOf && !(button.hidden && state.selection.main.empty)) measure();
    },
    destroy: scope.dispose,
  };
}
