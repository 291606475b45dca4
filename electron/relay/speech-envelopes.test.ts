import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SPEECH_FORMATS, type SpeechFormat } from '../../shared/speech/formats.ts';
import { pcmTone, replies, wavTone } from '../../tests/fakes/scripted-relay.ts';
import { tone } from '../../tests/support/audio.ts';
import { KEY, openClient, speechRequest } from '../../tests/support/relay-client.ts';
import { runs } from '../../tests/support/runs.ts';
import { readSpeechReply } from './speech-reply.ts';

const [MP3, WAV, OGG] = await Promise.all([tone('mp3'), tone('wav'), tone('ogg_opus')]);
const PCM = Buffer.from(pcmTone(0.5));
const AUDIO = { mp3: MP3, wav: WAV, pcm: PCM, ogg_opus: OGG } satisfies Record<SpeechFormat, Buffer>;
const b64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const thirds = (bytes: Buffer): Buffer[] => [bytes.subarray(0, 1000), bytes.subarray(1000, 2402), bytes.subarray(2402)];
const wrapped = (text: string): string => text.replace(/.{76}/g, '$&\n');
const event = (fields: object): string => `data: ${JSON.stringify(fields)}\n\n`;
const line = (fields: object): string => `${JSON.stringify(fields)}\n`;
/** A text in parts of lengths that are no multiples of four. */
const cutAnywhere = (text: string): string[] => text.match(/.{1,1021}/g) ?? [];

/** A reply, and the audio that is in it; with an error if it is not all right. */
type Row = { id: string; rule: string; body: string; audio?: SpeechFormat; bytes?: Uint8Array; error?: object };

