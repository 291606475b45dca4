import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { processorMs } from '../../tests/support/processor-time.ts';
import { IMPORT_EXTENSIONS } from './import-extensions.ts';
import { importScript } from './import-script.ts';
import type { ImportedScript, ImportNote } from './imported-script.ts';

const encoder = new TextEncoder();

async function scriptOf(name: string, text: string): Promise<ImportedScript> {
  const read = await importScript({ name, bytes: encoder.encode(text) });
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.data;
}
async function errorOf(name: string, bytes: Uint8Array): Promise<unknown> {
  const read = await importScript({ name, bytes });
  return read.ok ? undefined : read.error;
}
const notesOf = ({ notes }: ImportedScript): Partial<Record<ImportNote, number>> => Object.fromEntries(notes);

describe('a text file', () => {
  it('keeps its lines and blank lines, without control characters', async () => {
    const script = await scriptOf('a.TXT', '\ufeffAnna: Hi\r\n\r\n  you\u0000 there \rEnd\n');
    expect(script.text).toBe('Anna: Hi\n\nyou there\nEnd\n');
    expect(script).toMatchObject({ title: '', encoding: 'utf-8', bareLines: [] });
    expect(notesOf(script)).toEqual({ controlCharacters: 1 });
  });

  it('breaks its lines where word processors do, and runs no words together', async () => {
    const script = await scriptOf('a.txt', 'one\u2028two\u000bthree\u0085four\ffive');
    expect(script.text).toBe('one\ntwo\nthree\nfour five');
    expect(notesOf(script)).toEqual({});
  });

  it('is read in the encoding that a person names', async () => {
    const read = await importScript({ name: 'a.txt', bytes: Uint8Array.of(0xc4, 0xe3) }, { encoding: 'windows-1252' });
    expect(read).toMatchObject({ ok: true, data: { text: 'Äã', encoding: 'windows-1252' } });
  });

  it('says how much is damaged', async () => {
    const bytes = encoder.encode('今天天气很好，我们去公园。');
    const read = await importScript({ name: 'a.txt', bytes: bytes.slice(0, -1) });
    expect(read.ok && notesOf(read.data)).toEqual({ damagedCharacters: 1 });
  });
});

