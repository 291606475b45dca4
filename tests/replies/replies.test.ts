import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { isJobOver } from '../../shared/app/job-states.ts';
import type { LibraryItem } from '../../shared/contract/library.ts';
import { SPEECH_FORMATS, type SpeechFormat } from '../../shared/speech/formats.ts';
import { editOptions } from '../../shared/testing/edit-options.ts';
import { tone } from '../support/audio.ts';
import { startJobSide } from '../support/job-side.ts';
import { describeReplies, readRepliesDocument } from './document.ts';
import { EDIT_REPLIES, type Material, type Reply, SPEECH_REPLIES } from './replies.ts';

const sounds = Object.fromEntries(
  await Promise.all(SPEECH_FORMATS.map(async (format) => [format, await tone(format)])),
) as Record<SpeechFormat, Buffer>;
const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'teal' } })
  .png()
  .toBuffer();

async function bringAbout(reply: Reply, kind: 'speech' | 'edit') {
  const { relay, queue, store, items, library } = await startJobSide();
  const material: Material = { sounds, picture, relay: relay.baseUrl };
  relay.answerWith((response, { path }) => reply.answer(response, material, path));
  const speech = { connectionId: 'c', text: 'Hello there', voice: null, speed: 1, extras: {} };
  const edit = {
    connectionId: 'c',
    prompt: 'p',
    pictures: [{ kind: 'address' as const, url: 'https://a.example/1.png' }],
  };
  const { id } = await (kind === 'speech'
    ? queue.add('speech', { ...speech, format: reply.asked ?? 'mp3' })
    : queue.add('edit', {
        ...edit,
        mask: null,
        form: 'json',
        isSizeMatched: false,
        part: null,
        options: editOptions(),
      }));
  await expect
    .poll(async () => isJobOver((await store.find(id))?.state ?? 'queued'), { timeout: 10_000, interval: 5 })
    .toBe(true);
  const bytesOf = async (item: LibraryItem): Promise<Buffer> => {
    const media = await library.media(item.kind === 'edit' ? item.raw.mediaId : item.mediaId);
    return readFile(media?.path ?? '');
  };
  return { job: await store.find(id), items: await items(), bytesOf, requests: relay.requests };
}

const KIND_NAMES = { speech: 'take', edit: 'picture', reply: 'reply' } as const;

const rows = [
  ...SPEECH_REPLIES.map((reply) => ['speech', reply.reply, reply] as const),
  ...EDIT_REPLIES.map((reply) => ['edit', reply.reply, reply] as const),
];

it.each(rows)('%s: %s', async (kind, _name, reply) => {
  const { job, items, bytesOf, requests } = await bringAbout(reply, kind);
  expect(job?.error?.code ?? 'done').toBe(reply.shown);
  expect(job?.error?.billed ?? 'yes').toBe(reply.billed);
  expect(items.map((item) => KIND_NAMES[item.kind]).sort()).toEqual([...reply.kept].sort());
  // A result is what the relay sent, or the beginning of it.
  const sent = kind === 'speech' ? Object.values(sounds) : [picture];
  for (const item of items.filter((one) => one.kind !== 'reply')) {
    const bytes = await bytesOf(item);
    expect(bytes.length).toBeGreaterThan(0);
    expect(sent.some((whole) => whole.subarray(0, bytes.length).equals(bytes))).toBe(true);
    if (reply.shown === 'done') expect(sent.some((whole) => whole.equals(bytes))).toBe(true);
  }
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

it('docs/generated/replies.md is what the table says', async () => {
  expect(await readRepliesDocument()).toBe(describeReplies());
});
