import { readFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { isJobOver } from '../../shared/app/job-states.ts';
import type { ReplyItem, SpeechItem } from '../../shared/contract/library.ts';
import { pcmTone, replies, type Script } from '../../tests/fakes/scripted-relay.ts';
import { CUT_DIALECT, CUT_PARTS, orderText } from '../../tests/support/cut-text.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { startJobSide } from '../../tests/support/job-side.ts';
import { manualClock } from '../../tests/support/manual-clock.ts';

const speech = { connectionId: 'c', text: 'Hello there', voice: null, speed: 1, format: 'pcm' as const, extras: {} };
const TONE = Buffer.from(pcmTone(0.3));

type Options = Parameters<typeof startJobSide>[0] & { url?: string };

/** Runs a request whose sound is at an address, which works once `makeReady` was called. */
async function start({ url = '/1.wav', ...options }: Options = {}) {
  let isReady = false;
  const side = await startJobSide(options);
  const script: Script = (response, asked) => {
    if (asked.method === 'POST') return replies.json(200, { audio_url: url })(response, asked);
    return isReady ? response.writeHead(200).end(TONE) : response.writeHead(404).end();
  };
  side.relay.answerWith(script);
  const run = async () => {
    const { id } = await side.queue.add('speech', speech);
    await expect
      .poll(async () => isJobOver((await side.store.find(id))?.state ?? 'queued'), { interval: 5 })
      .toBe(true);
    return id;
  };
  const counts = () => ['POST', 'GET'].map((of) => side.relay.requests.filter(({ method }) => method === of).length);
  const makeReady = () => {
    isReady = true;
  };
  const bytesOf = async ({ mediaId }: SpeechItem) => readFile((await side.library.media(mediaId))?.path ?? '');
  return { ...side, run, counts, makeReady, bytesOf };
}

it('becomes the take, fetched once and heard while it arrives; the reply itself is not kept', async () => {
  const side = await start();
  side.makeReady();
  const id = await side.run();
  expect(await side.store.find(id)).toMatchObject({ state: 'done', error: null, itemIds: [id], replyId: null });
  const [take, ...others] = (await side.items()) as SpeechItem[];
  expect(others).toEqual([]);
  expect(take).toMatchObject({ id, isComplete: true, audio: { format: 'pcm' } });
  expect(await side.bytesOf(take as SpeechItem)).toEqual(TONE);
  expect(Buffer.concat(side.chunks.map(({ bytes }) => bytes))).toEqual(TONE);
  expect(side.counts()).toEqual([1, 1]);
  expect(await side.media.leftovers()).toEqual([]);
});

it('that does not work yet is fetched again by itself, and becomes the take of the same job', async () => {
  const clock = manualClock();
  clock.advance(Date.now() - clock.now());
  const side = await start({ clock });
  const id = await side.run();
  const lost = { code: 'result.lost', billed: 'yes', details: { url: '/1.wav', status: 404 } };
  expect(await side.store.find(id)).toMatchObject({ state: 'failed', error: lost, replyId: `${id}-reply` });
  expect(((await side.replies())[0] as ReplyItem).missing).toMatchObject([{ index: 0, url: '/1.wav', error: lost }]);
  expect(await side.keptReplies.fetch(`${id}-reply`)).toMatchObject({ ok: true, data: { madeIds: [] } });
  side.makeReady();
  clock.advance(30_000);
  await eventually(async () => expect(await side.store.find(id)).toMatchObject({ state: 'done', itemIds: [id] }));
  await eventually(async () => expect(await side.replies()).toEqual([]));
  const made = side.counts();
  expect(made[0]).toBe(1);
  clock.advance(3_600_000);
  await side.keptReplies.begin();
  expect(side.counts()).toEqual(made);
  expect(await side.bytesOf((await side.results())[0] as SpeechItem)).toEqual(TONE);
});

it('at a host that is refused is fetched once a person allows it, and no address inside the network ever', async () => {
  const askOrigin = vi.fn(async () => true);
  const allowedOrigins: string[] = [];
  const side = await start({ url: 'http://sounds.example/1.wav', askOrigin, allowedOrigins });
  const id = await side.run();
  expect(await side.store.find(id)).toMatchObject({ error: { code: 'result.refused' }, replyId: `${id}-reply` });
  // The name does not exist, so the app tried to fetch it.
  expect(await side.keptReplies.allowOrigin(`${id}-reply`, 0)).toMatchObject({
    data: { madeIds: [], item: { missing: [{ error: { code: 'result.lost' } }] } },
  });
  expect(allowedOrigins).toEqual(['http://sounds.example']);
  expect(side.counts()).toEqual([1, 0]);
  const inside = await start({ url: 'http://127.0.0.1:9/1.wav', askOrigin });
  askOrigin.mockClear();
  const refused = await inside.keptReplies.allowOrigin(`${await inside.run()}-reply`, 0);
  expect(refused).toMatchObject({ ok: false, error: { code: 'result.refused' } });
  expect(askOrigin).not.toHaveBeenCalled();
});

it('of each part of a long text is fetched, and all are joined', async () => {
  const side = await start({ dialect: CUT_DIALECT });
  side.makeReady();
  const id = await orderText(side, { format: 'pcm' });
  await expect.poll(async () => isJobOver((await side.store.find(id))?.state ?? 'queued'), { interval: 5 }).toBe(true);
  expect(await side.store.find(id)).toMatchObject({ state: 'done', error: null });
  expect(side.counts()).toEqual([CUT_PARTS.length, CUT_PARTS.length]);
});
