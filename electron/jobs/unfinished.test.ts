import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isJobOver } from '../../shared/app/job-states.ts';
import type { ReplyItem } from '../../shared/contract/library.ts';
import { editRequest } from '../../shared/testing/edit-request.ts';
import { pcmTone, replies, type Script, startScriptedRelay } from '../../tests/fakes/scripted-relay.ts';
import { CUT_DIALECT, orderText } from '../../tests/support/cut-text.ts';
import { KEY, startJobSide } from '../../tests/support/job-side.ts';

const request = editRequest({ pictures: [{ kind: 'address', url: 'https://example.com/a.png' }] });
const speech = { connectionId: 'c', text: 'Hello there', voice: null, speed: 1, format: 'pcm' as const, extras: {} };
const PICTURE = await sharp({ create: { width: 8, height: 6, channels: 4, background: 'blue' } })
  .png()
  .toBuffer();
const TONE = Buffer.from(pcmTone(0.3));
const accepted: Script = replies.json(202, { id: 't-1', status: 'queued', urls: { get: '/v1/tasks/1' } });

/** Runs a request that a relay takes and does not finish; `asked` are its answers when it is asked for the result. */
async function start(kind: 'speech' | 'edit', taken: Script, ...asked: [Script, ...Script[]]) {
  const side = await startJobSide();
  side.relay.answerWith(taken, ...asked);
  const { id } = await (kind === 'speech' ? side.queue.add('speech', speech) : side.queue.add('edit', request));
  await expect.poll(async () => isJobOver((await side.store.find(id))?.state ?? 'queued'), { interval: 5 }).toBe(true);
  const ask = () => side.keptReplies.ask(`${id}-reply`);
  const posts = () => side.relay.requests.filter(({ method }) => method === 'POST').length;
  return { ...side, id, ask, posts, job: () => side.store.find(id) };
}

