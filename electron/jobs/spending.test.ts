import { describe, expect, it } from 'vitest';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
import { pcmTone, replies } from '../../tests/fakes/scripted-relay.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { openJobSide, startJobSide } from '../../tests/support/job-side.ts';
import { manualClock } from '../../tests/support/manual-clock.ts';

const SOUND = replies.audio(pcmTone(0.1));
const request: SpeechRequest = { connectionId: 'c', text: '', voice: null, speed: 1, format: 'pcm', extras: {} };
/** Lines of 100 characters each. */
const lines = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => ({
    request: { ...request, text: String(first + index).padStart(100, 'a') },
  }));
const ASKED = [{ connectionId: 'c', isPaused: true, isOverBudget: true, backoff: null }];
/** A line costs 1, and a day may cost 2. */
const PRICES = { currency: '$', speech: 10, budget: 2 };
const DAY_MS = 24 * 60 * 60 * 1000;

describe('a budget', () => {
  it('is not passed without a person, also not after a restart; what waits is kept', async () => {
    const { queue, relay, reaches, root, close } = await startJobSide({ prices: PRICES });
    relay.answerWith(SOUND);
    const jobs = await queue.addSpeech(lines(4));
    await eventually(() => expect(queue.throttledQueues()).toEqual(ASKED));
    await reaches(jobs[1]?.id ?? '', 'done');
    expect(queue.visible().map(({ state }) => state)).toEqual(['queued', 'queued']);
    expect(relay.requests).toHaveLength(2);
    await close();

    const next = await openJobSide(relay, root, { prices: PRICES });
    await next.queue.resume();
    expect(next.queue.throttledQueues()).toEqual(ASKED);
    expect(relay.requests).toHaveLength(2);
    next.queue.setPaused('c', false);
    await next.reaches(jobs[3]?.id ?? '', 'done');
    expect(relay.requests).toHaveLength(4);
    // It may be passed until the day ends.
    const [later] = await next.queue.addSpeech(lines(1, 9));
    await next.reaches(later?.id ?? '', 'done');
  });

  it('is asked about again once it was changed', async () => {
    const prices = { ...PRICES };
    const { queue, relay, reaches } = await startJobSide({ prices });
    relay.answerWith(SOUND);
    const jobs = await queue.addSpeech(lines(3));
    await eventually(() => expect(queue.throttledQueues()).toEqual(ASKED));
    queue.setPaused('c', false);
    await reaches(jobs[2]?.id ?? '', 'done');
    prices.budget = 4;
    await queue.addSpeech(lines(2, 3));
    await eventually(() => expect(queue.throttledQueues()).toEqual(ASKED));
    await eventually(() => expect(relay.requests).toHaveLength(4));
  });

  it('begins anew each day, or each month', async () => {
    for (const [period, waits] of [
      ['day', false],
      ['month', true],
    ] as const) {
      const clock = manualClock();
      const { queue, relay, reaches, store } = await startJobSide({ prices: { ...PRICES, period }, clock });
      relay.answerWith(SOUND);
      const jobs = await queue.addSpeech(lines(2));
      await reaches(jobs[1]?.id ?? '', 'done');
      clock.advance(DAY_MS);
      const [next] = await queue.addSpeech(lines(1, 2));
      if (waits) await eventually(() => expect(queue.throttledQueues()).toEqual(ASKED));
      else await reaches(next?.id ?? '', 'done');
      expect((await store.find(next?.id ?? ''))?.state).toBe(waits ? 'queued' : 'done');
    }
  });

  it('does not hold what has no price, nor is it used up by refusals that were not billed', async () => {
    const free = await startJobSide({ prices: { ...PRICES, speech: null, picture: 5, budget: 0 } });
    free.relay.answerWith(SOUND);
    const [job] = await free.queue.addSpeech(lines(1));
    await free.reaches(job?.id ?? '', 'done');

    const { queue, relay, reaches } = await startJobSide({ prices: PRICES });
    relay.answerWith(replies.json(400, { error: { message: 'voice not found' } }), SOUND);
    const [refused] = await queue.addSpeech(lines(1));
    await reaches(refused?.id ?? '', 'failed');
    const jobs = await queue.addSpeech(lines(2, 1));
    await reaches(jobs[1]?.id ?? '', 'done');
    expect(queue.throttledQueues()).toEqual([]);
  });
});
