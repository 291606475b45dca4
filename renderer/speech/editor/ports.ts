// What the editor is told about the lines of its text, and what it reports. Independent of CodeMirror.

import type { LineState } from '../../../shared/script/line-state.ts';

/** What is shown of one line. */
export type LineFacts = {
  state: LineState;
  /** How long the line is when spoken, formatted; absent if that is not known. */
  lengthText?: string;
  /** The length is an estimate. */
  isEstimated?: boolean;
  /** Of a line over the limit of one request: how many requests it takes, formatted. */
  sizeText?: string;
  /**
   * The role that the line names: how many UTF-16 units at its beginning (`Anna:`), and the index of its colour, from
   * 0, below `ROLE_COLOURS`.
   */
  role?: { length: number; colour: number };
  /** It is the heading of a chapter. */
  isHeading?: boolean;
  /** What is set for this line alone, formatted. */
  chips?: readonly string[];
  /** The voice does not have the emotion that the text asks for. */
  isEmotionIgnored?: boolean;
  /** When the line is to be heard, formatted, if it keeps the time of a subtitle. */
  cueText?: string;
  /** How it misses that time: in the place of its length, with what it says to whoever points at it. */
  fit?: { text: string; hint: string; isUnfit: boolean };
  /** Why the line failed, in a few words. */
  failureText?: string;
};

/** Where the editor reads what it shows of the lines, by their index from 0. */
export type LineSource = {
  /** The same object as long as nothing is known anew. */
  factsOf: (index: number) => LineFacts;
  /** Whether lines keep the times of subtitles. */
  isTimed: () => boolean;
  /** Calls the listener when the facts of some lines have changed, until the returned function is called. */
  subscribe: (onChange: () => void) => () => void;
};

/** What a person can do with a line; `index` counts the lines from 0, `place` is what was pressed. */
export type LineActions = {
  play: (index: number) => void;
  redo: (index: number) => void;
  openMenu: (index: number, place: HTMLElement) => void;
  showFailure: (index: number) => void;
  /** Offers what makes the line fit its time. */
  fit: (index: number, place: HTMLElement) => void;
  /** Plays from a word on; `share` of the line's text is before it, 0 to 1. */
  playWord: (index: number, share: number) => void;
  /** Changes how the selected word is said. */
  sayAs: (index: number, place: HTMLElement) => void;
};

/** The text of the editor, measured while it is typed. */
export type TextFacts = {
  /** Unicode code points. */
  characters: number;
  /** UTF-8 bytes. */
  sizeBytes: number;
  /** Lines that are not blank. */
  lines: number;
};

/** The words of the editor in the current language. */
export type EditorWords = {
  /** Accessible name of the text. */
  label: string;
  placeholder: string;
  /** Accessible name of the list of lines. */
  lines: string;
  /** Names of one line and of its buttons; `number` counts from 1. */
  line: (number: number, state: LineState) => string;
  play: (number: number) => string;
  redo: (number: number) => string;
  menu: (number: number) => string;
  details: string;
  /** The button at a selected word. */
  sayAs: string;
  /** What is said to screen readers of finding and replacing; `number` is that of the paragraph. */
  found: string;
  inParagraph: string;
  replaced: (number: string) => string;
  replacedAll: (count: string) => string;
  /** Tooltip of a character that is not visible; `code` is like `U+200B`. */
  invisible: (code: string) => string;
};

/** From this number of lines on the list of lines is there. */
export const LISTED_FROM = 2;

/** More matches than this are not counted. */
export const MAX_MATCHES = 1000;
