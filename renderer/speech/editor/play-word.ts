// A click on a word with Alt plays from it on.

import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { lineSource } from './line-marks.ts';
import type { LineActions } from './ports.ts';
import { linesField, linesOf } from './text-lines.ts';

/** The extension; without actions nothing is played. */
export function playWord(actions: LineActions | null): Extension {
  if (actions === null) return [];
  return EditorView.domEventHandlers({
    mousedown: (event, view) => {
      if (!event.altKey || event.button !== 0) return false;
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      const paragraph = at === null ? undefined : view.state.doc.lineAt(at);
      if (at === null || paragraph === undefined) return false;
      const index = linesOf(view.state.field(linesField)).indexOf(paragraph.number);
      if (index === null) return false;
      const from = paragraph.from + (view.state.facet(lineSource)?.factsOf(index).role?.length ?? 0);
      const word = Math.max(from, view.state.wordAt(at)?.from ?? at);
      actions.playWord(index, (word - from) / Math.max(1, paragraph.to - from));
      event.preventDefault();
      return true;
    },
  });
}
