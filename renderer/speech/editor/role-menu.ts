// The name of a role in the text has the menu of its line, for a right click.

import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { LineActions } from './ports.ts';
import { linesField, linesOf } from './text-lines.ts';

/** Opens the menu at the name. Elsewhere in the text a right click does what it does in any text field. */
export function roleMenu(actions: LineActions | null): Extension {
  return EditorView.domEventHandlers({
    contextmenu(event, view) {
      const name = event.target instanceof Element ? event.target.closest<HTMLElement>('.role') : null;
      if (!name || !actions) return false;
      const paragraph = view.state.doc.lineAt(view.posAtDOM(name));
      const index = linesOf(view.state.field(linesField)).indexOf(paragraph.number);
      if (index === null) return false;
      event.preventDefault();
      actions.openMenu(index, name);
      return true;
    },
  });
}
