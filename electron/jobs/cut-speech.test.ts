// Texts over the relay's limit: cut when they are ordered, requested part by part, joined to one take.

import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { isJobOver } from '../../shared/app/job-states.ts';
import type { SpeechItem } from '../../shared/contract/library.ts';
import { appError } from '../../shared/errors.ts';
import { fail, ok } from '../../shared/result.ts';
import { wavHeader } from '../../shared/speech/wav.ts';
import { pcmTone, replies, type ScriptedRelay } from '../../tests/fakes/scripted-relay.ts';
import { tone } from '../../tests/support/audio.ts';
import { CUT_DIALECT, CUT_PARTS, CUT_TEXT, orderText } from '../../tests/support/cut-text.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { openJobSide, startJobSide } from '../../tests/support/job-side.ts';
import { manualClock } from '../../tests/support/manual-clock.ts';

const [FIRST, SECOND, THIRD] = [pcmTone(0.3), pcmTone(0.5), pcmTone(0.4)];
const [first, second, third] = [replies.audio(FIRST), replies.audio(SECOND), replies.audio(THIRD)];
const JOINED = Buffer.concat([FIRST, SECOND, THIRD]);
const MP3 = await tone('mp3', 0.3);

type Side = Awaited<ReturnType<typeof openJobSide>>;

/** The texts that were sent, in order. */
const sentTo = (relay: ScriptedRelay): string[] => relay.requests.map(({ body }) => JSON.parse(body).input);
const heard = ({ chunks }: Pick<Side, 'chunks'>): Buffer => Buffer.concat(chunks.map(({ bytes }) => bytes));

async function takes({ items }: Side): Promise<SpeechItem[]> {
  return (await items()).flatMap((item) => (item.kind === 'speech' ? [item] : []));
}

async function bytesOf(side: Side, { mediaId }: Pick<SpeechItem, 'mediaId'>): Promise<Buffer> {
  return readFile((await side.library.media(mediaId))?.path ?? '');
}

async function ends(side: Side, id: string): Promise<void> {
  await eventually(async () => expect((await side.store.find(id))?.state).toSatisfy(isJobOver));
}

/** Orders the text of three parts and waits for the end. */
async function make(side: Side, order: Parameters<typeof orderText>[1] = {}): Promise<string> {
  const id = await orderText(side, order);
  await ends(side, id);
  return id;
}

