// Finds and replaces in the text: the library's search without its panel, which is ours.

import {
  closeSearchPanel,
  findNext,
  findPrevious,
  openSearchPanel,
  replaceAll,
  replaceNext,
  SearchQuery,
  search,
  setSearchQuery,
} from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { MAX_MATCHES } from './ports.ts';

/** What is looked for, literally. */
export type FindQuery = { text: string; replacement: string; isCaseSensitive: boolean };

/** How often it occurs, at most one more than `MAX_MATCHES`; and which match is selected, from 1, 0 for none. */
export type FindMatches = { count: number; current: number };

/** Operations of the panel. */
export type Finder = {
  /** Marks the matches in view until `end`. */
  set: (query: FindQuery) => void;
  next: () => void;
  previous: () => void;
  /** Replaces the selected match and selects the next. */
  replace: () => void;
  replaceAll: () => void;
  matches: () => FindMatches;
  /** The text to look for at first: what is selected within a line. */
  suggestion: () => string;
  end: () => void;
};

/** The library marks matches only while a panel of its own is open: this one is empty. */
export const finding: Extension = search({
  scrollToMatch: (match) => EditorView.scrollIntoView(match, { y: 'center' }),
  createPanel: () => {
    const dom = document.createElement('div');
    dom.hidden = true;
    return { dom, top: true };
  },
});

/** Creates the operations on the text of a view. */
export function createFinder(view: EditorView): Finder {
  let query = new SearchQuery({ search: '' });
  return {
    set: ({ text, replacement, isCaseSensitive }) => {
      query = new SearchQuery({ search: text, replace: replacement, caseSensitive: isCaseSensitive, literal: true });
      openSearchPanel(view);
      view.dispatch({ effects: setSearchQuery.of(query) });
    },
    next: () => void findNext(view),
    previous: () => void findPrevious(view),
    replace: () => void replaceNext(view),
    replaceAll: () => void replaceAll(view),
    matches: () => {
      const { main } = view.state.selection;
      let [count, current] = [0, 0];
      if (!query.valid) return { count, current };
      const cursor = query.getCursor(view.state);
      for (let match = cursor.next(); !match.done && count <= MAX_MATCHES; match = cursor.next()) {
        count += 1;
        if (match.value.from === main.from && match.value.to === main.to) current = count;
      }
      return { count, current };
    },
    suggestion: () => {
      const { from, to } = view.state.selection.main;
      const text = view.state.sliceDoc(from, to);
      return text.includes('\n') || text.length > MAX_SUGGESTION ? '' : text;
    },
    end: () => void closeSearchPanel(view),
  };
}

const MAX_SUGGESTION = 200;
