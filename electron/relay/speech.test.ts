import { expect, it } from 'vitest';
import { DEFAULT_DIALECT, type Dialect } from '../../shared/connection/connections.ts';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
import { replies } from '../../tests/fakes/scripted-relay.ts';
import { tone } from '../../tests/support/audio.ts';
import { KEY, openClient, speechRequest } from '../../tests/support/relay-client.ts';
import { speechBody } from './speech.ts';

/** The expected request: `sent` contains these values, undefined for a field that must be absent. */
type Row = {
  id: string;
  rule: string;
  ask?: Partial<SpeechRequest>;
  dialect?: Partial<Dialect>;
  sent: Record<string, unknown>;
};

const EXTRAS = { volumeRatio: 1.5, pitchRatio: 0.5, emotion: 'happy', language: 'en' };
const WIRE_EXTRAS = { volume_ratio: 1.5, pitch_ratio: 0.5, emotion: 'happy', language: 'en' };

const ROWS: readonly Row[] = [
  { id: 'SQ-01', rule: '§4.1 rule 1: model is the fixed identifier', sent: { model: 'speech-tts-1.0' } },
  { id: 'SQ-02', rule: '§2.1 input', ask: { text: '你好，world' }, sent: { input: '你好，world' } },
  // attack 50
  {
    id: 'SQ-03',
    rule: '§2.1 input: UTF-8 cannot carry a lone surrogate',
    ask: { text: 'a\ud800b' },
    sent: { input: 'a\ufffdb' },
  },
  { id: 'SQ-04', rule: '§2.1 voice', ask: { voice: 'my_clone' }, sent: { voice: 'my_clone' } },
  { id: 'SQ-05', rule: '§4.1 rule 2: voice omitted for the default', ask: { voice: null }, sent: { voice: undefined } },
  {
    id: 'SQ-06',
    rule: '§2.1 response_format',
    ask: { format: 'mp3' },
    sent: { response_format: 'mp3', format: undefined },
  },
  { id: 'SQ-07', rule: '§2.1 response_format: wav', ask: { format: 'wav' }, sent: { response_format: 'wav' } },
  {
    id: 'SQ-08',
    rule: '§2.1 response_format: ogg_opus',
    ask: { format: 'ogg_opus' },
    sent: { response_format: 'ogg_opus' },
  },
  {
    id: 'SQ-09',
    rule: '§4.1 rule 4, wild 2: pcm is sent although it is the default',
    sent: { response_format: 'pcm' },
  },
  {
    id: 'SQ-10',
    rule: '§2.1 format instead of response_format',
    dialect: { formatField: 'format' },
    sent: { format: 'pcm', response_format: undefined },
  },
  {
    id: 'SQ-11',
    rule: '§2.1 both names at once',
    dialect: { formatField: 'both' },
    sent: { format: 'pcm', response_format: 'pcm' },
  },
  {
    id: 'SQ-12',
    rule: 'wild, Speech: a relay with another name for Opus',
    ask: { format: 'ogg_opus' },
    dialect: { opusWord: 'opus' },
    sent: { response_format: 'opus' },
  },
  {
    id: 'SQ-13',
    rule: '§2.1 format: "allowed values are given only as examples", so any word',
    dialect: { formatWord: 'pcm_s16le', formatField: 'format' },
    sent: { format: 'pcm_s16le' },
  },
  { id: 'SQ-14', rule: '§4.1 rule 3, wild 2: speed 1 is sent although it is the default', sent: { speed: 1 } },
  { id: 'SQ-15', rule: '§2.1 speed, lowest', ask: { speed: 0.2 }, sent: { speed: 0.2 } },
  { id: 'SQ-16', rule: '§2.1 speed, highest', ask: { speed: 3 }, sent: { speed: 3 } },
  { id: 'SQ-17', rule: '§2.1 provider fields at the top', ask: { extras: EXTRAS }, sent: WIRE_EXTRAS },
  {
    id: 'SQ-18',
    rule: 'wild, Speech: provider fields inside metadata',
    ask: { extras: EXTRAS },
    dialect: { extrasPlace: 'metadata' },
    sent: { metadata: WIRE_EXTRAS, emotion: undefined, volume_ratio: undefined },
  },
  {
    id: 'SQ-19',
    rule: 'wild, Speech: no metadata if it would be empty',
    dialect: { extrasPlace: 'metadata' },
    sent: { metadata: undefined },
  },
  {
    id: 'SQ-20',
    rule: 'wild, Speech: provider fields are never sent',
    ask: { extras: EXTRAS },
    dialect: { extrasPlace: 'never' },
    sent: { emotion: undefined, metadata: undefined },
  },
];

