import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { processorMs } from '../../tests/support/processor-time.ts';
import { parseCues } from './parse-cues.ts';
import { parseLrc } from './parse-lrc.ts';

const shortOf = (file: string): unknown[] =>
  parseCues(file).cues.map(({ startMs, endMs, role, text }) => [startMs, endMs, ...(role ? [role] : []), text]);

test.each([
  ['a byte order mark and CRLF', '\ufeff1\r\n00:00:01,000 --> 00:00:02,500\r\nHi\r\n\r\n', [[1000, 2500, 'Hi']]],
  [
    'neither numbers nor blank lines',
    '00:01.5 --> 00:02\nHi\n00:03.25 --> 0:04\nYou',
    [
      [1500, 2000, 'Hi'],
      [3250, 4000, 'You'],
    ],
  ],
  [
    'numbers without blank lines',
    '1\n00:00:01,000 --> 00:00:02,000\nHi\n2\n00:00:03,000 --> 00:00:04,000\n1984',
    [
      [1000, 2000, 'Hi'],
      [3000, 4000, '1984'],
    ],
  ],
  [
    'blank lines inside a cue',
    '1\n00:00:01,000 --> 00:00:02,000\n\nHi\n\nyou\n\n2\n00:00:03,000 --> 00:00:04,000\nx',
    [
      [1000, 2000, 'Hi\nyou'],
      [3000, 4000, 'x'],
    ],
  ],
  [
    'tags and overrides of SRT',
    '00:00:01,000 --> 00:00:02,000 X1:5\n{\\an8}<i>Hi</i> <font color="red">you</font><br>a < b > c <3',
    [[1000, 2000, 'Hi you\na < b > c <3']],
  ],
  [
    'styles, notes, regions, names, settings and voices of VTT',
    'WEBVTT - x\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:a\n\nintro\n00:01.000 --> 00:02.000 align:start\n<v.loud Anna B&amp;C>Hi <c.x>you</c> &lt;b&gt; <00:01.500>now</v>\n\nNOTE not\nthis\n\nmiddle\n1:00:01.000 --> 1:00:02.000\nEnd\n',
    [
      [1000, 2000, 'Anna B&C', 'Hi you <b> now'],
      [3_601_000, 3_602_000, 'End'],
    ],
  ],
  [
    'references',
    '00:00:01,000 --> 00:00:02,000\n&amp;lt; &#39;&#x4e2d;&#1114112;&#xD800; &copy;',
    [[1000, 2000, "&lt; '中\ufffd\ufffd &copy;"]],
  ],
  ...[
    ['an arrow of one dash', '00:00:01,000 -> 00:00:03,000'],
    ['an arrow of three dashes', '00:00:01,000 ---> 00:00:03,000'],
    ['an arrow taken apart', '00:00:01,000 -- > 00:00:03,000'],
    ['an arrow without blanks', '00:00:01,000-->00:00:03,000'],
    ['a long dash', '00:00:01,000 –> 00:00:03,000'],
    ['a full-width arrow', '00:00:01,000 --＞ 00:00:03,000'],
    ['an arrow of one sign', '00:00:01,000 → 00:00:03,000'],
    ['an arrow as a reference', '00:00:01,000 --&gt; 00:00:03,000'],
    ['a comma as the arrow', '0:00:01.000,0:00:03.000'],
    ['commas everywhere', '00:00:01,000,00:00:03,000'],
    ['a dash as the arrow', '00:00:01.000 - 00:00:03.000'],
    ['full-width digits', '００：００：０１，０００ --> ００：００：０３，０００'],
    ['full-width colons', '00：00：01，000 --> 00：00：03，000'],
    ['blanks inside', '00: 00: 01, 000 --> 00 :00 :03 , 000'],
    ['an apostrophe before the decimals', "00:00:01'000 --> 00:00:03’000"],
    ['a colon before the decimals', '00:00:01:000 --> 00:00:03:000'],
    ['frames', '00:00:01:00 --> 00:00:03:00'],
    ['frames behind a semicolon', '00:00:01;00 --> 00:00:03;00'],
    ['an open end', '00:00:01,000 -->\nHi\n\n2\n00:00:03,000 --> 00:00:03,000'],
    ['brackets', '[00:00:01.000 --> 00:00:03.000]'],
    ['signs that nobody sees', '\u200e00:00:01,000\u00a0--> \u200b00:00:03,000'],
    ['settings', '00:00:01.000 --> 00:00:03.000 align:start position:0%'],
    ['coordinates', '00:00:01,000 --> 00:00:03,000  X1:100 X2:600 Y1:050 Y2:100'],
  ].map(
    ([title = '', row = '']) =>
      [title, `1\n${row.includes('Hi') ? row : `${row}\nHi`}\n`, [[1000, 3000, 'Hi']]] as [string, string, unknown[][]],
  ),
  [
    'text behind the times',
    '[00:00:01.000 --> 00:00:03.000]  Hi “you”…\n[00:00:03.000 --> 00:00:04.000]   He said: 5.',
    [
      [1000, 3000, 'Hi “you”…'],
      [3000, 4000, 'He said: 5.'],
    ],
  ],
  [
    'what begins before the film',
    '1\n-00:00:01,200 --> 00:00:01,000\nFirst\n\n2\n00:00:01,500 --> 00:00:03,000\nSecond\n\n3\n-00:00:00,500 --> 00:00:04,000\nThird',
    [
      [0, 1000, 'First'],
      [0, 4000, 'Third'],
      [1500, 3000, 'Second'],
    ],
  ],
  ['frames of thirty a second', '00:00:01:15 --> 00:00:02:29\nHi', [[1500, 2967, 'Hi']]],
  [
    'two cues at one time',
    '1\n00:00:01,000 --> 00:00:02,000\nHi\n\n2\n00:00:01,000 --> 00:00:02,000\nHi',
    [
      [1000, 2000, 'Hi'],
      [1000, 2000, 'Hi'],
    ],
  ],
  [
    'numbers as text, and numbers of cues',
    '#1\n00:01 --> 00:02\n1984\n\n#2\n\n00:02 --> 00:03\nIn\n1985\n\n3.\n00:03 --> 00:04\n10:30 - 12:00\n\n4\n',
    [
      [1000, 2000, '1984'],
      [2000, 3000, 'In\n1985'],
      [3000, 4000, '10:30 - 12:00'],
    ],
  ],
  [
    'a number that ends a text without a blank row, in a file without numbers',
    '00:01 --> 00:02\nThe year is\n1984\n00:02 --> 00:03\nIs it?',
    [
      [1000, 2000, 'The year is\n1984'],
      [2000, 3000, 'Is it?'],
    ],
  ],
  [
    'two speakers in a cue, who share its time',
    '00:01 --> 00:03\n- Are you\nthere?\n- Yes, I am now.\n\n00:04 --> 00:05\n- Hm.',
    [
      [1000, 2000, 'Are you\nthere?'],
      [2000, 3000, 'Yes, I am now.'],
      [4000, 5000, '- Hm.'],
    ],
  ],
  [
    'row breaks and styles of other formats',
    '00:01 --> 00:02\n{\\an8}Up\\Nnow {y:i}slowly',
    [[1000, 2000, 'Up\nnow slowly']],
  ],
  [
    'readings of characters',
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</ruby>です',
    [[1000, 2000, '漢字です']],
  ],
])('reads %s', (_title, file, expected) => expect(shortOf(file)).toEqual(expected));

