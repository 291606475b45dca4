// Names for many items at once, of files or as titles, from a template with placeholders for number, date, voice, words and others.

import type { LibraryItem } from '../contract/library.ts';
import { shortTitle } from '../library/library-limits.ts';
import { type ItemNameFacts, nameFactsOf } from './item-name.ts';

/** The template until a person changes it. */
export const DEFAULT_NAME_TEMPLATE = '{number} {voice} {words}';

/** The placeholders that are offered, in this order. `{n}`, of earlier versions, means `{number}`. */
export const NAME_PLACEHOLDERS = [
  'number',
  'words',
  'title',
  'voice',
  'date',
  'time',
  'model',
  'connection',
] as const satisfies readonly (keyof ItemNameFacts | 'number')[];

/** The values of a template's placeholders. */
export type NameFacts = ItemNameFacts & {
  /** Position among all items, from 1. */
  number: number;
  /** The number of items; all numbers are padded to as many digits. */
  count: number;
};

/**
 * Fills in a template: `{number}`, `{voice}`, … Other text stays unchanged; an empty result becomes the number. The
 * result is not yet a safe file name.
 */
export function fillNameTemplate(template: string, { number, count, ...facts }: NameFacts): string {
  const n = String(number).padStart(String(count).length, '0');
  const places = new Map<string, string>([['n', n], ['number', n], ...Object.entries(facts)]);
  const filled = template.replace(/\{(\w+)\}/g, (place, name: string) => places.get(name) ?? place);
  return filled.replace(/\s+/g, ' ').trim() || n;
}

/** The name of an item by a template, any text. @param index its place among all `count`, from 0 */
export function nameBy(template: string, item: LibraryItem, index: number, count: number): string {
  return fillNameTemplate(template, { ...nameFactsOf(item), number: index + 1, count });
}

/** The title of an item by a template. */
export function titleBy(template: string, item: LibraryItem, index: number, count: number): string {
  return shortTitle(nameBy(template, item, index, count));
}
