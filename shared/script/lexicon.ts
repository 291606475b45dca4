// Pronunciation rules: what is sent in the place of a word or phrase.

import type { LexiconRule } from '../contract/scripts.ts';
import { codePointBefore, isUnspaced } from './characters.ts';
import type { Pause } from './directions.ts';

/** A replacement: its range in the text as written, and in the text as sent, and the rule that it comes from. */
type Replacement = { from: number; to: number; sentFrom: number; sentTo: number; rule: LexiconRule };

/** A text after all replacements, which are in order and do not overlap; with the silences in it, if it has some. */
export type SentText = { text: string; replacements: readonly Replacement[]; pauses?: readonly Pause[] };

/**
 * Rules prepared for use, in two trees of their characters: as they are written, for rules that are sensitive to case, and
 * in lower case. At a node are the rules that end there, by the first subtag of their language: at most one for whole
 * words and one for any, the first of each, so that thousands of rules for one phrase cost no more than two.
 */
export type Lexicon = { exact: Node; folded: Node };
type Node = { next: Map<number, Node>; rules: Map<string, LexiconRule[]> };

const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u;
/** What belongs to the character before it: combining marks, variation selectors, joiners. */
const CONTINUES = /[\p{M}\p{Emoji_Modifier}\u200d]/u;
const JOINER = 0x200d;

/** The lower case of each UTF-16 unit where that is one unit too. Made at the first use. */
let lowerCases: Uint16Array | undefined;

/**
 * Prepares rules. Of two rules for the same phrase the one that says more is taken: about case, then about language, then
 * the one that is first in the list.
 */
export function compileLexicon(rules: readonly LexiconRule[]): Lexicon {
  const lexicon: Lexicon = { exact: emptyNode(), folded: emptyNode() };
  for (const rule of rules) {
    const language = firstSubtag(rule.language);
    if (rule.from === '' || (language === '' && rule.language !== '')) continue;
    const root = rule.isCaseSensitive ? lexicon.exact : lexicon.folded;
    const node = nodeOf(root, rule.isCaseSensitive ? unitsOf(rule.from) : lowerUnits(rule.from));
    const known = node.rules.get(language) ?? [];
    // One for any place leaves nothing to those after it.
    if (known.some(({ isWholeWord }) => !isWholeWord || rule.isWholeWord)) continue;
    node.rules.set(language, [...known, rule]);
  }
  return lexicon;
}

const emptyNode = (): Node => ({ next: new Map(), rules: new Map() });

function nodeOf(root: Node, units: Uint16Array): Node {
  let node = root;
  for (const unit of units) {
    const next = node.next.get(unit) ?? emptyNode();
    node.next.set(unit, next);
    node = next;
  }
  return node;
}

/**
 * Applies rules to a text in one pass from its beginning: at each place the rule with the longest phrase, then on behind
 * it, so that a replacement is never replaced again.
 *
 * A rule for whole words matches where no letter, digit or combining mark is on either side; an apostrophe or a hyphen is
 * none. Scripts without spaces between words (Chinese, Japanese, Thai) have no whole words: their characters end a word of
 * another script (`AI` in `用AI写`), and a phrase in them matches everywhere. Without regard to case, characters are
 * compared one by one in lower case. No match ends inside a grapheme.
 * @param language BCP 47 language of the text, compared with a rule's by the first subtag; a rule with a language does not
 *   apply where it is empty.
 */
export function applyLexicon(lexicon: Lexicon, text: string, language: string): SentText {
  if (lexicon.exact.next.size + lexicon.folded.next.size === 0) return { text, replacements: [] };
  const units = { exact: unitsOf(text), folded: lowerUnits(text) };
  const spoken = firstSubtag(language);
  const replacements: Replacement[] = [];
  const pieces: string[] = [];
  let done = 0;
  let sent = 0;
  for (let from = 0; from < text.length; ) {
    const rule = longestRule(lexicon, text, units, from, spoken);
    if (rule === undefined) {
      from++;
      continue;
    }
    const to = from + rule.from.length;
    const sentFrom = sent + from - done;
    sent = sentFrom + rule.to.length;
    pieces.push(text.slice(done, from), rule.to);
    replacements.push({ from, to, sentFrom, sentTo: sent, rule });
    done = to;
    from = to;
  }
  return { text: pieces.join('') + text.slice(done), replacements };
}

function longestRule(
  lexicon: Lexicon,
  text: string,
  units: { exact: Uint16Array; folded: Uint16Array },
  from: number,
  language: string,
): LexiconRule | undefined {
  let found: LexiconRule | undefined;
  let exact: Node | undefined = lexicon.exact;
  let folded: Node | undefined = lexicon.folded;
  let canBegin: { anywhere: boolean; asWord: boolean } | undefined;
  for (let at = from; at < text.length && (exact || folded); at++) {
    exact = exact?.next.get(units.exact[at] ?? 0);
    folded = folded?.next.get(units.folded[at] ?? 0);
    if (!exact?.rules.size && !folded?.rules.size) continue;
    canBegin ??= { anywhere: codePointBefore(text, from) !== JOINER, asWord: isWordEdge(text, from) };
    if (!canBegin.anywhere) return undefined;
    const to = at + 1;
    const fits = ({ isWholeWord }: LexiconRule): boolean =>
      !isWholeWord || (canBegin?.asWord === true && isWordEdge(text, to));
    const rule = ruleAt(exact, language, fits) ?? ruleAt(folded, language, fits);
    if (rule !== undefined && !continuesAt(text, to)) found = rule;
  }
  return found;
}

/** The rule of a node that fits: one for the language, else one for all. */
function ruleAt(
  node: Node | undefined,
  language: string,
  fits: (rule: LexiconRule) => boolean,
): LexiconRule | undefined {
  const own = language === '' ? undefined : node?.rules.get(language)?.find(fits);
  return own ?? node?.rules.get('')?.find(fits);
}

/** Whether the character before `at` goes on there. */
function continuesAt(text: string, at: number): boolean {
  const next = text.codePointAt(at);
  return next !== undefined && next >= 0x300 && CONTINUES.test(String.fromCodePoint(next));
}

/** Whether no word goes on at `at`: on one of its sides is no character of a word. */
function isWordEdge(text: string, at: number): boolean {
  return !isOfWord(codePointBefore(text, at)) || !isOfWord(text.codePointAt(at) ?? 0);
}

function isOfWord(code: number): boolean {
  if (Number.isNaN(code) || isUnspaced(code)) return false;
  return WORD_CHARACTER.test(String.fromCodePoint(code));
}

function firstSubtag(language: string): string {
  return (language.split(/[-_]/, 1)[0] ?? '').toLowerCase();
}

function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
  return units;
}

function lowerUnits(text: string): Uint16Array {
  lowerCases ??= Uint16Array.from({ length: 0x10000 }, (_, code) => {
    const lower = String.fromCharCode(code).toLowerCase();
    return lower.length === 1 ? lower.charCodeAt(0) : code;
  });
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    units[at] = lowerCases[code] ?? code;
  }
  return units;
}