describe('a text over the limit', () => {
  it('is one take: its parts are requested as pcm and joined sample by sample', async () => {
    const { relay, ...side } = await startJobSide();
    relay.answerWith(first, second, third);
    const id = await make(side);
    expect(relay.requests.map(({ body }) => JSON.parse(body))).toMatchObject(
      CUT_PARTS.map((input) => ({ input, response_format: 'pcm' })),
    );
    const [take, ...others] = await takes(side);
    expect(others).toEqual([]);
    expect(take).toMatchObject({
      id,
      isComplete: true,
      warnings: [],
      request: { text: CUT_TEXT, format: 'mp3' },
      audio: { askedFormat: 'mp3', format: 'pcm', sampleRateHz: 24_000, durationMs: 1200 },
      parts: { count: 3, kept: [] },
    });
    expect((await bytesOf(side, take as SpeechItem)).equals(JOINED)).toBe(true);
    expect(side.onBug).not.toHaveBeenCalled();
  });

  it('is heard as one sound: its chunks are numbered through', async () => {
    const { relay, ...side } = await startJobSide();
    relay.answerWith(first, second, third);
    await make(side);
    expect(heard(side).equals(JOINED)).toBe(true);
    expect(side.chunks.map(({ index }) => index)).toEqual(side.chunks.map((_, index) => index));
    expect(new Set(side.chunks.map(({ format }) => format))).toEqual(new Set(['pcm']));
  });

  it('has its pauses as exact silence, in the take and while it is heard', async () => {
    const { relay, ...side } = await startJobSide();
    relay.answerWith(first, second);
    const pauses = [
      { at: 5, ms: 800 },
      { at: 9, ms: 250 },
    ];
    await make(side, { text: 'One. Two.', pauses });
    expect(sentTo(relay)).toEqual(['One. ', 'Two.']);
    const [take] = await takes(side);
    const joined = [FIRST, Buffer.alloc(2 * 24 * 800), SECOND];
    expect(take).toMatchObject({ isComplete: true, warnings: [], request: { text: 'One. Two.', pauses } });
    const bytes = await bytesOf(side, take as SpeechItem);
    expect(bytes.equals(Buffer.concat([...joined, Buffer.alloc(2 * 24 * 250)]))).toBe(true);
    // The silence at the end is not waited for.
    expect(heard(side).equals(Buffer.concat(joined))).toBe(true);
  });

  it('with other pauses is another request', async () => {
    const { relay, ...side } = await startJobSide();
    relay.answerWith(first, second, replies.audio(FIRST));
    await make(side, { text: 'One. Two.', pauses: [{ at: 5, ms: 800 }] });
    await make(side, { text: 'One. Two.' });
    expect(sentTo(relay)).toEqual(['One. ', 'Two.', 'One. Two.']);
  });

  it('reports which part is requested; each request is counted and recorded', async () => {
    const { relay, ...side } = await startJobSide();
    relay.answerWith(first, second, third);
    const id = await make(side);
    const numbers = side.updates.flatMap((job) => (job.kind === 'speech' && job.part ? job.part.number : []));
    expect([...new Set(numbers)]).toEqual([1, 2, 3]);
    await eventually(async () => {
      const exchanges = await side.queue.exchanges(id);
      expect(exchanges.map(({ tryNumber, part }) => [tryNumber, part])).toEqual(
        [1, 2, 3].map((number) => [number, { number, count: 3 }]),
      );
    });
    expect((await side.usage.list()).total).toMatchObject({ requests: 3, receivedBytes: JOINED.length });
  });

  it('is sent in one request where the connection says so, in the format asked for', async () => {
    const { relay, ...side } = await startJobSide();
    relay.answerWith(replies.audio(MP3));
    const id = await orderText(side, {}, { ...CUT_DIALECT, longText: 'whole' });
    await ends(side, id);
    expect(sentTo(relay)).toEqual([CUT_TEXT]);
    expect(await takes(side)).toMatchObject([{ audio: { format: 'mp3' }, parts: null }]);
  });

  it('joins wav of 16 bits as well, and drops half a sample at the end of a part', async () => {
    const { relay, ...side } = await startJobSide();
    const header = wavHeader(SECOND.length, { rateHz: 24_000, channels: 1, bitsPerSample: 16 });
    relay.answerWith(
      replies.audio(Buffer.concat([FIRST, Buffer.of(7)])),
      replies.audio(Buffer.concat([header, SECOND])),
      third,
    );
    await make(side);
    const [take] = await takes(side);
    expect(take).toMatchObject({ isComplete: true, warnings: ['odd_length'] });
    expect((await bytesOf(side, take as SpeechItem)).equals(JOINED)).toBe(true);
    expect(heard(side).equals(JOINED)).toBe(true);
  });

  it('that was made before is not sent again, unless it is to be made again: then in all parts', async () => {
    const { relay, ...side } = await startJobSide();
    relay.answerWith(first, second, third);
    await make(side);
    await expect(orderText(side)).rejects.toThrow('made');
    await make(side, { again: true });
    expect(relay.requests).toHaveLength(6);
  });
});

