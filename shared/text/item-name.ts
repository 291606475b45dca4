// What the placeholders of a file name stand for, of one item.

import type { LibraryItem } from '../contract/library.ts';
import { findVoice } from '../speech/voices.ts';

/** Most words of a title in a name, and most characters of these. */
const TITLE_WORDS = 6;
export const TITLE_CHARACTERS = 40;

/** The values of one item. Empty is what it does not have. */
export type ItemNameFacts = {
  /** The first words of its title. */
  words: string;
  title: string;
  voice: string;
  model: string;
  connection: string;
  /** When it was made, in local time: `2026-11-25`, `15-04-09`. */
  date: string;
  time: string;
};

/** Returns the values of an item. */
export function nameFactsOf(item: LibraryItem): ItemNameFacts {
  const words = item.title.split(' ').slice(0, TITLE_WORDS).join(' ');
  const voice = item.kind === 'speech' ? item.request.voice : null;
  const made = new Date(item.createdAtMs);
  return {
    words: [...words].slice(0, TITLE_CHARACTERS).join(''),
    title: item.title,
    voice: voice === null ? '' : (findVoice(voice)?.name ?? voice),
    model: item.model,
    connection: item.connectionName,
    date: [made.getFullYear(), two(made.getMonth() + 1), two(made.getDate())].join('-'),
    time: [made.getHours(), made.getMinutes(), made.getSeconds()].map(two).join('-'),
  };
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
