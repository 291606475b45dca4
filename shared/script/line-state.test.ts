import { describe, expect, it, test } from 'vitest';
import type { LineTake } from '../contract/library.ts';
import { compileLexicon } from './lexicon.ts';
import { type LineFacts, lineState, planLines, usedTake } from './line-state.ts';
import { linesOf } from './lines.ts';
import { type SentLine, sentLines, speechKey } from './sent-text.ts';

const BASE = { voice: 'shiny', speed: 1, extras: {} };
const sentOf = (text: string): SentLine[] =>
  sentLines({ text, lines: [], cast: [] }, linesOf(text), BASE, compileLexicon([]));
const [hello] = sentOf('Hello') as [SentLine];

const take = (id: string, text = 'Hello', change: Partial<LineTake> = {}): LineTake => ({
  id,
  createdAtMs: 1,
  mediaId: id,
  isComplete: true,
  audio: { askedFormat: 'pcm', format: 'pcm', sampleRateHz: 24_000, durationMs: 1000 },
  request: { connectionId: 'c', text, voice: 'shiny', speed: 1, format: 'pcm', extras: {} },
  line: null,
  parts: null,
  isStarred: false,
  ...change,
});
const facts = (change: Partial<LineFacts> = {}): LineFacts => ({
  sent: hello,
  record: undefined,
  takes: [],
  job: undefined,
  ...change,
});
const cut = take('cut', 'Hello', { isComplete: false });

test.each<[string, string, Partial<LineFacts>]>([
  ['none', 'nothing was requested', {}],
  ['none', 'there is nothing to speak', { sent: sentOf('…')[0] as SentLine, takes: [take('a', '…')] }],
  ['queued', 'its request waits', { job: { state: 'queued' }, takes: [take('a')] }],
  ['paused', 'its request was paused', { job: { state: 'queued', isPaused: true }, takes: [take('a')] }],
  ['running', 'its reply is saved', { job: { state: 'saving' } }],
  ['failed', 'its request failed', { job: { state: 'failed' }, takes: [take('a', 'Before')] }],
  ['failed', 'nobody knows what became of its request', { job: { state: 'unknown' } }],
  ['failed', 'its only take was cut off', { takes: [cut] }],
  ['ready', 'it has a take of what would be sent', { takes: [take('a')] }],
  ['ready', 'a take that was cut off was chosen', { record: { usedTakeId: 'cut' }, takes: [take('a'), cut] }],
  ['ready', 'one was cut off after a whole one', { takes: [take('a'), cut], job: { state: 'failed' } }],
  ['ready', 'a failure came after a good take', { job: { state: 'failed' }, takes: [take('a')] }],
  ['changed', 'its take says something else', { takes: [take('a', 'Before')] }],
  ['ready', 'its take is locked', { record: { isLocked: true, usedTakeId: null }, takes: [take('a', 'Before')] }],
  ['changed', 'another take was chosen', { record: { usedTakeId: 'b' }, takes: [take('a'), take('b', 'Before')] }],
])('a line is %s if %s', (state, _why, change) => expect(lineState(facts(change))).toBe(state));

describe('the take that is used', () => {
  it.each<[string, Partial<LineFacts>]>([
    ['is the chosen one', { record: { usedTakeId: 'it' }, takes: [take('it', 'Before'), take('b')] }],
    ['is the newest of what would be sent', { takes: [take('a'), take('it'), take('c', 'Before'), cut] }],
    ['is else the newest complete one', { takes: [take('a', 'Before'), take('it', 'Later'), cut] }],
    ['is else whatever there is', { takes: [take('a', 'x', { isComplete: false }), { ...cut, id: 'it' }] }],
    ['is not one that has gone', { record: { usedTakeId: 'gone' }, takes: [take('it')] }],
  ])('%s', (_title, change) => expect(usedTake(facts(change))?.id).toBe('it'));
});

it('a take in another format or of another relay is one of the same; other words, voices and settings are not', () => {
  const { request } = take('a');
  const key = speechKey(request);
  expect(speechKey({ ...request, ...{ format: 'mp3', connectionId: 'other' } })).toBe(key);
  expect(speechKey({ ...request, extras: { emotion: undefined } })).toBe(key);
  const others = [{ text: 'Hello!' }, { voice: null }, { speed: 1.05 }, { extras: { emotion: 'sad' } }];
  expect(others.map((change) => speechKey({ ...request, ...change }) === key)).not.toContain(true);
  expect(speechKey({ ...request, extras: { emotion: 'sad', language: 'en' } })).toBe(
    speechKey({ ...request, extras: { language: 'en', emotion: 'sad' } }),
  );
});

it('what is new, changed or failed is requested once, in order; the rest is free', () => {
  const states = ['ready', 'none', 'changed', 'failed', 'queued', 'running', 'none', 'none'] as const;
  const lines = sentOf('One\nTwo\nThree\n四\nFive\nSix\nTwo\n…').map((sent, index) => ({
    sent,
    state: states[index] ?? 'none',
  }));
  expect(planLines(lines)).toEqual({
    toRequest: [1, 2, 3],
    readyCount: 1,
    sameCount: 1,
    runningCount: 2,
    characters: 'TwoThree四'.length,
  });
  expect(planLines([])).toMatchObject({ toRequest: [], characters: 0 });
});
