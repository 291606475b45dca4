// Every combination of sound, envelope, content coding and early end: a whole reply gives exactly its sound, a cut one is
// never called whole, and no received byte is lost.

import { readFile } from 'node:fs/promises';
import zlib from 'node:zlib';
import { expect, it } from 'vitest';
import { isJobOver } from '../../shared/app/job-states.ts';
import { SPEECH_FORMATS, type SpeechFormat } from '../../shared/speech/formats.ts';
import { tone } from '../support/audio.ts';
import { startJobSide } from '../support/job-side.ts';

const sounds = Object.fromEntries(
  await Promise.all(SPEECH_FORMATS.map(async (format) => [format, await tone(format)])),
) as Record<SpeechFormat, Buffer>;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
/** Parts of different length: those of a tone could be equal, which looks like a repetition. */
const inParts = (bytes: Buffer): Buffer[] => {
  const ends = [0, 0.21, 0.5, 0.83, 1].map((part) => Math.round(bytes.length * part));
  return ends.slice(1).map((end, index) => bytes.subarray(ends[index], end));
};
const events = (bytes: Buffer, fields: (part: string) => object, end = ''): string =>
  `${inParts(bytes)
    .map((part) => `data: ${JSON.stringify(fields(base64(part)))}\n\n`)
    .join('')}${end}`;

const ENVELOPES: Record<string, (bytes: Buffer) => Uint8Array | string> = {
  'nothing around it': (bytes) => bytes,
  'a JSON string': (bytes) => JSON.stringify(base64(bytes)),
  'bare base64': base64,
  'base64 in lines': (bytes) => base64(bytes).replace(/(.{76})/g, '$1\r\n'),
  'a data URL': (bytes) => `data:audio/mpeg;base64,${base64(bytes)}`,
  'code, message, data': (bytes) => JSON.stringify({ code: 3000, message: 'Success', data: base64(bytes) }),
  'audio, with line breaks in it': (bytes) =>
    JSON.stringify({ audio: base64(bytes).replace(/(.{60})/g, '$1\n'), id: 7 }),
  'deep inside': (bytes) => JSON.stringify({ a: [{ b: { output_audio: { data: base64(bytes) } } }] }),
  hex: (bytes) => JSON.stringify({ audio: bytes.toString('hex') }),
  'named events': (bytes) =>
    events(bytes, (audio) => ({ type: 'speech.audio.delta', audio }), 'data: {"type":"speech.audio.done"}\n\n'),
  'events with data': (bytes) => events(bytes, (data) => ({ data }), 'data: [DONE]\n\n'),
  'lines of JSON': (bytes) =>
    inParts(bytes)
      .map((part) => `${JSON.stringify({ audio: { data: base64(part) } })}\n`)
      .join(''),
};
const CODINGS: Record<string, (bytes: Uint8Array) => Uint8Array> = {
  identity: (bytes) => bytes,
  gzip: zlib.gzipSync,
  deflate: zlib.deflateSync,
  br: zlib.brotliCompressSync,
  zstd: zlib.zstdCompressSync,
};

it.each(SPEECH_FORMATS)(
  '%s in every envelope and coding, whole and cut',
  async (format) => {
    const { relay, queue, store, items, library } = await startJobSide();
    for (const [envelope, wrap] of Object.entries(ENVELOPES))
      for (const [coding, encode] of Object.entries(CODINGS))
        for (const part of [1, 0.999, 0.7, 0.2]) {
          const name = `${format}, ${envelope}, ${coding}, ${part}`;
          const bytes = Buffer.from(encode(Buffer.from(wrap(sounds[format]) as string)));
          const received = bytes.subarray(0, Math.ceil(bytes.length * part) - (part === 1 ? 0 : 1));
          relay.answerWith((response) => {
            response.writeHead(200, { 'content-length': bytes.length, 'content-encoding': coding });
            if (part === 1) response.end(bytes);
            else response.write(received, () => response.destroy());
          });
          const request = { connectionId: 'c', text: 'Hello', voice: null, speed: 1, format, extras: {} };
          const { id } = await queue.add('speech', request);
          await expect
            .poll(async () => isJobOver((await store.find(id))?.state ?? 'queued'), { interval: 5 })
            .toBe(true);
          const job = await store.find(id);
          const kept = new Map<string, Buffer>();
          for (const item of await items()) {
            if (!item.id.startsWith(id) || item.kind === 'edit') continue;
            kept.set(item.kind, await readFile((await library.media(item.mediaId))?.path ?? ''));
          }
          const take = kept.get('speech') ?? Buffer.of();
          if (part === 1) {
            expect(job?.error, name).toBeNull();
            expect(take.equals(sounds[format]), name).toBe(true);
            continue;
          }
          expect(job?.error, name).not.toBeNull();
          expect(job?.error?.billed, name).toBe('unknown');
          expect(sounds[format].subarray(0, take.length).equals(take), name).toBe(true);
          const isOnDisk = take.equals(received) || kept.get('reply')?.equals(received);
          if (received.length > 0) expect(isOnDisk, name).toBe(true);
        }
  },
  300_000,
);
