import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_DIALECT, type Dialect } from '../../shared/connections.ts';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
import type { SpeechFormat } from '../../shared/speech/formats.ts';
import { pcmTone, replies, type ScriptedRelay, startScriptedRelay, wavTone } from '../../tests/fakes/scripted-relay.ts';
import { createRelayHttp, type RelayHttp } from './http.ts';
import { requestSpeech, speechBody } from './speech.ts';

const KEY = 'canary-key-0123456789';
let relay: ScriptedRelay;
let http: RelayHttp;
beforeAll(async () => {
  relay = await startScriptedRelay();
  http = createRelayHttp({ resolveProxy: async () => 'DIRECT' });
});
afterAll(async () => {
  await http.close();
  await relay.close();
});
afterEach(() => void relay.requests.splice(0));

const request = (change: Partial<SpeechRequest> = {}): SpeechRequest => ({
  connectionId: 'c',
  text: 'Hello',
  voice: 'zh_female_cancan_mars_bigtts',
  speed: 1,
  format: 'pcm',
  extras: {},
  ...change,
});

async function speak(asked: SpeechRequest, { signal = new AbortController().signal, dialect = DEFAULT_DIALECT } = {}) {
  const heard: { format: SpeechFormat; bytes: Uint8Array }[] = [];
  const target = { baseUrl: relay.baseUrl, key: KEY, model: 'speech-tts-1.0', dialect };
  const result = await requestSpeech(http, target, asked, {
    signal,
    onSent: () => undefined,
    onAudio: async (bytes, format) => void heard.push({ format, bytes }),
  });
  return { result, audio: Buffer.concat(heard.map(({ bytes }) => bytes)) };
}

describe('the request', () => {
  it('carries key, content type and every field of the contract', async () => {
    relay.answerWith(replies.audio(pcmTone(0.1)));
    await speak(request({ extras: { volumeRatio: 1.5, pitchRatio: 0.5, emotion: 'happy', language: 'en' } }));
    expect(relay.requests[0]).toMatchObject({
      method: 'POST',
      path: '/v1/audio/speech',
      headers: { authorization: `Bearer ${KEY}` },
    });
    expect(JSON.parse(relay.requests[0]?.body ?? '')).toEqual({
      model: 'speech-tts-1.0',
      input: 'Hello',
      voice: 'zh_female_cancan_mars_bigtts',
      response_format: 'pcm',
      speed: 1,
      volume_ratio: 1.5,
      pitch_ratio: 0.5,
      emotion: 'happy',
      language: 'en',
    });
  });

  const body = (change: Partial<SpeechRequest>, dialect: Partial<Dialect> = {}) =>
    speechBody(request(change), { model: 'm', dialect: { ...DEFAULT_DIALECT, ...dialect } });

  it('omits the voice for the relay default', () => expect(body({ voice: null })).not.toHaveProperty('voice'));
  it('names the format as the dialect says', () => {
    expect(body({}, { formatField: 'format' })).toMatchObject({ format: 'pcm' });
    expect(body({}, { formatField: 'format' })).not.toHaveProperty('response_format');
    expect(body({}, { formatField: 'both' })).toMatchObject({ format: 'pcm', response_format: 'pcm' });
    expect(body({ format: 'ogg_opus' }, { opusWord: 'opus' })).toMatchObject({ response_format: 'opus' });
  });
  it('puts the provider fields where the dialect says', () => {
    const extras = { emotion: 'sad' };
    expect(body({ extras }, { extrasPlace: 'metadata' })).toMatchObject({ metadata: { emotion: 'sad' } });
    expect(body({ extras: {} }, { extrasPlace: 'metadata' })).not.toHaveProperty('metadata');
    expect(JSON.stringify(body({ extras }, { extrasPlace: 'never' }))).not.toContain('sad');
  });
  it('repairs lone surrogates, which UTF-8 cannot carry', () =>
    expect(body({ text: 'a\ud800b' })).toMatchObject({ input: 'a\ufffdb' }));
});