describe('a Markdown file', () => {
  it('becomes lines and chapters', async () => {
    const script = await scriptOf(
      'book.md',
      [
        '---\nauthor: x\n---',
        '# The *house*',
        'It was a [dark](http://x.y "t") and **stormy**\nnight; snake_case &amp; 2 * 3 * 4 \\* stayed.',
        '## Two: the door',
        '- Anna: Hello.\n- Tom: `Hi`  \n  there.',
        '> A quote\n\n1. One\n2. Two',
        '```js\ncode();\n```',
        '<div>\nx\n</div>',
        '![cat](c.png) A cat.',
        '| a | b |\n|---|---|\n| c | d |',
        '今天天气\n很好',
      ].join('\n\n'),
    );
    expect(script.text).toBe(
      'The house\nIt was a dark and stormy night; snake_case & 2 * 3 * 4 * stayed.\n\nTwo: the door\nAnna: Hello.\nTom: Hi\nthere.\n' +
        'A quote\nOne\nTwo\nA cat.\na\nb\nc\nd\n今天天气很好',
    );
    expect(script.title).toBe('The house');
    expect(script.chapters).toEqual([
      { lineIndex: 0, title: 'The house' },
      { lineIndex: 2, title: 'Two: the door' },
    ]);
    expect(script.bareLines).toEqual([2]);
    expect(notesOf(script)).toEqual({ codeBlocks: 1, htmlBlocks: 1, listNumbers: 2, pictures: 1, tableCells: 4 });
  });

  it('takes its title from the front matter', async () => {
    expect((await scriptOf('a.md', '---\r\ntitle: "My book"\r\n---\r\n# A\n\n# B\n')).title).toBe('My book');
    expect((await scriptOf('a.md', '# A\n\n# B\n')).title).toBe('');
  });

  it('is spoken without the marks of programs that take notes', async () => {
    const script = await scriptOf(
      'notes.md',
      [
        'The ==old pier== is closed.[^1] See [[Lighthouse|the light]], [[Ben]] and ![[map.png]].',
        '- [ ] buy rope\n- [x] call ~~Ben~~ Anna',
        '> [!note] Remember\n> Tide at six.',
        'Visit https://example.org/a_b?c=d, today. It costs $5 and $x^2$ here. :) a == b',
        '参见 https://example.org/a。好的',
        'Line one<br>line two <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>',
        '[^1]: Closed\n    since May.\n\n[^2]: Word\n',
      ].join('\n\n'),
    );
    expect(script.text.split('\n')).toEqual([
      'The old pier is closed. See the light, Ben and.',
      'buy rope',
      'call Ben Anna',
      'Remember',
      'Tide at six.',
      'Visit, today. It costs $5 and here. :) a == b',
      '参见。好的',
      'Line one',
      'line two 漢',
    ]);
    expect(notesOf(script)).toEqual({ footnotes: 2, pictures: 1, addresses: 2, formulas: 1, readings: 1 });
  });

  test.each([
    ['equals signs', '=='.repeat(100_000)],
    ['dollars', '$_'.repeat(100_000)],
    ['links of notes', '[['.repeat(100_000)],
    ['addresses', 'http://'.repeat(50_000)],
    ['quotations', '>'.repeat(200_000)],
    ['lists', '- '.repeat(100_000)],
    ['brackets', '['.repeat(200_000)],
    ['images', '!['.repeat(100_000)],
    ['emphasis', '*a_ '.repeat(100_000)],
    ['links', '[a](<b'.repeat(50_000)],
    ['comments', '<!--'.repeat(100_000)],
    ['a table', `${'|a'.repeat(20_000)}\n${'|-'.repeat(20_000)}\n`],
    ['front matter', `---\n${'---x\n'.repeat(50_000)}`],
  ])('of hostile %s is read in time', async (_title, text) => {
    const started = processorMs();
    await importScript({ name: 'a.md', bytes: encoder.encode(text) });
    expect(processorMs() - started).toBeLessThan(5000);
  });
});

describe('a screenplay', () => {
  const file = [
    'Title: Harbour\nAuthor: Someone',
    '# Act one\n\n= They meet.',
    'INT. KITCHEN - NIGHT #1#',
    'Anna looks *out* of the window. Note: it rains.\nIt is \\*late\\*.',
    "ANNA (CONT'D)\n(whispering)\nSomebody is\n  \nat the _steps_.",
    'BEN ^\nI hear it. [[louder?]]',
    '@小明\n~我听见了。',
    'CUT TO:',
    '.The pier',
    '!BOOM\nA light.',
    '> THE END <\n\n===',
    '> FADE OUT.',
    '/* cut\n\nANNA\nNo. */',
  ].join('\n\n');

  it('has its roles, scenes and action, without directions and remarks', async () => {
    const script = await scriptOf('a.fountain', file);
    expect(script.text.split('\n')).toEqual([
      'INT. KITCHEN - NIGHT',
      'Anna looks out of the window. Note: it rains. It is *late*.',
      'ANNA: Somebody is at the steps.',
      'BEN: I hear it.',
      '小明: 我听见了。',
      '',
      'The pier',
      'BOOM A light.',
      'THE END',
    ]);
    expect(script).toMatchObject({ title: 'Harbour', roles: ['ANNA', 'BEN', '小明'] });
    expect(script.chapters.map(({ title }) => title)).toEqual(['INT. KITCHEN - NIGHT', 'The pier']);
    expect(notesOf(script)).toEqual({ remarks: 5, directions: 3 });
  });

  it('that has no title page, and text without capitals, loses no letter', async () => {
    const text = 'NOTE\n\nA quiet start.\n\n他走进来。\n坐下。';
    expect((await scriptOf('a.fountain', text)).text).toBe('NOTE\nA quiet start.\n他走进来。坐下。');
  });
});

