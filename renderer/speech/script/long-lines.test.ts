import { expect, test } from 'vitest';
import type { SpeechItem } from '../../../shared/contract/library.ts';
import type { LexiconRule } from '../../../shared/contract/scripts.ts';
import { createSessionStore } from '../../shell/session-store.ts';
import { appState, fakeIpc, item } from '../../testing/fake-ipc.ts';
import { startScript } from '../../testing/work.ts';
import { longLines, requestsOf } from './long-lines.ts';

const LIMITS = { longText: 'cut', recommendedInputBytes: 20 } as const;
const TARGET = { connectionId: 'practice', format: 'pcm' } as const;

function linesOf(text: string, rules: LexiconRule[] = []) {
  const { ipc } = fakeIpc();
  const script = startScript(ipc, createSessionStore({ ipc, initial: appState() }));
  script.getState().setText(text);
  script.getState().setLexicon(rules);
  script.getState().settle();
  return script.getState();
}

test('a line over the limit is cut inside its text, and each piece is a request', () => {
  const text = 'Ben: Short.\nBen: The first sentence. The second one.';
  const { lines } = linesOf(text);
  const [long, ...others] = longLines(lines, LIMITS);
  expect([others, long?.index, long?.requestCount, long?.cuts.length]).toEqual([[], 1, 2, 1]);
  for (const cut of long?.cuts ?? []) expect(cut).toBeGreaterThan(text.indexOf('The first'));
  expect(requestsOf([0, 1], lines, LIMITS, TARGET)).toBe(3);
  expect(requestsOf([0], lines, LIMITS, TARGET)).toBe(1);
  expect(requestsOf([0, 1], lines, { ...LIMITS, longText: 'whole' }, TARGET)).toBe(2);
});

test('where pronunciation changes a line, its cuts are not shown, because other words are sent', () => {
  const { lines } = linesOf('The first sentence. The second one.\nAnother', [
    { from: 'second', to: '2nd', language: '', isWholeWord: true, isCaseSensitive: false },
  ]);
  expect(longLines(lines, LIMITS)).toMatchObject([{ index: 0, requestCount: 2, cuts: [] }]);
});

test('parts that arrived before are not counted, unless the whole was made since or another request is sent', () => {
  const [line] = linesOf('The first sentence. The second one. And the third.').lines;
  if (line === undefined) throw new Error('no line');
  const { voice, speed, extras, sent } = line.sent;
  const request = { ...TARGET, text: sent.text, voice, speed, extras };
  const part = { fingerprint: 'f', mediaId: 'm', sizeBytes: 2, format: 'pcm', rateHz: 24_000 } as const;
  const cut = item('cut', 1, { request, isComplete: false, parts: { count: 3, kept: [part, part] } });
  const whole = item('whole', 2, { request, parts: { count: 3, kept: [] } });
  const count = (takes: SpeechItem[], target: Parameters<typeof requestsOf>[3] = TARGET): number =>
    requestsOf([0], [{ ...line, takes }], LIMITS, target);
  expect([count([]), count([cut]), count([cut, whole])]).toEqual([3, 1, 3]);
  expect(count([cut], { ...TARGET, connectionId: 'other' })).toBe(3);
  expect(count([cut], { ...TARGET, format: 'mp3' })).toBe(3);
});
