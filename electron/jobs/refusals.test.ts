import { describe, expect, it } from 'vitest';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
import { pcmTone, replies } from '../../tests/fakes/scripted-relay.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { openJobSide, startJobSide } from '../../tests/support/job-side.ts';

const TONE = pcmTone(0.1);
const request: SpeechRequest = { connectionId: 'c', text: 'Hello', voice: null, speed: 1, format: 'pcm', extras: {} };
const REFUSAL = replies.json(401, { error: { message: 'bad key' } });
const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ request: { ...request, text: `line ${index}` } }));

describe('a relay that refuses the connection', () => {
  // fault 45
  it.each([
    ['the key', REFUSAL, 'relay.key_refused'],
    ['the account', replies.json(403, { error: { message: 'forbidden' } }), 'relay.not_allowed'],
    ['the quota', replies.json(429, { error: { message: 'insufficient quota' } }), 'relay.quota_used'],
  ] as const)(
    'gets no further requests after it refused %s twice in a row, until a person says so',
    async (_what, refusal, code) => {
      const { queue, relay, root, close } = await startJobSide({ dialect: { speechConcurrency: 1 } });
      relay.answerWith(refusal);
      const jobs = await queue.addSpeech(lines(40));
      const paused = [{ connectionId: 'c', isPaused: true, refusedWith: code, backoff: null }];
      await eventually(() => expect(queue.throttledQueues()).toEqual(paused));
      expect(queue.visible().map(({ state }) => state)).toEqual([
        'failed',
        'failed',
        ...Array.from({ length: 38 }, () => 'queued'),
      ]);
      expect(relay.requests).toHaveLength(2);

      await close();
      relay.answerWith(replies.audio(TONE));
      const next = await openJobSide(relay, root);
      await next.queue.resume();
      expect(next.queue.throttledQueues()).toEqual(paused);
      expect(relay.requests).toHaveLength(2);
      next.queue.setPaused('c', false);
      await next.reaches(jobs.at(-1)?.id ?? '', 'done');
      expect(relay.requests).toHaveLength(40);
      expect(next.queue.throttledQueues()).toEqual([]);
    },
  );

  it('is asked on if a success was between two refusals', async () => {
    const { queue, relay, reaches } = await startJobSide({ dialect: { speechConcurrency: 1 } });
    relay.answerWith(REFUSAL, replies.audio(TONE), REFUSAL, replies.audio(TONE));
    const jobs = await queue.addSpeech(lines(4));
    await reaches(jobs[3]?.id ?? '', 'done');
    expect(relay.requests).toHaveLength(4);
  });

  it('is asked again by a single request, for example with another key, when nothing waits', async () => {
    const { queue, relay, reaches } = await startJobSide();
    relay.answerWith(REFUSAL, REFUSAL, replies.audio(TONE));
    for (const state of ['failed', 'failed', 'done'] as const) {
      const { id } = await queue.add('speech', request);
      await reaches(id, state);
    }
  });
});