describe('hard-wrapped prose', () => {
  it('has its paragraphs as lines, unless a person wants the rows', async () => {
    const prose = [
      'It was late in the evening when the small boat came around',
      'the head of the harbour, and nobody on the quay had noticed',
      'the lantern at its bow until it was almost at the steps.',
      '',
      'She threw the rope to the boy, who caught it, and the light-',
      'house was gone.',
    ].join('\r\n');
    const joined = await scriptOf('a.txt', prose);
    expect(joined.text.split('\n')).toEqual([
      'It was late in the evening when the small boat came around the head of the harbour, and nobody on the quay had noticed the lantern at its bow until it was almost at the steps.',
      '',
      'She threw the rope to the boy, who caught it, and the light-house was gone.',
    ]);
    expect(joined.joinsRows).toBe(true);
    const read = await importScript({ name: 'a.txt', bytes: encoder.encode(prose) }, { joinsRows: false });
    expect(read).toMatchObject({ ok: true, data: { text: prose.replaceAll('\r', ''), joinsRows: false } });
  });

  it('in Chinese is joined without spaces', async () => {
    const rows = [
      '那天晚上下着很大的雨，码头上没有一个人，只有一盏灯',
      '还亮着。她站在船头，把绳子扔给那个男孩，他接住了，',
      '然后她抬起头，看了看灯塔，好像她早就知道它会不在那',
      '里了一样。',
    ];
    expect((await scriptOf('a.txt', rows.join('\n'))).text).toBe(rows.join(''));
  });

  test.each([
    [
      'verses',
      'Tyger Tyger, burning bright\nIn the forests of the night;\nWhat immortal hand or eye,\nCould frame thy fearful symmetry?',
    ],
    [
      'a dialogue',
      'Anna: Hello, are you there? I have been looking for you.\nBen: Yes.\nAnna: Good.\nBen: What is it?',
    ],
    ['paragraphs', `${'A long paragraph of one row, as editors write it. '.repeat(4)}End.\nAnother.\nAnd a third.`],
  ])('is not what %s are', async (_title, text) => {
    expect(await scriptOf('a.txt', text)).toMatchObject({ text, joinsRows: undefined });
  });
});

