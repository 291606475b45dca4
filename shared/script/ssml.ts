// SSML that was pasted as text: whether there is any, and the text without it, its breaks as directions.

/** A text without its tags, and how many breaks became pauses. */
export type StrippedSsml = { text: string; tagCount: number; breakCount: number };

/** Elements of SSML 1.1. Those with a prefix (`amazon:effect`) are recognised by it. */
const ELEMENTS = new Set(
  `speak break prosody emphasis say-as phoneme sub p s voice audio mark lang lexicon lookup par seq media desc w token
  meta metadata`.split(/\s+/),
);
/** Between these, text belongs to different lines. */
const PARAGRAPHS = new Set(['p', 'speak', 'par', 'seq', 'voice']);
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);
const ENTITY = /&(?:([a-z]{2,4})|#(\d{1,7})|#[xX]([\da-fA-F]{1,6}));/g;
const NAME = /[a-z][\w.-]{0,40}(?::[a-z][\w.-]{0,40})?/iy;
/** Scripts that put no space between words, and white space: what needs no space at a removed break. */
const NEEDS_NO_SPACE =
  /[\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303f\uff00-\uffef]/u;

/** Something between angle brackets, from its `<` to behind its `>`; `text` is what is kept of it. */
type Markup = { from: number; to: number; name: string; text: string };

/**
 * Returns the text of pasted SSML without tags, comments and declarations, with its entities decoded once; undefined if no
 * element of SSML, no element with a prefix and no XML declaration is in it, so that `a < b` stays as it is. Paragraphs
 * become lines. A break becomes a pause, `[pause 0.8]`. Takes time in proportion to the
 * length of the text, whatever it is.
 */
export function stripSsml(text: string): StrippedSsml | undefined {
  const found = findMarkup(text);
  if (!found.some(({ name }) => ELEMENTS.has(name) || name.includes(':') || name === '?xml')) return undefined;
  let plain = '';
  let at = 0;
  let isNewLine = false;
  let isGap = false;
  let breakCount = 0;
  const append = (piece: string): void => {
    if (piece === '') return;
    if (isNewLine && plain !== '') plain += '\n';
    else if (isGap && !NEEDS_NO_SPACE.test(plain.at(-1) ?? ' ') && !NEEDS_NO_SPACE.test(piece.charAt(0))) plain += ' ';
    plain += piece;
    isNewLine = false;
    isGap = false;
  };
  for (const { from, to, name, text: kept } of found) {
    append(decode(text.slice(at, from)));
    append(kept);
    if (PARAGRAPHS.has(name)) isNewLine = true;
    if (name === 's') isGap = true;
    if (name === 'break') {
      const pause = pauseOf(text.slice(from, to));
      if (pause !== '') breakCount += 1;
      isGap = true;
      append(pause);
      isGap = true;
    }
    at = to;
  }
  append(decode(text.slice(at)));
  return { text: plain.trim(), tagCount: found.length, breakCount };
}

/** Pauses of breaks without a time, in seconds. */
const STRENGTHS: Readonly<Record<string, number>> = {
  none: 0,
  'x-weak': 0.1,
  weak: 0.25,
  medium: 0.5,
  strong: 0.75,
  'x-strong': 1.2,
};

/** The direction for a break; empty if it is a closing tag, or no pause. */
function pauseOf(tag: string): string {
  if (tag.startsWith('</')) return '';
  const [, length, unit] = /\btime\s*=\s*["']?\+?(\d{0,6}(?:\.\d+)?)(ms|s)\b/i.exec(tag) ?? [];
  const [, strength = 'medium'] = /\bstrength\s*=\s*["']?([\w-]{1,20})/i.exec(tag) ?? [];
  const seconds =
    unit === undefined ? (STRENGTHS[strength] ?? 0) : Number(length) / (unit.toLowerCase() === 's' ? 1 : 1000);
  return seconds > 0 ? `[pause ${Math.round(seconds * 1000) / 1000}]` : '';
}

/** All markup of `text` in order. Each character is looked at a fixed number of times. */
function findMarkup(text: string): Markup[] {
  const found: Markup[] = [];
  const closing = closingFinder(text);
  for (let from = text.indexOf('<'); from !== -1; ) {
    const markup = sectionAt(text, from, closing) ?? tagAt(text, from);
    if (typeof markup === 'object') found.push(markup);
    from = text.indexOf('<', typeof markup === 'object' ? markup.to : markup);
  }
  return found;
}

/** A comment, CDATA section, declaration or processing instruction at `from`. */
function sectionAt(text: string, from: number, closing: (mark: string, from: number) => number): Markup | undefined {
  for (const [begin, end, name] of [
    ['<!--', '-->', '!--'],
    ['<![CDATA[', ']]>', ''],
    ['<?', '?>', text.startsWith('<?xml', from) ? '?xml' : '?'],
    ['<!DOCTYPE', '>', '!DOCTYPE'],
  ] as const) {
    if (!text.startsWith(begin, from)) continue;
    const close = closing(end, from + begin.length);
    if (close === -1) return undefined;
    return { from, to: close + end.length, name, text: name === '' ? text.slice(from + begin.length, close) : '' };
  }
  return undefined;
}

/** Like `text.indexOf`, but looks for a mark that is not there only once. */
function closingFinder(text: string): (mark: string, from: number) => number {
  const missingFrom = new Map<string, number>();
  return (mark, from) => {
    if (from >= (missingFrom.get(mark) ?? Number.POSITIVE_INFINITY)) return -1;
    const at = text.indexOf(mark, from);
    if (at === -1) missingFrom.set(mark, from);
    return at;
  };
}

/** The tag at `from`; or, if there is none, the offset from which to look on. A `<` inside a tag begins another. */
function tagAt(text: string, from: number): Markup | number {
  NAME.lastIndex = from + (text.charAt(from + 1) === '/' ? 2 : 1);
  const name = NAME.exec(text)?.[0];
  if (name === undefined) return from + 1;
  let quote = '';
  for (let at = NAME.lastIndex; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '<') return at;
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return { from, to: at + 1, name: name.toLowerCase(), text: '' };
  }
  return text.length;
}

function decode(text: string): string {
  return text.replace(
    ENTITY,
    (whole, name: string | undefined, decimal: string | undefined, hex: string | undefined) => {
      if (name !== undefined) return ENTITIES.get(name) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      const isCharacter =
        code === 9 || code === 10 || (code >= 0x20 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff));
      return isCharacter ? String.fromCodePoint(code) : whole;
    },
  );
}
