import { readFile, rm } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { isJobOver } from '../../shared/app/job-states.ts';
import type { EditItem, ReplyItem } from '../../shared/contract/library.ts';
import { editRequest } from '../../shared/testing/edit-request.ts';
import { pcmTone, replies, type Script } from '../../tests/fakes/scripted-relay.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { openJobSide, startJobSide } from '../../tests/support/job-side.ts';
import { manualClock } from '../../tests/support/manual-clock.ts';
import { mountSmallDisk } from '../../tests/support/small-disk.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const request = editRequest({ pictures: [{ kind: 'address', url: 'https://example.com/a.png' }] });
const speech = { connectionId: 'c', text: 'Hello there', voice: null, speed: 1, format: 'pcm' as const, extras: {} };
const PICTURE = await sharp({ create: { width: 8, height: 6, channels: 4, background: 'blue' } })
  .png()
  .toBuffer();

/** Answers an edit with these results, and downloads of a path with 404 until `ready` has it. */
function relayWith(results: object[], ready: Set<string>): Script {
  return (response, { method, path }) => {
    if (method === 'POST') return replies.json(200, { created: 7, data: results })(response, recorded);
    if (!ready.has(path)) return response.writeHead(404).end('not yet');
    return response.writeHead(200, { 'content-type': 'image/png' }).end(PICTURE);
  };
}
const recorded = { method: '', path: '', headers: {}, body: '', bytes: Buffer.of(), socketId: 0 };

type Options = Parameters<typeof startJobSide>[0] & { results?: object[] };

/** Runs an edit whose result is at an address that does not work yet. */
async function start({ results = [{ url: '/late.png' }], ...options }: Options = {}) {
  const moved = manualClock();
  // The clock of the replies begins when they arrive.
  moved.advance(Date.now() - moved.now());
  const waits: number[] = [];
  const clock = {
    ...moved,
    after(waitMs: number, run: () => void) {
      waits.push(waitMs);
      return moved.after(waitMs, run);
    },
  };
  const ready = new Set<string>();
  const side = await startJobSide({ clock, ...options });
  side.relay.answerWith(relayWith(results, ready));
  const { id } = await side.queue.add('edit', request);
  const ended = (job = id) =>
    expect.poll(async () => isJobOver((await side.store.find(job))?.state ?? 'queued'), { interval: 5 }).toBe(true);
  await ended();
  const replyId = `${id}-reply`;
  const gets = (path = '/late.png') => side.relay.requests.filter((one) => one.method === 'GET' && one.path === path);
  const posts = () => side.relay.requests.filter((one) => one.method === 'POST');
  const reply = async () => (await side.library.get(replyId)) as ReplyItem;
  return { ...side, clock, waits, ready, id, replyId, gets, posts, reply, ended };
}