describe('a table', () => {
  it('with names of columns, in English or Chinese', async () => {
    const english = await scriptOf(
      'a.csv',
      'id,Voice,Text,Speaker\n1,shiny,"Hello,\nyou",Anna\n2,calm,Hi,Anna\n3,,Later: now,\n',
    );
    expect(english.text).toBe('Anna: Hello, you\nAnna: Hi\nLater: now');
    expect(english.voices).toEqual([{ role: 'Anna', voice: 'shiny' }]);
    expect(english.lineVoices).toEqual([{ lineIndex: 1, voice: 'calm' }]);
    expect(english.bareLines).toEqual([2]);
    expect(notesOf(english)).toEqual({ joinedRows: 1 });
    const chinese = await scriptOf('a.tsv', '角色\t台词\t音色\n安娜\t你好\tzh_1\n');
    expect(chinese).toMatchObject({ text: '安娜: 你好', voices: [{ role: '安娜', voice: 'zh_1' }] });
  });

  test.each([
    ['one column', 'Hello\nyou', 'Hello\nyou'],
    ['two columns', 'Anna;Hello\n;Narrated\nTom;', 'Anna: Hello\nNarrated'],
    ['three columns', 'Anna,Hello,shiny\nTom,Hi', 'Anna: Hello\nTom: Hi'],
    ['names without one for the text', 'speaker,what\nAnna,Hello', 'Anna: Hello'],
    ['numbers before role and text', '1;Anna;Hallo\n2;Ben;Guten Tag', 'Anna: Hallo\nBen: Guten Tag'],
    ['numbers before the text', '1,Hello\n2,Bye', 'Hello\nBye'],
    ['times before the text', '0.00\t1.52\tHello\n1.60\t2.10\tYes', 'Hello\nYes'],
    ['texts that are numbers', 'Anna,1984\nBen,2001', 'Anna: 1984\nBen: 2001'],
    ['German names', 'Nr.;Figur;Satz\n1;Anna;Gut\n2;Ben;Nein', 'Anna: Gut\nBen: Nein'],
    ['a German voice', 'Sprecher;Stimme;Zeile\nAnna;de-1;Hallo', 'Anna: Hallo'],
    ['other Chinese names', '编号,角色名,对话\n1,小明,你好', '小明: 你好'],
    ['names with remarks', '角色（中文）,台词 (zh)\n小明,你好', '小明: 你好'],
    ['a Chinese text alone', '编号,文案\n1,你好\n2,再见', '你好\n再见'],
  ])('%s', async (_title, file, text) => expect((await scriptOf('a.csv', file)).text).toBe(text));

  test.each([
    ['a comma in the text, unquoted', 'role,text\nAnna,Hello, my friend\nBen,Yes', 'Anna: Hello, my friend\nBen: Yes'],
    [
      'the same where nothing else is',
      'text\nHello, my friend, and welcome.\nYes.',
      'Hello, my friend, and welcome.\nYes.',
    ],
    [
      'a text of sentences without names',
      'Hello, you.\nWell, yes, no.\nBye, now.',
      'Hello, you.\nWell, yes, no.\nBye, now.',
    ],
    [
      'semicolons, and more commas in the text',
      'Sprecher;Text\nAnna;Nun, das ist, ja, gut.\nBen;Ja, nein, wer, was.',
      'Anna: Nun, das ist, ja, gut.\nBen: Ja, nein, wer, was.',
    ],
    [
      'tabs',
      'Role\tText\nAnna\tGood morning, everyone, hello.\nBen\tYes, well.',
      'Anna: Good morning, everyone, hello.\nBen: Yes, well.',
    ],
    ['bars', 'role|text\nAnna|Hello, you, there\nBen|Yes, yes', 'Anna: Hello, you, there\nBen: Yes, yes'],
    ['what a spreadsheet is told', 'sep=;\r\nrole;text\r\nAnna;Hello\r\n', 'Anna: Hello'],
    ['curled quotation marks', 'role,text\nAnna,“Hello, you”\nBen,„Ja, ja“\n', 'Anna: Hello, you\nBen: Ja, ja'],
    ['curled quotation marks of a sentence', 'role,text\nAnna,“No,” she said.\n', 'Anna: “No,” she said.'],
    ['a comma in a text that is not last', 'role,text,voice\nAnna,Hello, you,shiny', 'Anna: Hello, you'],
    ['a row with a text alone', 'role,text\nAnna,Hello\nIt was night.', 'Anna: Hello\nIt was night.'],
    ['empty cells at the end', 'role,text,,\nAnna,Hello,,,\n', 'Anna: Hello'],
  ])('loses no word: %s', async (_title, file, text) => expect((await scriptOf('a.csv', file)).text).toBe(text));

  it('is read with the delimiter that a person chooses', async () => {
    const bytes = encoder.encode('a;b, c\nd;e, f');
    const read = await importScript({ name: 'a.csv', bytes }, { delimiter: '' });
    expect(read).toMatchObject({ ok: true, data: { text: 'a;b, c\nd;e, f', delimiter: '' } });
    expect(await scriptOf('a.csv', 'a;b, c\nd;e, f')).toMatchObject({ text: 'a: b, c\nd: e, f', delimiter: ';' });
  });

  it('of any kind loses no letter', async () => {
    const word = fc.constantFrom('ja', 'No', '你好', 'x');
    const phrase = fc
      .array(word, { minLength: 1, maxLength: 4 })
      .chain((words) => fc.constantFrom(' ', ', ', '; ', ' | ').map((between) => words.join(between)));
    const row = fc.record({ role: fc.constantFrom('Anna', 'Ben'), text: phrase, isQuoted: fc.boolean() });
    const dialect = fc.record({
      delimiter: fc.constantFrom(',', ';', '\t', '|'),
      hasNames: fc.boolean(),
      end: fc.constantFrom('\n', '\r\n'),
      rows: fc.array(row, { minLength: 1, maxLength: 8 }),
    });
    const letters = (text: string): string => [...text.replace(/[^\p{L}]/gu, '')].sort().join('');
    await fc.assert(
      fc.asyncProperty(dialect, async ({ delimiter, hasNames, end, rows }) => {
        const written = rows.map(({ role, text, isQuoted }) => `${role}${delimiter}${isQuoted ? `"${text}"` : text}`);
        const file = [...(hasNames ? [`role${delimiter}text`] : []), ...written].join(end);
        const { text } = await scriptOf('a.csv', file);
        expect(letters(text)).toBe(letters(rows.map((one) => one.role + one.text).join('')));
      }),
    );
  });

  it('changes names that a script cannot have, and counts them', async () => {
    const script = await scriptOf('a.csv', 'role,text\n"Anna: the ""first""!",Hi\nTom,Hi\n');
    expect(script.text).toBe('Anna the first: Hi\nTom: Hi');
    expect(notesOf(script)).toEqual({ changedRoles: 1 });
  });
});

