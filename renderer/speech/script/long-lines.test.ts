import { expect, test } from 'vitest';
import type { LexiconRule } from '../../../shared/contract/scripts.ts';
import { createSessionStore } from '../../app/session-store.ts';
import { appState, fakeIpc } from '../../testing/fake-ipc.ts';
import { startScript } from '../../testing/work.ts';
import { longLines, requestsOf } from './long-lines.ts';

const LIMITS = { longText: 'cut', recommendedInputBytes: 20 } as const;

function linesOf(text: string, rules: LexiconRule[] = []) {
  const { ipc } = fakeIpc();
  const script = startScript(ipc, createSessionStore({ ipc, initial: appState() }));
  script.getState().setText(text);
  script.getState().setLexicon(rules);
  script.getState().settle();
  return script.getState();
}

test('a line over the limit is cut inside its text, and each piece is a request', () => {
  const text = 'Anna: Short.\nBen: The first sentence. The second one.';
  const { lines } = linesOf(text);
  const [long, ...others] = longLines(lines, LIMITS);
  expect([others, long?.index, long?.requestCount, long?.cuts.length]).toEqual([[], 1, 2, 1]);
  for (const cut of long?.cuts ?? []) expect(cut).toBeGreaterThan(text.indexOf('The first'));
  expect(requestsOf([0, 1], lines, LIMITS)).toBe(3);
  expect(requestsOf([0], lines, LIMITS)).toBe(1);
  expect(requestsOf([0, 1], lines, { ...LIMITS, longText: 'whole' })).toBe(2);
});

test('where pronunciation changes a line, its cuts are not shown, because other words are sent', () => {
  const { lines } = linesOf('The first sentence. The second one.\nAnother', [
    { from: 'second', to: '2nd', language: '', isWholeWord: true, isCaseSensitive: false },
  ]);
  expect(longLines(lines, LIMITS)).toMatchObject([{ index: 0, requestCount: 2, cuts: [] }]);
});
