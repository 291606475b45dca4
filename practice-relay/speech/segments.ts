// Splits text for the synthesiser: into pieces short enough to stream, and each piece by writing system.

import { utf8ByteLength } from '../../shared/text/utf8.ts';

/** A part of the text that is synthesised at once. `pauseMs` is the silence before it at normal speed. */
export type Piece = { text: string; pauseMs: number };

/**
 * Longer sentences are split at commas, in UTF-8 bytes: about ten seconds of speech, a few hundredths of a second of
 * computation.
 */
const MAX_PIECE_BYTES = 200;
const SENTENCE_PAUSE_MS = 300;
const CLAUSE_PAUSE_MS = 150;

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });
/** A clause ends after its comma; a Latin comma counts only before a space, so that 10,000 is not split. */
const CLAUSE_END = /(?<=[，、；：]|[,;:](?=\s))/u;

/** Splits `text` into pieces, in order; together they are the whole text without the white space between sentences. */
export function* splitIntoPieces(text: string): Generator<Piece> {
  let isFirst = true;
  for (const { segment } of sentences.segment(text)) {
    let pauseMs = isFirst ? 0 : SENTENCE_PAUSE_MS;
    for (const clause of joinUpTo(segment.trim().split(CLAUSE_END))) {
      for (const part of cutLong(clause)) {
        yield { text: part, pauseMs };
        pauseMs = 0;
      }
      pauseMs = CLAUSE_PAUSE_MS;
      isFirst = false;
    }
  }
}

/** Joins neighbours while together they fit into one piece. */
function* joinUpTo(parts: Iterable<string>): Generator<string> {
  let joined = '';
  let joinedBytes = 0;
  for (const part of parts) {
    const partBytes = utf8ByteLength(part);
    if (joined && joinedBytes + partBytes > MAX_PIECE_BYTES) {
      yield joined;
      joined = '';
      joinedBytes = 0;
    }
    joined += part;
    joinedBytes += partBytes;
  }
  if (joined) yield joined;
}

/** Splits text without commas before words, and text without words before characters. */
function* cutLong(clause: string): Generator<string> {
  if (utf8ByteLength(clause) <= MAX_PIECE_BYTES) return yield clause;
  for (const words of joinUpTo(clause.split(/(?<=\s)(?=\S)/u))) {
    if (utf8ByteLength(words) <= MAX_PIECE_BYTES) yield words;
    else yield* joinUpTo(words);
  }
}

/** A writing system that determines the language. */
export type Script = 'han' | 'kana' | 'latin';
/** A run of one script; `script` is undefined when the whole text has none of the three. */
export type Segment = { text: string; script: Script | undefined };

const SCRIPTS: readonly (readonly [Script, RegExp])[] = [
  ['latin', /\p{Script=Latin}/u],
  ['han', /\p{Script=Han}/u],
  ['kana', /[\p{Script=Hiragana}\p{Script=Katakana}ー]/u],
];

/**
 * Splits `text` where the script changes. Digits, signs and spaces belong to the text before them; at the start, to the
 * text after them.
 */
export function splitByScript(text: string): Segment[] {
  const segments: Segment[] = [];
  let current: Segment = { text: '', script: undefined };
  for (const character of text) {
    const script = SCRIPTS.find(([, pattern]) => pattern.test(character))?.[0] ?? current.script;
    if (current.script !== undefined && script !== current.script) {
      segments.push(current);
      current = { text: '', script };
    }
    current.script = script;
    current.text += character;
  }
  if (current.text.trim()) segments.push(current);
  return segments;
}