it('sorts cues, and counts what is odd', () => {
  const file =
    '00:05 --> 00:06\nb\n\n00:01 --> 00:04\na\n\n00:03 --> 00:05\nc\n\n00:08 --> 00:07\nd\n\n00:09 --> 00:10\n<i></i>\n';
  const { cues, ...counts } = parseCues(file);
  expect(cues.map(({ text }) => text)).toEqual(['a', 'c', 'b', 'd']);
  expect(counts).toEqual({
    overlapping: 1,
    unordered: 1,
    withoutText: 1,
    reversed: 1,
    readings: 0,
    repeated: 0,
    unreadTimes: [],
    outside: [],
  });
});

it('keeps the text under times that cannot be read, and says which', () => {
  const file = 'Title\n\n1\n00:01 --> 00:02\nFirst\n\n2\nO0:x2 --> 00:03\nSecond\n\n3\n00:05 --> 00:06\nThird\n';
  expect(shortOf(file)).toEqual([
    [1000, 2000, 'First'],
    [2000, 5000, 'Second'],
    [5000, 6000, 'Third'],
  ]);
  expect(parseCues(file)).toMatchObject({ unreadTimes: [8], outside: [1] });
});

describe('rolling captions', () => {
  it('that roll up row by row are spoken once', () => {
    const row = (text: string): string => `${text} align:start\n`;
    const file = [
      'WEBVTT\nKind: captions\n',
      `${row('00:00:00.160 --> 00:00:03.429')} \nToday<00:00:00.960><c> we</c><00:00:01.520><c> walk</c>\n`,
      `${row('00:00:03.429 --> 00:00:03.439')}Today we walk\n \n`,
      `${row('00:00:03.439 --> 00:00:05.749')}Today we walk\nand<00:00:03.760><c> look</c>\n`,
      `${row('00:00:05.749 --> 00:00:05.759')}and look\n \n`,
      `${row('00:00:05.759 --> 00:00:08.100')}and look\nuntil the evening`,
    ].join('\n');
    expect(shortOf(file)).toEqual([
      [160, 3439, 'Today we walk'],
      [3439, 5759, 'and look'],
      [5759, 8100, 'until the evening'],
    ]);
    expect(parseCues(file).repeated).toBe(4);
  });

  it('that grow word by word are spoken once', () => {
    const file = ['Hi', 'Hi there', 'Hi there you', 'Now', 'Now go']
      .map((text, i) => `00:0${i} --> 00:0${i + 1}\n${text}\n`)
      .join('\n');
    expect(shortOf(file)).toEqual([
      [0, 3000, 'Hi there you'],
      [3000, 5000, 'Now go'],
    ]);
  });

  it('are not what a refrain is', () => {
    const file = ['La la', 'La la', 'La la', 'La la la'].map((text, i) => `00:0${i} --> 00:0${i + 1}\n${text}\n`);
    expect(parseCues(file.join('\n')).cues).toHaveLength(4);
  });
});