describe('a result that could not be fetched', () => {
  // fault 40
  it('is named by its whole address, and fetched later by itself, ever more rarely', async () => {
    const {
      clock,
      waits,
      ready,
      id,
      replyId,
      gets,
      posts,
      reply,
      store,
      results,
      library,
      replies: kept,
      updates,
    } = await start();
    expect(await store.find(id)).toMatchObject({ state: 'failed', replyId, error: { code: 'result.lost' } });
    expect((await reply()).missing).toMatchObject([{ index: 0, url: '/late.png', error: { code: 'result.lost' } }]);
    const expected = [30_000, MINUTE_MS, 2 * MINUTE_MS, 4 * MINUTE_MS];
    for (const [tries, waitMs] of expected.entries()) {
      await eventually(() => expect(waits).toEqual(expected.slice(0, tries + 1)));
      expect(gets()).toHaveLength(tries + 1);
      if (tries === expected.length - 1) ready.add('/late.png');
      clock.advance(waitMs);
    }
    await eventually(async () =>
      expect(await results()).toMatchObject([{ id: `${id}-0`, resultIndex: 0, relayCreatedS: 7 }]),
    );
    await eventually(async () => expect(await kept()).toEqual([]));
    const done = { state: 'done', error: null, failures: [], itemIds: [`${id}-0`], replyId: null };
    await eventually(async () => expect(await store.find(id)).toMatchObject(done));
    expect(updates.at(-1)).toMatchObject({ state: 'done', itemIds: [`${id}-0`] });
    expect(posts()).toHaveLength(1);
    const [picture] = (await results()) as EditItem[];
    expect(await readFile((await library.media(picture?.raw.mediaId ?? ''))?.path ?? '')).toEqual(PICTURE);
  });

  // fault 40
  it('is fetched after a restart too, but not after its address has ended', async () => {
    const untilMs = Date.now() + 10 * MINUTE_MS;
    const url = `/late.png?expires=${Math.floor(untilMs / 1000)}`;
    const { root, relay, close, clock, waits, ready, gets, reply } = await start({ results: [{ url }] });
    expect((await reply()).missing[0]?.untilMs).toBe(Math.floor(untilMs / 1000) * 1000);
    await close();
    const again = await openJobSide(relay, root, { clock });
    waits.length = 0;
    await again.keptReplies.begin();
    const before = gets(url).length;
    clock.advance(30_000);
    await eventually(() => expect(gets(url)).toHaveLength(before + 1));
    await eventually(() => expect(waits).toEqual([30_000, MINUTE_MS]));
    await again.close();
    clock.advance(HOUR_MS);
    ready.add(url);
    const late = await openJobSide(relay, root, { clock });
    await late.keptReplies.begin();
    clock.advance(HOUR_MS);
    expect(gets(url)).toHaveLength(before + 1);
    expect(await late.replies()).toHaveLength(1);
  });

  it('is fetched on request once, however often it is asked for', async () => {
    const { ready, id, replyId, keptReplies, gets, posts, results } = await start();
    expect(await keptReplies.fetch(replyId)).toMatchObject({ ok: true, data: { madeIds: [] } });
    ready.add('/late.png');
    const before = gets().length;
    const both = await Promise.all([keptReplies.fetch(replyId), keptReplies.fetch(replyId)]);
    expect(both).toMatchObject([{ data: { madeIds: [`${id}-0`] } }, { data: { madeIds: [] } }]);
    expect(gets()).toHaveLength(before + 1);
    expect(posts()).toHaveLength(1);
    expect(await results()).toHaveLength(1);
  });

  it('beside others: the job is done, and keeps the error of what is still missing', async () => {
    const {
      ready,
      id,
      replyId,
      keptReplies,
      store,
      replies: kept,
    } = await start({
      results: [{ url: '/one.png' }, { url: '/two.png' }],
    });
    ready.add('/two.png');
    await keptReplies.fetch(replyId);
    const lost = { code: 'result.lost', details: { url: '/one.png' } };
    expect(await store.find(id)).toMatchObject({
      state: 'done',
      itemIds: [`${id}-1`],
      error: lost,
      failures: [{ index: 0, error: lost }],
    });
    expect(await kept()).toMatchObject([{ missing: [{ index: 0 }] }]);
  });

  // fault 40
  it('a full disk loses nothing while it is fetched', async () => {
    const disk = mountSmallDisk(8);
    if (!disk) return;
    onTestFinished(disk.unmount);
    const clock = manualClock();
    const { relay } = await startJobSide();
    const ready = new Set<string>();
    relay.answerWith(relayWith([{ url: '/late.png' }], ready));
    const side = await openJobSide(relay, disk.folder, { clock, writeAgainMs: 20 });
    const { id } = await side.queue.add('edit', request);
    await side.reaches(id, 'failed');
    ready.add('/late.png');
    await disk.fill();
    const fetching = side.keptReplies.fetch(`${id}-reply`);
    await eventually(() => expect(side.media.isWaiting()).toBe(true));
    expect(await side.replies()).toMatchObject([{ missing: [{ url: '/late.png' }] }]);
    disk.makeRoom();
    expect(await fetching).toMatchObject({ ok: true, data: { madeIds: [`${id}-0`] } });
  });
});

describe('a host that is refused', () => {
  const refused = { results: [{ url: 'http://pictures.example/1.png' }] };

  it('is allowed by the person only, and never asked about by the relay itself', async () => {
    const askOrigin = vi.fn(async () => false);
    const allowedOrigins: string[] = [];
    const { id, replyId, keptReplies, store } = await start({ ...refused, askOrigin, allowedOrigins });
    expect(await store.find(id)).toMatchObject({ error: { code: 'result.refused' } });
    expect(askOrigin).not.toHaveBeenCalled();
    expect(await keptReplies.allowOrigin(replyId, 0)).toMatchObject({ ok: true, data: { madeIds: [] } });
    expect(askOrigin).toHaveBeenCalledWith('Acme', 'http://pictures.example');
    expect(allowedOrigins).toEqual([]);
    askOrigin.mockResolvedValue(true);
    // The name does not exist, so the app tried to fetch it.
    expect(await keptReplies.allowOrigin(replyId, 0)).toMatchObject({
      data: { item: { missing: [{ error: { code: 'result.lost' } }] } },
    });
    expect(allowedOrigins).toEqual(['http://pictures.example']);
    const lost = { code: 'result.lost' };
    expect(await store.find(id)).toMatchObject({ state: 'failed', error: lost, failures: [{ error: lost }] });
  });

  it.each(['http://127.0.0.1:9/1.png', 'http://localhost:9/1.png', 'http://10.1.2.3/1.png', 'http://[::1]:9/1.png'])(
    '%s can never be allowed',
    async (url) => {
      const askOrigin = vi.fn(async () => true);
      const { replyId, keptReplies } = await start({ results: [{ url }], askOrigin });
      expect(await keptReplies.allowOrigin(replyId, 0)).toMatchObject({ ok: false, error: { code: 'result.refused' } });
      expect(askOrigin).not.toHaveBeenCalled();
    },
  );
});

