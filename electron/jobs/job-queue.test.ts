import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isJobOver, type JobState } from '../../shared/app/job-states.ts';
import { DEFAULT_DIALECT, DEFAULT_MODELS } from '../../shared/connection/connections.ts';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
import { ok } from '../../shared/result.ts';
import { pcmTone, replies } from '../../tests/fakes/scripted-relay.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { openJobSide, startJobSide } from '../../tests/support/job-side.ts';
import { openDatabase } from '../database/schema.ts';
import { speechFingerprint } from '../relay/fingerprint.ts';
import type { SpeechRecord } from './job-record.ts';
import { UNKNOWN_FACTS } from './kept-reply.ts';

const TONE = pcmTone(0.5);
const request: SpeechRequest = {
  connectionId: 'c',
  text: 'Hello there',
  voice: null,
  speed: 1,
  format: 'pcm',
  extras: {},
};
describe('a job', () => {
  it('passes through its states and becomes one library item with the bytes as received', async () => {
    const { queue, relay, root, chunks, states, reaches, items, onBug } = await startJobSide();
    relay.answerWith(replies.audio(TONE));
    const { id } = await queue.add('speech', request);
    await reaches(id, 'done');
    expect(states()).toEqual(['sending', 'receiving', 'saving', 'done']);
    const asked = { connectionName: 'Acme', connectionOrigin: relay.baseUrl, model: DEFAULT_MODELS.speech, request };
    expect(await items()).toMatchObject([
      { ...asked, id, isComplete: true, audio: { format: 'pcm', durationMs: 500 } },
    ]);
    const [item] = await items();
    const mediaId = item?.kind === 'speech' ? item.mediaId : '';
    expect((await readFile(path.join(root, 'media', mediaId.slice(0, 2), `${mediaId}.pcm`))).equals(TONE)).toBe(true);
    expect(Buffer.concat(chunks.map(({ bytes }) => bytes)).equals(TONE)).toBe(true);
    expect(chunks.map(({ index }) => index)).toEqual(chunks.map((_, i) => i));
    expect(queue.visible()).toEqual([]);
    expect(onBug).not.toHaveBeenCalled();
  });

  it('reads pcm at the rate that the label of the reply states', async () => {
    const { queue, relay, chunks, reaches, items } = await startJobSide();
    relay.answerWith(replies.text(200, TONE, { 'content-type': 'audio/L16; rate=48000' }));
    const { id } = await queue.add('speech', { ...request, format: 'mp3' });
    await reaches(id, 'done');
    expect(new Set(chunks.map(({ pcmRateHz }) => pcmRateHz))).toEqual(new Set([48_000]));
    expect(await items()).toMatchObject([{ id, audio: { format: 'pcm', sampleRateHz: 48_000, durationMs: 250 } }]);
  });

  it('is on disk before anything is sent', async () => {
    const { queue, relay, store, reaches } = await startJobSide();
    let stateSeenByRelay: JobState | undefined;
    relay.answerWith(async (response, incoming) => {
      stateSeenByRelay = (await store.find(id))?.state;
      return replies.audio(TONE)(response, incoming);
    });
    const { id } = await queue.add('speech', request);
    await reaches(id, 'done');
    expect(stateSeenByRelay).toBe('sending');
  });

  it('emits audio while it arrives, in pieces of at most 64 KiB', async () => {
    const { queue, relay, chunks, reaches } = await startJobSide();
    const long = pcmTone(8);
    let finish = () => undefined as unknown;
    relay.answerWith((response) => {
      response.writeHead(200).write(long);
      finish = () => response.end();
    });
    const { id } = await queue.add('speech', request);
    await eventually(() => expect(Buffer.concat(chunks.map(({ bytes }) => bytes)).length).toBe(long.length));
    await reaches(id, 'receiving');
    finish();
    await reaches(id, 'done');
    expect(Math.max(...chunks.map(({ bytes }) => bytes.length))).toBeLessThanOrEqual(64 * 1024);
  });

  it('that fails keeps its error until it is dismissed', async () => {
    const { queue, relay, reaches, items } = await startJobSide();
    relay.answerWith(replies.json(401, { error: { message: 'bad key' } }));
    const { id } = await queue.add('speech', request);
    await reaches(id, 'failed');
    expect(queue.visible()).toMatchObject([{ id, error: { code: 'relay.key_refused', billed: 'no' } }]);
    queue.dismiss([id]);
    expect(queue.visible()).toEqual([]);
    expect(await items()).toEqual([]);
  });

  // fault 17
  it('interrupted by the network keeps the received part, marked incomplete', async () => {
    const { queue, relay, reaches, items } = await startJobSide();
    relay.answerWith(replies.cutAfter(TONE));
    const { id } = await queue.add('speech', request);
    await reaches(id, 'failed');
    expect(queue.visible()).toMatchObject([{ itemIds: [id], error: { code: 'reply.cut', billed: 'unknown' } }]);
    expect(await items()).toMatchObject([{ isComplete: false, sizeBytes: TONE.length }]);
  });

  it('of the practice relay is never billed, however it fails', async () => {
    const { queue, relay, reaches } = await startJobSide({ isPractice: true });
    relay.answerWith(replies.hangUp());
    const { id } = await queue.add('speech', request);
    await reaches(id, 'unknown');
    expect(queue.visible()).toMatchObject([{ error: { code: 'outcome.unknown', billed: 'no' } }]);
  });
});

