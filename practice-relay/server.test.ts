// The relay over real HTTP on loopback: with a scripted voice where order matters, with real speech where sound
// matters.

import { once } from 'node:events';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { SPEECH_FORMATS } from '../shared/speech/formats.ts';
import { createRelayServer, type RelayOptions } from './server.ts';
import { createSpeechJob } from './speech/job.ts';
import type { Speak } from './speech/synthesis.ts';
import { createWorkers } from './workers.ts';

const workers = createWorkers();
afterAll(workers.close);

const bugs: unknown[] = [];
let server: Server | undefined;

async function start(options: Partial<RelayOptions> = {}): Promise<string> {
  server = createRelayServer({ ...workers, reportBug: (error) => bugs.push(error), ...options }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  server?.close();
  server?.closeAllConnections();
  expect(bugs.splice(0)).toEqual([]);
});

const KEY = { authorization: 'Bearer any' };
const VALID = { model: 'speech-tts-1.0', input: 'Hello there, how are you?' };

function post(
  base: string,
  body: unknown,
  headers: Record<string, string> = KEY,
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(`${base}/v1/audio/speech`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal && { signal }),
  });
}

async function expectRefusal(reply: Response, status: number, error: object = {}): Promise<void> {
  expect(reply.status).toBe(status);
  const id = reply.headers.get('x-request-id');
  expect(id).toBeTruthy();
  const body = (await reply.json()) as { error: { message: string } };
  expect(Object.keys(body.error).sort()).toEqual(['code', 'message', 'param', 'type']);
  expect(body.error.message).toContain(`(request id: ${id})`);
  expect(body.error).toMatchObject(error);
}

test('one model by its id; an unknown one is not found', async () => {
  const base = await start();
  const { data } = (await (await fetch(`${base}/v1/models`, { headers: KEY })).json()) as { data: { id: string }[] };
  for (const model of data)
    expect(await (await fetch(`${base}/v1/models/${model.id}`, { headers: KEY })).json()).toEqual(model);
  for (const id of ['gpt-9', 'a%2Fb', '__proto__']) {
    const reply = await fetch(`${base}/v1/models/${id}`, { headers: KEY });
    await expectRefusal(reply, 404, { param: 'model', code: 'model_not_found' });
  }
  await expectRefusal(await fetch(`${base}/v1/models/${data[0]?.id}`), 401);
});

test('opus is another word for ogg_opus', async () => {
  const base = await start();
  for (const name of ['response_format', 'format']) {
    const reply = await post(base, { ...VALID, [name]: 'opus' });
    expect(reply.headers.get('content-type')).toBe('audio/ogg');
    expect(Buffer.from(await reply.arrayBuffer()).toString('latin1')).toMatch(/^OggS/);
  }
});

test('models, voices and health', async () => {
  const base = await start();
  expect(await (await fetch(`${base}/health`)).json()).toEqual({ status: 'ok' });
  const models = await (await fetch(`${base}/v1/models`, { headers: KEY })).json();
  expect(models).toMatchObject({
    object: 'list',
    data: [
      { id: 'speech-tts-1.0', object: 'model' },
      { id: 'image-edit-5-0-260128', object: 'model' },
    ],
  });
  const voices = await (await fetch(`${base}/v1/voices`, { headers: KEY })).json();
  expect(voices).toMatchObject({
    object: 'list',
    data: expect.arrayContaining([expect.objectContaining({ gender: 'male' })]),
  });
});

// promise practice-relay-is-local
test('a key is required, and if one is configured only that one is accepted', async () => {
  const base = await start({ requiredKey: 'right' });
  for (const path of ['models', 'voices']) {
    const reply = await fetch(`${base}/v1/${path}`);
    // RFC 9110 §15.5.2: it says how to authenticate.
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
    await expectRefusal(reply, 401);
  }
  for (const authorization of ['', 'Bearer', 'Bearer  ', 'Basic right', 'Bearer wrong', 'Bearer right2']) {
    await expectRefusal(await post(base, VALID, { authorization }), 401, { type: 'authentication_error' });
  }
  expect((await post(base, VALID, { authorization: 'bearer right' })).status).toBe(200);
});

// promise practice-relay-is-local
test('requests of web pages and for rebound names are refused', async () => {
  const base = await start();
  const port = new URL(base).port;
  const statusWith = async (headers: Record<string, string>): Promise<number | undefined> => {
    const [reply] = await once(request(`${base}/health`, { headers }).end(), 'response');
    expect(reply.headers['x-request-id']).toBeTruthy();
    reply.resume();
    return reply.statusCode;
  };
  expect(await statusWith({ host: `localhost:${port}` })).toBe(200);
  expect(await statusWith({ host: `evil.example:${port}` })).toBe(403);
  expect(await statusWith({ host: '127.0.0.1' })).toBe(403);
  expect(await statusWith({ host: 'a b' })).toBe(400);
  expect(await statusWith({ origin: base })).toBe(403);
});