const ROWS: readonly Row[] = [
  {
    id: 'SR-60',
    rule: 'a success with a code and a message',
    body: JSON.stringify({
      reqid: 'r',
      code: 3000,
      operation: 'query',
      message: 'Success',
      sequence: -1,
      data: b64(MP3),
    }),
    audio: 'mp3',
  },
  { id: 'SR-61', rule: 'base64 without quotes', body: b64(MP3), audio: 'mp3' },
  { id: 'SR-62', rule: 'base64 in lines of 76', body: wrapped(b64(OGG)), audio: 'ogg_opus' },
  { id: 'SR-63', rule: 'a data URL', body: JSON.stringify(`data:audio/mpeg;base64,${b64(MP3)}`), audio: 'mp3' },
  { id: 'SR-64', rule: 'a data URL without quotes', body: `data:audio/mpeg;base64,${b64(MP3)}`, audio: 'mp3' },
  {
    id: 'SR-65',
    rule: 'events with audio.data; later parts have no signature',
    body: thirds(WAV)
      .map((part) => event({ audio: { id: 'a', data: b64(part) } }))
      .join(''),
    audio: 'wav',
  },
  {
    id: 'SR-66',
    rule: 'lines, with a last one that says "OK"',
    body: [
      ...thirds(MP3).map((part) => line({ code: 0, message: '', data: b64(part) })),
      line({ code: 20000000, message: 'OK', data: null }),
    ].join(''),
    audio: 'mp3',
  },
  {
    id: 'SR-67',
    rule: 'an array of parts',
    body: JSON.stringify({ output_audio: { chunks: thirds(OGG).map((part) => ({ data: b64(part) })) } }),
    audio: 'ogg_opus',
  },
  {
    id: 'SR-68',
    rule: 'one base64 text that was cut anywhere into events',
    body: cutAnywhere(b64(MP3))
      .map((delta) => event({ delta }))
      .join(''),
    audio: 'mp3',
  },
  {
    id: 'SR-69',
    rule: 'hexadecimal digits',
    body: JSON.stringify({
      data: { audio: MP3.toString('hex'), status: 2 },
      base_resp: { status_code: 0, status_msg: 'success' },
    }),
    audio: 'mp3',
  },
  {
    id: 'SR-70',
    rule: 'audio beside an error: it is kept, and the error is said',
    body: JSON.stringify({ audio: b64(WAV), error: { message: 'quota is low' } }),
    audio: 'wav',
    error: { code: 'reply.broken_off', billed: 'unknown', details: { relayMessage: 'quota is low' } },
  },
  {
    id: 'SR-71',
    rule: 'JSON that ends inside its audio, though the connection did not',
    body: `{"code":0,"data":"${b64(MP3).slice(0, 4000)}`,
    audio: 'mp3',
    bytes: MP3.subarray(0, 3000),
    error: { code: 'reply.cut', details: { reason: 'noEnd' } },
  },
  {
    id: 'SR-72',
    rule: 'JSON that does not parse',
    body: `{'code': NaN, 'data': '${b64(WAV)}',}`,
    audio: 'wav',
  },
  {
    id: 'SR-73',
    rule: 'pcm in a field that names no audio, known by its length',
    body: JSON.stringify({ reply: { bytes: b64(PCM) } }),
    audio: 'pcm',
  },
  {
    id: 'SR-74',
    rule: 'the voice sample of the request is not the result',
    body: JSON.stringify({ request: { reference_audio: b64(MP3) }, data: b64(OGG) }),
    audio: 'ogg_opus',
  },
  {
    id: 'SR-75',
    rule: 'an event that ends the stream and repeats the audio',
    body: [
      ...thirds(MP3).map((part) => event({ type: 'audio.delta', audio: b64(part) })),
      event({ type: 'audio.done', audio: b64(MP3) }),
    ].join(''),
    audio: 'mp3',
  },
  {
    id: 'SR-80',
    rule: 'events with nothing but base64, and others between them',
    body: `${thirds(MP3)
      .map((part) => `event: audio\ndata: ${b64(part)}\n\nevent: ping\ndata: ping\n\n`)
      .join('')}data: [DONE]\n\n`,
    audio: 'mp3',
  },
  {
    id: 'SR-81',
    rule: 'JSON inside a string of JSON',
    body: JSON.stringify({ code: 200, data: JSON.stringify({ audio: b64(MP3) }) }),
    audio: 'mp3',
  },
  {
    id: 'SR-82',
    rule: 'a last event, of no name, that repeats all the audio',
    body: [...thirds(MP3), MP3].map((part, i) => event({ data: { audio: part.toString('hex'), status: i } })).join(''),
    audio: 'mp3',
  },
  {
    id: 'SR-83',
    rule: 'an error behind base64 without quotes',
    body: `${b64(MP3)}\n${JSON.stringify({ error: { message: 'upstream broke' } })}`,
    audio: 'mp3',
    error: { code: 'reply.broken_off', details: { relayMessage: 'upstream broke' } },
  },
  {
    id: 'SR-84',
    rule: 'a chat stream: one pcm text cut anywhere, beside a transcript',
    body: cutAnywhere(b64(PCM))
      .map((data) => event({ choices: [{ delta: { audio: { id: 'audio_1', data, transcript: 'Hell' } } }] }))
      .join(''),
    audio: 'pcm',
  },
  {
    id: 'SR-85',
    rule: 'events with a transcript of the audio',
    body: [
      ...thirds(PCM).flatMap((part) => [
        event({ type: 'response.audio_transcript.delta', delta: 'Hell' }),
        event({ type: 'response.audio.delta', delta: b64(part) }),
      ]),
      event({ type: 'response.audio.done' }),
    ].join(''),
    audio: 'pcm',
  },
  {
    id: 'SR-86',
    rule: 'long parts, cut anywhere',
    body: (b64(wavTone(4)).match(/.{1,20001}/g) ?? []).map((chunk) => line({ chunk })).join(''),
    audio: 'wav',
    bytes: wavTone(4),
  },
  {
    id: 'SR-87',
    rule: 'a buffer as JSON writes it',
    body: JSON.stringify({ audio: MP3 }),
    audio: 'mp3',
  },
  {
    id: 'SR-88',
    rule: 'events of a few bytes of pcm each',
    body: Array.from({ length: 300 }, (_, i) =>
      event({ output: { chunk: b64(PCM.subarray(i * 80, i * 80 + 80)) } }),
    ).join(''),
    audio: 'pcm',
  },
  {
    id: 'SR-89',
    rule: 'an array of parts of pcm, and of many more bytes than are looked at',
    body: JSON.stringify({ code: 0, data: b64(pcmTone(8)).match(/.{1,4000}/g) ?? [] }),
    audio: 'pcm',
    bytes: pcmTone(8),
  },
  {
    id: 'SR-90',
    rule: 'a long text of words is no audio, even though words are valid base64',
    body: 'not a sound '.repeat(100_000),
    error: { code: 'relay.refused' },
  },
  {
    id: 'SR-76',
    rule: 'a success without audio is no success',
    body: JSON.stringify({ code: 3000, message: 'Success', data: '' }),
    error: { code: 'relay.refused', details: { relayMessage: 'Success' } },
  },
  {
    id: 'SR-77',
    rule: 'nesting without end is refused before it is parsed',
    body: '['.repeat(4_000_000),
    error: { code: 'reply.too_complex', billed: 'unknown' },
  },
];

