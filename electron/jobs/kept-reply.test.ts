import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import zlib from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isJobOver } from '../../shared/app/job-states.ts';
import type { LibraryItem } from '../../shared/contract/library.ts';
import { editRequest } from '../../shared/testing/edit-request.ts';
import { pcmTone, type Script } from '../../tests/fakes/scripted-relay.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { KEY, openJobSide, startJobSide } from '../../tests/support/job-side.ts';
import { runs } from '../../tests/support/runs.ts';
import { mountSmallDisk } from '../../tests/support/small-disk.ts';
import type { JobRecord } from './job-record.ts';

const speech = { connectionId: 'c', text: 'Hello there', voice: null, speed: 1, format: 'pcm' as const, extras: {} };
const address = { kind: 'address' as const, url: 'https://example.com/a.png' };
const edit = editRequest({ pictures: [address] });
const PICTURE = await sharp({ create: { width: 8, height: 6, channels: 4, background: 'blue' } })
  .png()
  .toBuffer();
const ENVELOPE = Buffer.from(JSON.stringify({ created: 7, data: [{ b64_json: PICTURE.toString('base64') }] }));
const CODERS = {
  gzip: zlib.gzipSync,
  deflate: zlib.deflateSync,
  br: zlib.brotliCompressSync,
  zstd: zlib.zstdCompressSync,
};
const TONE = Buffer.from(pcmTone(0.3));

/** Answers with these bytes; `cutAt` closes the connection early. */
function answer(bytes: Uint8Array, headers: Record<string, string> = {}, cutAt = bytes.length): Script {
  return (response) => {
    response.writeHead(200, { 'content-length': bytes.length, ...headers });
    if (cutAt === bytes.length) response.end(bytes);
    else response.write(bytes.subarray(0, cutAt), () => response.destroy());
  };
}

async function start() {
  const side = await startJobSide();
  const run = async (kind: 'speech' | 'edit', script: Script) => {
    side.relay.answerWith(script);
    const { id } = await (kind === 'speech' ? side.queue.add('speech', speech) : side.queue.add('edit', edit));
    await expect
      .poll(async () => isJobOver((await side.store.find(id))?.state ?? 'queued'), { timeout: 5000, interval: 5 })
      .toBe(true);
    return side.store.find(id);
  };
  /** The bytes of every item of a job: takes, pictures as received, replies. */
  const bytesOf = async (jobId: string): Promise<Buffer[]> => {
    const items = (await side.items()).filter(({ id }) => id.startsWith(jobId));
    const ids = items.map((item: LibraryItem) => (item.kind === 'edit' ? item.raw.mediaId : item.mediaId));
    const media = await Promise.all(ids.map((id) => side.library.media(id)));
    return Promise.all(media.map((file) => readFile(file?.path ?? '')));
  };
  const incoming = () => readdir(path.join(side.root, 'incoming'));
  /** The page decodes the pictures of an edit, which are whole. */
  const decode = async (job: JobRecord | undefined): Promise<void> => {
    for (const id of job?.kind === 'edit' ? job.itemIds : []) await side.decode(id, 'whole');
  };
  return { ...side, run, bytesOf, incoming, decode };
}

describe('a reply in a content coding', () => {
  it.each(Object.entries(CODERS))('%s: the sound is saved decoded, and nothing else', async (name, encode) => {
    const { run, bytesOf, replies: kept, incoming } = await start();
    const job = await run('speech', answer(encode(TONE), { 'content-encoding': name }));
    expect(job).toMatchObject({ state: 'done', error: null, replyId: null });
    expect(await bytesOf(job?.id ?? '')).toEqual([TONE]);
    expect(await kept()).toEqual([]);
    await eventually(async () => expect(await incoming()).toEqual([]));
  });

  it.each(Object.entries(CODERS))('%s: pictures are saved', async (name, encode) => {
    const { run, bytesOf, incoming, decode } = await start();
    const job = await run('edit', answer(encode(ENVELOPE), { 'content-encoding': name }));
    await decode(job);
    expect(job).toMatchObject({ state: 'done', error: null, replyId: null });
    expect(await bytesOf(job?.id ?? '')).toEqual([PICTURE]);
    await eventually(async () => expect(await incoming()).toEqual([]));
  });

  it('that is cut gives what can be decoded, is called cut, and is kept coded as well', async () => {
    const { run, bytesOf } = await start();
    const coded = zlib.gzipSync(TONE);
    const job = await run('speech', answer(coded, { 'content-encoding': 'gzip' }, coded.length - 20));
    expect(job).toMatchObject({ state: 'failed', error: { code: 'reply.cut', billed: 'unknown' } });
    const [take, reply] = await bytesOf(job?.id ?? '');
    expect(take?.length).toBeGreaterThan(0);
    expect(TONE.subarray(0, take?.length)).toEqual(take);
    expect(reply).toEqual(coded.subarray(0, coded.length - 20));
  });

  it('that cannot be read is kept decoded', async () => {
    const { run, replies: kept, bytesOf } = await start();
    const text = Buffer.from('{"surprise":"nothing to hear"}');
    const job = await run('edit', answer(zlib.brotliCompressSync(text), { 'content-encoding': 'br' }));
    expect(await bytesOf(job?.id ?? '')).toEqual([text]);
    expect(await kept()).toMatchObject([
      {
        id: job?.replyId,
        content: 'json',
        title: 'Make it blue',
        asked: { kind: 'edit' },
        reply: { contentEncoding: '' },
      },
    ]);
  });
});

