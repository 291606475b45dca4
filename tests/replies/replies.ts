// Replies that relays give, what the app shows of each, what it keeps, and what it says about the bill.
// `node tests/replies/document.ts` writes docs/generated/replies.md from this table; replies.test.ts sends each over a real
// connection.

import type { ServerResponse } from 'node:http';
import zlib from 'node:zlib';
import type { ErrorCode } from '../../shared/errors.ts';
import type { SpeechFormat } from '../../shared/speech/formats.ts';

/** What replies are made of: sounds by format, a picture, the address of the relay. */
export type Material = { sounds: Record<SpeechFormat, Buffer>; picture: Buffer; relay: string };

/** Answers a request; only the first one for a reply that has all in it. */
type Answer = (response: ServerResponse, material: Material, path: string) => unknown;

/** One reply. Requests ask for mp3 unless `asked` says otherwise. */
export type Reply = {
  reply: string;
  answer: Answer;
  asked?: SpeechFormat;
  /** `done`, or the error that is shown. */
  shown: 'done' | ErrorCode;
  /** What is kept: takes or pictures, and the reply itself as an item of its own. */
  kept: readonly ('take' | 'picture' | 'reply')[];
  billed: 'yes' | 'unknown' | 'no';
};

type Make = (material: Material) => Uint8Array | string;
type Sent = { status?: number; headers?: Record<string, string>; cutAt?: number };

/** Sends bytes. @param cutAt the connection ends after this part of them, from 0 to 1. */
function send(make: Make, { status = 200, headers = {}, cutAt = 1 }: Sent = {}): Answer {
  return (response, material) => {
    const bytes = Buffer.from(make(material) as string);
    response.writeHead(status, { 'content-length': bytes.length, ...headers });
    if (cutAt === 1) response.end(bytes);
    else response.write(bytes.subarray(0, Math.floor(bytes.length * cutAt)), () => response.destroy());
  };
}

const sound = ({ sounds }: Material): Buffer => sounds.mp3;
const pcm = ({ sounds }: Material): Buffer => sounds.pcm;
const json = (value: unknown): string => JSON.stringify(value);
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const coded = (name: string): Sent => ({ headers: { 'content-encoding': name } });
const noise = (): Buffer => Buffer.from(Array.from({ length: 9000 }, (_, i) => ((i * 2654435761) >>> 13) & 0xff));
const events = (...data: unknown[]): string => data.map((one) => `data: ${json(one)}\n\n`).join('');
const parts = (bytes: Buffer): [Buffer, Buffer] => [bytes.subarray(0, 2001), bytes.subarray(2001)];

