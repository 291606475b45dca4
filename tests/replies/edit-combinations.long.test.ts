// Every combination of envelope, content coding and early end around a picture: a whole reply gives exactly the picture,
// a cut one is never called whole, and no received byte is lost.

import { readFile } from 'node:fs/promises';
import zlib from 'node:zlib';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { isJobOver } from '../../shared/app/job-states.ts';
import { editOptions } from '../../shared/testing/edit-options.ts';
import { startJobSide } from '../support/job-side.ts';

const noise = Buffer.from(Array.from({ length: 90 * 70 * 3 }, (_, i) => ((i * 2654435761) >>> 13) & 0xff));
const raw = { width: 90, height: 70, channels: 3 } as const;
const PICTURES = {
  png: await sharp(noise, { raw }).png().toBuffer(),
  jpeg: await sharp(noise, { raw }).jpeg().toBuffer(),
  webp: await sharp(noise, { raw }).webp().toBuffer(),
};

const ENVELOPES: Record<string, (picture: string) => string> = {
  documented: (picture) => JSON.stringify({ created: 1, data: [{ b64_json: picture, url: null, revised_prompt: '' }] }),
  'an object for data': (picture) => JSON.stringify({ data: { b64_json: picture } }),
  'a data URL': (picture) => JSON.stringify({ data: [{ url: `data:image/png;base64,${picture}` }] }),
  images: (picture) => JSON.stringify({ images: [{ image: picture }] }),
  output: (picture) => JSON.stringify({ output: picture }),
  'a bare list': (picture) => JSON.stringify([{ b64_json: picture }]),
  'result, nested': (picture) => JSON.stringify({ code: 0, result: { data: { images: [picture] } } }),
  'a comma too much': (picture) => `{"data":[{"b64_json":"${picture}",}]}`,
  'text around it': (picture) => `OK\n{"data":[{"b64_json":"${picture}"}]}\nbye`,
  events: (picture) =>
    `event: image_edit.completed\r\ndata: {"type":"image_edit.completed","b64_json":"${picture}"}\r\n\r\ndata: [DONE]`,
  lines: (picture) => `${JSON.stringify({ type: 'image_generation.completed', b64_json: picture })}\n`,
};
const CODINGS: Record<string, (bytes: Uint8Array) => Uint8Array> = {
  identity: (bytes) => bytes,
  gzip: zlib.gzipSync,
  deflate: zlib.deflateRawSync,
  br: zlib.brotliCompressSync,
  zstd: zlib.zstdCompressSync,
};

it.each(Object.entries(PICTURES))('%s in every envelope and coding, whole and cut', async (format, picture) => {
  const { relay, queue, store, items, library } = await startJobSide();
  const pictures = [{ kind: 'address' as const, url: 'https://a.example/1.png' }];
  const request = {
    connectionId: 'c',
    prompt: 'p',
    pictures,
    mask: null,
    form: 'json' as const,
    isSizeMatched: false,
    part: null,
    options: editOptions(),
  };
  for (const [envelope, wrap] of Object.entries(ENVELOPES))
    for (const [coding, encode] of Object.entries(CODINGS))
      for (const part of [1, 0.999, 0.7, 0.2]) {
        const name = `${format}, ${envelope}, ${coding}, ${part}`;
        const bytes = Buffer.from(encode(Buffer.from(wrap(picture.toString('base64')))));
        const received = bytes.subarray(0, Math.ceil(bytes.length * part) - (part === 1 ? 0 : 1));
        relay.answerWith((response) => {
          response.writeHead(200, { 'content-length': bytes.length, 'content-encoding': coding });
          if (part === 1) response.end(bytes);
          else response.write(received, () => response.destroy());
        });
        const { id } = await queue.add('edit', request);
        await expect.poll(async () => isJobOver((await store.find(id))?.state ?? 'queued'), { interval: 5 }).toBe(true);
        const job = await store.find(id);
        const made: Buffer[] = [];
        let reply: Buffer | undefined;
        for (const item of await items()) {
          if (!item.id.startsWith(id)) continue;
          const media = await library.media(item.kind === 'edit' ? item.raw.mediaId : item.mediaId);
          const file = await readFile(media?.path ?? '');
          if (item.kind === 'edit') made.push(file);
          else reply = file;
        }
        for (const file of made) expect(picture.subarray(0, file.length).equals(file), name).toBe(true);
        if (part === 1) {
          expect(job?.error, name).toBeNull();
          expect(made.length === 1 && made[0]?.equals(picture), name).toBe(true);
        } else {
          expect(job?.error?.billed, name).toBe('unknown');
          expect(reply?.equals(received), name).toBe(true);
        }
      }
});
