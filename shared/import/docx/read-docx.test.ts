import fc from 'fast-check';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { describe, expect, it, test } from 'vitest';
import { processorMs } from '../../../tests/support/processor-time.ts';
import { runs } from '../../../tests/support/runs.ts';
import { importScript } from '../import-script.ts';

const RELATIONS = (kind: string, target: string): string =>
  `<?xml version="1.0"?><Relationships><Relationship Id="r1" Type="http://x/relationships/${kind}" Target="${target}"/></Relationships>`;
const STYLES =
  '<w:styles><w:style w:styleId="1"><w:name w:val="heading 1"/></w:style><w:style w:styleId="Mine"><w:name w:val="Scene"/><w:basedOn w:val="1"/></w:style>' +
  '<w:style w:styleId="T"><w:name w:val="Title"/></w:style><w:style w:styleId="C"><w:name w:val="toc 1"/></w:style>' +
  '<w:style w:styleId="Loop"><w:name w:val="a"/><w:basedOn w:val="Loop"/></w:style></w:styles>';

const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (content: string, style = ''): string =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${content}</w:p>`;
const documentOf = (body: string): string => `<w:document><w:body>${body}</w:body></w:document>`;

function docx(document: string, others: Zippable = {}): Uint8Array {
  return zipSync({
    '_rels/.rels': strToU8(RELATIONS('officeDocument', 'word/document2.xml')),
    'word/_rels/document2.xml.rels': strToU8(RELATIONS('styles', 'styles.xml')),
    'word/styles.xml': strToU8(STYLES),
    'word/document2.xml': strToU8(document),
    ...others,
  });
}
const read = (bytes: Uint8Array) => importScript({ name: 'a.docx', bytes });

it('reads paragraphs, headings by the name of their style, and the title', async () => {
  const body = [
    paragraph(run('My book'), 'T'),
    paragraph(run('Contents 1'), 'C'),
    paragraph(run('One'), '1'),
    paragraph(run('Anna: A &lt; B &amp; ') + run('C')),
    paragraph(''),
    paragraph(run('Scene: two'), 'Mine'),
    paragraph(
      `${run('first')}<w:r><w:br/><w:t>second</w:t><w:tab/><w:t>end</w:t><w:ptab/><w:t>right</w:t></w:r>`,
      'Loop',
    ),
    `<w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr>${run('Three')}</w:p>`,
  ].join('');
  expect(await read(docx(documentOf(body)))).toMatchObject({
    ok: true,
    data: {
      title: 'My book',
      text: 'My book\n\nOne\nAnna: A < B & C\n\nScene: two\nfirst\nsecond end right\n\nThree',
      chapters: [
        { lineIndex: 1, title: 'One' },
        { lineIndex: 3, title: 'Scene: two' },
        { lineIndex: 6, title: 'Three' },
      ],
      bareLines: [3],
      encoding: undefined,
      notes: new Map([['contents', 1]]),
    },
  });
});

it('leaves out what is deleted, hidden or said twice, and counts what it cannot say', async () => {
  const body = [
    paragraph(`${run('kept')}<w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins>${run(' new')}</w:ins>`),
    paragraph(
      `<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>${run('seen')}<w:r><w:footnoteReference w:id="1"/></w:r>`,
    ),
    paragraph(
      `<mc:AlternateContent><mc:Choice><w:drawing><pic:pic/>${paragraph(run('in a box'))}</w:drawing></mc:Choice><mc:Fallback>${paragraph(run('in a box'))}</mc:Fallback></mc:AlternateContent>${run('around')}`,
    ),
    `<w:tbl><w:tr><w:tc>${paragraph(run('a'))}</w:tc><w:tc>${paragraph(run('b'))}</w:tc></w:tr></w:tbl>`,
    paragraph(`<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>${run('<![CDATA[a<b]]>')}<!-- ${run('no')} -->`),
  ].join('');
  const script = await read(docx(documentOf(body)));
  expect(script).toMatchObject({
    ok: true,
    data: {
      text: 'kept new\nseen\nin a box\naround\na\nb\na<b',
      notes: new Map([
        ['hiddenTexts', 1],
        ['footnotes', 1],
        ['pictures', 1],
        ['tableCells', 2],
        ['formulas', 1],
      ]),
    },
  });
});

it('reads what a reader of the document sees: joined paragraphs, symbols, no readings, no hidden style', async () => {
  const styles =
    '<w:styles><w:style w:styleId="Hid"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:styleId="Sub"><w:basedOn w:val="Hid"/></w:style></w:styles>';
  const styled = (text: string, more = ''): string =>
    `<w:r><w:rPr><w:rStyle w:val="Sub"/>${more}</w:rPr><w:t>${text}</w:t></w:r>`;
  const body = [
    `<w:p><w:pPr><w:rPr><w:del w:id="3"/></w:rPr></w:pPr>${run('Split here')}</w:p>`,
    paragraph(run(' and one again.')),
    paragraph(`${styled('Hidden. ')}${styled('Shown', '<w:vanish w:val="0"/>')}${run(' too.')}`),
    paragraph(run('Hidden paragraph'), 'Hid'),
    paragraph(
      `${run('在')}<w:r><w:ruby><w:rt>${run('gǎng')}</w:rt><w:rubyBase>${run('港')}</w:rubyBase></w:ruby></w:r>${run('口')}`,
    ),
    paragraph(
      `${run('5 ')}<w:r><w:sym w:font="Symbol" w:char="F0B0"/></w:r>${run('C ')}<w:r><w:sym w:font="Wingdings" w:char="F04A"/></w:r>${run('co')}<w:r><w:softHyphen/></w:r>${run('op')}`,
    ),
    `<w:p><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>${run('Open it.')}</w:p>`,
    `<w:p><w:pPr><w:rPr><w:del w:id="4"/></w:rPr></w:pPr>${run('Last')}</w:p>`,
  ].join('');
  expect(await read(docx(documentOf(body), { 'word/styles.xml': strToU8(styles) }))).toMatchObject({
    ok: true,
    data: {
      text: 'Split here and one again.\nShown too.\n在港口\n5 °C coop\nOpen it.\nLast',
      notes: new Map([
        ['hiddenTexts', 2],
        ['readings', 1],
        ['symbols', 1],
        ['listNumbers', 1],
      ]),
    },
  });
});

test.each([
  ['another prefix', 'x', 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'],
  ['no prefix', '', 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'],
  ['the strict format', 'w', 'http://purl.oclc.org/ooxml/wordprocessingml/main'],
])('reads a document with %s', async (_title, prefix, namespace) => {
  const name = prefix === '' ? '' : `${prefix}:`;
  const document = documentOf(paragraph(run('One'), '1') + paragraph(run('Two')))
    .replaceAll('w:', name)
    .replace('document>', `document xmlns${prefix === '' ? '' : `:${prefix}`}="${namespace}">`);
  expect(await read(docx(document))).toMatchObject({
    ok: true,
    data: { text: 'One\nTwo', chapters: [{ title: 'One' }] },
  });
});

describe('a hostile document', () => {
  const bomb = docx(documentOf(paragraph(run('x'.repeat(70_000_000)))));

  test.each([
    ['a small file that unpacks to very much', bomb, 'unreasonableDocument'],
    [
      'entities that grow',
      docx(`<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]>${documentOf(paragraph(run('&c;')))}`),
      'unreasonableDocument',
    ],
    [
      'an entity that names a file',
      docx(`<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${documentOf(paragraph(run('&b;')))}`),
      'unreasonableDocument',
    ],
    ['deep nesting', docx('<w:p>'.repeat(200_000)), 'unreasonableDocument'],
    ['elements that do not match', docx(documentOf('<w:p></w:r>')), 'damagedDocument'],
    ['an element without an end', docx('<w:document><w:p a="'), 'damagedDocument'],
    ['no document', zipSync({ 'a.txt': strToU8('x') }), 'damagedDocument'],
    ['no archive', strToU8('Hello'), 'damagedDocument'],
    ['a document with a password', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3), 'lockedDocument'],
    ['no text', docx(documentOf('')), 'noText'],
    [
      'too many files',
      zipSync(Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`${i}`, new Uint8Array(0)]))),
      'unreasonableDocument',
    ],
  ])('%s', async (_title, bytes, code) => {
    const started = processorMs();
    expect(await read(bytes)).toEqual({ ok: false, error: { code } });
    expect(processorMs() - started).toBeLessThan(5000);
  });

  test.each([
    ['attributes without values', `<w:p ${'a'.repeat(3_000_000)}>`],
    ['many attributes', `<w:p ${'a="b" '.repeat(500_000)}></w:p>`],
    ['brackets', '<'.repeat(3_000_000)],
    ['comments', '<!--'.repeat(700_000)],
    ['text boxes', documentOf(paragraph(run('x')).repeat(200_000))],
  ])('takes no longer than its length allows: %s', async (_title, document) => {
    const started = processorMs();
    await read(docx(document));
    expect(processorMs() - started).toBeLessThan(8000);
  });

  it('cut or changed anywhere is an error or a script, and never throws', async () => {
    const whole = docx(documentOf(paragraph(run('One'), '1') + paragraph(run('Two words here'))));
    const places = fc.nat(whole.length - 1);
    await fc.assert(
      fc.asyncProperty(places, fc.nat(255), fc.boolean(), async (at, byte, isCut) => {
        const bytes = whole.slice(0, isCut ? at : whole.length);
        if (!isCut) bytes[at] = byte;
        await read(bytes);
      }),
      { numRuns: runs(300) },
    );
  });
});