describe('a part that fails', () => {
  it('leaves the others: all that arrived is one incomplete take, and trying again sends only that part', async () => {
    const { relay, ...side } = await startJobSide();
    relay.answerWith(first, replies.json(500, { error: { message: 'oops' } }), third);
    const id = await make(side);
    expect(sentTo(relay)).toEqual([...CUT_PARTS]);
    expect(await side.store.find(id)).toMatchObject({
      state: 'failed',
      itemIds: [id],
      error: { code: 'relay.failed', billed: 'yes', details: { textPart: 2, textParts: 3, partsArrived: 2 } },
    });
    const [cut] = await takes(side);
    expect(cut).toMatchObject({ isComplete: false, parts: { count: 3, kept: [{}, {}] } });
    expect((await bytesOf(side, cut as SpeechItem)).equals(Buffer.concat([FIRST, THIRD]))).toBe(true);
    expect(heard(side).equals(Buffer.from(FIRST)), 'nothing is heard behind the gap').toBe(true);

    side.queue.dismiss([id]);
    relay.answerWith(second);
    side.chunks.length = 0;
    const again = await make(side, { again: true });
    expect(sentTo(relay).slice(3)).toEqual([CUT_PARTS[1]]);
    const made = await takes(side);
    expect(made.find((take) => take.id === again)).toMatchObject({ isComplete: true, parts: { count: 3, kept: [] } });
    expect((await bytesOf(side, made[0] as SpeechItem)).equals(JOINED)).toBe(true);
    expect(heard(side).equals(JOINED)).toBe(true);
  });

  it('is sent alone to complete its take, although the whole was made since; never more than that', async () => {
    const { relay, ...side } = await startJobSide();
    relay.answerWith(first, replies.json(500, { error: { message: 'oops' } }), third, first, second, third, second);
    const completes = await make(side);
    const dialect = { ...CUT_DIALECT, recommendedInputBytes: 60 };
    await expect(orderText(side, { completes }, dialect), 'the text is cut elsewhere now').rejects.toThrow('refused');
    await expect(orderText(side, { completes: 'gone' })).rejects.toThrow('refused');
    await side.library.setTrashed([completes], true);
    await make(side, { again: true });
    await side.library.setTrashed([completes], false);
    expect(sentTo(relay)).toHaveLength(6);
    const completed = await make(side, { completes });
    expect(sentTo(relay).slice(6)).toEqual([CUT_PARTS[1]]);
    const made = await takes(side);
    expect(made.find(({ id }) => id === completed)).toMatchObject({ isComplete: true, parts: { kept: [] } });
  });

  it('is kept as far as it came, and is requested again as a whole', async () => {
    const { relay, ...side } = await startJobSide();
    relay.answerWith(first, replies.cutAfter(SECOND), third);
    const id = await make(side);
    expect(await side.store.find(id)).toMatchObject({ state: 'failed', error: { code: 'reply.cut', billed: 'yes' } });
    const [cut] = await takes(side);
    expect((await bytesOf(side, cut as SpeechItem)).equals(JOINED)).toBe(true);
    expect(cut).toMatchObject({ isComplete: false, parts: { kept: [{}, {}] } });
    relay.answerWith(second);
    await make(side, { again: true });
    expect(sentTo(relay).slice(3)).toEqual([CUT_PARTS[1]]);
  });

  it('with a reply that cannot be read: the reply is kept, and can be read again without sending anything', async () => {
    const { relay, ...side } = await startJobSide();
    relay.answerWith(first, replies.json(200, { message: 'nothing here' }), third);
    const id = await make(side);
    const [reply] = await side.replies();
    expect(reply).toMatchObject({ id: `${id}-part2-reply`, asked: { request: { text: CUT_PARTS[1] } } });
    await side.keptReplies.readAgain(`${id}-part2-reply`);
    expect(relay.requests).toHaveLength(3);
    expect(await side.store.find(id)).toMatchObject({ state: 'failed', itemIds: [id], parts: { length: 3 } });
    expect(await takes(side)).toMatchObject([{ id, isComplete: false, parts: { kept: [{}, {}] } }]);
  });

  it('because the relay refuses it ends the job: what follows is not paid for in vain', async () => {
    const { relay, ...side } = await startJobSide();
    relay.answerWith(first, replies.json(401, { error: { message: 'bad key' } }));
    const id = await make(side);
    expect(sentTo(relay)).toEqual(CUT_PARTS.slice(0, 2));
    expect(await side.store.find(id)).toMatchObject({
      state: 'failed',
      error: { code: 'relay.key_refused', billed: 'yes' },
    });
    relay.answerWith(second, third);
    await make(side, { again: true });
    expect(sentTo(relay).slice(2)).toEqual(CUT_PARTS.slice(1));
  });

  it('as the second one ends the job', async () => {
    const { relay, ...side } = await startJobSide();
    relay.answerWith(replies.text(500, ''));
    const id = await make(side);
    expect(sentTo(relay)).toEqual(CUT_PARTS.slice(0, 2));
    expect(await side.store.find(id)).toMatchObject({ state: 'failed', error: { billed: 'unknown' }, itemIds: [] });
    expect(await takes(side)).toEqual([]);
  });

  it('of the first and of nothing else billed says so', async () => {
    const { relay, ...side } = await startJobSide();
    relay.answerWith(replies.text(401, ''));
    const id = await make(side);
    expect(await side.store.find(id)).toMatchObject({ state: 'failed', error: { billed: 'no' } });
    expect(relay.requests).toHaveLength(1);
  });

  it('because there is no room for its reply was not sent; the parts before it are kept', async () => {
    let calls = 0;
    const side = await startJobSide({
      reserve: async () => {
        calls += 1;
        return calls === 2 ? fail(appError('storage.no_room')) : ok({ [Symbol.dispose]: () => undefined });
      },
    });
    side.relay.answerWith(first, second, third);
    const id = await make(side);
    expect(side.relay.requests).toHaveLength(1);
    expect(await side.store.find(id)).toMatchObject({ error: { code: 'storage.no_room', billed: 'yes' } });
    await make(side, { again: true });
    expect(sentTo(side.relay)).toEqual([...CUT_PARTS]);
  });
});