it.each(ROWS)('$rule', async ({ body, audio, bytes = audio && AUDIO[audio], error }) => {
  const { relay, speak } = await openClient();
  relay.answerWith(replies.text(200, body));
  const spoken = await speak(speechRequest({ format: audio ?? 'pcm' }));
  expect(spoken.result).toMatchObject(error ? { ok: false, error } : { ok: true, data: { format: audio } });
  expect(spoken.audio.equals(bytes ?? Buffer.of())).toBe(true);
  expect(relay.requests).toHaveLength(1);
});

// SR-78
it('a connection that is cut inside base64 in JSON: the part is kept', async () => {
  const { relay, speak } = await openClient();
  relay.answerWith(replies.cutAfter(Buffer.from(`{"code":3000,"data":"${b64(MP3).slice(0, 4002)}`)));
  const spoken = await speak(speechRequest({ format: 'mp3' }));
  expect(spoken.result).toMatchObject({ ok: false, error: { code: 'reply.cut' } });
  expect(spoken.audio.equals(MP3.subarray(0, 3001))).toBe(true);
});

/** Reads a reply whose bytes are split at these offsets. */
async function readCut(bytes: Uint8Array, cuts: readonly number[], asked: SpeechFormat) {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (const [i, from] of places.slice(0, -1).entries()) yield bytes.subarray(from, places[i + 1]);
  }
  const heard: Uint8Array[] = [];
  const body = { chunks: chunks(), failure: () => undefined };
  const onAudio = async (part: Uint8Array): Promise<void> => void heard.push(Buffer.from(part));
  const result = await readSpeechReply({ status: 200, headers: {} }, body, { asked, key: KEY, onAudio });
  return { result, audio: Buffer.concat(heard), passed: heard.length };
}

it('sound in many small events is passed on once for all that arrived together', async () => {
  const events = Array.from(AUDIO.pcm.subarray(0, 9000), (_, i) => (i % 4 === 0 ? AUDIO.pcm.subarray(i, i + 4) : null))
    .flatMap((bytes) =>
      bytes ? [`data: ${JSON.stringify({ type: 'speech.audio.delta', audio: b64(bytes) })}\n\n`] : [],
    )
    .join('');
  const { audio, passed } = await readCut(Buffer.from(events), [40_000, 80_000], 'pcm');
  expect(audio.equals(AUDIO.pcm.subarray(0, 9000))).toBe(true);
  expect(passed).toBeLessThanOrEqual(4);
});

const cuts = fc.array(fc.nat(), { maxLength: 12 });
/** JSON around a value, with other fields beside it. */
const around = fc.array(
  fc.tuple(
    fc.constantFrom('data', 'audio', 'output', 'x', '结果'),
    fc.dictionary(fc.constantFrom('id', 'message', 'n', 'é'), fc.oneof(fc.constantFrom('Success', '', null), fc.nat())),
    fc.boolean(),
  ),
  { maxLength: 5 },
);

// SR-79
describe('whatever is around it, and however it is split', () => {
  it('the audio comes out byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...SPEECH_FORMATS), around, cuts, async (format, layers, where) => {
        const value = layers.reduce<unknown>(
          (inside, [name, beside, isArray]) => ({ ...beside, [name]: isArray ? [inside] : inside }),
          b64(AUDIO[format]),
        );
        const { result, audio } = await readCut(Buffer.from(JSON.stringify(value)), where, format);
        expect(result).toEqual({ ok: true, data: { format, sizeBytes: AUDIO[format].length } });
        expect(audio.equals(AUDIO[format])).toBe(true);
      }),
      { numRuns: runs(60) },
    );
  });

  it.each(ROWS.filter(({ body }) => body.length < 100_000))(
    'the result is the same: $rule',
    async ({ body, audio }) => {
      const { passed: _, ...whole } = await readCut(Buffer.from(body), [], audio ?? 'pcm');
      await fc.assert(
        fc.asyncProperty(cuts, async (where) => {
          expect(await readCut(Buffer.from(body), where, audio ?? 'pcm')).toMatchObject(whole);
        }),
        { numRuns: runs(15) },
      );
    },
  );

  it('no bytes make the reader throw', async () => {
    const json = fc.json().map((text) => Buffer.from(text));
    const broken = fc.string({ unit: fc.constantFrom(...'{}[]",:\'\\ aA1\n', 'data: ', b64(MP3.subarray(0, 60))) });
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      json,
      broken.map((text) => Buffer.from(text)),
    );
    await fc.assert(
      fc.asyncProperty(bytes, cuts, fc.constantFrom(...SPEECH_FORMATS), async (body, where, asked) => {
        expect(await readCut(body, where, asked)).toHaveProperty('result');
      }),
      { numRuns: runs(300) },
    );
  });
});
