// Pronunciation rules: what is sent in the place of a word or phrase.

import type { LexiconRule } from '../contract/scripts.ts';
import { codePointBefore, isUnspaced } from './characters.ts';

/** A replacement: its range in the text as written, and in the text as sent, and the rule that it comes from. */
type Replacement = { from: number; to: number; sentFrom: number; sentTo: number; rule: LexiconRule };

/** A text after all replacements, which are in order and do not overlap. */
export type SentText = { text: string; replacements: readonly Replacement[] };

/** Rules prepared for use: a tree of their characters in lower case, and at its nodes the rules that end there. */
export type Lexicon = { root: Node };
type Node = { next: Map<number, Node>; rules: LexiconRule[] };

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
  const root: Node = { next: new Map(), rules: [] };
  for (const rule of rules) {
    let node = root;
    for (const unit of lowerUnits(rule.from)) {
      let next = node.next.get(unit);
      if (next === undefined) {
        next = { next: new Map(), rules: [] };
        node.next.set(unit, next);
      }
      node = next;
    }
    if (node !== root) node.rules.push(rule);
  }
  sortRules(root);
  return { root };
}

function sortRules(root: Node): void {
  const nodes = [root];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    node.rules.sort((a, b) => weight(b) - weight(a));
    nodes.push(...node.next.values());
  }
}

function weight({ isCaseSensitive, language }: LexiconRule): number {
  return (isCaseSensitive ? 2 : 0) + (language === '' ? 0 : 1);
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
export function applyLexicon({ root }: Lexicon, text: string, language: string): SentText {
  if (root.next.size === 0) return { text, replacements: [] };
  const units = lowerUnits(text);
  const spoken = firstSubtag(language);
  const replacements: Replacement[] = [];
  const pieces: string[] = [];
  let done = 0;
  let sent = 0;
  for (let from = 0; from < text.length; ) {
    const rule = longestRule(root, text, units, from, spoken);
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
  root: Node,
  text: string,
  units: Uint16Array,
  from: number,
  language: string,
): LexiconRule | undefined {
  let found: LexiconRule | undefined;
  let node = root.next.get(units[from] ?? 0);
  for (let at = from + 1; node !== undefined; at++) {
    if (node.rules.length > 0) found = node.rules.find((rule) => matches(rule, text, from, language)) ?? found;
    node = at < units.length ? node.next.get(units[at] ?? 0) : undefined;
  }
  return found;
}

/** Whether a rule whose characters were found at `from` applies there. */
function matches(rule: LexiconRule, text: string, from: number, language: string): boolean {
  if (rule.language !== '' && firstSubtag(rule.language) !== language) return false;
  if (rule.isCaseSensitive && !text.startsWith(rule.from, from)) return false;
  const to = from + rule.from.length;
  const next = text.codePointAt(to);
  if (next !== undefined && next >= 0x300 && CONTINUES.test(String.fromCodePoint(next))) return false;
  if (codePointBefore(text, from) === JOINER) return false;
  return !rule.isWholeWord || (isWordEdge(text, from) && isWordEdge(text, to));
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
