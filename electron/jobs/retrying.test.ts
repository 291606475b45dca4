import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJobOver, MAX_TRIES } from '../../shared/app/job-states.ts';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
import { pcmTone, replies, type Script } from '../../tests/fakes/scripted-relay.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { openJobSide, startJobSide } from '../../tests/support/job-side.ts';
import { manualClock } from '../../tests/support/manual-clock.ts';
import { runs } from '../../tests/support/runs.ts';

const TONE = pcmTone(0.1);
const request: SpeechRequest = { connectionId: 'c', text: 'Hello', voice: null, speed: 1, format: 'pcm', extras: {} };
const limited = (seconds: number): Script => replies.text(429, '', { 'retry-after': String(seconds) });

/** A library and job queue whose clock is moved only by the test. */
async function start(dialect: Parameters<typeof startJobSide>[0] = {}) {
  const clock = manualClock();
  const side = await startJobSide({ clock, ...dialect });
  const speak = async (text = 'Hello') => (await side.queue.add('speech', { ...request, text })).id;
  return {
    ...side,
    clock,
    speak,
    /** Waits until the connection backs off. */
    rests: () => eventually(() => expect(side.queue.throttledQueues()[0]?.backoff).toBeTruthy()),
    job: (id: string) => side.store.find(id),
    sent: () => side.relay.requests.map(({ body }) => JSON.parse(body).input as string),
    /** Ends every wait until the job is over. */
    drive: (id: string) =>
      eventually(async () => {
        if (side.queue.throttledQueues().some(({ backoff }) => backoff)) clock.advance(20_000);
        if (!isJobOver((await side.store.find(id))?.state ?? 'queued')) throw new Error('not over');
      }),
  };
}

describe('a rate limit', () => {
  // fault 18
  it('is waited out for as long as the relay asks, visibly, and then the job continues', async () => {
    const { relay, clock, speak, rests, job, queue, reaches, updates } = await start();
    relay.answerWith(limited(12), replies.audio(TONE));
    const id = await speak();
    await rests();
    expect(await job(id)).toMatchObject({
      state: 'queued',
      tries: 1,
      sentAtMs: null,
      error: { code: 'relay.rate_limited', details: { waitS: 12 } },
    });
    expect(queue.throttledQueues()).toEqual([
      { connectionId: 'c', isPaused: false, backoff: { untilMs: clock.now() + 12_000, code: 'relay.rate_limited' } },
    ]);
    clock.advance(11_999);
    expect(relay.requests).toHaveLength(1);
    clock.advance(1);
    await reaches(id, 'done');
    expect(await job(id)).toMatchObject({ tries: 2, error: null });
    expect(updates.filter(({ state }) => state === 'failed')).toEqual([]);
  });

  it('holds every waiting job of the connection; running jobs finish normally', async () => {
    const { relay, clock, speak, rests, reaches, sent } = await start({ dialect: { speechConcurrency: 1 } });
    relay.answerWith(limited(5), replies.audio(TONE));
    const ids = await Promise.all(['first', 'second', 'third'].map(speak));
    await rests();
    expect(sent()).toEqual(['first']);
    clock.advance(5000);
    for (const id of ids) await reaches(id, 'done');
    expect(sent()).toEqual(['first', 'first', 'second', 'third']);
  });

  // fault 18
  it('of more than two minutes ends the job; the connection backs off for two minutes', async () => {
    const { relay, clock, speak, reaches, job, queue } = await start();
    relay.answerWith(limited(3600));
    const id = await speak();
    await reaches(id, 'failed');
    expect(await job(id)).toMatchObject({ error: { details: { retryAfterS: 3600 } } });
    expect(queue.throttledQueues()[0]?.backoff?.untilMs).toBe(clock.now() + 120_000);
  });

  it('ends at once when the wait is skipped', async () => {
    const { relay, speak, rests, reaches, queue } = await start();
    relay.answerWith(limited(60), replies.audio(TONE));
    const id = await speak();
    await rests();
    queue.retryNow('c');
    await reaches(id, 'done');
    expect(queue.throttledQueues()).toEqual([]);
  });

  it('lets a waiting job be cancelled, which then reports nothing more', async () => {
    const { relay, speak, rests, clock, queue, job } = await start();
    relay.answerWith(limited(5), replies.audio(TONE));
    const id = await speak();
    await rests();
    queue.cancel(id);
    clock.advance(5000);
    expect(await job(id)).toMatchObject({ state: 'cancelled', error: null });
    expect(relay.requests).toHaveLength(1);
  });
});