test.each<[body: unknown, param: string, code?: number]>([
  [{ ...VALID, model: undefined }, 'model'],
  [{ ...VALID, model: 'tts-1' }, 'model'],
  [{ ...VALID, input: undefined }, 'input'],
  [{ ...VALID, input: ' \n' }, 'input', 3011],
  [{ ...VALID, input: '…' }, 'input', 3011],
  [{ ...VALID, input: 5 }, 'input'],
  [{ ...VALID, voice: '' }, 'voice'],
  [{ ...VALID, voice: '__proto__' }, 'voice', 3050],
  [{ ...VALID, speed: 0.19 }, 'speed'],
  [{ ...VALID, speed: 3.01 }, 'speed'],
  [{ ...VALID, speed: '1' }, 'speed'],
  [{ ...VALID, response_format: 'aac' }, 'response_format'],
  [{ ...VALID, format: 'flac' }, 'format'],
  [{ ...VALID, volume_ratio: 0 }, 'volume_ratio'],
  [{ ...VALID, metadata: { pitch_ratio: 3.5 } }, 'pitch_ratio'],
  [{ ...VALID, metadata: [] }, 'metadata'],
  [{ ...VALID, emotion: 1 }, 'emotion'],
  [[], ''],
  ['{"model":', ''],
])('refuses %j', async (body, param, code) => {
  const base = await start();
  await expectRefusal(await post(base, body), 400, { type: 'invalid_request_error', param, ...(code && { code }) });
});

test('unknown paths and too large bodies', async () => {
  const base = await start();
  for (const path of ['/', '/v1/v1/audio/speech', '/v1/audio/speech', '/v1/images/edits']) {
    await expectRefusal(await fetch(base + path, { headers: KEY }), 404);
  }
  await expectRefusal(await post(base, { ...VALID, input: 'a'.repeat(2 ** 20) }), 413);
});

test('a bug of the relay is a plain 500', async () => {
  const base = await start({
    // biome-ignore lint/correctness/useYield: it throws before the first samples.
    speak: createSpeechJob(async function* () {
      throw new Error('secret');
    }),
  });
  const reply = await post(base, VALID);
  expect(await reply.clone().text()).not.toContain('secret');
  await expectRefusal(reply, 500);
  expect(bugs.splice(0)).toHaveLength(1);
});

test('a failure during the audio cuts off the connection', async () => {
  const stderr = vi.spyOn(console, 'error').mockImplementation(() => {});
  const base = await start({
    speak: createSpeechJob(async function* () {
      yield new Float32Array(24_000);
      throw new Error('amid the audio');
    }),
  });
  const reply = await post(base, VALID);
  expect(reply.status).toBe(200);
  await expect(reply.arrayBuffer()).rejects.toThrow();
  expect(stderr).toHaveBeenCalledOnce();
  stderr.mockRestore();
});

test('real speech in every format, both names, pcm when none is named', async () => {
  const base = await start();
  const MAGIC = { mp3: /^\xff[\xf2\xf3\xfb]/, wav: /^RIFF\xff\xff\xff\xffWAVE/, ogg_opus: /^OggS/, pcm: /^/ };
  const MIME = { mp3: 'audio/mpeg', wav: 'audio/wav', ogg_opus: 'audio/ogg', pcm: 'audio/pcm' };
  for (const format of SPEECH_FORMATS) {
    for (const names of [{ response_format: format }, { format }, { response_format: format, format: 'mp3' }]) {
      const reply = await post(base, { ...VALID, ...names });
      expect(reply.headers.get('content-type')).toBe(MIME[format]);
      expect(Buffer.from(await reply.arrayBuffer()).toString('latin1')).toMatch(MAGIC[format]);
    }
  }
  const reply = await post(base, { ...VALID, voice: null, metadata: { volume_ratio: 0.5, language: 'en' } });
  expect(reply.headers.get('content-type')).toBe('audio/pcm');
  expect(reply.headers.get('x-request-id')).toBeTruthy();
  expect((await reply.arrayBuffer()).byteLength / 48_000).toBeGreaterThan(0.8);
});

test('concurrent requests do not mix', async () => {
  const base = await start();
  const bodies = [
    'en_female_amanda_mars_bigtts',
    'zh_male_beijingxiaoye_moon_bigtts',
    'multi_male_wanqudashu_moon_bigtts',
  ].map((voice, i) => ({
    ...VALID,
    voice,
    speed: 1 + i / 2,
    input: '今天天气很好。 Hello there, my friend. 12345! '.repeat(1 + i),
  }));
  const secondsOf = async (body: object): Promise<number> =>
    (await (await post(base, body)).arrayBuffer()).byteLength / 48_000;
  const together = await Promise.all(bodies.map(secondsOf));
  for (const [i, body] of bodies.entries()) expect(await secondsOf(body)).toBeCloseTo(together[i] ?? 0, 1);
});

test('the first bytes are sent before the rest is made', async () => {
  let finish = (): void => {};
  const isHeard = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const waiting: Speak = async function* () {
    yield new Float32Array(24_000);
    await isHeard;
    yield new Float32Array(24_000);
  };
  const base = await start({ speak: createSpeechJob(waiting) });
  const replies = await Promise.all(SPEECH_FORMATS.map((format) => post(base, { ...VALID, format })));
  const readers = replies.map((reply) => reply.body?.getReader());
  for (const reader of readers) expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
  finish();
  for (const reader of readers) while (!(await reader?.read())?.done);
});

test('a caller that disconnects ends the synthesis', async () => {
  let ended = (): void => {};
  const isEnded = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const endless: Speak = async function* () {
    try {
      for (;;) {
        await setImmediate();
        yield new Float32Array(2400);
      }
    } finally {
      ended();
    }
  };
  const base = await start({ speak: createSpeechJob(endless) });
  const controller = new AbortController();
  const reply = await post(base, VALID, KEY, controller.signal);
  await reply.body?.getReader().read();
  controller.abort();
  await isEnded;
});