it('a coded reply that expands beyond the disk is kept as it came', async () => {
  const disk = mountSmallDisk(4);
  if (!disk) return;
  onTestFinished(disk.unmount);
  const { relay } = await startJobSide();
  const side = await openJobSide(relay, disk.folder, { writeAgainMs: 20 });
  const coded = zlib.gzipSync(Buffer.from('no picture in here. '.repeat(300_000)));
  relay.answerWith(answer(coded, { 'content-encoding': 'gzip' }));
  const { id } = await side.queue.add('edit', edit);
  await side.reaches(id, 'failed');
  const [reply] = await side.replies();
  expect(reply).toMatchObject({ sizeBytes: coded.length, reply: { contentEncoding: 'gzip' } });
  expect(await readdir(path.join(disk.folder, 'incoming'))).toEqual([]);
});

describe('a reply that is not only its results', () => {
  it('audio with an error behind it: the take without the error, and the reply as it came', async () => {
    const { run, bytesOf } = await start();
    const whole = Buffer.concat([TONE, Buffer.from('{"error":{"message":"upstream broke"}}')]);
    const job = await run('speech', answer(whole));
    expect(job).toMatchObject({ error: { code: 'reply.broken_off' } });
    expect(await bytesOf(job?.id ?? '')).toEqual([TONE, whole]);
  });

  it('keeps all of a long text that is no result', async () => {
    const { run, bytesOf } = await start();
    const text = Buffer.from('not a sound '.repeat(100_000));
    const job = await run('speech', answer(text));
    expect(await bytesOf(job?.id ?? '')).toEqual([text]);
  });

  it('is kept without the key, in whatever encoding it repeats it', async () => {
    const { run, bytesOf } = await start();
    const text = JSON.stringify({ error: `Bearer ${KEY}`, also: Buffer.from(KEY).toString('base64') });
    const job = await run('edit', answer(Buffer.from(text)));
    const [kept = Buffer.of()] = await bytesOf(job?.id ?? '');
    expect(kept.toString()).toContain('[key removed]');
    expect(kept.toString()).not.toContain(KEY);
  });
});

// fault 39, promise billed-is-kept, bound codings-of-reply
it('of any successful reply, whatever its bytes and wherever it is cut, every received byte is on disk', async () => {
  const { run, bytesOf, incoming, decode } = await start();
  const body = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 3000 }).map((bytes) => Buffer.from(bytes)),
    fc.string({ minLength: 1, maxLength: 200 }).map((text) => Buffer.from(text)),
    fc.json().map((text) => Buffer.from(text)),
    fc.constantFrom(TONE, ENVELOPE, Buffer.concat([TONE, ENVELOPE]), Buffer.from(`data: ${ENVELOPE}\n\n`)),
  );
  const coding = fc.constantFrom('', 'identity', 'gzip', 'br', 'x-unknown');
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('speech' as const, 'edit' as const),
      body,
      coding,
      fc.double({ min: 0.01, max: 1, noNaN: true }),
      async (kind, bytes, contentEncoding, part) => {
        const cutAt = Math.ceil(bytes.length * part);
        const received = bytes.subarray(0, cutAt);
        const headers = contentEncoding === '' ? {} : { 'content-encoding': contentEncoding };
        const job = await run(kind, answer(bytes, headers, cutAt));
        await decode(job);
        const kept = await bytesOf(job?.id ?? '');
        const isWholeResult = job?.state === 'done' && job.error === null;
        if (!isWholeResult) expect(kept.some((file) => file.equals(received))).toBe(true);
        else expect(kept.every((file) => file.equals(received) || file.equals(PICTURE))).toBe(true);
        await eventually(async () => expect(await incoming()).toEqual([]));
      },
    ),
    { numRuns: runs(60) },
  );
});
