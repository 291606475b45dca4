import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../tests/support/runs.ts';
import { VOICES } from '../speech/voices.ts';
import { directionsIn, emotionIn, silencesAround, withoutDirections, withShorterPauses } from './directions.ts';
import { compileLexicon } from './lexicon.ts';
import { linesOf } from './lines.ts';
import { partsOf } from './parts.ts';
import { sentLines } from './sent-text.ts';

const BASE = { voice: null, speed: 1, extras: {} };
const RULES = compileLexicon([
  { from: 'Ben', to: 'Benjamin', language: '', isWholeWord: true, isCaseSensitive: false },
]);

function sentOf(text: string) {
  const [sent] = sentLines({ text, lines: [], cast: [] }, linesOf(text), BASE, RULES);
  if (sent === undefined) throw new Error('No line.');
  return sent;
}

describe('directions', () => {
  it.each([
    ['[pause 0.8]', { kind: 'pause', ms: 800 }],
    ['[Pause 800ms]', { kind: 'pause', ms: 800 }],
    ['[pause]', { kind: 'pause', ms: 500 }],
    ['[停顿 2 秒]', { kind: 'pause', ms: 2000 }],
    ['[pause 999]', { kind: 'pause', ms: 60_000 }],
    ['[1.3x]', { kind: 'speed', speed: 1.3 }],
    ['[speed 0.9]', { kind: 'speed', speed: 0.9 }],
    ['[9x]', { kind: 'speed', speed: 3 }],
    ['[Angry]', { kind: 'emotion', emotion: 'angry' }],
    ['[whisper]', { kind: 'emotion', emotion: 'ASMR' }],
    ['[愤怒]', { kind: 'emotion', emotion: 'angry' }],
  ])('%s is one', (text, meaning) => {
    expect(directionsIn(`Go ${text} on`)).toEqual([{ from: 3, to: 3 + text.length, ...meaning }]);
  });

  it.each(['[sic]', '[1]', '[pausing]', '[[angry', '[angry', '[]', '[pause one]'])('%s is said', (text) => {
    expect(directionsIn(`Go ${text} on`)).toEqual([]);
  });
});

it('directions are not said, and set how the line is', () => {
  expect(sentOf('Then [angry] who is [pause 0.8] signalling? [1.3x]')).toMatchObject({
    sent: { text: 'Then who is signalling?', pauses: [{ at: 12, ms: 800 }] },
    extras: { emotion: 'angry' },
    speed: 1.3,
  });
  expect(sentOf('[pause 1] Hi.')).toMatchObject({ sent: { text: 'Hi.', pauses: [{ at: 0, ms: 1000 }] } });
  expect(sentOf('Hi. [pause 1]')).toMatchObject({ sent: { text: 'Hi.', pauses: [{ at: 3, ms: 1000 }] } });
  expect(sentOf('[pause 1]').isSpoken).toBe(false);
  expect(sentOf('No directions').sent.pauses).toBeUndefined();
});

it('pronunciation goes on around directions, in places of the written and of the sent text', () => {
  const { spoken, sent } = sentOf('Hello [pause 1] Ben and Ben.');
  expect(sent.text).toBe('Hello Benjamin and Benjamin.');
  for (const { from, to, sentFrom, sentTo } of sent.replacements)
    expect([spoken.slice(from, to), sent.text.slice(sentFrom, sentTo)]).toEqual(['Ben', 'Benjamin']);
  expect(sent.pauses).toEqual([{ at: 6, ms: 1000 }]);
});

it('an emotion that the voice does not list is asked for, and not sent', () => {
  const voice = VOICES.find(({ emotions }) => emotions?.includes('happy') && !emotions.includes('ASMR'));
  const text = '[whisper] Hello.';
  const [sent] = sentLines({ text, lines: [], cast: [] }, linesOf(text), { ...BASE, voice: voice?.key ?? '' }, RULES);
  expect([emotionIn(text), sent?.extras.emotion]).toEqual(['ASMR', undefined]);
});

it('whatever stands between directions is said, once and in order', () => {
  const piece = fc.oneof(fc.constantFrom('[pause 0.2]', '[angry]', '[2x]'), fc.stringMatching(/^[a-z. ]{0,8}$/));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      const directed = withoutDirections(text);
      const said = directed?.pieces.map(({ from, to }) => text.slice(from, to)).join('') ?? text;
      const words = pieces.filter((one) => !one.startsWith('[')).join('');
      expect(said.replaceAll(' ', '')).toBe(words.replaceAll(' ', ''));
    }),
    { numRuns: runs(60) },
  );
});

it('parts end at pauses, and all silence is around them', () => {
  const limits = { longText: 'cut', recommendedInputBytes: 12 } as const;
  const word = fc.stringMatching(/^[a-z]{1,9} $/);
  const pauses = fc.array(fc.record({ at: fc.nat(80), ms: fc.integer({ min: 1, max: 900 }) }), { maxLength: 5 });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), pauses, (words, asked) => {
      const text = words.join('');
      const sorted = asked.map(({ at, ms }) => ({ at: Math.min(at, text.length), ms })).sort((a, b) => a.at - b.at);
      const parts = partsOf(text, limits, sorted);
      for (const { at } of sorted) expect(parts.some(({ start, end }) => start < at && at < end)).toBe(false);
      const silences = silencesAround(sorted, parts);
      expect(silences).toHaveLength(parts.length + 1);
      expect(silences.reduce((sum, ms) => sum + ms, 0)).toBe(sorted.reduce((sum, { ms }) => sum + ms, 0));
    }),
    { numRuns: runs(60) },
  );
});

it('makes pauses shorter, each by the same share, and takes out what would hardly be heard', () => {
  expect(withShorterPauses('Wait [pause 2] and [停顿 1] go.', 1500)).toBe('Wait [pause 1] and [停顿 0.5] go.');
  expect(withShorterPauses('Wait [ Pause: 500ms ] and [pause 0.15] go.', 250)).toBe('Wait [Pause 0.3] and go.');
  expect(withShorterPauses('[pause 1] Go [angry] now. [pause]', 2000)).toBe('Go [angry] now. ');
  expect(withShorterPauses('No pause.', 500)).toBe('No pause.');
});
