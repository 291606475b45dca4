// Reads the guide's Markdown and builds what the page shows of it: blocks, because the page may not parse HTML.

import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  GUIDE_PAGES,
  type Guide,
  type GuideBlock,
  type GuidePage,
  type GuidePageId,
  type GuideSpan,
} from '../shared/app/guide.ts';
import { LOCALE_TAGS, type Locale } from '../shared/i18n/index.ts';

/** The pictures of the guide, taken by `tools/screenshots.ts` in each language: `docs/guide/images/<name>-<language>.webp`. */
export const GUIDE_PICTURES = [
  'speech',
  'pictures',
  'detail',
  'extend',
  'crop',
  'cutout',
  'result',
  'connections',
] as const;
export type GuidePicture = (typeof GUIDE_PICTURES)[number];
export const GUIDE_PICTURES_FOLDER = path.join(import.meta.dirname, '../docs/guide/images');

const FOLDER = path.join(import.meta.dirname, '../docs/guide');

/** Writes `guide.json` and the pictures into the folder of the page's files. */
export async function buildGuide(outFolder: string): Promise<void> {
  const pictures = path.join(outFolder, 'guide');
  await mkdir(pictures, { recursive: true });
  for (const name of await readdir(GUIDE_PICTURES_FOLDER))
    await copyFile(path.join(GUIDE_PICTURES_FOLDER, name), path.join(pictures, name));
  await writeFile(path.join(outFolder, 'guide.json'), JSON.stringify(await readGuide()));
}

/** The languages that the guide is translated into: those with a folder. */
export const GUIDE_LOCALES = LOCALE_TAGS.filter((locale) => existsSync(path.join(FOLDER, locale)));

/**
 * Reads all pages; a language without a folder has the English ones. @throws if a page is missing, or has something that
 * cannot be shown.
 */
export async function readGuide(): Promise<Guide> {
  const languages = LOCALE_TAGS.map(
    async (locale) => [locale, await readPages(GUIDE_LOCALES.includes(locale) ? locale : 'en')] as const,
  );
  return Object.fromEntries(await Promise.all(languages)) as Guide;
}

async function readPages(locale: Locale): Promise<Record<GuidePageId, GuidePage>> {
  const pages = GUIDE_PAGES.map(async (id) => {
    const text = await readFile(path.join(FOLDER, locale, `${id}.md`), 'utf8');
    return [id, parsePage(text)] as const;
  });
  return Object.fromEntries(await Promise.all(pages)) as Record<GuidePageId, GuidePage>;
}

/**
 * Parses a page. It begins with `# title`; blocks are separated by empty lines: `##` and `###` headings, paragraphs,
 * lists with `-` or `1.`, tables, and pictures on a line of their own. Paragraphs and list items may be wrapped, the
 * latter with indented lines. @throws for anything else.
 */
export function parsePage(markdown: string): GuidePage {
  const [first = '', ...rest] = markdown.trim().split(/\n{2,}/);
  const title = /^# (.+)$/.exec(first)?.[1];
  if (title === undefined) throw new Error(`A page begins with its title, not with: ${first}`);
  return { title, blocks: rest.map(parseBlock) };
}

function parseBlock(text: string): GuideBlock {
  const lines = text.split('\n');
  const [, marks, heading] = /^(#+) (.+)$/.exec(text) ?? [];
  if (marks !== undefined && heading !== undefined) {
    if (marks.length === 2 || marks.length === 3) return { kind: 'heading', level: marks.length, text: heading };
    throw new Error(`No heading of this level: ${text}`);
  }
  const [, alternative, file] = /^!\[([^\]]+)\]\(\.\.\/images\/([\w.-]+)\)$/.exec(text) ?? [];
  if (alternative !== undefined && file !== undefined) return { kind: 'picture', file, text: alternative };
  const entries = text.split(/\n(?! )/);
  for (const mark of [/^- /, /^\d+\. /]) {
    if (entries.every((entry) => mark.test(entry)))
      return {
        kind: 'list',
        isOrdered: mark.test('1. '),
        items: entries.map((entry) => parseLine(unwrapped(entry.replace(mark, '')))),
      };
  }
  if (lines.every((line) => line.startsWith('|'))) return parseTable(lines);
  if (/^([#>|!]|- |\d+\. |```)/.test(text)) throw new Error(`The guide cannot show: ${text}`);
  return { kind: 'paragraph', line: parseLine(unwrapped(text)) };
}

/** Line breaks beside Chinese punctuation and between Chinese characters, also at the edge of a bold term. */
const WITHOUT_SPACE = new RegExp(
  String.raw`(?<=P\**)\s*\n\s*|\s*\n\s*(?=\**P)|(?<=H\**)\s*\n\s*(?=\**H)`
    .replaceAll('P', String.raw`[\u3000-\u303f\uff00-\uffef…]`)
    .replaceAll('H', String.raw`\p{Script=Han}`),
  'gu',
);

/** Joins wrapped lines by a space, which Chinese characters do without. */
function unwrapped(text: string): string {
  return text.replace(WITHOUT_SPACE, '').replace(/\s*\n\s*/g, ' ');
}

function parseTable(lines: readonly string[]): GuideBlock {
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => parseLine(cell.trim())),
  );
  return { kind: 'table', head, rows };
}

/** Parses `**term**`, `` `code` `` and `[text](page.md)`. @throws for a link to anything but a page. */
function parseLine(text: string): GuideSpan[] {
  return text
    .split(/(\*\*[^*]+\*\*|`[^`]+`|\[[^\]]+\]\([^)]+\))/)
    .filter((part) => part !== '')
    .map((part) => {
      if (part.startsWith('**')) return { kind: 'term', text: part.slice(2, -2) };
      if (part.startsWith('`')) return { kind: 'code', text: part.slice(1, -1) };
      const [, label, target] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
      if (label === undefined || target === undefined) return { kind: 'text', text: part };
      const page = GUIDE_PAGES.find((id) => target === `${id}.md`);
      if (page === undefined) throw new Error(`No page of the guide: ${target}`);
      return { kind: 'link', text: label, page };
    });
}