describe('parts that cannot be joined', () => {
  it('of another sample rate are not resampled: each rate is a take of its own, and no more is requested', async () => {
    const { relay, ...side } = await startJobSide();
    relay.answerWith(first, replies.text(200, SECOND, { 'content-type': 'audio/L16; rate=16000' }), third);
    const id = await make(side);
    expect(sentTo(relay)).toEqual(CUT_PARTS.slice(0, 2));
    expect(await side.store.find(id)).toMatchObject({
      state: 'failed',
      itemIds: [id, `${id}-part2`],
      error: {
        code: 'reply.parts_differ',
        billed: 'yes',
        details: { textPart: 2, got: '16000 Hz', expectedRate: '24000 Hz', partsArrived: 1 },
      },
    });
    const made = new Map((await takes(side)).map((take) => [take.id, take]));
    expect(made.get(id)).toMatchObject({ isComplete: false, audio: { sampleRateHz: 24_000 }, parts: { kept: [{}] } });
    expect(made.get(`${id}-part2`)).toMatchObject({
      isComplete: true,
      audio: { sampleRateHz: 16_000 },
      request: { text: CUT_PARTS[1] },
      parts: null,
    });
  });

  it('because the relay sends mp3: one request, whose sound is kept as a take', async () => {
    const { relay, ...side } = await startJobSide();
    relay.answerWith(replies.audio(MP3));
    const id = await make(side);
    expect(sentTo(relay)).toEqual([CUT_PARTS[0]]);
    expect(await side.store.find(id)).toMatchObject({
      state: 'failed',
      itemIds: [`${id}-part1`],
      error: { code: 'reply.parts_differ', billed: 'yes', details: { got: 'MP3' } },
    });
    const [take] = await takes(side);
    expect(take).toMatchObject({ audio: { format: 'mp3' }, request: { text: CUT_PARTS[0] } });
    expect((await bytesOf(side, take as SpeechItem)).equals(MP3)).toBe(true);
  });
});

