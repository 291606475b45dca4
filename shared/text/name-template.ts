// File names for many items at once, from a template with placeholders for number, voice and words.

/** The template until a person changes it. */
export const DEFAULT_NAME_TEMPLATE = '{n} {voice} {words}';

/** The values of a template's placeholders. */
export type NameFacts = {
  /** Position among all items, from 1. */
  number: number;
  /** The number of items; all numbers are padded to as many digits. */
  count: number;
  voice: string;
  words: string;
};

/**
 * Fills in a template: `{n}`, `{voice}`, `{words}`. Other text stays unchanged; an empty result becomes the number. The
 * result is not yet a safe file name.
 */
export function fillNameTemplate(template: string, { number, count, voice, words }: NameFacts): string {
  const n = String(number).padStart(String(count).length, '0');
  const places = new Map([
    ['{n}', n],
    ['{voice}', voice],
    ['{words}', words],
  ]);
  const filled = template.replace(/\{\w+\}/g, (place) => places.get(place) ?? place);
  return filled.replace(/\s+/g, ' ').trim() || n;
}
