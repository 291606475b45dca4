// What a file becomes when it is imported, and what can be wrong with it.

import type { Delimiter } from './csv.ts';
import type { TextEncoding } from './decode-text.ts';

/** Largest file, in bytes. */
export const MAX_IMPORT_BYTES = 50_000_000;
/** Most rows of a table or subtitle file. */
export const MAX_IMPORT_ROWS = 1_000_000;

/** What was lost, odd or guessed. Each is counted. */
export type ImportNote =
  /** Characters that could not be decoded, now U+FFFD. */
  | 'damagedCharacters'
  /** The encoding was found, but the text looks odd in it. */
  | 'doubtfulEncoding'
  /** Removed: a text has no use for them. */
  | 'controlCharacters'
  /** Left out of documents. */
  | 'codeBlocks'
  | 'pictures'
  | 'htmlBlocks'
  | 'footnotes'
  | 'contents'
  | 'formulas'
  /** Text that its document does not show. */
  | 'hiddenTexts'
  /** Signs of fonts that only have pictures of them. */
  | 'symbols'
  /** Numbers and bullets of lists, which are not part of their text. */
  | 'listNumbers'
  /** Directions of a screenplay: how a line is said, how a scene is cut. */
  | 'directions'
  /** What the writer of a screenplay notes for its readers: title page, outline, remarks. */
  | 'remarks'
  /** Addresses on the web, which nobody wants to hear. */
  | 'addresses'
  /** Cells of tables in documents, each of which became a line. */
  | 'tableCells'
  /** Names of roles that a script cannot contain and that were shortened or changed. */
  | 'changedRoles'
  /** Line breaks inside a cell or cue, now spaces. */
  | 'joinedRows'
  /** Rows of tables and cues without a text. */
  | 'emptyRows'
  | 'unclosedQuotes'
  /** Cells that a row has more than there are columns, now part of its text. */
  | 'surplusCells'
  /** Columns of a table that are neither role, text nor voice. */
  | 'unusedColumns'
  /** Columns of a table without names for them: which is the role, the text, the voice was guessed by their number. */
  | 'guessedColumns'
  | 'unorderedCues'
  | 'overlappingCues'
  /** Readings of characters that stand beside them, and are not spoken. */
  | 'readings'
  /** Rows that rolling captions show again. */
  | 'repeatedRows'
  /** Rows that look like the times of a subtitle and cannot be read; their texts lie between their neighbours. */
  | 'unreadTimes'
  /** Rows before the first subtitle, left out. */
  | 'rowsOutside'
  | 'reversedCues';

/** What a person says about a file; what is undefined is found. */
export type ReadAs = {
  encoding?: TextEncoding | undefined;
  delimiter?: Delimiter | undefined;
  /** Whether the rows of hard-wrapped prose are joined. */
  joinsRows?: boolean | undefined;
};

/** Why a file did not become a script. */
export type ImportError =
  | { code: 'unknownKind'; extension: string }
  | { code: 'tooLarge'; sizeBytes: number; limitBytes: number }
  | { code: 'tooManyRows'; limit: number }
  | { code: 'tooManyLines'; limit: number }
  | { code: 'textTooLong'; length: number; limit: number }
  /** Not text: a picture, a program, an encrypted file. */
  | { code: 'notText' }
  /** Not a document in the format of its extension, or cut off. */
  | { code: 'damagedDocument' }
  /** With a password, or in the older binary format. */
  | { code: 'lockedDocument' }
  /** A small file that unpacks to very much, or nests very deep. */
  | { code: 'unreasonableDocument' }
  | { code: 'noText' };

/** Lines are counted from 0, blank lines are no lines. */
export type ImportedScript = {
  /** Empty if the file has none. */
  title: string;
  text: string;
  chapters: { lineIndex: number; title: string }[];
  /** The roles that the file itself tells apart from what is said, as they are first. */
  roles: string[];
  /** The first voice that the file names for each role; the role `''` is the narrator. */
  voices: { role: string; voice: string }[];
  /** Lines with another voice than their role. */
  lineVoices: { lineIndex: number; voice: string }[];
  /** When lines are to be heard, by their order in the file. */
  cues: { lineIndex: number; startMs: number; endMs: number }[];
  /** Lines that have no role in the file, though there is a colon near their beginning. */
  bareLines: number[];
  notes: ReadonlyMap<ImportNote, number>;
  /** The rows of the file, counted from 1, that a note is of, where they are known. */
  noteRows: ReadonlyMap<ImportNote, readonly number[]>;
  /** Of tables only. */
  delimiter: Delimiter | undefined;
  /** Of hard-wrapped prose only: whether its rows are joined. */
  joinsRows: boolean | undefined;
  /** Undefined for files that are not text. */
  encoding: TextEncoding | undefined;
};