describe('cancelling', () => {
  // fault 46
  it.each([
    ['sent', replies.silence(), 'unknown'],
    ['answered', replies.stall(TONE), 'yes'],
  ] as const)(
    'what was %s is said to be perhaps billed, over a restart, until it is dismissed',
    async (_what, script, billed) => {
      const { queue, relay, reaches, root, close } = await startJobSide();
      relay.answerWith(script);
      const { id } = await queue.add('speech', request);
      if (billed === 'yes') await reaches(id, 'receiving');
      else await eventually(() => expect(queue.visible()[0]?.sentAtMs).not.toBeNull());
      queue.cancel(id);
      await reaches(id, 'cancelled');
      await close();
      const next = await openJobSide(relay, root);
      await next.queue.resume();
      expect(next.queue.visible()).toMatchObject([
        { id, state: 'cancelled', itemIds: [], error: { code: 'outcome.cancelled', billed } },
      ]);
      expect(relay.requests).toHaveLength(1);
      next.queue.dismiss([id]);
      expect(next.queue.visible()).toEqual([]);
    },
  );

  it('of the practice relay leaves nothing to say', async () => {
    const { queue, relay, reaches } = await startJobSide({ isPractice: true });
    relay.answerWith(replies.silence());
    const { id } = await queue.add('speech', { ...request, connectionId: 'practice' });
    await eventually(() => expect(queue.visible()[0]?.sentAtMs).not.toBeNull());
    queue.cancel(id);
    await reaches(id, 'cancelled');
    expect(queue.visible()).toEqual([]);
  });

  // fault 22
  it('while receiving keeps nothing', async () => {
    const { queue, relay, root, reaches, items } = await startJobSide();
    relay.answerWith(replies.stall(TONE));
    const { id } = await queue.add('speech', request);
    await reaches(id, 'receiving');
    expect(queue.cancel(id)).toEqual(ok(null));
    await reaches(id, 'cancelled');
    expect(await items()).toEqual([]);
    expect(existsSync(path.join(root, 'incoming', `${id}.part`))).toBe(false);
  });

  // fault 22
  it('while queued sends nothing', async () => {
    const { queue, relay, reaches } = await startJobSide();
    relay.answerWith(replies.silence());
    const ids = await Promise.all(Array.from({ length: 4 }, async () => (await queue.add('speech', request)).id));
    await eventually(() => expect(relay.requests).toHaveLength(3));
    queue.cancel(ids[3] ?? '');
    await reaches(ids[3] ?? '', 'cancelled');
    for (const id of ids.slice(0, 3)) queue.cancel(id);
    await reaches(ids[2] ?? '', 'cancelled');
    expect(relay.requests).toHaveLength(3);
  });

  it('an ended job is refused', async () => {
    const { queue } = await startJobSide();
    expect(queue.cancel('nobody')).toMatchObject({ ok: false, error: { code: 'job.not_found' } });
  });
});

