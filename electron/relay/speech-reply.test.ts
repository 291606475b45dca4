import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AudioKind, SPEECH_FORMATS, type SpeechFormat } from '../../shared/speech/formats.ts';
import { pcmTone, replies, type Script } from '../../tests/fakes/scripted-relay.ts';
import { tone } from '../../tests/support/audio.ts';
import { COMPRESSED_HEADS, LINEAR_BUILDERS, swapped } from '../../tests/support/other-sounds.ts';
import { KEY, openClient, speechRequest } from '../../tests/support/relay-client.ts';
import { runs } from '../../tests/support/runs.ts';
import { readSpeechReply } from './speech-reply.ts';

const AUDIO = {
  ...Object.fromEntries(await Promise.all(SPEECH_FORMATS.map(async (f) => [f, await tone(f)]))),
} as Record<SpeechFormat, Buffer>;
const MP3_WITH_ID3 = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'), AUDIO.mp3]);
const b64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const sse = (name: string, fields: object): string => `event: ${name}\ndata: ${JSON.stringify(fields)}\n\n`;
const delta = (bytes: Uint8Array): string =>
  sse('speech.audio.delta', { type: 'speech.audio.delta', audio: b64(bytes) });
const DONE = sse('speech.audio.done', { type: 'speech.audio.done', usage: {} });
const TRAILING = { error: { message: 'upstream broke (request id: r-7)', type: 'x', param: '', code: 3005 } };
const FLAC = Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(5000, 0x81)]);
/** Bytes without any order. */
const RANDOM = Buffer.from(
  Array.from({ length: 3000 }, (_, i) => createHash('sha256').update(String(i)).digest()[0] ?? 0),
);
const LAYOUT = { rateHz: 24_000, channels: 1, bitsPerSample: 16 };
const OTHER_KINDS: readonly { id: string; kind: AudioKind; bytes: Uint8Array }[] = [
  { id: 'SR-40', kind: 'flac', bytes: COMPRESSED_HEADS.flac },
  { id: 'SR-41', kind: 'aac', bytes: COMPRESSED_HEADS.aac },
  { id: 'SR-42', kind: 'latm', bytes: COMPRESSED_HEADS.latm },
  { id: 'SR-43', kind: 'mp2', bytes: COMPRESSED_HEADS.mp2 },
  { id: 'SR-44', kind: 'm4a', bytes: COMPRESSED_HEADS.m4a },
  { id: 'SR-45', kind: 'webm', bytes: COMPRESSED_HEADS.webm },
  { id: 'SR-46', kind: 'matroska', bytes: COMPRESSED_HEADS.matroska },
  { id: 'SR-47', kind: 'ogg_vorbis', bytes: COMPRESSED_HEADS.ogg_vorbis },
  { id: 'SR-48', kind: 'ogg_flac', bytes: COMPRESSED_HEADS.ogg_flac },
  { id: 'SR-49', kind: 'ogg_speex', bytes: COMPRESSED_HEADS.ogg_speex },
  { id: 'SR-50', kind: 'aiff', bytes: LINEAR_BUILDERS.aiff(AUDIO.pcm, LAYOUT) },
  { id: 'SR-51', kind: 'au', bytes: LINEAR_BUILDERS.au(AUDIO.pcm, LAYOUT) },
  { id: 'SR-52', kind: 'caf', bytes: LINEAR_BUILDERS.caf(AUDIO.pcm, LAYOUT) },
  { id: 'SR-53', kind: 'w64', bytes: LINEAR_BUILDERS.w64(AUDIO.pcm, LAYOUT) },
  { id: 'SR-54', kind: 'rf64', bytes: LINEAR_BUILDERS.rf64(AUDIO.pcm, LAYOUT) },
];
const half = (bytes: Buffer): [Buffer, Buffer] => [bytes.subarray(0, 1001), bytes.subarray(1001)];

/** A reply and the expected result: audio of a format with these bytes, or an error. */
type Row = {
  id: string;
  rule: string;
  asked?: SpeechFormat;
  script: Script;
  audio?: [AudioKind, Uint8Array];
  error?: object;
};

