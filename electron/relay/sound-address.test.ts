import { describe, expect, it } from 'vitest';
import { replies, type Script } from '../../tests/fakes/scripted-relay.ts';
import { tone } from '../../tests/support/audio.ts';
import { openClient, speechRequest } from '../../tests/support/relay-client.ts';

const MP3 = await tone('mp3');
const request = speechRequest({ format: 'mp3' });

/** Replies that name the sound by its address; `{relay}` is that of the relay. */
const ROWS: readonly [rule: string, body: object | string][] = [
  // SR-91
  ['audio_url', { audio_url: '{relay}/1.mp3' }],
  ['audio.url', { audio: { url: '{relay}/1.mp3', duration: 1 } }],
  ['data.url', { code: 0, message: 'success', data: { url: '{relay}/1.mp3' } }],
  ['data[0].url', { created: 1, data: [{ url: '/1.mp3' }] }],
  [
    'output.audio.url',
    { request_id: 'r', output: { finish_reason: 'stop', audio: { data: '', url: '{relay}/1.mp3' } } },
  ],
  ['url', { id: 'a', status: 'succeeded', url: '{relay}/1.mp3' }],
  ['a finished task', { task_id: 't', audio_url: '{relay}/1.mp3' }],
  ['a message of a chat', { choices: [{ message: { content: '{relay}/1.mp3' } }] }],
  ['nothing else, in JSON', '"{relay}/1.mp3"'],
  ['nothing else', '{relay}/1.mp3'],
  ['events', 'data: {"status":"running"}\n\ndata: {"audio_url":"{relay}/1.mp3"}\n\n'],
  [
    'beside other addresses',
    { image_url: '{relay}/1.png', request: { url: '{relay}/0' }, speech_url: '{relay}/1.mp3' },
  ],
];

const isFile = (path: string): boolean => path === '/1.mp3';

async function speak(body: object | string, file: Script = replies.audio(MP3)) {
  const client = await openClient();
  const text = (typeof body === 'string' ? body : JSON.stringify(body)).replaceAll('{relay}', client.relay.baseUrl);
  client.relay.answerWith((response, asked) =>
    isFile(asked.path) ? file(response, asked) : response.writeHead(200).end(text),
  );
  const { result, audio } = await client.speak(request);
  return { result, audio, requests: client.relay.requests };
}

describe('sound by its address', () => {
  it.each(ROWS)('%s: it is fetched, without the key', async (_rule, body) => {
    const { result, audio, requests } = await speak(body);
    expect(result).toEqual({ ok: true, data: { format: 'mp3', sizeBytes: MP3.length } });
    expect(audio.equals(MP3)).toBe(true);
    expect(requests.map(({ method, path, headers }) => [method, path, headers.authorization !== undefined])).toEqual([
      ['POST', '/v1/audio/speech', true],
      ['GET', '/1.mp3', false],
    ]);
  });

  // SR-92
  it.each<[string, object, object]>([
    ['beside an error', { error: { message: 'no' }, url: '/1.mp3' }, { code: 'relay.refused' }],
    ['while the relay is at work', { id: 't', status: 'queued', url: '/1.mp3' }, { code: 'outcome.accepted' }],
    ['of the request', { input: { audio_url: '/1.mp3' }, reference_audio: '/1.mp3' }, { code: 'relay.refused' }],
    ['of something else', { callback_url: '/1.mp3', cover: { url: '/1.mp3' } }, { code: 'relay.refused' }],
    ['http to another host', { url: 'http://a.example/1.mp3' }, { code: 'result.refused', billed: 'yes' }],
    ['a private one', { url: 'https://10.1.2.3/1.mp3' }, { code: 'result.refused' }],
    ['another port of this computer', { url: 'http://127.0.0.1:9/1.mp3' }, { code: 'result.refused' }],
  ])('%s it is not fetched', async (_rule, body, error) => {
    const { result, requests } = await speak(body);
    expect(result).toMatchObject({ ok: false, error });
    expect(requests).toHaveLength(1);
  });

  // SR-93
  it.each<[string, Script, object]>([
    [
      'that is gone',
      replies.text(404, ''),
      { code: 'result.lost', billed: 'yes', details: { url: '/1.mp3', status: 404 } },
    ],
    ['of a web page', replies.text(200, '<html></html>'), { code: 'result.lost', billed: 'yes' }],
    ['whose sound is cut', replies.cutAfter(MP3), { code: 'reply.cut', billed: 'unknown' }],
  ])('one %s', async (_rule, file, error) => {
    expect((await speak({ url: '/1.mp3' }, file)).result).toMatchObject({ ok: false, error });
  });
});

describe('a redirect', () => {
  async function redirect(status: number, location: string, file: Script = replies.audio(MP3)) {
    const client = await openClient();
    client.relay.answerWith(replies.text(status, '', { location }), file);
    return { ...(await client.speak(request)), requests: client.relay.requests };
  }

  // SR-94
  it.each([
    [303, '/results/1'],
    [302, '/1.mp3?signature=a'],
  ])('%i to the finished file is followed, without the key', async (status, location) => {
    const { result, audio, requests } = await redirect(status, location);
    expect(result).toMatchObject({ ok: true });
    expect(audio.equals(MP3)).toBe(true);
    expect(requests[1]).toMatchObject({ method: 'GET', path: location });
    expect(requests[1]?.headers).not.toHaveProperty('authorization');
  });

  // SR-95
  it('to anything else is an error as ever, and sends nothing again', async () => {
    const moved = await redirect(302, '/v2/audio/speech');
    expect(moved.result).toMatchObject({ error: { code: 'network.redirected', billed: 'no' } });
    expect(moved.requests).toHaveLength(1);
    const page = await redirect(303, '/login', replies.text(200, '<html></html>'));
    expect(page.result).toMatchObject({ error: { code: 'network.redirected', billed: 'unknown' } });
    expect((await redirect(303, 'http://a.example/1')).result).toMatchObject({ error: { code: 'result.refused' } });
  });
});

// SR-96
it('a data URL with a blank after its comma', async () => {
  const { result, audio } = await speak({ audio: `data:audio/mpeg;base64, ${MP3.toString('base64')}` });
  expect(result).toMatchObject({ ok: true });
  expect(audio.equals(MP3)).toBe(true);
});
