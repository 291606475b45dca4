// Where in a text there is something to speak.

const SPEAKABLE = /[\p{L}\p{N}]/gu;
const VISIBLE = /\S/gu;
/** Number of UTF-16 units that are skipped at once. */
const STRETCH = 1024;

/** Where the first of two parts may end, and whether it has a letter or digit to `to`. */
type Extent = { first: number; last: number; hasWords: boolean };

/**
 * Returns a function that says where a part may end so that there is something in it: with a cut from `first` to `last`,
 * both the part from `from` and all behind it have a letter or a digit, or where there are none, something visible.
 * To be called with rising `from`; all calls together read the text once.
 */
export function inkOf(text: string): (from: number, to: number) => Extent {
  const speakable = { next: finder(text, SPEAKABLE), last: lastOf(text, SPEAKABLE) };
  const visible = { next: finder(text, VISIBLE), last: lastOf(text, VISIBLE) };
  return (from, to) => {
    const letter = speakable.next(from);
    const hasWords = letter < to;
    const first = (hasWords ? letter : visible.next(from)) + 1;
    return { first, last: Math.min(to, speakable.last >= first ? speakable.last : visible.last), hasWords };
  };
}

/** Finds the first match at or behind an offset; infinite if there is none. */
function finder(text: string, pattern: RegExp): (from: number) => number {
  const own = new RegExp(pattern);
  let found = -1;
  return (from) => {
    if (found >= from) return found;
    own.lastIndex = from;
    found = own.exec(text)?.index ?? Number.POSITIVE_INFINITY;
    return found;
  };
}

/** The offset of the last character that matches, or −1. Skips stretches without one as a whole. */
function lastOf(text: string, pattern: RegExp): number {
  const single = new RegExp(pattern.source, 'u');
  for (let end = text.length; end > 0; ) {
    const stretch = startOfCharacter(text, Math.max(0, end - STRETCH));
    const isHere = single.test(text.slice(stretch, end));
    for (let at = end; isHere && at > stretch; ) {
      const from = startOfCharacter(text, at - 1);
      if (single.test(text.slice(from, at))) return from;
      at = from;
    }
    end = stretch;
  }
  return -1;
}

/** `at`, or the offset before it if `at` is inside a surrogate pair. */
function startOfCharacter(text: string, at: number): number {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at;
}