// fault 28
it('a relay that cannot be reached is tried three times', async () => {
  const { relay, speak, drive, job } = await start();
  await relay.close();
  const id = await speak();
  await drive(id);
  expect(await job(id)).toMatchObject({ state: 'failed', tries: MAX_TRIES, error: { code: 'network.unreachable' } });
}, 10_000);

const OUTCOMES: Record<string, { script: Script; isSafe: boolean }> = {
  '429 with a wait': { script: limited(3), isSafe: true },
  '429 without a word': { script: replies.text(429, ''), isSafe: true },
  '429 for the quota': { script: replies.json(429, { error: { message: 'insufficient quota' } }), isSafe: false },
  '503 without a word': { script: replies.text(503, ''), isSafe: true },
  '503 with Retry-After': { script: replies.text(503, 'later', { 'retry-after': '2' }), isSafe: true },
  '503 busy': { script: replies.json(503, { error: { message: 'code 3005' } }), isSafe: true },
  '503 no channel': { script: replies.json(503, { error: { message: 'no available channel' } }), isSafe: false },
  '500': { script: replies.text(500, ''), isSafe: false },
  '502': { script: replies.text(502, ''), isSafe: false },
  '401': { script: replies.text(401, ''), isSafe: false },
  'cut before any byte': { script: replies.hangUp(), isSafe: false },
  'cut while receiving': { script: replies.cutAfter(TONE), isSafe: false },
  'an empty success': { script: replies.text(200, ''), isSafe: false },
  audio: { script: replies.audio(TONE), isSafe: false },
};

// fault 19
it('whatever the relay answers, a request is sent again only if that is safe, and at most three times', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...Object.keys(OUTCOMES)), { minLength: 4, maxLength: 4 }),
      async (names) => {
        const { relay, speak, drive, job, close } = await start();
        const [first, ...rest] = names.map((name) => OUTCOMES[name]?.script ?? replies.hangUp());
        relay.answerWith(first ?? replies.hangUp(), ...rest);
        const id = await speak();
        await drive(id);
        const unsafe = names.findIndex((name) => !OUTCOMES[name]?.isSafe);
        const expected = unsafe === -1 ? MAX_TRIES : Math.min(unsafe + 1, MAX_TRIES);
        expect(relay.requests).toHaveLength(expected);
        expect((await job(id))?.tries).toBe(expected);
        await close();
      },
    ),
    { numRuns: runs(20), examples: [[['429 without a word', '503 busy', '502', 'audio']]] },
  );
}, 60_000);

