// The list beside the text, from two lines on: number, state, buttons and length of each line in view. Rows are elements
// of their own over the text, because the library hides its own gutters from assistive technology.

import { type EditorState, type Extension, Facet } from '@codemirror/state';
import { EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { createScope } from '../../lifetime/scope.ts';
import { startLineDrag } from './line-drag.ts';
import { factsChanged, lineSource, playingField, setPlaying } from './line-marks.ts';
import { createRow, type Row, type RowContent } from './line-row.ts';
import { type EditorWords, LISTED_FROM, type LineActions } from './ports.ts';
import { linesField, linesOf } from './text-lines.ts';

/** What the rows are made with: words, and what their buttons do. */
type RowDeps = { words: EditorWords; actions: LineActions | null };

/** Returns the extension that shows the list. */
export function lineList(deps: RowDeps): Extension {
  return [
    rowDeps.of(deps),
    plugin,
    // Before anything is measured, because the space beside the text depends on it.
    EditorView.editorAttributes.of(({ state }) => ({
      ...(linesOf(state.field(linesField)).count >= LISTED_FROM && { 'data-listed': '' }),
      ...(deps.actions && { 'data-actions': '' }),
      ...(state.facet(lineSource)?.isTimed() && { 'data-timed': '' }),
    })),
  ];
}

const rowDeps = Facet.define<RowDeps, RowDeps | null>({ combine: ([deps = null]) => deps });

const plugin = ViewPlugin.fromClass(
  class implements PluginValue {
    private readonly list = document.createElement('ul');
    private readonly scope = createScope();
    private readonly view: EditorView;
    private rows = new Map<number, Row>();
    private spare: Row[] = [];
    private hovered: Row | undefined;

    constructor(view: EditorView) {
      this.view = view;
      const { list, scope } = this;
      list.className = 'lines';
      list.role = 'list';
      view.scrollDOM.append(list);
      scope.add(() => list.remove());
      scope.listen(list, 'keydown', (event) => this.onKey(event));
      scope.listen(list, 'pointerdown', (event) => this.onPress(event));
      scope.listen(view.scrollDOM, 'pointermove', ({ clientY }) => this.hover(clientY));
      scope.listen(view.scrollDOM, 'pointerleave', () => this.hover(null));
      this.begin();
      this.measure();
    }

    update(update: ViewUpdate): void {
      const { docChanged, viewportChanged, geometryChanged, selectionSet, transactions, startState, state } = update;
      if (startState.facet(rowDeps) !== state.facet(rowDeps)) this.begin();
      else if (
        !docChanged &&
        !viewportChanged &&
        !geometryChanged &&
        !selectionSet &&
        startState.facet(lineSource) === state.facet(lineSource) &&
        !transactions.some(({ effects }) => effects.some((one) => one.is(factsChanged) || one.is(setPlaying)))
      )
        return;
      if (selectionSet && !docChanged) this.markCurrent();
      this.measure();
    }

    destroy(): void {
      this.scope.dispose();
    }

    /** Begins with no rows: their words or buttons are others. */
    private begin(): void {
      const { words } = this.view.state.facet(rowDeps) ?? {};
      if (words) this.list.ariaLabel = words.lines;
      this.list.replaceChildren();
      this.hover(null);
      this.rows = new Map();
      this.spare = [];
    }

    /** At once, not with the next frame: Tab goes to the buttons of the current line. */
    private markCurrent(): void {
      const current = currentIndex(this.view.state);
      for (const row of this.rows.values()) {
        const content = row.content();
        if (content && content.isCurrent !== (content.index === current))
          row.show({ ...content, isCurrent: !content.isCurrent });
      }
    }

    private measure(): void {
      this.view.requestMeasure({ key: this, read: contentsOf, write: (contents) => this.write(contents) });
    }

    private write(contents: readonly RowContent[]): void {
      const { list, view } = this;
      const deps = view.state.facet(rowDeps);
      list.hidden = contents.length === 0;
      const kept = new Map<number, Row>();
      for (const { index } of contents) {
        const row = this.rows.get(index);
        if (row) kept.set(index, row);
      }
      for (const [index, row] of this.rows)
        if (!kept.has(index)) {
          if (row.element.matches(':focus-within')) view.focus();
          if (row === this.hovered) this.hover(null);
          row.element.remove();
          this.spare.push(row);
        }
      let next = list.firstElementChild;
      for (const content of contents) {
        const row = kept.get(content.index) ?? this.spare.pop() ?? (deps && createRow(deps.words, deps.actions));
        if (!row) return;
        row.show(content);
        if (row.element === next) next = next.nextElementSibling;
        else list.insertBefore(row.element, next);
        kept.set(content.index, row);
      }
      this.rows = kept;
    }

    /** Arrow keys go to the same button of the line above or below, or to the buttons beside; Escape to the text. */
    private onKey(event: KeyboardEvent): void {
      const { target, key } = event;
      if (!(target instanceof HTMLButtonElement)) return;
      const row = this.rowAt(target);
      if (row === undefined) return;
      const buttons = [...row.element.querySelectorAll('button')].filter(({ offsetParent }) => offsetParent !== null);
      const position = buttons.indexOf(target);
      const by = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 }[key];
      if (key === 'Escape') this.view.focus();
      else if (by === undefined) return;
      else if (key === 'ArrowLeft' || key === 'ArrowRight') buttons[position + by]?.focus();
      else this.goTo((row.content()?.index ?? 0) + by, target.className);
      event.preventDefault();
      event.stopPropagation();
    }

    private goTo(index: number, button: string): void {
      const { view } = this;
      const paragraph = linesOf(view.state.field(linesField)).paragraphOf(index);
      const row = this.rows.get(index);
      if (paragraph === null || row === undefined) return;
      view.dispatch({ selection: { anchor: view.state.doc.line(paragraph).from }, scrollIntoView: true });
      const there = [...row.element.querySelectorAll('button')].filter(({ hidden }) => !hidden);
      const found = there.find(({ className }) => className === button) ?? there[0];
      found?.focus({ preventScroll: true });
    }

    private onPress(event: PointerEvent): void {
      const { target } = event;
      if (!(target instanceof HTMLElement) || target.className !== 'number') return;
      const index = this.rowAt(target)?.content()?.index;
      const paragraph = index === undefined ? null : linesOf(this.view.state.field(linesField)).paragraphOf(index);
      if (paragraph !== null) startLineDrag(this.view, this.list, paragraph, event);
    }

    /** Marks the row under the pointer: rows let the pointer through to the text. */
    private hover(clientY: number | null): void {
      const row = clientY === null ? undefined : this.rowUnder(clientY);
      if (row === this.hovered) return;
      this.hovered?.element.removeAttribute('data-hovered');
      row?.element.setAttribute('data-hovered', '');
      this.hovered = row;
    }

    private rowUnder(clientY: number): Row | undefined {
      const { state, documentTop } = this.view;
      const { from } = this.view.lineBlockAtHeight(clientY - documentTop);
      const index = linesOf(state.field(linesField)).indexOf(state.doc.lineAt(from).number);
      return index === null ? undefined : this.rows.get(index);
    }

    private rowAt(target: Element): Row | undefined {
      const element = target.closest('li');
      return [...this.rows.values()].find((row) => row.element === element);
    }
  },
);

/** Returns the index of the line with the cursor, or null in a blank one. */
export function currentIndex(state: EditorState): number | null {
  return linesOf(state.field(linesField)).indexOf(state.doc.lineAt(state.selection.main.head).number);
}

/** Returns what the rows of the lines in view show. */
function contentsOf(view: EditorView): RowContent[] {
  const { state, documentPadding, viewportLineBlocks } = view;
  const lines = linesOf(state.field(linesField));
  if (lines.count < LISTED_FROM) return [];
  const source = state.facet(lineSource);
  const playing = state.field(playingField);
  const current = currentIndex(state);
  const contents: RowContent[] = [];
  for (const { from, top, height } of viewportLineBlocks) {
    const paragraph = state.doc.lineAt(from).number;
    const index = lines.indexOf(paragraph);
    if (index === null) continue;
    contents.push({
      index,
      top: top + documentPadding.top,
      height,
      isCurrent: index === current,
      isPlaying: index === playing,
      facts: source?.factsOf(index),
    });
  }
  return contents;
}