describe('a request that a relay has taken and not finished', () => {
  it('is told as that, kept, and never sent or asked for by itself', async () => {
    const { relay, id, job, replies: kept } = await start('edit', accepted, accepted);
    const details = { taskId: 't-1', taskUrl: `${relay.baseUrl}/v1/tasks/1`, canAsk: true };
    const error = { code: 'outcome.accepted', billed: 'unknown', retryable: false, details };
    expect(await job()).toMatchObject({ state: 'unknown', error, replyId: `${id}-reply`, tries: 1 });
    expect(await kept()).toMatchObject([{ id: `${id}-reply`, error }]);
    expect(relay.requests).toHaveLength(1);
  });

  it('becomes the picture of the same job when that is done; before, nothing changes', async () => {
    const picture = PICTURE.toString('base64');
    const done = replies.json(200, { id: 't-1', status: 'succeeded', output: { data: [{ b64_json: picture }] } });
    const pending = replies.json(200, { id: 't-1', status: 'processing' });
    const side = await start('edit', accepted, pending, done);
    const { relay, id, ask, job, posts, usage, results, replies: kept } = side;
    const before = await job();
    expect(await ask()).toMatchObject({ ok: true, data: { madeIds: [] } });
    expect(await job()).toEqual(before);
    expect(await ask()).toMatchObject({ ok: true, data: { madeIds: [`${id}-0`] } });
    expect(await job()).toMatchObject({ state: 'done', error: null, itemIds: [`${id}-0`], replyId: null });
    expect(await results()).toMatchObject([
      { id: `${id}-0`, connectionName: 'Acme', request: { prompt: request.prompt } },
    ]);
    expect(await kept()).toEqual([]);
    expect(posts()).toBe(1);
    const asked = relay.requests.slice(1);
    expect(asked.map(({ method, path, headers }) => [method, path, headers.authorization])).toEqual([
      ['GET', '/v1/tasks/1', `Bearer ${KEY}`],
      ['GET', '/v1/tasks/1', `Bearer ${KEY}`],
    ]);
    expect((await usage.list()).total).toMatchObject({ requests: 1, pictures: 1 });
  });

  it('becomes the take of the same job, also where nothing but an address came', async () => {
    const taken = replies.text(202, '', { 'operation-location': '/v1/tasks/1' });
    const { id, ask, job, posts, results } = await start('speech', taken, replies.audio(TONE));
    expect(await ask()).toMatchObject({ ok: true, data: { madeIds: [id] } });
    expect(await job()).toMatchObject({ state: 'done', error: null, itemIds: [id] });
    expect(await results()).toMatchObject([{ id, kind: 'speech', sizeBytes: TONE.length, isComplete: true }]);
    expect(posts()).toBe(1);
  });

  it('says in the relay’s words that it failed', async () => {
    const failed = replies.json(200, { id: 't-1', status: 'failed', error: { message: 'the picture is empty' } });
    const { ask, job, posts } = await start('edit', accepted, failed);
    expect(await ask()).toMatchObject({ ok: true, data: { madeIds: [] } });
    const error = { code: 'relay.refused', billed: 'unknown', details: { relayMessage: 'the picture is empty' } };
    expect(await job()).toMatchObject({ state: 'failed', error });
    expect(posts()).toBe(1);
  });

  it.each<[string, Script, object]>([
    [
      'an error',
      replies.json(404, { message: 'no such task' }),
      { billed: 'no', details: { relayMessage: 'no such task' } },
    ],
    ['a connection that breaks', replies.hangUp(), { code: 'network.unreachable', billed: 'no' }],
    ['a reply that is cut', replies.cutAfter(TONE), { code: 'network.unreachable', billed: 'no' }],
  ])('stays as it is after %s', async (_name, script, error) => {
    const { ask, job, media, id } = await start('speech', accepted, script);
    const before = await job();
    expect(await ask()).toMatchObject({ ok: false, error });
    expect(await job()).toEqual(before);
    expect(media.hasIncoming(`${id}-asked`)).toBe(false);
  });

  it('keeps its address when the relay names it only once', async () => {
    const { relay, ask, job } = await start('edit', accepted, replies.json(200, { task_id: 't-1', progress: 40 }));
    const [{ item } = { item: undefined }] = [await ask()].flatMap((asked) => (asked.ok ? [asked.data] : []));
    const error = { code: 'outcome.accepted', details: { taskUrl: `${relay.baseUrl}/v1/tasks/1`, canAsk: true } };
    expect(item).toMatchObject({ error });
    expect(await job()).toMatchObject({ error });
  });
});

describe('the key', () => {
  it('never goes to another origin, whatever the relay names or redirects to', async () => {
    const other = await startScriptedRelay();
    const elsewhere = replies.json(202, { id: 't-1', urls: { get: `${other.baseUrl}/t` } });
    const named = await start('speech', elsewhere, replies.audio(TONE));
    expect((await named.job())?.error?.details).not.toHaveProperty('canAsk');
    expect(await named.ask()).toMatchObject({ ok: false, error: { code: 'download.refused' } });
    const hop = replies.text(302, '', { location: `${other.baseUrl}/t` });
    const sent = await start('speech', accepted, replies.text(302, '', { location: '/v1/tasks/2' }), hop);
    expect(await sent.ask()).toMatchObject({ ok: false, error: { code: 'network.redirected' } });
    expect(sent.relay.requests.map(({ path }) => path).slice(1)).toEqual(['/v1/tasks/1', '/v1/tasks/2']);
    expect(other.requests).toEqual([]);
    await other.close();
  });
});

it('a text that was cut is not requested further once a part of it is to be finished later', async () => {
  const side = await startJobSide({ dialect: CUT_DIALECT });
  side.relay.answerWith(accepted, replies.audio(TONE));
  const id = await orderText(side);
  await expect.poll(async () => isJobOver((await side.store.find(id))?.state ?? 'queued'), { interval: 5 }).toBe(true);
  expect(side.relay.requests).toHaveLength(1);
  expect(((await side.replies())[0] as ReplyItem).error).toMatchObject({ code: 'outcome.accepted' });
});
