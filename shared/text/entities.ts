// Character references of HTML and XML: `&amp;`, `&#20013;`, `&#x4e2d;`.

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
};

/** Replaces references, those without a meaning stay; a code that is no character becomes U+FFFD. Never throws. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,8})|#[xX]([0-9a-fA-F]{1,8})|([a-z]{2,4}));/g, (reference, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? reference;
    return characterOf(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
  });
}

function characterOf(code: number): string {
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\ufffd';
}
