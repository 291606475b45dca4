import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_TRIES } from '../../shared/app/job-states.ts';
import { appError, ERROR_CODES } from '../../shared/errors.ts';
import { isSafeToRepeat, mayTryAgain, RETRY_WINDOW_MS, restMs } from './retry-policy.ts';

const rateLimited = (retryAfterS?: number) =>
  appError('relay.rate_limited', retryAfterS === undefined ? {} : { retryAfterS });
const firstTry = (error = rateLimited()) => ({ error, tries: 1, sinceFirstTryMs: 0 });

describe('an automatic retry', () => {
  it('never happens if the request may have been billed', () => {
    for (const code of ERROR_CODES) {
      const error = appError(code);
      if (error.billed !== 'no') expect(isSafeToRepeat(error), code).toBe(false);
      expect(isSafeToRepeat({ ...error, billed: 'unknown' }), code).toBe(false);
    }
  });

  it.each(['network.unreachable', 'relay.rate_limited'] as const)('happens after %s', (code) =>
    expect(mayTryAgain(firstTry(appError(code)), 1000)).toBe(true),
  );

  it.each(['relay.failed', 'relay.quota_used', 'relay.key_refused', 'outcome.unknown', 'reply.cut'] as const)(
    'does not happen after %s',
    (code) => expect(mayTryAgain(firstTry(appError(code)), 1000)).toBe(false),
  );

  it('stops after three tries, or if the next try would begin after two minutes', () => {
    expect(mayTryAgain({ ...firstTry(), tries: MAX_TRIES - 1 }, 1000)).toBe(true);
    expect(mayTryAgain({ ...firstTry(), tries: MAX_TRIES }, 1000)).toBe(false);
    expect(mayTryAgain(firstTry(), RETRY_WINDOW_MS)).toBe(true);
    expect(mayTryAgain({ ...firstTry(), sinceFirstTryMs: 1 }, RETRY_WINDOW_MS)).toBe(false);
  });
});

describe('the wait', () => {
  it('is the one the relay asked for', () => expect(restMs(firstTry(rateLimited(12)), 0.9)).toBe(12_000));

  it('is otherwise a back-off with full jitter in a range that doubles, and at least one second', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        fc.integer({ min: 1, max: 3 }),
        (random, tries) => {
          const wait = restMs({ ...firstTry(), tries }, random);
          expect(wait).toBeGreaterThanOrEqual(1000);
          expect(wait).toBeLessThanOrEqual(8000 * 2 ** (tries - 1));
        },
      ),
    );
    expect([0, 0.5, 0.999].map((random) => restMs(firstTry(), random))).toEqual([1000, 4000, 7992]);
    expect(restMs({ ...firstTry(), tries: 2 }, 0.5)).toBe(8000);
    expect(restMs(firstTry(rateLimited(0)), 0.5)).toBe(1000);
  });
});