it('gives the words of each voice in a cue to that voice, and to each a part of the time', () => {
  const cue = '<v Anna>Hello</v>\n<v.loud Ben>Howdy</v>';
  expect(parseCues(`WEBVTT\n\n00:00 --> 00:02\n${cue}`).cues).toEqual([
    { startMs: 0, endMs: 1000, role: 'Anna', text: 'Hello' },
    { startMs: 1000, endMs: 2000, role: 'Ben', text: 'Howdy' },
  ]);
});

it.each([
  ['&gt;&gt; Hello\nyou', ['Hello\nyou']],
  ['>> Hello\n>>> Hi', ['Hello', 'Hi']],
  ['5 >> 3', ['5 >> 3']],
])('does not say the marks of another speaker: %s', (cue, texts) => {
  expect(parseCues(`1\n00:00 --> 00:02\n${cue}`).cues.map(({ text }) => text)).toEqual(texts);
});

it('reads LRC: several stamps, words, offset, empty lines as ends', () => {
  const file =
    'By x\n[ti: Song]\n[ar:x]\n[offset:+500]\n[00:10.00][00:01.50]Hi <00:02.00>you\nthere\n[00:12.5]\n[00:20]End\n';
  expect(parseLrc(file)).toEqual({
    title: 'Song',
    outside: [1],
    cues: [
      { startMs: 1000, endMs: 9500, role: '', text: 'Hi you\nthere' },
      { startMs: 9500, endMs: 12_000, role: '', text: 'Hi you\nthere' },
      { startMs: 19_500, endMs: 24_500, role: '', text: 'End' },
    ],
  });
});

describe('anything', () => {
  const pieces = fc.constantFrom(
    'WEBVTT',
    '\n',
    '\r\n',
    '1',
    '00:01',
    ' --> ',
    '00:00:02,5',
    '<v A>',
    '<',
    '&#',
    'NOTE',
    '[00:01]',
    'x',
  );
  it('is read without throwing', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 60 }), (parts) => {
        parseCues(parts.join(''));
        parseLrc(parts.join(''));
      }),
    );
  });

  test.each([
    ['angle brackets', `00:01 --> 00:02\n${'<'.repeat(2_000_000)}`],
    ['open voice tags', `WEBVTT\n\n00:01 --> 00:02\n${'<v '.repeat(1_000_000)}`],
    ['voices', `WEBVTT\n\n00:01 --> 00:02\n${'<v A>x<v B>y'.repeat(75_000)}`],
    ['spaces', `${' '.repeat(2_000_000)}-->`],
    ['braces', `00:01 --> 00:02\n${'{\\'.repeat(1_000_000)}`],
    ['digits', `${'1'.repeat(2_000_000)}\n00:01 --> 00:02\nx`],
    ['brackets', '[ti:'.repeat(500_000)],
    ['stamps', '[00:01]'.repeat(300_000)],
    ['references', `00:01 --> 00:02\n${'&#1'.repeat(700_000)}`],
  ])('takes no longer than its length allows: %s', (_title, file) => {
    const started = processorMs();
    parseCues(file);
    parseLrc(file);
    expect(processorMs() - started).toBeLessThan(5000);
  });
});
