import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { editRequest } from '../../shared/testing/edit-request.ts';
import { replies } from '../../tests/fakes/scripted-relay.ts';
import { KEY, openJobSide, startJobSide } from '../../tests/support/job-side.ts';
import { createDeleteForGood } from '../library/delete-for-good.ts';

type Side = Awaited<ReturnType<typeof openJobSide>>;

const edit = editRequest({ pictures: [{ kind: 'address', url: 'https://example.com/a.png' }] });
const picture = (background: string) =>
  sharp({ create: { width: 8, height: 6, channels: 4, background } })
    .png()
    .toBuffer();

/** A reply with pictures, which the page has not decoded yet. @param echoed what else the relay sent. */
async function receive(files: Uint8Array[], echoed = '', coding: 'br' | undefined = undefined) {
  const { root, relay, ...side } = await startJobSide();
  const reply = { echoed, data: files.map((bytes) => ({ b64_json: Buffer.from(bytes).toString('base64') })) };
  const json = JSON.stringify(reply);
  relay.answerWith(
    coding ? replies.text(200, brotliCompressSync(json), { 'content-encoding': coding }) : replies.text(200, json),
  );
  const { id } = await side.queue.add('edit', edit);
  await side.reaches(id, 'done');
  const incoming = () => readdir(path.join(root, 'incoming'));
  return { root, relay, side, id, reply, incoming };
}

async function bytesOf({ library, replies: kept }: Side): Promise<string[]> {
  const items = (await kept()).filter((item) => item.kind === 'reply');
  const media = await Promise.all(items.map(({ mediaId }) => library.media(mediaId)));
  return Promise.all(media.map((file) => readFile(file?.path ?? '', 'utf8')));
}

// fault 58
it.each(['not', 'partly'] as const)(
  'a picture that can be decoded %s: the reply is kept, without the key, once the last one is decoded',
  async (extent) => {
    const { side, id, reply, incoming } = await receive([await picture('red'), await picture('blue')], KEY);
    await side.decode(`${id}-0`, extent);
    expect([await incoming(), await side.replies()]).toEqual([[`${id}.part`], []]);
    await side.decode(`${id}-1`, 'whole');
    expect(await side.replies()).toMatchObject([
      { id: `${id}-reply`, asked: { kind: 'edit' }, reply: { status: 200 } },
    ]);
    const [kept = ''] = await bytesOf(side);
    expect(kept).not.toContain(KEY);
    expect(JSON.parse(kept).data).toEqual(reply.data);
    expect(await side.store.find(id)).toMatchObject({ state: 'done', error: null, replyId: `${id}-reply` });
    expect(await incoming()).toEqual([]);
  },
);

it.each([undefined, 'br'] as const)('a reply waits without the key that it echoes; its coding: %s', async (coding) => {
  const { root, side, id, reply, incoming } = await receive([await picture('red')], KEY, coding);
  const waiting = path.join(root, 'incoming', `${id}.part`);
  const readWaiting = () => readFile(waiting, 'utf8');
  await expect
    .poll(async () => [await incoming(), (await readWaiting()).includes(KEY)])
    .toEqual([[`${id}.part`], false]);
  await expect.poll(async () => JSON.parse(await readWaiting())).toMatchObject({ data: reply.data });
  await side.decode(`${id}-0`, 'not');
  const [kept = ''] = await bytesOf(side);
  expect(JSON.parse(kept).data).toEqual(reply.data);
  expect(await incoming()).toEqual([]);
});

// fault 58
it('on a disk that is full when the key is to be removed, nothing is lost: the next start removes it', async () => {
  const { root, relay, ...side } = await startJobSide();
  const { receive } = side.media;
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
  const spy = vi.spyOn(side.media, 'receive').mockImplementation((ticket, signal) => {
    if (ticket.endsWith('-clean')) throw full;
    return receive(ticket, signal);
  });
  const b64_json = (await picture('red')).toString('base64');
  relay.answerWith(replies.json(200, { echoed: KEY, data: [{ b64_json }] }));
  const { id } = await side.queue.add('edit', edit);
  await side.reaches(id, 'done');
  await expect.poll(() => spy.mock.calls.some(([ticket]) => ticket.endsWith('-clean'))).toBe(true);
  expect((await side.library.getAll([`${id}-0`])).length).toBe(1);
  await side.close();
  const next = await openJobSide(relay, root);
  await next.queue.resume();
  expect(await readFile(path.join(root, 'incoming', `${id}.part`), 'utf8')).not.toContain(KEY);
  await next.decode(`${id}-0`, 'not');
  expect(await next.replies()).toMatchObject([{ id: `${id}-reply` }]);
});

it('pictures that are whole need their reply no more', async () => {
  const { side, id, incoming } = await receive([await picture('red')]);
  expect([await incoming(), await side.checkedReplies.unchecked()]).toEqual([[`${id}.part`], [`${id}-0`]]);
  await side.decode(`${id}-0`, 'whole');
  expect([await incoming(), await side.replies()]).toEqual([[], []]);
});

it('a picture known to be cut when it arrives: its reply is kept at once', async () => {
  const whole = await picture('red');
  const { side, id, incoming } = await receive([whole.subarray(0, whole.length - 20)]);
  await expect.poll(side.replies).toMatchObject([{ id: `${id}-reply` }]);
  await expect.poll(incoming).toEqual([]);
});

// fault 58
it.each([
  ['whole', 0],
  ['not', 1],
] as const)(
  'a crash before the picture was decoded, which shows it %s: nothing is lost or told meanwhile',
  async (extent, count) => {
    const { root, relay, side, id, incoming } = await receive([await picture('red')]);
    await side.close();
    const next = await openJobSide(relay, root);
    await next.queue.resume();
    expect([await incoming(), await next.replies(), next.updates]).toEqual([[`${id}.part`], [], []]);
    expect(await next.checkedReplies.unchecked()).toEqual([`${id}-0`]);
    await next.decode(`${id}-0`, extent);
    expect([await incoming(), (await next.replies()).length]).toEqual([[], count]);
    expect(await next.checkedReplies.unchecked()).toEqual([]);
  },
);

it('a crash between the decoding and what follows it: the next start does that', async () => {
  const { root, relay, side, id, incoming } = await receive([await picture('red')]);
  await side.library.change(`${id}-0`, (item) =>
    item.kind === 'edit' ? { ...item, raw: { ...item.raw, state: 'undecodable' } } : undefined,
  );
  await side.close();
  const next = await openJobSide(relay, root);
  await next.queue.resume();
  expect([await incoming(), await next.replies()]).toMatchObject([[], [{ id: `${id}-reply` }]]);
});

it('a reply whose pictures were deleted for good is discarded', async () => {
  const { side, id, incoming } = await receive([await picture('red')]);
  await side.library.setTrashed([`${id}-0`], true);
  const { empty } = createDeleteForGood({
    ...side,
    unsavedScripts: { thing: 'scripts', isSaved: () => true, save: async () => undefined },
    isMaintained: () => false,
    onProgress: () => undefined,
    onChanged: (ids) => void ids.map(side.checkedReplies.settleOf),
  });
  expect(await empty()).toMatchObject({ ok: true, data: { count: 1 } });
  await expect.poll(incoming).toEqual([]);
  expect(await side.replies()).toEqual([]);
});

it('read again, a kept reply of a picture that cannot be shown stays where it is', async () => {
  const { side, id } = await receive([await picture('red')]);
  await side.decode(`${id}-0`, 'not');
  await side.keptReplies.readAgain(`${id}-reply`);
  expect(await side.replies()).toMatchObject([{ id: `${id}-reply` }]);
});