describe('audio', () => {
  it('is handed on byte for byte, whatever the content type says', async () => {
    const tone = pcmTone(0.5);
    relay.answerWith(replies.audio(tone));
    const { result, audio } = await speak(request());
    expect(result).toEqual({ ok: true, data: { format: 'pcm', sizeBytes: tone.length } });
    expect(audio.equals(tone)).toBe(true);
  });

  it('is labelled as what arrived, not as what was asked for', async () => {
    relay.answerWith(replies.audio(wavTone(0.2)));
    expect((await speak(request({ format: 'ogg_opus' }))).result).toMatchObject({ ok: true, data: { format: 'wav' } });
  });

  it('that stops half way is an error, after the good part was handed on', async () => {
    relay.answerWith(replies.cutAfter(pcmTone(0.3)));
    const { result, audio } = await speak(request());
    expect(result).toMatchObject({ ok: false, error: { code: 'reply.cut', billed: 'unknown', retryable: false } });
    expect(audio.length).toBe(pcmTone(0.3).length);
  });

  it('stops at once when cancelled, and closes the socket', async () => {
    const cancel = new AbortController();
    relay.answerWith((response) => {
      response.writeHead(200).write(pcmTone(0.3), () => setImmediate(() => cancel.abort()));
    });
    expect((await speak(request(), { signal: cancel.signal })).result).toEqual({ ok: false, error: 'cancelled' });
    await expect.poll(() => relay.openSockets()).toBe(0);
  });
});

describe('errors', () => {
  const usual = {
    error: { message: 'Voice does not exist (request id: 2026-abc)', type: 'invalid_request', param: '', code: 3050 },
  };
  it.each([
    [
      'bad request',
      replies.json(400, usual),
      { code: 'relay.bad_request', billed: 'no', details: { requestId: '2026-abc', relayCode: '3050' } },
    ],
    ['wrong key', replies.json(401, usual), { code: 'relay.key_refused', billed: 'no' }],
    ['not allowed', replies.json(403, { message: 'group not allowed' }), { code: 'relay.not_allowed' }],
    ['quota', replies.json(403, { error: 'quota used up' }), { code: 'relay.quota_used' }],
    ['wrong address', replies.text(404, 'not found'), { code: 'relay.not_found' }],
    ['too large', replies.text(413, ''), { code: 'relay.too_large' }],
    ['429 without a word', replies.text(429, ''), { code: 'relay.rate_limited', billed: 'no', retryable: true }],
    [
      '429 with Retry-After',
      replies.text(429, '', { 'retry-after': '7' }),
      { code: 'relay.rate_limited', details: { retryAfterS: 7 } },
    ],
    [
      '429 with minutes',
      replies.json(429, { msg: '2分钟内最多请求10次' }),
      { code: 'relay.rate_limited', details: { retryAfterS: 120 } },
    ],
    ['429 for quota', replies.json(429, { detail: 'insufficient quota' }), { code: 'relay.quota_used' }],
    [
      '500 in JSON',
      replies.json(500, { error: { message: 'speed is invalid' } }),
      { code: 'relay.failed', details: { relayMessage: 'speed is invalid' } },
    ],
    ['503', replies.json(503, { error: { message: 'no channel' } }), { code: 'relay.model_unavailable' }],
    ['504', replies.text(504, '<html>timeout</html>'), { code: 'outcome.unknown', billed: 'unknown' }],
    ['a redirect', replies.text(302, '', { location: 'https://elsewhere.example' }), { code: 'network.redirected' }],
    ['a web page', replies.text(200, '<!doctype html><html>Log in</html>'), { code: 'relay.web_page' }],
    ['an error labelled 200', replies.json(200, usual), { code: 'relay.refused', billed: 'unknown' }],
    ['nothing at all', replies.text(200, ''), { code: 'reply.empty', billed: 'unknown' }],
    ['bytes nobody knows', replies.audio(new Uint8Array(300).fill(7)), { code: 'reply.unreadable' }],
    ['a cut before the first byte', replies.hangUp(), { code: 'outcome.unknown', billed: 'unknown', retryable: false }],
  ])('%s', async (_name, script, expected) => {
    relay.answerWith(script);
    const { result, audio } = await speak(request({ format: 'mp3' }));
    expect(result).toMatchObject({ ok: false, error: expected });
    expect(audio).toHaveLength(0);
    expect(relay.requests).toHaveLength(1);
  });

  it('never repeat the key that a relay echoes', async () => {
    relay.answerWith(
      replies.json(401, { error: { message: `Invalid token ${KEY} / ${Buffer.from(KEY).toString('base64')}` } }),
    );
    expect(JSON.stringify((await speak(request())).result)).not.toMatch(/canary|Y2FuYXJ5/);
  });
});