// attack 17
it('at most three requests of a connection run at once, the rest in order', async () => {
  const { queue, relay, reaches } = await startJobSide();
  let running = 0;
  let most = 0;
  relay.answerWith((response) => {
    most = Math.max(most, ++running);
    setImmediate(() => {
      running--;
      response.end(TONE);
    });
  });
  const ids = await Promise.all(
    Array.from({ length: 8 }, async (_, i) => (await queue.add('speech', { ...request, text: `text ${i}` })).id),
  );
  for (const id of ids) await reaches(id, 'done');
  expect(most).toBeLessThanOrEqual(3);
  expect(relay.requests.map(({ body }) => JSON.parse(body).input).sort()).toEqual(ids.map((_, i) => `text ${i}`));
});

describe('after the app ended', () => {
  // fault 23
  it('while receiving: unknown, the received part kept, nothing sent again', async () => {
    const { queue, relay, root, reaches, close } = await startJobSide();
    relay.answerWith(replies.stall(TONE));
    const { id } = await queue.add('speech', request);
    await reaches(id, 'receiving');
    await eventually(async () =>
      expect((await readFile(path.join(root, 'incoming', `${id}.part`))).length).toBe(TONE.length),
    );
    await close();

    const next = await openJobSide(relay, root);
    await next.queue.resume();
    expect(next.queue.visible()).toMatchObject([
      { id, state: 'unknown', itemIds: [id], error: { code: 'outcome.interrupted', billed: 'unknown' } },
    ]);
    expect(await next.items()).toMatchObject([{ id, isComplete: false, sizeBytes: TONE.length }]);
    expect(relay.requests).toHaveLength(1);
  });

  it('while sending: unknown, nothing sent again', async () => {
    const { queue, relay, root, close } = await startJobSide();
    relay.answerWith(replies.silence());
    const { id } = await queue.add('speech', request);
    await eventually(() => expect(relay.requests).toHaveLength(1));
    await close();
    const next = await openJobSide(relay, root);
    await next.queue.resume();
    expect(next.queue.visible()).toMatchObject([{ id, state: 'unknown', itemIds: [] }]);
    expect(relay.requests).toHaveLength(1);
  });

  it('while queued: sent now', async () => {
    const { queue, relay, root, close } = await startJobSide();
    relay.answerWith(replies.silence());
    const ids = await Promise.all(Array.from({ length: 4 }, async () => (await queue.add('speech', request)).id));
    await eventually(() => expect(relay.requests).toHaveLength(3));
    await close();
    relay.answerWith(replies.audio(TONE));
    const next = await openJobSide(relay, root);
    await next.queue.resume();
    await next.reaches(ids[3] ?? '', 'done');
    expect(relay.requests).toHaveLength(4);
  });

  it('an unreadable job does not block the others', async () => {
    const { queue, relay, root, close } = await startJobSide();
    relay.answerWith(replies.silence());
    const ids = await Promise.all(Array.from({ length: 5 }, async () => (await queue.add('speech', request)).id));
    await eventually(() => expect(relay.requests).toHaveLength(3));
    await close();
    const db = openDatabase(path.join(root, 'library.sqlite'));
    db.prepare("UPDATE jobs SET body = '{' WHERE id IN (?, ?)").run(ids[0] ?? '', ids[3] ?? '');
    db.close();
    relay.answerWith(replies.audio(TONE));
    const next = await openJobSide(relay, root);
    await next.queue.resume();
    await next.reaches(ids[4] ?? '', 'done');
    expect(next.queue.visible().map(({ id }) => id)).toEqual([ids[1], ids[2]]);
  });

  // fault 2
  it.each(['before', 'after'])('while saving, %s the file was moved: completed', async (moment) => {
    const { queue, store, media, relay, root, reaches, close } = await startJobSide();
    relay.answerWith(replies.json(400, {}));
    const { id } = await queue.add('speech', request);
    await reaches(id, 'failed');
    await mkdir(path.join(root, 'incoming'), { recursive: true });
    await writeFile(path.join(root, 'incoming', `${id}.part`), TONE);
    const kept = (await media.identify(id)) ?? null;
    const arrival = { ...UNKNOWN_FACTS, connectionName: 'Acme', model: 'm', ended: { cutReason: null } };
    const take = kept && { format: 'pcm' as const, isComplete: true, media: kept };
    const record = (await store.find(id)) as SpeechRecord;
    await store.save({
      ...record,
      state: 'saving',
      error: null,
      arrival: { ...arrival, pcmRateHz: 24_000, take: moment === 'after' ? take : null },
    });
    if (moment === 'after' && kept) await media.keep(id, kept.mediaId, 'pcm');
    await close();

    const next = await openJobSide(relay, root);
    await next.queue.resume();
    expect(await next.store.find(id)).toMatchObject({ state: 'done', itemIds: [id] });
    expect(await next.items()).toMatchObject([{ id, isComplete: true, sizeBytes: TONE.length }]);
    expect(isJobOver((await next.store.find(id))?.state ?? 'queued')).toBe(true);
  });
});