describe('a reply that is read again', () => {
  it('makes the pictures that were not made, once, and leaves those that were', async () => {
    const {
      ready,
      id,
      replyId,
      keptReplies,
      store,
      library,
      results,
      replies: kept,
      posts,
      usage,
    } = await start({
      results: [{ url: '/late.png' }, { b64_json: PICTURE.toString('base64') }],
    });
    await library.change(`${id}-1`, (item) => ({ ...item, title: 'Changed since' }));
    ready.add('/late.png');
    expect(await keptReplies.readAgain(replyId)).toMatchObject({ ok: true, data: { madeIds: [`${id}-0`] } });
    expect(await results()).toHaveLength(2);
    expect(await library.get(`${id}-1`)).toMatchObject({ title: 'Changed since' });
    expect(await kept()).toEqual([]);
    expect(await store.find(id)).toMatchObject({ state: 'done', error: null, replyId: null });
    expect(posts()).toHaveLength(1);
    await eventually(async () => expect((await usage.list()).total).toMatchObject({ pictures: 2 }));
  });

  it('makes the take of a sound that could not be read', async () => {
    const { root, relay, close, queue, store, reaches, media } = await startJobSide();
    relay.answerWith(replies.json(200, { surprise: 'nothing to hear' }));
    const { id } = await queue.add('speech', speech);
    await reaches(id, 'failed');
    const replyId = `${id}-reply`;
    // As if a later version of the app could read it: the same item with the bytes of a sound.
    const tone = Buffer.from(pcmTone(0.3));
    const file = media.receive('tone', new AbortController().signal);
    await file.write(tone);
    await file.close();
    const identified = await media.identify('tone');
    if (!identified) throw new Error('no file');
    await close();
    const side = await openJobSide(relay, root);
    await side.library.addMedia({ ...identified, extension: 'bin', mime: 'application/octet-stream', pcmRateHz: null });
    await side.media.keep('tone', identified.mediaId, 'bin');
    await side.library.change(replyId, (item) => ({ ...item, ...identified }));
    const sent = relay.requests.length;
    expect(await side.keptReplies.readAgain(replyId)).toMatchObject({ ok: true, data: { madeIds: [id] } });
    expect(await side.results()).toMatchObject([{ id, kind: 'speech', sizeBytes: tone.length }]);
    expect(await side.replies()).toEqual([]);
    expect(await side.store.find(id)).toMatchObject({ state: 'done', replyId: null });
    expect(relay.requests).toHaveLength(sent);
    expect(store).toBeDefined();
  });

  // fault 39
  it('and still cannot be read stays as it is, and nothing is sent again', async () => {
    const { relay, queue, reaches, keptReplies, replies: kept, library, store } = await startJobSide();
    const body = { surprise: 'nothing to hear' };
    relay.answerWith(replies.json(200, body));
    const { id } = await queue.add('speech', speech);
    await reaches(id, 'failed');
    const before = await store.find(id);
    const sent = relay.requests.length;
    for (let i = 0; i < 2; i++)
      expect(await keptReplies.readAgain(`${id}-reply`)).toMatchObject({ ok: true, data: { madeIds: [] } });
    expect(await store.find(id)).toMatchObject({ state: 'failed', error: before?.error, replyId: `${id}-reply` });
    const [reply, ...others] = (await kept()) as ReplyItem[];
    expect(others).toEqual([]);
    expect(JSON.parse(await readFile((await library.media(reply?.mediaId ?? ''))?.path ?? '', 'utf8'))).toEqual(body);
    expect(relay.requests).toHaveLength(sent);
  });

  it('whose file is gone is not read, and nothing changes', async () => {
    const { replyId, keptReplies, reply, library } = await start();
    await rm((await library.media((await reply()).mediaId))?.path ?? '');
    expect(await keptReplies.readAgain(replyId)).toMatchObject({ ok: false });
    expect((await reply()).missing).toHaveLength(1);
  });
});

describe('a reply of more than the app reads', () => {
  const bomb = `{"data":[{"b64_json":"${PICTURE.toString('base64')}"}${',{"a":1}'.repeat(60_000)}]}`;
  it.each<[string, string, object]>([
    ['with a picture', bomb, { state: 'done', error: { code: 'reply.too_complex', billed: 'unknown' } }],
    ['without', '['.repeat(100_000), { state: 'failed', error: { code: 'reply.too_complex', billed: 'unknown' } }],
  ])('is kept as it came, %s', async (_name, body, ended) => {
    const side = await startJobSide();
    side.relay.answerWith(replies.text(200, body));
    const { id } = await side.queue.add('edit', request);
    const job = async () => (await side.store.find(id)) ?? { state: 'queued' as const };
    await expect.poll(async () => isJobOver((await job()).state), { interval: 5 }).toBe(true);
    expect(await job()).toMatchObject({ ...ended, replyId: `${id}-reply` });
    const reply = (await side.library.get(`${id}-reply`)) as ReplyItem;
    expect(await readFile((await side.library.media(reply.mediaId))?.path ?? '', 'utf8')).toBe(body);
  });
});
