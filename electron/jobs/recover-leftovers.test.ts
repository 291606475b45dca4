import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { wavHeader } from '../../shared/speech/wav.ts';
import { pcmTone, replies } from '../../tests/fakes/scripted-relay.ts';
import { openJobSide, startJobSide } from '../../tests/support/job-side.ts';
import { AT_ONCE } from '../library/incoming-file.ts';

const REPLY = '{"data":[{"b64_json":"AAAA"}]}';
const WAV = Buffer.concat([wavHeader(8, { rateHz: 24_000, channels: 1, bitsPerSample: 16 }), Buffer.alloc(8)]);

/** Writes an incoming file as an earlier run of the app would have left it. */
async function leave(root: string, name: string, bytes: string | Uint8Array): Promise<void> {
  const file = path.join(root, 'incoming', `${name}.part`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, bytes);
  await utimes(file, 1_700_000_000, 1_700_000_000);
}

it.each([
  ['text', REPLY, 'json', 'json'],
  ['a sound', WAV, 'wav', 'wav'],
  ['neither', Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]), 'unknown', 'bin'],
])('bytes of a job that is not known any more become an item: %s', async (_name, bytes, content, extension) => {
  const { root, queue, items, library } = await startJobSide();
  const id = randomUUID();
  await leave(root, id, bytes);
  await queue.resume();
  const [item] = await items();
  expect(item).toMatchObject({ id: `${id}-reply`, kind: 'reply', title: '', content, sizeBytes: bytes.length });
  expect(item?.createdAtMs).toBe(1_700_000_000_000);
  const media = item?.kind === 'reply' ? await library.media(item.mediaId) : undefined;
  expect(media?.extension).toBe(extension);
  expect(await readFile(media?.path ?? '')).toEqual(Buffer.from(bytes));
  expect(await readdir(path.join(root, 'incoming'))).toEqual([]);
});

it('bytes of a job that a fault ended become an item with the title of its request, once', async () => {
  const { root, relay, ...side } = await startJobSide();
  relay.answerWith(replies.audio(pcmTone(0.1)));
  const request = { connectionId: 'c', text: 'Hello there', voice: null, speed: 1, format: 'pcm' as const, extras: {} };
  const { id } = await side.queue.add('speech', request);
  await side.reaches(id, 'done');
  const [take] = await side.items();
  const ended = await side.store.find(id);
  if (!ended) throw new Error('no job');
  const error = { code: 'internal.bug', details: {}, retryable: false, billed: 'yes', traceId: '' } as const;
  const bug = { ...ended, id: randomUUID(), state: 'failed', error } as const;
  await side.store.save(bug);
  await side.close();
  await leave(root, bug.id, REPLY);
  for (const _start of ['first', 'second']) {
    const next = await openJobSide(relay, root);
    await next.queue.resume();
    expect(await next.items()).toMatchObject([
      { id: `${bug.id}-reply`, kind: 'reply', title: 'Hello there' },
      { id: take?.id },
    ]);
    await next.close();
  }
});

it('files that are accounted for are removed: of a job that ended, and of a picture that can be had again', async () => {
  const { root, relay, ...side } = await startJobSide();
  relay.answerWith(replies.text(400, 'no'));
  const request = { connectionId: 'c', text: 'Hello', voice: null, speed: 1, format: 'pcm' as const, extras: {} };
  const { id } = await side.queue.add('speech', request);
  await side.reaches(id, 'failed');
  await side.close();
  await leave(root, id, 'anything');
  await leave(root, `picture-${randomUUID()}`, 'anything');
  await leave(root, randomUUID(), '');
  const next = await openJobSide(relay, root);
  await next.queue.resume();
  expect(await next.items()).toEqual([]);
  expect(await readdir(path.join(root, 'incoming'))).toEqual([]);
});

it('a picture that is arriving during the start is left alone', async () => {
  const { root, queue, media } = await startJobSide();
  const file = media.receive('picture-1', AT_ONCE);
  await file.write(Buffer.from('arriving'));
  await queue.resume();
  expect(await readdir(path.join(root, 'incoming'))).toEqual(['picture-1.part']);
  await file.close();
});
