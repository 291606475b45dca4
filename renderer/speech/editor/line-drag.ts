// A press on the number of a line: selects the line, or drags it, with all selected ones, to another place.

import type { EditorView } from '@codemirror/view';
import { createScope } from '../../lifetime/scope.ts';
import { movedWith, moveParagraphs } from './line-moves.ts';

/** A pointer that moves less than this, in pixels, selects. */
const DRAG_FROM = 4;
/** This close to an edge, in pixels, dragging scrolls the text … */
const EDGE = 32;
/** … by so many pixels a frame. */
const SCROLL_STEP = 10;

/** Follows a press of the pointer on a paragraph's number until it ends. @param list takes the mark of the new place */
export function startLineDrag(view: EditorView, list: HTMLElement, paragraph: number, press: PointerEvent): void {
  if (press.button !== 0) return;
  press.preventDefault();
  view.focus();
  const scope = createScope();
  const mark = document.createElement('span');
  mark.className = 'drop';
  const moved = movedWith(view.state, paragraph);
  let target: number | null = null;
  let pointerY = press.clientY;

  const update = (): void => {
    const { doc } = view.state;
    const block = view.lineBlockAtHeight(pointerY - view.documentTop);
    const isBelow = pointerY - view.documentTop > (block.top + block.bottom) / 2;
    target = doc.lineAt(block.from).number + (isBelow ? 1 : 0);
    mark.style.top = `${(isBelow ? block.bottom : block.top) + view.documentPadding.top}px`;
    list.append(mark);
  };
  const scroll = (): void => {
    const { top, bottom } = view.scrollDOM.getBoundingClientRect();
    const by = pointerY < top + EDGE ? -SCROLL_STEP : pointerY > bottom - EDGE ? SCROLL_STEP : 0;
    if (target !== null && by !== 0) {
      view.scrollDOM.scrollTop += by;
      update();
    }
    frame = requestAnimationFrame(scroll);
  };
  let frame = requestAnimationFrame(scroll);
  scope.add(
    () => cancelAnimationFrame(frame),
    () => mark.remove(),
  );
  scope.listen(window, 'pointermove', ({ clientY, pointerId }) => {
    if (pointerId !== press.pointerId) return;
    pointerY = clientY;
    if (target !== null || Math.abs(clientY - press.clientY) > DRAG_FROM) update();
  });
  scope.listen(window, 'pointerup', ({ pointerId, shiftKey }) => {
    if (pointerId !== press.pointerId) return;
    scope.dispose();
    if (target === null) select(view, paragraph, shiftKey);
    else {
      const move = moveParagraphs(view.state, moved, target);
      if (move) view.dispatch(move);
    }
  });
  scope.listen(window, 'pointercancel', scope.dispose);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    scope.dispose();
  };
  scope.listen(window, 'keydown', onKey, { capture: true });
}

/** Selects a paragraph; or, extended, everything from where the selection began. */
function select(view: EditorView, paragraph: number, isExtended: boolean): void {
  const { doc, selection } = view.state;
  const { from, to } = doc.line(paragraph);
  const { anchor } = selection.main;
  view.dispatch({
    selection: isExtended ? { anchor, head: anchor > from ? from : to } : { anchor: from, head: to },
    userEvent: 'select.pointer',
  });
}
