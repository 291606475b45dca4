// A page with only the text editor, driven by its spec, which sets what is known of the lines.

import { createTextEditor, type TextEditor } from '../../../renderer/speech/editor/create-text-editor.ts';
import type { LineFacts } from '../../../renderer/speech/editor/ports.ts';

/** What the spec uses on the page. */
type EditorPage = {
  editor: TextEditor;
  /** Shows facts of lines, by index; absent ones are `none`. */
  show: (facts: Readonly<Record<number, LineFacts>>) => void;
  offerActions: () => void;
  /** What was reported, in order: `play 3`, `selected 2`. */
  events: string[];
};

declare global {
  interface Window {
    editorPage: EditorPage;
  }
}

const host = document.getElementById('host');
if (host === null) throw new Error('The page has no host.');
const events: string[] = [];
const note = (what: string) => (index: number | null) => void events.push(`${what} ${index}`);
const editor = createTextEditor(
  host,
  {
    label: 'Text to speak',
    placeholder: 'Type here',
    lines: 'Lines',
    line: (number, state) => `Line ${number}: ${state}`,
    play: (number) => `Play line ${number}`,
    redo: (number) => `Redo line ${number}`,
    menu: (number) => `More for line ${number}`,
    details: 'Details',
    sayAs: 'Say as…',
    found: 'found',
    inParagraph: 'in paragraph',
    replaced: (number) => `replaced ${number}`,
    replacedAll: (count) => `replaced ${count}`,
    invisible: (code) => `Invisible ${code}`,
  },
  { changed: () => {}, selected: note('selected'), stepped: () => {} },
);
let facts: Readonly<Record<number, LineFacts>> = {};
let report = (): void => {};
window.editorPage = {
  editor,
  events,
  show: (next) => {
    facts = next;
    report();
  },
  offerActions: () => {
    editor.setLines({
      factsOf: (index) => facts[index] ?? { state: 'none' },
      isTimed: () => false,
      subscribe: (onChange) => {
        report = onChange;
        return () => {};
      },
    });
    editor.setActions({
      play: note('play'),
      redo: note('redo'),
      openMenu: note('menu'),
      showFailure: note('failure'),
      playWord: (index, share) => events.push(`word ${index} ${share.toFixed(1)}`),
      sayAs: note('say'),
      fit: note('fit'),
    });
  },
};
