// What a saved file says about where it comes from: a mark inside it, and a record beside it.

/** `generated`: all of it was made by a model. `edited`: some of it is the person's own. */
export type MarkKind = 'generated' | 'edited';

/** What the mark says in words, for programs that show comments. The same in every language. */
export const MARK_WORDS: Readonly<Record<MarkKind, string>> = {
  generated: 'AI-generated',
  edited: 'Edited with AI',
};

/** What it says for programs: terms of IPTC's digital source types. */
export const SOURCE_TYPES: Readonly<Record<MarkKind, string>> = {
  generated: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  edited: 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia',
};

/**
 * Why a file has no mark: it says already how it was made; it is signed, and a change would break its signature; its
 * structure is not as its format is described; its format has no place for a mark; it was made without AI.
 */
export const UNMARKABLE = ['already', 'signed', 'unreadable', 'noPlace', 'demo'] as const;
export type Unmarkable = (typeof UNMARKABLE)[number];

/** What became of the mark of a saved file. `off`: none was wanted, or nothing of the file was made by a relay. */
export const MARK_STATES = ['off', 'written', ...UNMARKABLE] as const;
export type MarkState = (typeof MARK_STATES)[number];

/**
 * What a saved file has. `received`: the bytes of the relay. `samples`: its samples, as wav. `protected`: its picture
 * inside the mask, the person's own outside. `converted`: it was encoded in another format. `joined`: of several takes.
 */
export const RECORD_CONTENTS = ['received', 'samples', 'protected', 'converted', 'joined'] as const;
export type RecordContent = (typeof RECORD_CONTENTS)[number];

/** Endings of the names of records, behind the whole name of their files. */
export const RECORD_EXTENSION = 'json';
