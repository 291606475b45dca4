// Stretches of a text without a space that are kept together: addresses, numbers, abbreviations.

const ADDRESS = /(?:\b[a-z][a-z0-9+]{1,9}:\/\/|\bwww\.)[^\s\u3000-\u303f\u3400-\u9fff\uff00-\uffef“”„«»"<>]+/giu;
const NUMBER = /\p{Nd}(?:[\p{Nd}.,:/'’\u00a0\u202f-]*\p{Nd})?/gu;
const LETTERS_WITH_STOPS = /\p{L}(?:\.\p{L})+\.?/gu;
const BEFORE_AT = /[\p{L}\p{N}._%+-]{1,64}$/u;
const BEHIND_AT = /^[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/u;
const MAX_DOMAIN = 255;

/**
 * Marks with 1 each offset of `text` that is inside an address (`https://…`, `www.…`, e-mail), a number (`3.14`, `12:30`)
 * or letters with stops (`U.S.`). Offsets at either end of these are not inside.
 * @param isProtected whether a stretch between two offsets is one to keep together.
 */
export function unbreakable(text: string, isProtected: (from: number, to: number) => boolean): Uint8Array {
  const inside = new Uint8Array(text.length + 1);
  const protect = (from: number, to: number): void => {
    if (isProtected(from, to)) inside.fill(1, from + 1, to);
  };
  for (const pattern of [ADDRESS, NUMBER, LETTERS_WITH_STOPS]) {
    for (const match of text.matchAll(pattern)) protect(match.index, match.index + match[0].length);
  }
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const name = BEFORE_AT.exec(text.slice(Math.max(0, at - 64), at))?.[0];
    const domain = BEHIND_AT.exec(text.slice(at + 1, at + 1 + MAX_DOMAIN))?.[0];
    if (name !== undefined && domain !== undefined) protect(at - name.length, at + 1 + domain.length);
  }
  return inside;
}
