// Files that are dropped or pasted are for the app: the library would read their text into the editor itself.

import { EditorView } from '@codemirror/view';

/** Gives dropped and pasted files to whoever listens outside the editor, and keeps the library from taking them. */
export const passFilesOn = EditorView.domEventHandlers({
  drop: (event, view) => {
    const { dataTransfer } = event;
    if (!dataTransfer?.types.includes('Files')) return false;
    return passOn(view, new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  },
  paste: (event, view) => {
    const { clipboardData } = event;
    if (clipboardData === null || clipboardData.files.length === 0 || clipboardData.types.includes('text/plain'))
      return false;
    return passOn(view, new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  },
});

/** Dispatches an event in the place of the editor's own. Always true: the editor's own is done with. */
function passOn(view: EditorView, event: Event): true {
  const { root } = view;
  (root instanceof ShadowRoot ? root.host : view.dom).dispatchEvent(event);
  return true;
}
