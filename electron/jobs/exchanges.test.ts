import { describe, expect, it } from 'vitest';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
import { pcmTone, replies } from '../../tests/fakes/scripted-relay.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { KEY, openJobSide, startJobSide } from '../../tests/support/job-side.ts';
import { manualClock } from '../../tests/support/manual-clock.ts';

const request: SpeechRequest = { connectionId: 'c', text: 'Hello', voice: null, speed: 1, format: 'pcm', extras: {} };

/** Every encoding in which the key could appear. */
const spellings = [
  KEY,
  encodeURIComponent(KEY),
  ...['', 'a', 'ab'].map((before) =>
    Buffer.from(before + KEY)
      .toString('base64')
      .slice(4, 24),
  ),
];

describe('an exchange', () => {
  it('contains the request as sent, the reply, and their times', async () => {
    const { relay, queue, reaches } = await startJobSide();
    relay.answerWith(replies.audio(pcmTone(0.2)));
    const { id } = await queue.add('speech', request);
    await reaches(id, 'done');
    const [exchange, ...others] = await queue.exchanges(id);
    expect(others).toEqual([]);
    expect(exchange).toMatchObject({
      tryNumber: 1,
      method: 'POST',
      url: `${relay.baseUrl}/v1/audio/speech`,
      headers: [
        ['authorization', 'Bearer ••••••••'],
        ['content-type', 'application/json'],
        ['user-agent', 'RelayStudio/0.0.0'],
        ['accept-encoding', 'identity'],
      ],
      body: { kind: 'json', segments: [relay.requests[0]?.body], isCut: false },
      reply: { status: 200, bodyStart: '' },
      failure: '',
    });
    const { connectedMs, writtenMs, firstByteMs, lastByteMs } = exchange ?? {};
    const times = [0, connectedMs, writtenMs, firstByteMs, lastByteMs].map((time) => time ?? Number.NaN);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(exchange?.reply?.headers).toContainEqual(['content-type', 'text/plain']);
  });

  it('is kept for every try, across a restart', async () => {
    const clock = manualClock();
    const { relay, queue, root, reaches, close } = await startJobSide({ clock });
    relay.answerWith(replies.json(429, { error: { message: 'slow down' } }, { 'retry-after': '2' }), replies.hangUp());
    const { id } = await queue.add('speech', request);
    await eventually(() => expect(queue.throttledQueues()).toHaveLength(1));
    clock.advance(2000);
    await reaches(id, 'unknown');
    await close();
    const next = await openJobSide(relay, root);
    expect(await next.queue.exchanges(id)).toMatchObject([
      { tryNumber: 1, reply: { status: 429, bodyStart: '{"error":{"message":"slow down"}}' }, failure: '' },
      { tryNumber: 2, reply: null, firstByteMs: null, failure: 'outcome.unknown' },
    ]);
  });

  it('with an unreachable relay has no body and no reply', async () => {
    const { relay, queue } = await startJobSide({ clock: manualClock() });
    await relay.close();
    const { id } = await queue.add('speech', request);
    await eventually(async () => expect(await queue.exchanges(id)).toHaveLength(1));
    expect(await queue.exchanges(id)).toMatchObject([
      { body: { kind: 'none' }, reply: null, connectedMs: null, failure: 'network.unreachable' },
    ]);
  });

  it('never contains the key, wherever it appears', async () => {
    const { relay, queue, reaches } = await startJobSide();
    const everywhere = `${spellings.slice(0, 2).join(' ')} ${Buffer.from(KEY).toString('base64')}`;
    const long = `${'x'.repeat(64 * 1024 - 40)}${KEY}`;
    relay.answerWith(
      replies.json(
        400,
        { error: { message: `${'y'.repeat(1960)} ${KEY} ${everywhere}` } },
        { 'x-echo': `Bearer ${KEY}`, 'set-cookie': `k=${KEY}` },
      ),
    );
    for (const text of [everywhere, long]) {
      const { id } = await queue.add('speech', { ...request, text, voice: KEY });
      await reaches(id, 'failed');
      const kept = JSON.stringify(await queue.exchanges(id));
      expect(kept.length).toBeGreaterThan(500);
      for (const spelling of spellings) expect(kept).not.toContain(spelling);
      // Nor a part of it that remained where a text was truncated.
      expect(kept).not.toContain(KEY.slice(0, 10));
    }
  });
});