const ROWS: readonly Row[] = [
  ...(
    [
      { id: 'SR-01', asked: 'mp3' },
      { id: 'SR-02', asked: 'wav' },
      { id: 'SR-03', asked: 'pcm' },
      { id: 'SR-04', asked: 'ogg_opus' },
    ] as const
  ).map(({ id, asked }): Row => {
    const rule = `§2.2, wild 1: ${asked} is known by its bytes, whatever the content type says`;
    return { id, rule, asked, script: replies.audio(AUDIO[asked]), audio: [asked, AUDIO[asked]] };
  }),
  {
    id: 'SR-05',
    rule: 'mp3 after an ID3 tag',
    asked: 'mp3',
    script: replies.audio(MP3_WITH_ID3),
    audio: ['mp3', MP3_WITH_ID3],
  },
  {
    id: 'SR-06',
    rule: 'wild 2: the format is that of the bytes, not the requested one',
    asked: 'ogg_opus',
    script: replies.audio(AUDIO.mp3),
    audio: ['mp3', AUDIO.mp3],
  },
  {
    id: 'SR-07',
    rule: 'wild, Speech: chunks that end on an odd byte',
    script: replies.pieces(...half(AUDIO.pcm)),
    audio: ['pcm', AUDIO.pcm],
  },
  {
    id: 'SR-08',
    rule: '§2.2: the example reply is a JSON string; base64 of audio in it is audio',
    asked: 'mp3',
    script: replies.json(200, b64(AUDIO.mp3)),
    audio: ['mp3', AUDIO.mp3],
  },
  {
    id: 'SR-09',
    rule: '§2.2: the same with pcm, which only its length distinguishes from a word',
    script: replies.json(200, b64(AUDIO.pcm)),
    audio: ['pcm', AUDIO.pcm],
  },
  {
    id: 'SR-10',
    rule: '§2.2: a JSON string that is a message is an error with that text',
    script: replies.json(200, 'voice is not for you'),
    error: { code: 'relay.refused', billed: 'unknown', details: { relayMessage: 'voice is not for you' } },
  },
  {
    id: 'SR-11',
    rule: '§2.2: a word that happens to be base64 is still a message',
    script: replies.json(200, 'unauthorized'),
    error: { code: 'relay.refused', details: { relayMessage: 'unauthorized' } },
  },
  {
    id: 'SR-12',
    rule: 'an object with the field of the events also contains audio',
    asked: 'wav',
    script: replies.json(200, { audio: b64(AUDIO.wav) }),
    audio: ['wav', AUDIO.wav],
  },
  {
    id: 'SR-13',
    rule: 'wild, Speech: SSE, speech.audio.delta and speech.audio.done',
    asked: 'mp3',
    script: replies.pieces(...half(AUDIO.mp3).map(delta), DONE),
    audio: ['mp3', AUDIO.mp3],
  },
  {
    id: 'SR-14',
    rule: 'SSE with CRLF, comments, several data lines and no final newline',
    script: replies.pieces(
      ': hello\r\n\r\n',
      `data: {"type":"speech.audio.delta",\r\ndata: "audio":"${b64(AUDIO.pcm)}"}\r\n\r\n`,
      'data: [DONE]',
    ),
    audio: ['pcm', AUDIO.pcm],
  },
  {
    id: 'SR-15',
    rule: 'SSE without names, audio in delta',
    script: replies.pieces(...half(AUDIO.pcm).map((part) => `data: {"delta":"${b64(part)}"}\n\n`)),
    audio: ['pcm', AUDIO.pcm],
  },
  {
    id: 'SR-16',
    rule: 'SSE: a transcript is not audio',
    script: replies.pieces(sse('speech.text.delta', { delta: 'Hello' }), delta(AUDIO.pcm), DONE),
    audio: ['pcm', AUDIO.pcm],
  },
  {
    id: 'SR-17',
    rule: 'SSE: an error instead of audio',
    script: replies.pieces(sse('error', { error: { message: 'no room' } })),
    error: { code: 'relay.refused', details: { relayMessage: 'no room' } },
  },
  {
    id: 'SR-18',
    rule: 'SSE: an error after audio, which is kept',
    script: replies.pieces(delta(AUDIO.pcm), sse('error', { message: 'no room' })),
    audio: ['pcm', AUDIO.pcm],
    error: { code: 'reply.broken_off', billed: 'unknown', details: { relayMessage: 'no room' } },
  },
  {
    id: 'SR-19',
    rule: 'SSE with named events but without the last one is incomplete',
    script: replies.pieces(delta(AUDIO.pcm)),
    audio: ['pcm', AUDIO.pcm],
    error: { code: 'reply.cut', details: { reason: 'noEnd' } },
  },
  {
    id: 'SR-20',
    rule: 'SSE with nothing in it',
    script: replies.pieces(
      ': nothing at all, for a while\n\n',
      ': and still nothing, whatever you do\n\n',
      'data: [DONE]\n\n',
    ),
    error: { code: 'reply.empty', billed: 'unknown' },
  },
  {
    id: 'SR-21',
    rule: 'wild, Speech: a JSON error appended to mp3 is removed, the audio is kept',
    asked: 'mp3',
    script: replies.audio(Buffer.concat([AUDIO.mp3, Buffer.from(JSON.stringify(TRAILING))])),
    audio: ['mp3', AUDIO.mp3],
    error: {
      code: 'reply.broken_off',
      billed: 'unknown',
      retryable: false,
      details: { relayMessage: TRAILING.error.message, requestId: 'r-7', relayCode: '3005' },
    },
  },
  {
    id: 'SR-22',
    rule: 'wild, Speech: the same after pcm, in a separate chunk',
    script: replies.pieces(AUDIO.pcm, '{"code":3005,', '"msg":"忙"}'),
    audio: ['pcm', AUDIO.pcm],
    error: { code: 'reply.broken_off', details: { relayMessage: '忙' } },
  },
  {
    id: 'SR-23',
    rule: 'a trailing error that is itself incomplete is recognised by its start',
    script: replies.pieces(AUDIO.pcm, '{"error":{"message":"upstr'),
    audio: ['pcm', AUDIO.pcm],
    error: { code: 'reply.broken_off' },
  },
  {
    id: 'SR-24',
    rule: 'braces at the end of audio are audio',
    script: replies.audio(Buffer.concat([AUDIO.pcm, Buffer.from('{"a":1}{ ')])),
    audio: ['pcm', Buffer.concat([AUDIO.pcm, Buffer.from('{"a":1}{ ')])],
  },
  {
    id: 'SR-25',
    rule: 'wild, Speech: an error labelled audio/*',
    asked: 'mp3',
    script: replies.text(200, JSON.stringify({ error: { message: 'no' } }), { 'content-type': 'audio/mpeg' }),
    error: { code: 'relay.refused', details: { relayMessage: 'no' } },
  },
  {
    id: 'SR-26',
    rule: 'wild, Speech: 200 with 0 bytes',
    script: replies.text(200, ''),
    error: { code: 'reply.empty', billed: 'unknown', retryable: false },
  },
  {
    id: 'SR-27',
    rule: 'unknown bytes',
    asked: 'mp3',
    script: replies.audio(Buffer.alloc(300, 7)),
    error: { code: 'reply.unreadable' },
  },
  {
    id: 'SR-28',
    rule: 'another kind of audio is that kind, never pcm',
    script: replies.audio(FLAC),
    audio: ['flac', FLAC],
  },
  {
    id: 'SR-29',
    rule: 'wild 8: a connection cut in the middle: the part is kept, nothing is repeated',
    script: replies.cutAfter(pcmTone(0.3)),
    audio: ['pcm', pcmTone(0.3)],
    error: { code: 'reply.cut', billed: 'unknown', retryable: false },
  },
  {
    id: 'SR-30',
    rule: 'wild 8: a connection cut before the first byte has an unknown outcome',
    script: replies.hangUp(),
    error: { code: 'outcome.unknown', billed: 'unknown', retryable: false },
  },
  ...OTHER_KINDS.map(
    ({ id, kind, bytes }): Row => ({
      id,
      rule: `${kind}, though pcm was asked for, is never complete pcm`,
      script: replies.audio(bytes),
      audio: [kind, bytes],
    }),
  ),
  {
    id: 'SR-55',
    rule: 'pcm that is not labelled, in answer to a request for mp3',
    asked: 'mp3',
    script: replies.audio(AUDIO.pcm),
    audio: ['pcm', AUDIO.pcm],
  },
  {
    id: 'SR-56',
    rule: 'pcm of the other byte order',
    asked: 'mp3',
    script: replies.text(200, swapped(AUDIO.pcm, 2), { 'content-type': 'audio/L16; rate=16000' }),
    audio: ['pcm_be', swapped(AUDIO.pcm, 2)],
  },
  {
    id: 'SR-57',
    rule: 'bytes that are neither labelled as pcm nor look like it, though pcm was asked for',
    script: replies.audio(deflateRawSync(RANDOM)),
    error: { code: 'reply.unreadable', billed: 'unknown' },
  },
  {
    id: 'SR-97',
    rule: 'pcm whose label says two channels',
    script: replies.text(200, AUDIO.pcm, { 'content-type': 'audio/L16;rate=24000;channels=2' }),
    audio: ['pcm_stereo', AUDIO.pcm],
  },
  {
    id: 'SR-58',
    rule: 'any bytes labelled as pcm',
    asked: 'mp3',
    script: replies.text(200, RANDOM, { 'content-type': 'audio/pcm;rate=48000' }),
    audio: ['pcm', RANDOM],
  },
  {
    id: 'SR-59',
    rule: 'status 206: a part that was not asked for is not the whole',
    asked: 'mp3',
    script: replies.text(206, AUDIO.mp3, { 'content-type': 'audio/mpeg' }),
    audio: ['mp3', AUDIO.mp3],
    error: { code: 'reply.cut', billed: 'unknown', details: { reason: 'part' } },
  },
];

