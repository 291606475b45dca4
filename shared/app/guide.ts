// The guide as the page gets it: pages of blocks, built from docs/guide by tools/guide.ts.

import type { Locale } from '../i18n/index.ts';

/** The pages, in the order in which they are listed; each is a file `docs/guide/<language>/<page>.md`. */
export const GUIDE_PAGES = [
  'speech',
  'pictures',
  'protected-and-used',
  'library',
  'connections',
  'demo-mode',
  'files',
  'troubleshooting',
] as const;
export type GuidePageId = (typeof GUIDE_PAGES)[number];

/** A part of a line. `term` is a name that the app shows, `code` a key, file or value, `link` leads to another page. */
export type GuideSpan =
  | { kind: 'text'; text: string }
  | { kind: 'term'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string; page: GuidePageId };

type Line = readonly GuideSpan[];

/** A block of a page. `level` of headings: 2 or 3. */
export type GuideBlock =
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'paragraph'; line: Line }
  | { kind: 'list'; isOrdered: boolean; items: readonly Line[] }
  | { kind: 'table'; head: readonly Line[]; rows: readonly (readonly Line[])[] }
  | { kind: 'picture'; file: string; text: string };

/** A page: its title and what is below it. */
export type GuidePage = { title: string; blocks: readonly GuideBlock[] };

/** All pages in all languages. */
export type Guide = Readonly<Record<Locale, Readonly<Record<GuidePageId, GuidePage>>>>;
