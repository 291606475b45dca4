import { expect, test } from 'vitest';
import type { Job, SpeechJob } from '../../shared/contract/jobs.ts';
import { appError } from '../../shared/errors.ts';
import { editJob, job } from '../testing/fake-ipc.ts';
import { attention, isRepeatable, requestForMissing } from './attention.ts';

const refused = appError('relay.voice_unknown');
const line = (lineId: string, scriptId = 's') => ({ line: { scriptId, lineId } });
const failedLine = (id: string, change: Partial<SpeechJob> = {}) =>
  job(id, { state: 'failed', error: refused, ...line(id), ...change });
const idsOf = (jobs: readonly Job[]) => attention(jobs).speech.map((alert) => alert.jobs.map(({ id }) => id));

test('lines that failed alike are told once, each request that was perhaps billed by itself, the newest first', () => {
  const jobs = [
    failedLine('a'),
    job('unknown', { state: 'unknown', ...line('c') }),
    job('lost', { state: 'unknown', ...line('d'), error: appError('outcome.unknown') }),
    failedLine('b'),
    failedLine('other script', line('a', 'other')),
    failedLine('other reason', { error: appError('relay.voice_unknown', { relayMessage: 'not for you' }) }),
  ];
  expect(idsOf(jobs)).toEqual([['other reason'], ['other script'], ['lost'], ['unknown'], ['a', 'b']]);
  expect(attention(jobs).counts).toEqual({ speech: 6, images: 0 });
  expect(attention(jobs).speech[3]?.error.code).toBe('outcome.interrupted');
});

test('a relay that refuses everything is told once, whatever it calls each request', () => {
  const refusal = (id: string) => ({
    error: appError('relay.key_refused', { relayMessage: `bad key (request ${id})` }),
  });
  expect(idsOf(['a', 'b'].map((id) => failedLine(id, refusal(id))))).toEqual([['a', 'b']]);
});

test('what the app tries again by itself is told, and needs nobody', () => {
  const limited = appError('relay.rate_limited', { waitS: 3 });
  const jobs = ['a', 'b'].map((id) => job(id, { error: limited, tries: 1, ...line(id, id) }));
  expect(attention(jobs).speech).toMatchObject([{ isWaiting: true, jobs: [{ id: 'a' }, { id: 'b' }] }]);
  expect(attention(jobs).counts.speech).toBe(0);
});

test('what is done, cancelled or under way needs nobody', () => {
  const states = ['queued', 'sending', 'receiving', 'saving', 'done', 'cancelled'] as const;
  const jobs = states.flatMap((state) => [job(state, { state }), editJob(`edit ${state}`, { state })]);
  expect(attention(jobs)).toMatchObject({ speech: [], edits: [], failedPictures: [] });
});

test('lines that were cancelled after they were sent are told once; a picture that was has no place', () => {
  const end = { state: 'cancelled', error: appError('outcome.cancelled') } as const;
  expect(idsOf([failedLine('a', end), failedLine('b', end)])).toEqual([['a', 'b']]);
  const { edits, failedPictures } = attention([editJob('x', end)]);
  expect([edits.length, failedPictures]).toEqual([1, []]);
});

test('a failed picture has its place beside those that came; a reply that is read again has none', () => {
  const lost = appError('result.lost');
  const several = editJob('several', {
    state: 'done',
    itemIds: ['a'],
    error: lost,
    failures: [{ index: 1, error: lost }],
  });
  const unknown = editJob('unknown', { state: 'unknown' });
  const fewer = editJob('fewer', { state: 'done', itemIds: ['b'], error: appError('reply.fewer') });
  const again = { ...several, id: 'again', state: 'receiving' as const, error: null };
  const found = attention([several, unknown, fewer, again]);
  expect(found.failedPictures.map(({ id, index }) => [id, index])).toEqual([
    ['several-1', 1],
    ['unknown', 0],
  ]);
  expect(found.edits.map(({ jobs }) => jobs.map(isRepeatable))).toEqual([[false], [true], [false]]);
  expect(found.counts.images).toBe(3);
});

test('one of several pictures is asked for alone, a whole edit as it was', () => {
  const failures = [{ index: 0, error: refused }];
  const asked = editJob('x').request;
  const request = { ...asked, options: { ...asked.options, variations: 3 } };
  const missing = (change: Partial<ReturnType<typeof editJob>>) => {
    const [first] = attention([editJob('x', { state: 'failed', error: refused, request, ...change })]).failedPictures;
    return first && requestForMissing(first).options.variations;
  };
  expect(missing({ failures, itemIds: ['a'], state: 'done' })).toBeNull();
  expect(missing({ failures: [] })).toBe(3);
});

test('the same jobs give the same object, so that nothing is drawn again', () => {
  const jobs = [failedLine('a')];
  expect(attention(jobs)).toBe(attention(jobs));
});
