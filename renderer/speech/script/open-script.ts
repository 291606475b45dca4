// What the open script has and can do: its state as views show it, and its actions.

import type { CastRole, LexiconRule } from '../../../shared/contract/scripts.ts';
import type { SpeechRequest } from '../../../shared/contract/speech.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Plan } from '../../../shared/script/line-state.ts';
import type { BaseSettings, FoundRole } from '../../../shared/script/sent-text.ts';
import type { SpeechAnswers } from '../speech-orders.ts';
import type { RoleChange } from './role-change.ts';
import type { LineChange, ScriptLineView } from './script-lines.ts';

/** The requested format, and the connection to ask. */
export type Target = Pick<SpeechRequest, 'connectionId' | 'format'>;

/** State and actions of the open script. */
export type OpenScript = {
  id: string;
  /** It is in the library. A text to begin with is not kept until something of a person's own is in it. */
  isKept: boolean;
  /** Why it cannot be saved; null while it can. What the disk does not take is kept by main, and is no such error. */
  saveError: AppError | null;
  title: string;
  text: string;
  /** The settings of the screen, which apply where neither line nor role has its own. */
  base: BaseSettings;
  cast: readonly CastRole[];
  lexicon: readonly LexiconRule[];
  /** Lines that are longer than their cues are sped up so many times at most. */
  maxSpeedUp: number;
  lines: readonly ScriptLineView[];
  /** The line in which the cursor is, from 0; null in a blank one. */
  currentIndex: number | null;
  /** The line that the editor shows next, from 0; null when it has shown it. */
  shownNext: number | null;
  /** The roles found in the text, in the order of their first lines. */
  roles: readonly FoundRole[];
  /** The colour of each role of the text and of the cast, by `roleKey`: an index below `ROLE_COLOURS`. */
  colours: ReadonlyMap<string, number>;
  /** Names before colons that may be roles, and are spoken until a person decides; see `judgeNames`. */
  undecided: readonly string[];
  /** What *Generate* would do. */
  plan: Plan;
  /** Replaces the text; `lines`, `roles` and `plan` follow within a moment. */
  setText: (text: string) => void;
  /**
   * The same for a long text, whose string takes time to make: it is read soon, and before it is used here.
   * @param read returns the text as it is then
   */
  setTextSoon: (read: () => string) => void;
  /** Reads what `setTextSoon` has left to read, and works out the lines. */
  settle: () => void;
  /** Puts the cursor into a line and scrolls to it; does nothing if there is no such line. */
  showLine: (id: string) => void;
  setTitle: (title: string) => void;
  changeLine: (id: string, change: LineChange) => void;
  /** The same for several lines, by their ids. */
  changeLines: (changes: ReadonlyMap<string, LineChange>) => void;
  /** Sets how a role speaks; the first setting adds it to the cast, unless that has `MAX_CAST` roles. */
  changeRole: (name: string, change: RoleChange) => void;
  /** Replaces the whole cast; roles over `MAX_CAST` are left out. */
  setCast: (cast: readonly CastRole[]) => void;
  /** Sets the rules of this script; those of the app, which are in the settings, apply after them. */
  setLexicon: (lexicon: readonly LexiconRule[]) => void;
  setMaxSpeedUp: (maxSpeedUp: number) => void;
  setBase: (base: BaseSettings) => void;
  /**
   * Requests lines, in the order of the text; those without anything to speak are left out. `again` requests a line
   * although it may have a take, but not one that is being made.
   */
  request: (target: Target, ids: readonly string[], how?: { again?: boolean }) => Promise<SpeechAnswers>;
  /** Cancels the requests of this script. */
  stop: () => void;
  /** Opens a script of the library. @returns why it could not be opened; the one before stays open then. */
  open: (id: string) => Promise<AppError | null>;
  /** Opens a new script; it is in the library as soon as it has a title, or a text of a person's own. */
  begin: (text?: string, title?: string) => void;
  /** Gives a line takes that were made elsewhere. */
  addTakes: (lineId: string, itemIds: readonly string[]) => Promise<void>;
  reloadTakes: () => Promise<void>;
  /** Saves at once what has changed. Resolves when main has it. */
  saveNow: () => Promise<void>;
  dispose: () => void;
};
