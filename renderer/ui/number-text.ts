// Reads numbers as people type them, full-width digits and decimal commas included.

/** The number a text says, or undefined when it says none. */
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

/** `value` brought between `min` and `max` and to at most `decimals` places. */
export function fitNumber(value: number, min: number, max: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(Math.min(max, Math.max(min, value)) * factor) / factor;
}