describe('a request records', () => {
  it('its fingerprint, by which an identical request finds the running job and later its take', async () => {
    const { queue, relay, reaches, items, library } = await startJobSide();
    relay.answerWith(replies.stall(TONE), replies.audio(TONE));
    const print = speechFingerprint(request, { model: DEFAULT_MODELS.speech, dialect: DEFAULT_DIALECT });
    const { id } = await queue.add('speech', request, { fingerprint: print });
    expect(queue.findSame(print)).toBe(id);
    await reaches(id, 'receiving');
    queue.cancel(id);
    await reaches(id, 'cancelled');
    expect(queue.findSame(print)).toBeUndefined();
    await reaches((await queue.add('speech', request)).id, 'done');
    expect(await library.findMade(print)).toBe((await items())[0]?.id);
  });

  it('its usage: the sent bytes at the time of sending, and the received bytes', async () => {
    const { queue, relay, reaches, usage } = await startJobSide();
    relay.answerWith(replies.json(400, {}), replies.audio(TONE));
    await reaches((await queue.add('speech', request)).id, 'failed');
    await reaches((await queue.add('speech', request)).id, 'done');
    const sentBytes = relay.requests.reduce((sum, { bytes }) => sum + bytes.length, 0);
    expect((await usage.list()).rows).toMatchObject([
      { connectionId: 'c', connectionName: 'Acme', requests: 2, sentBytes, receivedBytes: TONE.length, pictures: 0 },
    ]);
  });

  it('no usage if it was never sent', async () => {
    const { queue, relay, store, usage } = await startJobSide();
    await relay.close();
    const { id } = await queue.add('speech', request);
    // The job waits for a retry; nothing was sent.
    await eventually(async () => expect((await store.find(id))?.error).not.toBeNull());
    expect((await usage.list()).rows).toEqual([]);
  });

  it('a verdict on its voice: refused by an empty 200 or an error message, accepted by audio, none by other failures', async () => {
    const { queue, relay, reaches, onVoiceAnswered } = await startJobSide();
    const refusal = replies.json(500, { error: { message: 'voice not found', code: 3050 } });
    const verdicts = [
      [replies.audio(new Uint8Array()), 'failed', true],
      [refusal, 'failed', true],
      [replies.json(400, { error: { message: 'text too long' } }), 'failed', null],
      [replies.audio(TONE), 'done', false],
    ] as const;
    for (const [script, end, isRefused] of verdicts) {
      onVoiceAnswered.mockClear();
      relay.answerWith(script);
      await reaches((await queue.add('speech', { ...request, voice: 'v' })).id, end);
      expect(onVoiceAnswered.mock.calls).toEqual(isRefused === null ? [] : [['c', 'v', isRefused]]);
    }
    onVoiceAnswered.mockClear();
    relay.answerWith(replies.audio(new Uint8Array()));
    await reaches((await queue.add('speech', request)).id, 'failed');
    expect(onVoiceAnswered).not.toHaveBeenCalled();
  });
});
