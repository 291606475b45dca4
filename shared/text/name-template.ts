// File names for many items at once, from a template with places for number, voice and words.

/** Template of a person who has set none. */
export const DEFAULT_NAME_TEMPLATE = '{n} {voice} {words}';

/** What the places of a template stand for. */
export type NameFacts = {
  /** Place among all, from 1. */
  number: number;
  /** How many there are; numbers are written with as many digits. */
  count: number;
  voice: string;
  words: string;
};

/**
 * Fills in a template: `{n}`, `{voice}`, `{words}`. Anything else stays as it is; where nothing remains, the number does.
 * The result is no safe file name yet.
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
