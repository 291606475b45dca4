import { expect, test } from 'vitest';
import type { Queue } from '../../shared/contract/jobs.ts';
import { createTranslator } from '../../shared/i18n/all.ts';
import { formatJobState, formatQueueStatus } from './job-status-text.ts';

const t = createTranslator('en');
const blocked = (code: NonNullable<Queue['backoff']>['code'], isPaused = false): Queue => ({
  connectionId: 'c',
  isPaused,
  backoff: { untilMs: 12_500, code },
});
const queued = (tries: number) => ({ state: 'queued', tries }) as const;

test.each([
  [queued(1), blocked('relay.rate_limited'), 'Rate limit: trying again in 12 s · try 2 of 3'],
  [queued(0), blocked('relay.rate_limited'), 'Rate limit: waiting 12 s'],
  [queued(2), blocked('network.unreachable'), 'No reply: trying again in 12 s · try 3 of 3'],
  [queued(1), blocked('relay.rate_limited', true), 'Paused'],
  [{ ...queued(1), isPaused: true }, blocked('relay.rate_limited'), 'Paused'],
  [{ ...queued(0), isPaused: true }, undefined, 'Paused'],
  [queued(0), undefined, 'Waiting its turn'],
  [{ state: 'sending', tries: 2 } as const, blocked('relay.rate_limited'), 'Waiting for the relay · try 2'],
  [{ state: 'receiving', tries: 1 } as const, undefined, 'Receiving'],
])('%j %j: %s', (job, queue, text) => expect(formatJobState(job, queue, 500, t)).toBe(text));

test('a queue shows what blocks it, a pause before a back-off; an open one shows nothing', () => {
  expect(formatQueueStatus(blocked('relay.rate_limited', true), 0, t)).toBe('Paused: nothing new is sent.');
  expect(formatQueueStatus(blocked('relay.rate_limited'), 20_000, t)).toBe('Rate limit: waiting 0 s');
  expect(formatQueueStatus(undefined, 0, t)).toBeNull();
});
