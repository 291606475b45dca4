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
const LONGEST = 8;
const LETTER = /\p{L}/u;
const ENDS_IN_LETTERS = /(?:^|[^\p{L}\p{M}\p{N}])((?:\p{L}\p{M}*\.)*)(\p{L}[\p{L}\p{M}]*)$/u;

/**
 * Whether the full stop at offset `dot` of `text` belongs to an abbreviation: a title (`Dr.`), an initial (`J.`),
 * letters with stops between them (`U.S.`, `e.g.`), or one that stands before a digit (`No. 5`). Looks at a few
 * characters around it only.
 */
export function isAbbreviation(text: string, dot: number): boolean {
  if (!LETTER.test(text.charAt(dot - 1))) return false;
  const match = ENDS_IN_LETTERS.exec(text.slice(Math.max(0, dot - LONGEST), dot));
  const [, letters = '', last = ''] = match ?? [];
  if (last === '') return false;
  if ([...last.normalize('NFC')].length === 1) return letters !== '' || last !== 'I';
  const word = last.toLowerCase();
  return BEFORE_WORDS.has(word) || (BEFORE_DIGITS.has(word) && /^\.\s*\p{Nd}/u.test(text.slice(dot, dot + 3)));
}
