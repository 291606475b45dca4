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
])('reads %s', (_title, file, expected) => expect(shortOf(file)).toEqual(expected));

it('sorts cues, and counts what is odd', () => {
  const file =
    '00:05 --> 00:06\nb\n\n00:01 --> 00:04\na\n\n00:03 --> 00:05\nc\n\n00:08 --> 00:07\nd\n\n00:09 --> 00:10\n<i></i>\n';
  const { cues, ...counts } = parseCues(file);
  expect(cues.map(({ text }) => text)).toEqual(['a', 'c', 'b', 'd']);
  expect(counts).toEqual({ overlapping: 1, unordered: 1, withoutText: 1, reversed: 1 });
});

it('reads LRC: several stamps, words, offset, empty lines as ends', () => {
  const file = '[ti: Song]\n[ar:x]\n[offset:+500]\n[00:10.00][00:01.50]Hi <00:02.00>you\n[00:12.5]\n[00:20]End\n';
  expect(parseLrc(file)).toEqual({
    title: 'Song',
    cues: [
      { startMs: 1000, endMs: 9500, role: '', text: 'Hi you' },
      { startMs: 9500, endMs: 12_000, role: '', text: 'Hi you' },
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
