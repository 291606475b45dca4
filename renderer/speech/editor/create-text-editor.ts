// The text editor: CodeMirror in a shadow root, where its style sheets are constructed and so comply with the CSP.
// Knows paragraphs and lines, nothing of requests and takes.

import { history, historyField, isolateHistory, redo, redoDepth, undo, undoDepth } from '@codemirror/commands';
import { Compartment, EditorState, type Extension, type Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { Direction } from '../../../shared/script/directions.ts';
import { TEXT_ATTRIBUTE } from '../../shell/keys.ts';
import { direct, shortenPauses } from './direct.ts';
import { editing, moveLines } from './editing.ts';
import editorCss from './editor.css?inline';
import { createFinder, type Finder, finding } from './find.ts';
import { follow, followingPlaying } from './follow-playing.ts';
import { currentIndex, lineList } from './line-list.ts';
import { factsChanged, lineMarks, lineSource, marksOf, setCuts, setPlaying } from './line-marks.ts';
import { passFilesOn } from './passed-on.ts';
import { playWord } from './play-word.ts';
import type { EditorWords, LineActions, LineSource, TextFacts } from './ports.ts';
import { roleMenu } from './role-menu.ts';
import { linesField, linesOf } from './text-lines.ts';
import { sizeField } from './text-size.ts';
import { selectedWord, wordBubble } from './word-bubble.ts';

/** Undo goes back at least this many steps. */
const UNDO_STEPS = 200;

/** What the editor reports. */
export type EditorEvents = {
  /** The text was changed by the person, or by `replace`. */
  changed: () => void;
  /** The cursor is in another line: its index, or null in a blank one. */
  selected?: (index: number | null) => void;
  /** A change began a step of its own, which `undo` will take back. */
  stepped: () => void;
};

/** An editor in its element. */
export type TextEditor = {
  /** The element that is focused and has the role `textbox`. */
  element: HTMLElement;
  text: () => string;
  facts: () => TextFacts;
  /** Sets another text, without the history of the one before. */
  begin: (text: string) => void;
  /** Changes the whole text as a step of its own that can be undone. */
  replace: (text: string) => void;
  setWords: (words: EditorWords) => void;
  /** Shows facts of the lines; null shows their numbers only. */
  setLines: (source: LineSource | null) => void;
  /** Offers actions on the lines; null offers none. */
  setActions: (actions: LineActions | null) => void;
  /** Marks the line that is being played and scrolls to it, unless a person works elsewhere in the text. */
  setPlaying: (index: number | null) => void;
  /** Marks places where lines will be cut: positions in the text, ascending. */
  setCuts: (places: readonly number[]) => void;
  /** Puts the cursor at the beginning of a line, in the middle of the view, with the focus. */
  goTo: (index: number) => void;
  focus: () => void;
  selectAll: () => void;
  /** The word or name that is selected, with its line and the place of its end in the window; see `selectedWord`. */
  selectedWord: () => { index: number; text: string; place: DOMRect } | undefined;
  /** The line and the place in the window of the cursor; undefined in a blank line, or out of sight. */
  cursor: () => { index: number; place: { x: number; y: number } } | undefined;
  /** Writes a direction into a line; see `direct`. */
  direct: (index: number, kind: Direction['kind'], direction: string) => void;
  /** Makes the pauses in a line shorter; see `shortenPauses`. */
  shortenPauses: (index: number, byMs: number) => void;
  moveLines: (way: keyof typeof moveLines) => void;
  /** How many steps can be undone, or redone. */
  steps: (way: 'undo' | 'redo') => number;
  /** The next change begins a step of its own, because something else was done meanwhile. */
  endStep: () => void;
  /** Undoes or redoes a step; false if there is none. */
  undo: (way: 'undo' | 'redo') => boolean;
  finder: Finder;
  /** The text, selection and history as JSON. */
  snapshot: () => unknown;
  /** Goes back to a snapshot. @throws RangeError if it is none */
  restore: (snapshot: unknown) => void;
  dispose: () => void;
};

const STORED = { history: historyField };

/** Creates an editor in `host`, an empty element without a shadow root. */
export function createTextEditor(host: HTMLElement, initial: EditorWords, events: EditorEvents): TextEditor {
  const root = host.attachShadow({ mode: 'open' });
  let words = initial;
  let actions: LineActions | null = null;
  let source: LineSource | null = null;
  let stopSource = (): void => {};
  let selected: number | null = null;
  const [naming, listing, facts] = [new Compartment(), new Compartment(), new Compartment()];

  const listed = (): Extension => [
    lineList({ words, actions }),
    roleMenu(actions),
    playWord(actions),
    wordBubble(words, actions),
  ];
  const extensions = (): Extension => [
    history({ minDepth: UNDO_STEPS }),
    linesField,
    sizeField,
    editing,
    passFilesOn,
    followingPlaying,
    finding,
    EditorView.lineWrapping,
    naming.of(named(words)),
    listing.of(listed()),
    facts.of(lineSource.of(source)),
    EditorView.updateListener.of(({ docChanged, selectionSet, startState, state, transactions }) => {
      if (docChanged) events.changed();
      if (docChanged || selectionSet) reportSelected();
      if (docChanged && beginsStep(startState, state, transactions)) events.stepped();
    }),
  ];
  const view = new EditorView({ parent: root, root, state: EditorState.create({ extensions: extensions() }) });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(editorCss);
  root.adoptedStyleSheets.push(sheet);

  const lines = () => linesOf(view.state.field(linesField));
  const reportSelected = (): void => {
    const index = currentIndex(view.state);
    if (index === selected) return;
    selected = index;
    events.selected?.(index);
  };
  const setState = (state: EditorState): void => {
    view.setState(state);
    reportSelected();
  };
  const relist = (): void => view.dispatch({ effects: listing.reconfigure(listed()) });

  return {
    element: view.contentDOM,
    text: () => view.state.doc.toString(),
    facts: () => ({ ...view.state.field(sizeField), lines: lines().count }),
    begin: (text) => setState(EditorState.create({ doc: text, extensions: extensions() })),
    replace: (text) =>
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        annotations: isolateHistory.of('full'),
      }),
    setWords: (next) => {
      words = next;
      view.dispatch({ effects: naming.reconfigure(named(words)) });
      relist();
    },
    setLines: (next) => {
      stopSource();
      source = next;
      view.dispatch({ effects: facts.reconfigure(lineSource.of(source)) });
      stopSource = next?.subscribe(() => view.dispatch({ effects: factsChanged.of(null) })) ?? (() => {});
    },
    setActions: (next) => {
      actions = next;
      relist();
    },
    setPlaying: (index) => {
      const paragraph = index === null ? null : lines().paragraphOf(index);
      const scroll =
        index === null || paragraph === null ? [] : follow(view, index, view.state.doc.line(paragraph).from);
      view.dispatch({ effects: [setPlaying.of(index), ...scroll] });
    },
    setCuts: (places) => view.dispatch({ effects: setCuts.of(places) }),
    goTo: (index) => {
      const paragraph = lines().paragraphOf(index);
      if (paragraph === null) return;
      const { from } = view.state.doc.line(paragraph);
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
      view.focus();
    },
    focus: () => view.focus(),
    selectAll: () => view.dispatch({ selection: { anchor: 0, head: view.state.doc.length } }),
    cursor: () => {
      const { head } = view.state.selection.main;
      const at = view.coordsAtPos(head);
      const index = currentIndex(view.state);
      return at && index !== null ? { index, place: { x: at.left, y: at.bottom } } : undefined;
    },
    direct: (index, kind, direction) =>
      direct(view, { index, unspoken: source?.factsOf(index).role?.length ?? 0 }, kind, direction),
    shortenPauses: (index, byMs) => shortenPauses(view, index, byMs),
    selectedWord: () => {
      const word = selectedWord(view.state);
      const at = word && view.coordsAtPos(view.state.selection.main.to, -1);
      return at ? { ...word, place: new DOMRect(at.left, at.top, 0, at.bottom - at.top) } : undefined;
    },
    moveLines: (way) => void moveLines[way](view),
    steps: (way) => (way === 'undo' ? undoDepth : redoDepth)(view.state),
    endStep: () => view.dispatch({ annotations: isolateHistory.of('full') }),
    undo: (way) => (way === 'undo' ? undo : redo)(view),
    finder: createFinder(view),
    snapshot: () => view.state.toJSON(STORED),
    restore: (snapshot) => {
      const before = view.state;
      setState(EditorState.fromJSON(snapshot, { extensions: extensions() }, STORED));
      if (before.doc.eq(view.state.doc)) view.dispatch({ effects: marksOf(before) });
    },
    dispose: () => {
      stopSource();
      view.destroy();
    },
  };
}

/** Whether a change is a step of its own: neither joined to the one before, nor an undo or redo. */
function beginsStep(before: EditorState, after: EditorState, transactions: readonly Transaction[]): boolean {
  const isMove = transactions.some((one) => one.isUserEvent('undo') || one.isUserEvent('redo'));
  return !isMove && undoDepth(before) !== undoDepth(after);
}

/** What depends on the words: names for assistive technology, and the placeholder. */
function named(words: EditorWords): Extension {
  const { label, placeholder, invisible, found, inParagraph, replaced, replacedAll } = words;
  return [
    // The library's own words, which it looks up by its English ones; it puts a number in the place of `$`.
    EditorState.phrases.of({
      'current match': found,
      'on line': inParagraph,
      'replaced match on line $': replaced('$'),
      'replaced $ matches': replacedAll('$'),
    }),
    EditorView.contentAttributes.of(({ state }) => ({
      'aria-label': label,
      [TEXT_ATTRIBUTE]: '',
      ...(state.doc.length === 0 && { 'aria-placeholder': placeholder }),
    })),
    lineMarks(invisible),
  ];
}