/** Replies to speech requests. */
export const SPEECH_REPLIES: readonly Reply[] = [
  { reply: 'the sound', answer: send(sound), shown: 'done', kept: ['take'], billed: 'yes' },
  ...(['gzip', 'deflate', 'br', 'zstd'] as const).map((name): Reply => {
    const encode = {
      gzip: zlib.gzipSync,
      deflate: zlib.deflateSync,
      br: zlib.brotliCompressSync,
      zstd: zlib.zstdCompressSync,
    };
    const answer = send((material) => encode[name](sound(material)), coded(name));
    return { reply: `the sound, coded as ${name}`, answer, shown: 'done', kept: ['take'], billed: 'yes' };
  }),
  {
    reply: 'raw deflate data, named deflate',
    answer: send((material) => zlib.deflateRawSync(sound(material)), coded('deflate')),
    shown: 'done',
    kept: ['take'],
    billed: 'yes',
  },
  {
    reply: 'two codings, one after the other',
    answer: send((material) => zlib.gzipSync(zlib.deflateSync(sound(material))), coded('deflate, gzip')),
    shown: 'done',
    kept: ['take'],
    billed: 'yes',
  },
  {
    reply: 'gzip without a header for it',
    answer: send((material) => zlib.gzipSync(pcm(material))),
    asked: 'pcm',
    shown: 'done',
    kept: ['take'],
    billed: 'yes',
  },
  {
    reply: 'a coding that is named but not applied',
    answer: send(sound, coded('br')),
    shown: 'done',
    kept: ['take'],
    billed: 'yes',
  },
  {
    reply: 'gzip that ends early',
    answer: send((material) => zlib.gzipSync(pcm(material)), { ...coded('gzip'), cutAt: 0.8 }),
    asked: 'pcm',
    shown: 'reply.cut',
    kept: ['take', 'reply'],
    billed: 'unknown',
  },
  {
    reply: 'zstd without its last block in a complete reply',
    answer: send(
      (material) => zlib.zstdCompressSync(Buffer.concat([pcm(material), noise()])).subarray(0, -400),
      coded('zstd'),
    ),
    asked: 'pcm',
    shown: 'outcome.unknown',
    kept: ['reply'],
    billed: 'unknown',
  },
  {
    reply: 'another format than was asked for',
    answer: send(sound),
    asked: 'wav',
    shown: 'done',
    kept: ['take'],
    billed: 'yes',
  },
  {
    reply: 'pcm in answer to mp3, labelled as pcm',
    answer: send(pcm, { headers: { 'content-type': 'audio/pcm' } }),
    shown: 'done',
    kept: ['take'],
    billed: 'yes',
  },
  { reply: 'pcm in answer to mp3, without a label', answer: send(pcm), shown: 'done', kept: ['take'], billed: 'yes' },
  {
    reply: 'bytes that are not sound, in answer to pcm',
    answer: send(() => zlib.brotliCompressSync(noise())),
    asked: 'pcm',
    shown: 'reply.unreadable',
    kept: ['reply'],
    billed: 'unknown',
  },
  {
    reply: 'a success message with the sound as base64',
    answer: send((material) => json({ code: 3000, message: 'Success', data: base64(sound(material)) })),
    shown: 'done',
    kept: ['take'],
    billed: 'yes',
  },
  {
    reply: 'base64 and nothing else',
    answer: send((material) => base64(sound(material))),
    shown: 'done',
    kept: ['take'],
    billed: 'yes',
  },
  {
    reply: 'a JSON string of base64',
    answer: send((material) => json(base64(sound(material)))),
    shown: 'done',
    kept: ['take'],
    billed: 'yes',
  },
  {
    reply: 'base64 deep inside other fields',
    answer: send((material) => json({ result: { output: [{ audio: { data: base64(sound(material)) } }] } })),
    shown: 'done',
    kept: ['take'],
    billed: 'yes',
  },
  {
    reply: 'events with the sound in `data`',
    answer: send((material) => events(...parts(sound(material)).map((part) => ({ data: base64(part) })))),
    shown: 'done',
    kept: ['take'],
    billed: 'yes',
  },
  {
    reply: 'lines of JSON with the sound in `audio.data`',
    answer: send((material) =>
      parts(sound(material))
        .map((part) => `${json({ audio: { data: base64(part) } })}\n`)
        .join(''),
    ),
    shown: 'done',
    kept: ['take'],
    billed: 'yes',
  },
  {
    reply: 'base64 in JSON that is cut',
    answer: send((material) => json({ data: base64(sound(material)) }), { cutAt: 0.7 }),
    shown: 'reply.cut',
    kept: ['take', 'reply'],
    billed: 'unknown',
  },
  {
    reply: 'the sound, followed by an error',
    answer: send((material) =>
      Buffer.concat([sound(material), Buffer.from(json({ error: { message: 'upstream broke' } }))]),
    ),
    shown: 'reply.broken_off',
    kept: ['take', 'reply'],
    billed: 'unknown',
  },
  {
    reply: 'the sound, cut',
    answer: send(sound, { cutAt: 0.6 }),
    shown: 'reply.cut',
    kept: ['take'],
    billed: 'unknown',
  },
  {
    reply: 'a task that is queued',
    answer: send(() => json({ task_id: 't-1', status: 'queued' })),
    shown: 'outcome.accepted',
    kept: ['reply'],
    billed: 'unknown',
  },
  {
    reply: 'status 202 and an address',
    answer: send(() => '', { status: 202, headers: { location: '/v1/tasks/1' } }),
    shown: 'outcome.accepted',
    kept: ['reply'],
    billed: 'unknown',
  },
  {
    reply: 'the address of the sound',
    answer: (response, material, path) =>
      path === '/results/1.mp3'
        ? response.end(sound(material))
        : send(() => json({ data: { audio_url: '/results/1.mp3' } }))(response, material, path),
    shown: 'done',
    kept: ['take'],
    billed: 'yes',
  },
  {
    reply: 'an address of the sound that answers 404',
    answer: (response, material, path) =>
      path.startsWith('/gone')
        ? response.writeHead(404).end()
        : send(() => json({ audio: { url: '/gone.mp3' } }))(response, material, path),
    shown: 'result.lost',
    kept: ['reply'],
    billed: 'yes',
  },
  {
    reply: 'a redirect to the sound',
    answer: (response, { sounds }, path) =>
      path === '/results/1.mp3'
        ? response.end(sounds.mp3)
        : response.writeHead(303, { location: '/results/1.mp3' }).end(),
    shown: 'done',
    kept: ['take'],
    billed: 'yes',
  },
  { reply: 'nothing', answer: send(() => ''), shown: 'reply.empty', kept: [], billed: 'unknown' },
  {
    reply: 'an error with status 200',
    answer: send(() => json({ error: { message: 'voice does not exist', code: 3050 } })),
    shown: 'relay.voice_unknown',
    kept: ['reply'],
    billed: 'unknown',
  },
  {
    reply: 'a web page with status 200',
    answer: send(() => '<!doctype html><title>Welcome</title>'),
    shown: 'relay.web_page',
    kept: ['reply'],
    billed: 'unknown',
  },
  {
    reply: 'a text with status 200',
    answer: send(() => 'Hello from the upstream, no sound today.'),
    shown: 'relay.refused',
    kept: ['reply'],
    billed: 'unknown',
  },
  {
    reply: 'a web page with status 500',
    answer: send(() => '<html><body>Internal error</body></html>', { status: 500 }),
    shown: 'relay.failed',
    kept: [],
    billed: 'unknown',
  },
  {
    reply: 'an error coded as gzip, status 400',
    answer: send(() => zlib.gzipSync(json({ error: { message: 'text too long', code: 3010 } })), {
      status: 400,
      ...coded('gzip'),
    }),
    shown: 'relay.text_too_long',
    kept: [],
    billed: 'no',
  },
];