describe('subtitles', () => {
  it('become lines with times', async () => {
    const script = await scriptOf(
      'a.vtt',
      'WEBVTT\n\n00:01.000 --> 00:02.500\n<v Anna>Hello\nyou\n\n00:03.000 --> 00:04.000\nTom: Hi\n',
    );
    expect(script).toMatchObject({
      text: 'Anna: Hello you\nTom: Hi',
      cues: [
        { lineIndex: 0, startMs: 1000, endMs: 2500 },
        { lineIndex: 1, startMs: 3000, endMs: 4000 },
      ],
    });
    expect(notesOf(script)).toEqual({ joinedRows: 1 });
  });

  it('of any kind lose no letter', async () => {
    const word = fc.constantFrom('ja', 'No.', '你好', '1984', '10:30', '- x', '5 > 3');
    const cue = fc.record({ rows: fc.array(word, { minLength: 1, maxLength: 3 }), lasts: fc.nat(5000) });
    const dialect = fc.record({
      arrow: fc.constantFrom('-->', '->', '-- >', '→', ' --&gt; ', ',', ' - '),
      colon: fc.constantFrom(':', '：', ' : '),
      mark: fc.constantFrom(',', '.', "'"),
      number: fc.constantFrom('', '#', 'plain'),
      between: fc.constantFrom('\n\n', '\r\n\r\n', '\n\n\n'),
      cues: fc.array(cue, { minLength: 1, maxLength: 6 }),
    });
    const seen = (text: string): string => [...text.replace(/[^\p{L}\p{N}]/gu, '')].sort().join('');
    await fc.assert(
      fc.asyncProperty(dialect, async ({ arrow, colon, mark, number, between, cues }) => {
        const time = (ms: number): string => {
          const [seconds, rest] = [Math.floor(ms / 1000), ms % 1000];
          const clock = ['00', '00', String(seconds).padStart(2, '0')].join(colon);
          return `${clock}${mark}${String(rest).padStart(3, '0')}`;
        };
        const blocks = cues.map(({ rows, lasts }, i) => {
          const name = number === '' ? [] : [`${number === '#' ? '#' : ''}${i + 1}`];
          return [...name, `${time(i * 6000)}${arrow}${time(i * 6000 + lasts)}`, ...rows].join('\n');
        });
        const { text, cues: read } = await scriptOf('a.srt', blocks.join(between));
        expect(seen(text)).toBe(seen(cues.flatMap(({ rows }) => rows).join('')));
        expect(read[0]).toMatchObject({ startMs: 0 });
      }),
    );
  });

  it('of LRC have a title', async () => {
    expect(await scriptOf('a.lrc', '[ti:Song]\n[00:01.00]Hi\n')).toMatchObject({ title: 'Song', text: 'Hi' });
  });
});

