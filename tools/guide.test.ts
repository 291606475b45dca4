import { readdir } from 'node:fs/promises';
import { expect, it, test } from 'vitest';
import { COMMAND_IDS } from '../shared/app/commands.ts';
import { GUIDE_PAGES, type GuideBlock, type GuidePage, type GuideSpan } from '../shared/app/guide.ts';
import { createTranslator, WORDS } from '../shared/i18n/all.ts';
import { GUIDE_LOCALES, GUIDE_PICTURES, GUIDE_PICTURES_FOLDER, parsePage, readGuide } from './guide.ts';

const guide = await readGuide();

/** What has to be the same in every language: the order of blocks, the levels, the lengths of lists and tables. */
function shapeOf({ blocks }: GuidePage): string[] {
  return blocks.map((block) => {
    if (block.kind === 'heading') return `heading ${block.level}`;
    if (block.kind === 'list') return `list ${block.isOrdered} ${block.items.length}`;
    if (block.kind === 'table') return `table ${block.rows.length}`;
    return block.kind;
  });
}

function spansOf(block: GuideBlock): readonly GuideSpan[] {
  if (block.kind === 'paragraph') return block.line;
  if (block.kind === 'list') return block.items.flat();
  return block.kind === 'table' ? [...block.head, ...block.rows.flat()].flat() : [];
}

test.each(GUIDE_PAGES)('the page %s has the same headings, lists and pictures in every language', (id) => {
  const [first, ...others] = GUIDE_LOCALES.map((locale) => shapeOf(guide[locale][id]));
  for (const shape of others) expect(shape).toEqual(first);
});

test.each(GUIDE_LOCALES)('every name in bold is one that the app shows (%s)', (locale) => {
  const t = createTranslator(locale);
  const shown = new Set<unknown>([...Object.values(WORDS[locale]), ...COMMAND_IDS.map((id) => t(`command.${id}`))]);
  const spans = GUIDE_PAGES.flatMap((id) => guide[locale][id].blocks.flatMap(spansOf));
  const terms = spans.filter(({ kind }) => kind === 'term').map(({ text }) => text);
  expect(terms.length).toBeGreaterThan(20);
  expect(terms.filter((term) => !shown.has(term))).toEqual([]);
  expect(guide[locale]['demo-mode'].title).toBe(t('connection.practice'));
});

it('shows each picture that is taken for it, and no other', async () => {
  const taken = GUIDE_LOCALES.flatMap((locale) => GUIDE_PICTURES.map((name) => `${name}-${locale}.webp`)).sort();
  const shown = GUIDE_LOCALES.flatMap((locale) =>
    GUIDE_PAGES.flatMap((id) =>
      guide[locale][id].blocks.flatMap((block) => (block.kind === 'picture' ? [block.file] : [])),
    ),
  );
  expect(shown.sort()).toEqual(taken);
  expect((await readdir(GUIDE_PICTURES_FOLDER)).sort()).toEqual(taken);
});

it('parses what pages consist of', () => {
  const { title, blocks } = parsePage(
    '# A\n\n## B\n\nOne **C** and `d`,\nsee [E](files.md).\n\n1. x\n   z\n2. y\n\n| h |\n|---|\n| c |\n',
  );
  expect(title).toBe('A');
  expect(blocks).toEqual([
    { kind: 'heading', level: 2, text: 'B' },
    {
      kind: 'paragraph',
      line: [
        { kind: 'text', text: 'One ' },
        { kind: 'term', text: 'C' },
        { kind: 'text', text: ' and ' },
        { kind: 'code', text: 'd' },
        { kind: 'text', text: ', see ' },
        { kind: 'link', text: 'E', page: 'files' },
        { kind: 'text', text: '.' },
      ],
    },
    { kind: 'list', isOrdered: true, items: [[{ kind: 'text', text: 'x z' }], [{ kind: 'text', text: 'y' }]] },
    { kind: 'table', head: [[{ kind: 'text', text: 'h' }]], rows: [[[{ kind: 'text', text: 'c' }]]] },
  ]);
});

it.each([
  ['一行，\n二行', '一行，二行'],
  ['一行和\n**二**', '一行和', '二'],
  ['**一**\n二行', '一', '二行'],
  ['一行 AI\n二行', '一行 AI 二行'],
  ['一行、\nAI', '一行、AI'],
])('puts no blank between Chinese characters of wrapped lines: %j', (text, ...expected) => {
  expect(
    parsePage(`# A\n\n${text}`)
      .blocks.flatMap(spansOf)
      .map((span) => span.text),
  ).toEqual(expected);
});

test.each(['# A\n\n#### B', '# A\n\n> quote', '# A\n\n```\ncode\n```', '# A\n\n[x](https://a.example)', 'A'])(
  'refuses what it cannot show: %j',
  (markdown) => expect(() => parsePage(markdown)).toThrow(),
);