const envelope =
  (value: (picture: string) => unknown): Make =>
  ({ picture }) =>
    json(value(base64(picture)));

/** Replies to edit requests. */
export const EDIT_REPLIES: readonly Reply[] = [
  {
    reply: 'the documented envelope',
    answer: send(envelope((picture) => ({ data: [{ b64_json: picture }] }))),
    shown: 'done',
    kept: ['picture'],
    billed: 'yes',
  },
  {
    reply: 'the documented envelope, coded as gzip',
    answer: send((material) => zlib.gzipSync(json({ data: [{ b64_json: base64(material.picture) }] })), coded('gzip')),
    shown: 'done',
    kept: ['picture'],
    billed: 'yes',
  },
  {
    reply: '`images`, a list of base64',
    answer: send(envelope((picture) => ({ images: [picture] }))),
    shown: 'done',
    kept: ['picture'],
    billed: 'yes',
  },
  {
    reply: 'a bare list',
    answer: send(envelope((picture) => [{ b64_json: picture }])),
    shown: 'done',
    kept: ['picture'],
    billed: 'yes',
  },
  {
    reply: '`data` inside `data`',
    answer: send(envelope((picture) => ({ data: { data: [{ b64_json: picture }] } }))),
    shown: 'done',
    kept: ['picture'],
    billed: 'yes',
  },
  {
    reply: 'a `data:` address',
    answer: send(envelope((picture) => ({ data: [{ url: `data:image/png;base64,${picture}` }] }))),
    shown: 'done',
    kept: ['picture'],
    billed: 'yes',
  },
  {
    reply: 'an address of the relay itself, relative',
    answer: (response, material, path) =>
      path === '/results/1.png'
        ? response.end(material.picture)
        : send(() => json({ data: [{ url: '/results/1.png' }] }))(response, material, path),
    shown: 'done',
    kept: ['picture'],
    billed: 'yes',
  },
  {
    reply: 'an envelope with an extra comma',
    answer: send(({ picture }) => `{"data":[{"b64_json":"${base64(picture)}"},]}`),
    shown: 'done',
    kept: ['picture'],
    billed: 'yes',
  },
  {
    reply: 'an envelope cut after its first picture',
    answer: send(({ picture }) => `{"data":[{"b64_json":"${base64(picture)}"},{"b64_json":"${base64(picture)}`, {
      cutAt: 0.6,
    }),
    shown: 'reply.cut',
    kept: ['picture', 'picture', 'reply'],
    billed: 'unknown',
  },
  {
    reply: 'events cut after the first picture',
    answer: send(
      ({ picture }) =>
        `${events({ type: 'image_generation.partial_succeeded', image_index: 0, b64_json: base64(picture) })}data: {"type"`,
      { cutAt: 0.95 },
    ),
    shown: 'reply.cut',
    kept: ['picture', 'reply'],
    billed: 'unknown',
  },
  {
    reply: 'a picture and an error in place of another',
    answer: send(envelope((picture) => ({ data: [{ b64_json: picture }, { error: { message: 'not shown' } }] }))),
    shown: 'result.failed',
    kept: ['picture', 'reply'],
    billed: 'unknown',
  },
  {
    reply: 'an address that answers 404',
    answer: (response, material, path) =>
      path.startsWith('/gone')
        ? response.writeHead(404).end()
        : send(() => json({ data: [{ url: `${material.relay}/gone.png` }] }))(response, material, path),
    shown: 'result.lost',
    kept: ['reply'],
    billed: 'yes',
  },
  {
    reply: 'an address that redirects to a malformed one',
    answer: (response, material, path) =>
      path.startsWith('/away')
        ? response.writeHead(302, { location: 'http://[bad' }).end()
        : send(() => json({ data: [{ b64_json: base64(material.picture) }, { url: `${material.relay}/away` }] }))(
            response,
            material,
            path,
          ),
    shown: 'result.lost',
    kept: ['picture', 'reply'],
    billed: 'yes',
  },
  {
    reply: 'an address on another port of this computer',
    answer: send(() => json({ data: [{ url: 'http://127.0.0.1:9/secret.png' }] })),
    shown: 'result.refused',
    kept: ['reply'],
    billed: 'yes',
  },
  {
    reply: 'base64 that is not a picture',
    answer: send(() => json({ data: [{ b64_json: base64(Buffer.from('no picture at all')) }] })),
    shown: 'reply.unreadable',
    kept: ['reply'],
    billed: 'unknown',
  },
  {
    reply: 'a task that is processed',
    answer: send(() => json({ id: 'p-1', status: 'processing', urls: { get: '/v1/tasks/p-1' } })),
    shown: 'outcome.accepted',
    kept: ['reply'],
    billed: 'unknown',
  },
  {
    reply: 'an empty list',
    answer: send(() => json({ created: 1, data: [] })),
    shown: 'reply.empty',
    kept: ['reply'],
    billed: 'unknown',
  },
  {
    reply: 'a web page with status 200',
    answer: send(() => '<!doctype html><title>Welcome</title>'),
    shown: 'relay.web_page',
    kept: ['reply'],
    billed: 'unknown',
  },
  {
    reply: 'an error with status 200',
    answer: send(() => json({ error: { message: 'no channel' } })),
    shown: 'relay.model_unavailable',
    kept: ['reply'],
    billed: 'unknown',
  },
  {
    reply: 'JSON nested a million deep',
    answer: send(() => '['.repeat(1_000_000)),
    shown: 'reply.too_complex',
    kept: ['reply'],
    billed: 'unknown',
  },
];