it.each(ROWS)('$rule', async ({ asked = 'pcm', script, audio, error }) => {
  const { relay, speak } = await openClient();
  relay.answerWith(script);
  const spoken = await speak(speechRequest({ format: asked }));
  expect(spoken.format).toBe(audio?.[0]);
  expect(spoken.audio.equals(audio?.[1] ?? Buffer.of())).toBe(true);
  if (error) expect(spoken.result).toMatchObject({ ok: false, error });
  else expect(spoken.result).toEqual({ ok: true, data: { format: audio?.[0], sizeBytes: audio?.[1].length } });
  expect(relay.requests).toHaveLength(1);
});

/** Reads a reply whose bytes are split at these offsets. */
async function readCut(bytes: Uint8Array, cuts: readonly number[], asked: SpeechFormat) {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (const [i, from] of places.slice(0, -1).entries()) yield bytes.subarray(from, places[i + 1]);
  }
  const heard: Uint8Array[] = [];
  const result = await readSpeechReply(
    { status: 200, headers: {} },
    { chunks: chunks(), failure: () => undefined },
    { asked, key: KEY, onAudio: async (part) => void heard.push(Buffer.from(part)) },
  );
  return { result, audio: Buffer.concat(heard) };
}

// SR-31
describe('the result does not depend on how the bytes are split', () => {
  const bodies: [string, SpeechFormat, Uint8Array][] = [
    ...SPEECH_FORMATS.map((format): [string, SpeechFormat, Uint8Array] => [format, format, AUDIO[format]]),
    ['pcm asked, mp3 sent', 'pcm', AUDIO.mp3],
    ['trailing error', 'pcm', Buffer.concat([pcmTone(0.02), Buffer.from('{ "error": "坏了" }\n')])],
    ['events', 'mp3', Buffer.from(half(AUDIO.mp3).map(delta).join('') + DONE)],
    ['events in Chinese', 'mp3', Buffer.from(sse('error', { error: { message: '音色不存在，请检查' } }))],
    ['JSON string', 'wav', Buffer.from(JSON.stringify(b64(AUDIO.wav)))],
    ['JSON error', 'mp3', Buffer.from(JSON.stringify({ error: { message: `无效的令牌 ${KEY}` } }))],
    ['text', 'mp3', Buffer.from('上游错误，请稍后再试。'.repeat(9))],
  ];
  it.each(bodies)('%s', async (_name, asked, bytes) => {
    const whole = await readCut(bytes, [], asked);
    expect(JSON.stringify(whole.result)).not.toContain('canary');
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.array(fc.nat(), { maxLength: 20 }),
          // Single bytes at the end, where errors are appended.
          fc.constant(Array.from({ length: 60 }, (_, i) => bytes.length - i)),
        ),
        async (cuts) => {
          expect(await readCut(bytes, cuts, asked)).toEqual(whole);
        },
      ),
      { numRuns: runs(40) },
    );
  });
});