it.each(ROWS)('$rule', async ({ ask, dialect, sent }) => {
  const { relay, speak } = await openClient(dialect);
  await speak(speechRequest(ask));
  const body = JSON.parse(relay.requests[0]?.body ?? '{}');
  expect(Object.fromEntries(Object.keys(sent).map((name) => [name, body[name]]))).toEqual(sent);
});

// SQ-21
it('§4.1, §5: one POST to /v1/audio/speech with the bearer key and JSON', async () => {
  const { relay, speak } = await openClient();
  await speak();
  expect(relay.requests).toMatchObject([
    {
      method: 'POST',
      path: '/v1/audio/speech',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    },
  ]);
  expect(Object.keys(JSON.parse(relay.requests[0]?.body ?? ''))).toEqual([
    'model',
    'input',
    'voice',
    'response_format',
    'speed',
  ]);
});

it.each([
  // SQ-22
  ['§2.1 input is required', { text: ' \n' }, 'input'],
  // SQ-23
  ['§2.1 voice is a non-empty string', { voice: ' ' }, 'voice'],
  // SQ-24
  ['§4.1 rule 3: speed below 0.2', { speed: 0.19 }, 'speed'],
  // SQ-25
  ['§4.1 rule 3: speed above 3', { speed: 3.01 }, 'speed'],
  // SQ-26
  ['wild, Speech: volume out of the range seen', { extras: { volumeRatio: 9 } }, 'volume_ratio'],
] as const)('%s: refused before anything is sent', async (_rule, ask, field) => {
  const { relay, speak } = await openClient();
  const { result } = await speak(speechRequest(ask));
  expect(result).toMatchObject({ ok: false, error: { code: 'input.invalid', billed: 'no', details: { field } } });
  expect(relay.requests).toHaveLength(0);
});

// SQ-27
it('§8: more than 1024 bytes only exceeds a recommendation, and is sent', async () => {
  const { relay, speak } = await openClient();
  await speak(speechRequest({ text: '好'.repeat(2000) }));
  expect(JSON.parse(relay.requests[0]?.body ?? '').input).toHaveLength(2000);
});

// SQ-28, attack 31
it('wild 7: the time limit of the connection is observed, and the outcome is unknown', async () => {
  const { relay, speak } = await openClient({ speechTimeoutS: 0.05 });
  relay.answerWith(replies.silence());
  expect((await speak()).result).toMatchObject({
    ok: false,
    error: { code: 'outcome.unknown', retryable: false, billed: 'unknown', details: { reason: 'timeout' } },
  });
});

// SQ-29
it('stops immediately when cancelled, and closes the socket', async () => {
  const { relay, speak } = await openClient();
  const cancel = new AbortController();
  const audio = await tone('pcm');
  relay.answerWith((response) => {
    response.writeHead(200).write(audio, () => setImmediate(() => cancel.abort()));
  });
  expect((await speak(speechRequest(), cancel.signal)).result).toEqual({ ok: false, error: 'cancelled' });
  await expect.poll(() => relay.openSockets()).toBe(0);
});

it('leaves out of the text what nobody hears and services refuse: control characters and byte order marks', () => {
  const text = '\ufeffA\u0000b\u001b[31mc\u007f\u009d\tnext\nline\u0085👩\u200d👧 \u202eend';
  const { input } = speechBody(speechRequest({ text }), { model: 'm', dialect: DEFAULT_DIALECT });
  expect(input).toBe('Ab[31mc\tnext\nline\u0085👩\u200d👧 \u202eend');
});