describe('between two parts', () => {
  it('a rate limit is waited out; what has arrived is not sent again', async () => {
    const clock = manualClock();
    const { relay, ...side } = await startJobSide({ clock });
    relay.answerWith(first, replies.text(429, '', { 'retry-after': '5' }), second, third);
    const id = await orderText(side);
    await eventually(() => expect(side.queue.throttledQueues()[0]?.backoff).toBeTruthy());
    expect(await side.store.find(id)).toMatchObject({ state: 'queued', tries: 1, part: { number: 2 } });
    clock.advance(5000);
    await side.reaches(id, 'done');
    expect(sentTo(relay)).toEqual([CUT_PARTS[0], CUT_PARTS[1], CUT_PARTS[1], CUT_PARTS[2]]);
    expect(heard(side).equals(JOINED)).toBe(true);
    expect(side.chunks.map(({ index }) => index)).toEqual(side.chunks.map((_, index) => index));
  });

  it('each part is tried as often as a request is', async () => {
    const clock = manualClock();
    const { relay, ...side } = await startJobSide({ clock });
    const limited = replies.text(429, '', { 'retry-after': '50' });
    relay.answerWith(limited, limited, first, limited, limited, second, third);
    const id = await orderText(side);
    await eventually(async () => {
      if (side.queue.throttledQueues().some(({ backoff }) => backoff)) clock.advance(50_000);
      expect((await side.store.find(id))?.state).toBe('done');
    });
    expect(relay.requests).toHaveLength(7);
    await eventually(async () => expect(await side.queue.exchanges(id)).toHaveLength(7));
  });

  it('a pause holds the job, and resuming goes on with the next part', async () => {
    const { relay, ...side } = await startJobSide();
    let finish = (): unknown => undefined;
    relay.answerWith(
      (response) => {
        finish = () => response.end(FIRST);
      },
      second,
      third,
    );
    const id = await orderText(side);
    await eventually(() => expect(relay.requests).toHaveLength(1));
    side.queue.setPaused('c', true);
    finish();
    await side.reaches(id, 'queued');
    expect(relay.requests).toHaveLength(1);
    side.queue.setPaused('c', false);
    await side.reaches(id, 'done');
    expect(sentTo(relay)).toEqual([...CUT_PARTS]);
    expect(heard(side).equals(JOINED)).toBe(true);
  });

  it('the connection loses its key: what arrived is kept as an incomplete take', async () => {
    let isLost = false;
    const { relay, ...side } = await startJobSide({
      whyUnusable: () => (isLost ? appError('key.missing') : undefined),
    });
    let finish = (): unknown => undefined;
    relay.answerWith((response) => {
      finish = () => response.end(FIRST);
    });
    const id = await orderText(side);
    await eventually(() => expect(relay.requests).toHaveLength(1));
    side.queue.setPaused('c', true);
    finish();
    await side.reaches(id, 'queued');
    isLost = true;
    side.queue.setPaused('c', false);
    await side.reaches(id, 'failed');
    expect(await side.store.find(id)).toMatchObject({ error: { code: 'key.missing', billed: 'yes' }, itemIds: [id] });
    expect(await takes(side)).toMatchObject([{ id, isComplete: false, parts: { kept: [{}] } }]);
  });

  it('cancelling discards what arrived, as it does for any speech', async () => {
    const { relay, ...side } = await startJobSide();
    relay.answerWith(first, replies.stall(SECOND));
    const id = await orderText(side);
    await eventually(() => expect(heard(side).length).toBe(FIRST.length + SECOND.length));
    side.queue.cancel(id);
    await side.reaches(id, 'cancelled');
    expect(await side.items()).toEqual([]);
    expect(relay.requests).toHaveLength(2);
    expect(side.queue.visible()).toMatchObject([{ error: { code: 'outcome.cancelled', billed: 'yes' } }]);
  });
});

describe('after a restart', () => {
  it('parts that had arrived are not requested again; the one under way is unknown, those never sent are made', async () => {
    const { relay, root, ...side } = await startJobSide();
    relay.answerWith(first, replies.stall(SECOND));
    const id = await orderText(side);
    await eventually(() => expect(heard(side).length).toBe(FIRST.length + SECOND.length));
    await side.close();
    relay.answerWith(third);
    const next = await openJobSide(relay, root);
    await next.queue.resume();
    await ends(next, id);
    expect(sentTo(relay)).toEqual([...CUT_PARTS]);
    expect(await next.store.find(id)).toMatchObject({
      state: 'unknown',
      error: { code: 'outcome.interrupted', billed: 'yes', details: { textPart: 2, partsArrived: 2 } },
    });
    const [cut] = await takes(next);
    expect((await bytesOf(next, cut as SpeechItem)).equals(JOINED)).toBe(true);
    expect(cut).toMatchObject({ isComplete: false, parts: { kept: [{}, {}] } });
    relay.answerWith(second);
    await make(next, { again: true });
    expect(sentTo(relay).slice(3)).toEqual([CUT_PARTS[1]]);
    expect((await takes(next))[0]).toMatchObject({ isComplete: true });
  });

  it('a job that ended while its connection was paused between two parts goes on', async () => {
    const { relay, root, ...side } = await startJobSide();
    let finish = (): unknown => undefined;
    relay.answerWith(
      (response) => {
        finish = () => response.end(FIRST);
      },
      second,
      third,
    );
    const id = await orderText(side);
    await eventually(() => expect(relay.requests).toHaveLength(1));
    side.queue.setPaused('c', true);
    finish();
    await side.reaches(id, 'queued');
    await side.close();
    const next = await openJobSide(relay, root);
    await next.queue.resume();
    next.queue.setPaused('c', false);
    await next.reaches(id, 'done');
    expect(sentTo(relay)).toEqual([...CUT_PARTS]);
    expect(heard(next).equals(JOINED), 'a new page hears all of it').toBe(true);
  });
});
