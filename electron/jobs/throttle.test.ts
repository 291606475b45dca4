import { expect, it } from 'vitest';
import type { Queue } from '../../shared/contract/jobs.ts';
import { manualClock } from '../../tests/support/manual-clock.ts';
import { RETRY_WINDOW_MS } from './retry-policy.ts';
import { createThrottle } from './throttle.ts';

function open(kept: (nowMs: number) => Queue[] = () => []) {
  const clock = manualClock();
  const changes: Queue[] = [];
  const throttle = createThrottle({ clock, onChanged: (queue) => changes.push(queue) });
  throttle.restore(kept(clock.now()));
  return { clock, changes, throttle };
}

it('a back-off ends automatically, when its time is over and not before', () => {
  const { clock, changes, throttle } = open();
  throttle.backOff('a', 5000, 'relay.busy');
  clock.advance(4999);
  expect([throttle.maySend('a'), throttle.maySend('b')]).toEqual([false, true]);
  clock.advance(1);
  expect(throttle.maySend('a')).toBe(true);
  expect(changes.at(-1)).toEqual({ connectionId: 'a', isPaused: false, backoff: null });
});

it('a shorter back-off does not replace a longer one; a longer one does', () => {
  const { clock, throttle } = open();
  throttle.backOff('a', 10_000, 'relay.rate_limited');
  throttle.backOff('a', 2000, 'relay.busy');
  clock.advance(9999);
  expect(throttle.maySend('a')).toBe(false);
  throttle.backOff('a', 5000, 'relay.busy');
  clock.advance(4999);
  expect(throttle.maySend('a')).toBe(false);
  clock.advance(1);
  expect(throttle.maySend('a')).toBe(true);
});

it('no back-off exceeds the retry window, neither a new one nor one from an earlier run', () => {
  const { clock, throttle } = open((now) => [
    { connectionId: 'kept', isPaused: false, backoff: { untilMs: now + 10 * RETRY_WINDOW_MS, code: 'relay.busy' } },
  ]);
  throttle.backOff('new', 10 * RETRY_WINDOW_MS, 'relay.busy');
  clock.advance(RETRY_WINDOW_MS - 1);
  expect([throttle.maySend('kept'), throttle.maySend('new')]).toEqual([false, false]);
  clock.advance(1);
  expect([throttle.maySend('kept'), throttle.maySend('new')]).toEqual([true, true]);
});

it('the end of a back-off does not end a pause', () => {
  const { clock, throttle } = open();
  throttle.setPaused('a', true);
  throttle.backOff('a', 1000, 'relay.busy');
  clock.advance(1000);
  expect(throttle.throttled()).toEqual([{ connectionId: 'a', isPaused: true, backoff: null }]);
  throttle.setPaused('a', false);
  expect(throttle.maySend('a')).toBe(true);
});

it('after `retryNow` the connection may send at once; after `stop` no timer fires', () => {
  const { clock, changes, throttle } = open();
  throttle.backOff('a', 5000, 'relay.busy');
  throttle.retryNow('a');
  expect(throttle.maySend('a')).toBe(true);
  throttle.backOff('a', 5000, 'relay.busy');
  throttle.stop();
  const count = changes.length;
  clock.advance(10_000);
  expect(changes).toHaveLength(count);
});