describe('a document', () => {
  const word = fc.constantFrom('ja', 'No', 'sea', '你好', 'x');
  const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((all) => all.join(' '));
  const letters = (text: string): string => [...text.replace(/[^\p{L}]/gu, '')].sort().join('');
  /** Files that are made of pieces, each of which has a text; the letters of the texts are those of the script. */
  const losesNothing = (name: string, marks: readonly string[], between: string) =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(words, fc.constantFrom(...marks)), { minLength: 1 }), async (pieces) => {
        const file = pieces.map(([text, mark]) => mark.replace('%', text)).join(between);
        const script = await scriptOf(name, file);
        expect(letters(script.text)).toBe(letters(pieces.map(([text]) => text).join('')));
      }),
    );

  it('in Markdown loses no letter', async () => {
    const blocks = ['%', '# %', '- %', '1. %', '> %', '- [x] %', '> [!note]\n> %', '| % |\n|---|', '% [^1]', '%\\'];
    const inline = [
      '*%*',
      '**%**',
      '`%`',
      '==%==',
      '~~%~~',
      '[%](http://a.b)',
      '[[%]]',
      '[[1|%]]',
      '<b>%</b>',
      '% http://1.2/3',
    ];
    await losesNothing('a.md', [...blocks, ...inline], '\n\n');
  });

  it('in Fountain loses no letter', async () => {
    await losesNothing('a.fountain', ['%', '.%', '!%', '> % <', '*%*', '@12\n%', '@12 (1)\n(1)\n%'], '\n\n');
  });

  it('in rows loses no letter', async () => {
    await losesNothing('a.txt', ['%', '  %', '%.', '%-'], '\n');
  });
});

describe('a file that is no script', () => {
  test.each([
    ['another kind', 'a.pdf', encoder.encode('x'), { code: 'unknownKind', extension: 'pdf' }],
    ['no extension', 'README', encoder.encode('x'), { code: 'unknownKind', extension: '' }],
    [
      'a built-in name as its extension',
      'a.constructor',
      encoder.encode('x'),
      { code: 'unknownKind', extension: 'constructor' },
    ],
    ['nothing', 'a.txt', new Uint8Array(0), { code: 'noText' }],
    ['blank lines', 'a.md', encoder.encode('\n \n'), { code: 'noText' }],
    ['a program', 'a.txt', new Uint8Array(2000).map((_, i) => (i * 7) % 256), { code: 'notText' }],
    [
      'too many bytes',
      'a.txt',
      new Uint8Array(50_000_001),
      { code: 'tooLarge', sizeBytes: 50_000_001, limitBytes: 50_000_000 },
    ],
    ['too many lines', 'a.txt', encoder.encode('a\n'.repeat(100_001)), { code: 'tooManyLines', limit: 100_000 }],
    [
      'too long a text',
      'a.txt',
      encoder.encode('a'.repeat(4_000_001)),
      { code: 'textTooLong', length: 4_000_001, limit: 4_000_000 },
    ],
    ['too many rows', 'a.csv', encoder.encode('a\n'.repeat(1_000_001)), { code: 'tooManyRows', limit: 1_000_000 }],
  ])('%s', async (_title, name, bytes, error) => expect(await errorOf(name, bytes)).toEqual(error));
});

describe('any file', () => {
  const names = fc.constantFrom(...IMPORT_EXTENSIONS.map((extension) => `a.${extension}`));
  const pieces = fc.constantFrom(
    '# ',
    'Anna: ',
    '\n',
    '\r\n',
    '"',
    ',',
    '\t',
    '00:01,5 --> 00:02,5',
    '[00:01]',
    '`',
    '- ',
    '<v A>',
    '你好',
    '&amp;',
  );

  it('never throws; the places of what was found are lines of the text', async () => {
    await fc.assert(
      fc.asyncProperty(
        names,
        fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 40 }),
        async (name, parts) => {
          const read = await importScript({ name, bytes: encoder.encode(parts.join('')) });
          if (!read.ok) return;
          const lines = read.data.text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
          const { chapters, cues, lineVoices } = read.data;
          for (const { lineIndex } of [...chapters, ...cues, ...lineVoices]) expect(lines[lineIndex]).toBeDefined();
          for (const { lineIndex, title } of chapters) expect(lines[lineIndex]).toContain(title.slice(0, 20));
          if (name === 'a.srt') expect(cues.length).toBe(lines.length);
        },
      ),
    );
  });

  it('never throws on bytes', async () => {
    await fc.assert(
      fc.asyncProperty(names, fc.uint8Array({ maxLength: 500 }), async (name, bytes) => {
        await importScript({ name, bytes });
      }),
    );
  });
});