describe('pausing', () => {
  it('starts and ends no job; resuming continues in order', async () => {
    const { relay, queue, speak, reaches, sent, updates } = await start({ dialect: { speechConcurrency: 1 } });
    let finish = (): unknown => undefined;
    relay.answerWith((response) => {
      finish = () => response.end(TONE);
    }, replies.audio(TONE));
    const [first = '', second = ''] = await Promise.all(['first', 'second'].map(speak));
    await eventually(() => expect(sent()).toEqual(['first']));
    queue.setPaused('c', true);
    finish();
    await reaches(first, 'done');
    expect(queue.visible()).toMatchObject([{ id: second, state: 'queued' }]);
    expect(updates, 'a waiting job is reported').toContainEqual(
      expect.objectContaining({ id: second, state: 'queued' }),
    );
    expect(queue.throttledQueues()).toEqual([{ connectionId: 'c', isPaused: true, backoff: null }]);
    queue.setPaused('c', false);
    await reaches(second, 'done');
  });

  it('of one job lets the others pass, also after a restart, until it is resumed or cancelled', async () => {
    const { relay, root, clock, queue, speak, reaches, close } = await start({ dialect: { speechConcurrency: 1 } });
    relay.answerWith(replies.audio(TONE));
    queue.setPaused('c', true);
    const [a = '', b = '', c = '', d = ''] = await Promise.all(['a', 'b', 'c', 'd'].map(speak));
    for (const id of [a, c]) expect(queue.setJobPaused(id, true)).toEqual({ ok: true, data: null });
    queue.move(a, 1);
    queue.setPaused('c', false);
    for (const id of [b, d]) await reaches(id, 'done');
    expect(queue.setJobPaused(b, true)).toMatchObject({ ok: false, error: { code: 'job.not_found' } });
    await close();

    const next = await openJobSide(relay, root, { clock });
    await next.queue.resume();
    expect(next.queue.visible()).toMatchObject([
      { id: a, state: 'queued', isPaused: true },
      { id: c, state: 'queued', isPaused: true },
    ]);
    next.queue.cancel(c);
    next.queue.setJobPaused(a, false);
    await next.reaches(a, 'done');
    expect(relay.requests.map(({ body }) => JSON.parse(body).input)).toEqual(['b', 'd', 'a']);
  });

  it('applies to one connection', async () => {
    const { relay, queue, reaches } = await start();
    relay.answerWith(replies.audio(TONE));
    queue.setPaused('other', true);
    await reaches((await queue.add('speech', request)).id, 'done');
  });
});

describe('the order of jobs', () => {
  it('can be changed while they wait', async () => {
    const { relay, queue, speak, reaches, sent } = await start({ dialect: { speechConcurrency: 1 } });
    relay.answerWith(replies.audio(TONE));
    queue.setPaused('c', true);
    const [a = '', b = '', c = ''] = await Promise.all(['a', 'b', 'c'].map(speak));
    queue.move(c, -1);
    queue.move(a, 1);
    queue.move(c, -1);
    expect(queue.move(b, 1)).toEqual({ ok: true, data: null });
    expect(queue.move('nobody', 1)).toMatchObject({ ok: false, error: { code: 'job.not_found' } });
    queue.setPaused('c', false);
    for (const id of [a, b, c]) await reaches(id, 'done');
    expect(sent()).toEqual(['c', 'a', 'b']);
  });

  it('survives a restart, as do the number of tries, the back-off and the pause', async () => {
    const { relay, root, clock, queue, speak, rests, close } = await start({ dialect: { speechConcurrency: 1 } });
    relay.answerWith(limited(30), limited(1), replies.audio(TONE));
    const [first = '', second = ''] = await Promise.all(['first', 'second'].map(speak));
    await rests();
    queue.move(second, -1);
    await close();
    const next = await openJobSide(relay, root, { clock, dialect: { speechConcurrency: 1 } });
    await next.queue.resume();
    expect(next.queue.visible().map(({ id, tries }) => [id, tries])).toEqual([
      [first, 1],
      [second, 0],
    ]);
    expect(relay.requests).toHaveLength(1);
    clock.advance(30_000);
    await eventually(() => expect(next.queue.throttledQueues()[0]?.backoff).toBeTruthy());
    clock.advance(1000);
    await next.reaches(first, 'done');
    expect(relay.requests.map(({ body }) => JSON.parse(body).input)).toEqual(['first', 'second', 'second', 'first']);
    expect((await next.store.find(first))?.tries).toBe(2);

    next.queue.setPaused('c', true);
    await next.close();
    const last = await openJobSide(relay, root, { clock });
    await last.queue.resume();
    expect(last.queue.throttledQueues()).toMatchObject([{ isPaused: true }]);
  });
});

it('cancelling all ends waiting and running jobs, and sends nothing more', async () => {
  const { relay, queue, speak, reaches } = await start({ dialect: { speechConcurrency: 2 } });
  relay.answerWith(replies.silence());
  const ids = await Promise.all(['a', 'b', 'c', 'd'].map(speak));
  await eventually(() => expect(relay.requests).toHaveLength(2));
  queue.cancelAll('c');
  for (const id of ids) await reaches(id, 'cancelled');
  expect(relay.requests).toHaveLength(2);
  // What waited was not billed.
  expect(queue.visible().map(({ id }) => id)).toEqual(ids.slice(0, 2));
});
