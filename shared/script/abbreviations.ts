// Abbreviations: full stops that do not end a sentence.

/** Abbreviations that stand before a name or another word. */
const BEFORE_WORDS = new Set(
  `mr mrs ms mx dr prof st gen col capt lt sgt rev hon gov sen rep pres vs mme mlle mgr hr fr sr sra srta nr bzw vgl ca
  evtl ggf inkl approx dept fig figs cf ул им см стр проф`.split(/\s+/),
);
/** Abbreviations only where a digit follows; elsewhere they are words. */
const BEFORE_DIGITS = new Set(
  'no nos vol eq p pp ch sec art abs ed jan feb mar apr jun jul aug sep sept oct nov dec'.split(' '),
);
/** In UTF-16 units, stops between letters included. */
const MAX_LENGTH = 8;
const FULL_STOP = 0x2e;
const ONE_LETTER = /^\p{L}\p{M}*$/u;
const LETTERS_WITH_STOPS = /^(?:\p{L}\p{M}*\.)+\p{L}\p{M}*$/u;

/**
 * Whether the full stop at offset `dot` of `text` belongs to an abbreviation: a title (`Dr.`), an initial (`J.`),
 * letters with stops between them (`U.S.`, `e.g.`), or one that stands before a digit (`No. 5`). Looks at a few
 * characters around it only.
 */
export function isAbbreviation(text: string, dot: number): boolean {
  let from = dot;
  while (from > 0 && dot - from <= MAX_LENGTH && isLetterOrStop(text.charCodeAt(from - 1))) from--;
  if (from === dot || dot - from > MAX_LENGTH || isDigit(text.charCodeAt(from - 1))) return false;
  const word = text.slice(from, dot);
  if (word.includes('.')) return LETTERS_WITH_STOPS.test(word);
  if (ONE_LETTER.test(word)) return word !== 'I';
  const lower = word.toLowerCase();
  return BEFORE_WORDS.has(lower) || (BEFORE_DIGITS.has(lower) && /^\.\s*\p{Nd}/u.test(text.slice(dot, dot + 3)));
}

/** Full stops, ASCII letters, and letters of other scripts with upper and lower case. */
function isLetterOrStop(code: number): boolean {
  const isAscii = (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === FULL_STOP;
  return isAscii || (code >= 0xc0 && code < 0x590);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
