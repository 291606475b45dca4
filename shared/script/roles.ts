// The role at the beginning of a line, when two names are the same role, and when a name is a role at all.

import type { CastRole } from '../contract/scripts.ts';
import { isAbbreviation } from './abbreviations.ts';
import { isCommonWord } from './common-words.ts';

const MAX_UNITS = 40;
const MAX_WORDS = 5;
const ASCII_COLON = 0x3a;
const FULL_WIDTH_COLON = 0xff1a;

/** Punctuation of sentences, quotation marks, control characters, and marks of programming languages. */
const NOT_IN_NAMES = /[!?…。！？；;，,、"“”„«»‹›「」『』<>{}|\\=*#~`^\p{Cc}]/u;
const NOT_IN_ANY_NAME = new RegExp(`(?:[:：]|${NOT_IN_NAMES.source})+`, 'gu');
const BEGINS_NAME = /^[\p{L}\p{N}\p{Extended_Pictographic}([（【]/u;
const NAMES_SOMEBODY = /[\p{L}\p{Extended_Pictographic}]/u;
/** What follows a colon that separates no role: an address, a path, `::`, a smiley. */
const NOT_AFTER_ROLE = /^(?:\/\/|[:\\)])/;
const SCHEME = /^(?:https?|mailto)$/i;
const DIGIT = /\p{Nd}/u;
const EDGES = /^[\s\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+|[\s\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+$/g;

/** A role in a text: its name, and the offset of its colon. */
type FoundRole = { name: string; colon: number };

/**
 * Returns a function that finds the role of the line that begins at `from` (its first character that is no white space) and
 * ends at `to`. It remembers the names it has judged, because a text has few roles and many lines.
 *
 * A role is what stands before the first `:` or `：` of the line, if it is a name: at most 40 UTF-16 units and 5 words;
 * it begins with a letter, a digit, an emoji or an opening bracket, and has a letter or an emoji. It has no punctuation
 * of sentences (a full stop only in an abbreviation: `Dr. Ames`), no quotation mark and no control character. The
 * colon is not between digits (`At 12:30`), and does not belong to an address (`https:`), a path, `::` or a smiley.
 */
export function roleFinder(): (text: string, from: number, to: number) => FoundRole | undefined {
  const names = new Map<string, string | undefined>();
  return (text, from, to) => {
    const colon = firstColon(text, from, Math.min(to, from + MAX_UNITS + 1));
    if (colon === -1 || !separatesRole(text, colon, to)) return undefined;
    const written = text.slice(from, colon);
    const name = names.has(written) ? names.get(written) : nameIn(written);
    names.set(written, name);
    return name === undefined ? undefined : { name, colon };
  };
}

/** The name of a role in what is written before a colon. */
function nameIn(written: string): string | undefined {
  const name = written.replace(EDGES, '');
  if (!BEGINS_NAME.test(name) || !NAMES_SOMEBODY.test(name) || NOT_IN_NAMES.test(name)) return undefined;
  if (name.split(/\s+/).length > MAX_WORDS || SCHEME.test(name)) return undefined;
  return hasOnlyAbbreviations(name) ? name : undefined;
}

/**
 * Makes a name one that a role in a text can have: without what it cannot, and shortened. Empty if nothing of it is left.
 */
export function toRoleName(name: string): string {
  const words = name.replace(NOT_IN_ANY_NAME, ' ').trim().split(/\s+/).slice(0, MAX_WORDS).join(' ');
  const short = words
    .slice(0, MAX_UNITS)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trim();
  return nameIn(short) ?? '';
}

function separatesRole(text: string, colon: number, to: number): boolean {
  if (NOT_AFTER_ROLE.test(text.slice(colon + 1, Math.min(colon + 3, to)))) return false;
  return colon + 1 >= to || !DIGIT.test(text.charAt(colon + 1)) || !DIGIT.test(text.charAt(colon - 1));
}

/** Offset of the first colon from `from` to `end`, or −1. */
function firstColon(text: string, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === ASCII_COLON || code === FULL_WIDTH_COLON) return at;
  }
  return -1;
}

function hasOnlyAbbreviations(name: string): boolean {
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    if (!isAbbreviation(name, dot)) return false;
  }
  return true;
}

/** What is between characters and never seen. Joiners are not here: they make other characters of emoji and letters. */
const UNSEEN = /[\u00ad\u200b\u2060\ufeff]/g;

/**
 * The key of a role: names with the same key are the same role. Upper and lower case, full-width forms, the amount of
 * white space and what is not seen make no difference; the narrator's key is empty.
 */
export function roleKey(name: string): string {
  return name.normalize('NFKC').replace(UNSEEN, '').replace(EDGES, '').replace(/\s+/g, ' ').toLowerCase();
}

/** Which names before colons are roles. */
export type RoleNames = {
  /** The keys of those that are, so that they are not spoken. */
  roles: ReadonlySet<string>;
  /** Those about which nobody has decided, as the text has them first: spoken until a person says that they are roles. */
  undecided: readonly string[];
};

/**
 * Decides which names are roles: those of the cast, unless a person has them read aloud; of the others those that stand
 * before at least two lines and are no common words. All else is part of what is said.
 * @param names what stands before the colon of each line about which nothing else is decided
 */
export function judgeNames(names: Iterable<string>, cast: readonly CastRole[]): RoleNames {
  const decided = new Map(cast.map((role) => [roleKey(role.name), role]));
  const counts = new Map<string, { name: string; count: number }>();
  const keys = new Map<string, string>();
  for (const name of names) {
    const key = keys.get(name) ?? roleKey(name);
    keys.set(name, key);
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { name, count: 1 });
    else known.count += 1;
  }
  const roles = new Set<string>();
  const undecided: string[] = [];
  for (const [key, { name, count }] of counts) {
    const role = decided.get(key);
    if (role !== undefined ? !role.isReadAloud : count > 1 && !isCommonWord(key)) roles.add(key);
    else if (role === undefined) undecided.push(name);
  }
  return { roles, undecided };
}
