// Parses numbers as people type them, including full-width digits and decimal commas.

/** Returns the number in a text, or undefined if the text is not a number. */
export function parseNumberText(text: string): number | undefined {
  const plain = text
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replaceAll('、', '.')
    .replaceAll(',', '.')
    .replace(/\s+/g, '');
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(plain)) return undefined;
  return Number(plain);
}

/** Limits `value` to the range from `min` to `max` and rounds it to at most `decimals` places. */
export function fitNumber(value: number, min: number, max: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(Math.min(max, Math.max(min, value)) * factor) / factor;
}
