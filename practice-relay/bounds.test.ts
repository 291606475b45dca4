// What keeps the relay available: dying threads, disconnecting callers, and requests that are too many, too large or
// too frequent.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import sharp from 'sharp';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { pictureOf } from '../tests/practice-relay/client.ts';
import { type EditRelay, MODEL, startEditRelay } from '../tests/support/edit-relay.ts';
import type { EditJob } from './images/job.ts';
import { BODY_LIMITS } from './request-body.ts';
import type { RelayOptions } from './server.ts';
import { createWorkers } from './workers.ts';

/** Has the size of the results: to enlarge it would take longer than the rest of an edit. */
const picture = await pictureOf('1920x1920');
const FORM = { model: MODEL, prompt: 'darken', image: picture, output_format: 'jpeg' };

/** The threads of all tests: to start them takes longer than most tests. Where one is ended, the next job starts another. */
const workers = createWorkers();
afterAll(workers.close);

/** Starts a relay. */
async function start(options: Partial<RelayOptions> = {}): Promise<EditRelay> {
  const relay = await startEditRelay({ ...workers, ...options });
  onTestFinished(relay.close);
  return relay;
}

function postSpeech({ base }: EditRelay, input: string): Promise<Response> {
  const body = JSON.stringify({ model: 'speech-tts-1.0', input });
  return fetch(`${base}/v1/audio/speech`, { method: 'POST', headers: { authorization: 'Bearer any' }, body });
}

test('the picture thread dies: its edit fails, the next one runs in a new thread', async () => {
  const relay = await start();
  const body = { model: MODEL, prompt: 'blur', image: picture.toString('base64'), stream: true, size: '4096x4096' };
  const reader = (await relay.postJson(body)).body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain('partial_image');
  await workers.close();
  const rest = (await reader?.read())?.value;
  expect(rest).toContain('event: error');
  expect(rest).not.toContain('[DONE]');
  expect(relay.bugs).toHaveLength(1);
  expect((await relay.postForm(FORM)).status).toBe(200);
});

test('the picture thread dies before the status line: a plain 500', async () => {
  const relay = await start({
    edit: async function* (request, signal) {
      for await (const output of workers.edit(request, signal)) {
        if (output.kind === 'result') await workers.close();
        yield output;
      }
    },
  });
  const reply = await relay.postForm({ ...FORM, n: '2' });
  expect([reply.status, await reply.json()]).toMatchObject([500, { error: { type: 'server_error' } }]);
});

test('the speech thread dies: its stream is cut off, the next one runs in a new thread', async () => {
  const relay = await start();
  // The server itself logs the error that cut off a stream.
  const stderr = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => stderr.mockRestore());
  const reply = await postSpeech(relay, 'One more sentence. '.repeat(2000));
  await workers.close();
  await expect(reply.arrayBuffer()).rejects.toThrow();
  expect((await postSpeech(relay, 'Back again.')).status).toBe(200);
});

test('a caller that disconnects ends its edit', async () => {
  const caller = new AbortController();
  let outputs = 0;
  let ended = (): void => {};
  const isEnded = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const relay = await start({
    edit: async function* (request, signal) {
      try {
        for await (const output of workers.edit(request, signal)) {
          outputs++;
          caller.abort();
          yield output;
        }
      } finally {
        ended();
      }
    },
  });
  const form = new FormData();
  for (const [name, value] of Object.entries({ model: MODEL, prompt: 'darken', n: '14' })) form.append(name, value);
  form.append('image', new Blob([new Uint8Array(picture)]));
  const headers = { authorization: 'Bearer any' };
  const request = { method: 'POST', headers, body: form, signal: caller.signal };
  await expect(fetch(`${relay.base}/v1/images/edits`, request)).rejects.toThrow();
  await isEnded;
  expect(outputs).toBeLessThan(14);
  expect(relay.bugs).toEqual([]);
});

test('too many edits are refused at once, and accepted when others have ended', async () => {
  let finish = (): void => {};
  const isFree = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const waiting: EditJob = async function* () {
    await isFree;
    yield { kind: 'result', file: new Uint8Array(1), revisedPrompt: '' };
  };
  const relay = await start({ edit: waiting });
  const replies = Array.from({ length: 17 }, () => relay.postForm(FORM));
  const first = await Promise.race(replies);
  expect([first.status, first.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await first.json()).toMatchObject({ error: { code: 3005 } });
  finish();
  const statuses = (await Promise.all(replies)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(16);
  expect((await relay.postForm(FORM)).status).toBe(200);
});

/** Sends the head of an edit and the beginning of its body, then nothing more. */
async function sendHalf({ base }: EditRelay): Promise<{ reply: Promise<string>; socket: Socket }> {
  const { hostname, port, host } = new URL(base);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => undefined);
  const reply = once(socket, 'close').then(() => Buffer.concat(chunks).toString());
  onTestFinished(() => void socket.destroy());
  const head = `POST /v1/images/edits HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer any\r\n`;
  const type = 'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 31000000\r\n\r\n';
  await new Promise((written) => socket.write(`${head}${type}--b\r\n`, written));
  return { reply, socket };
}

test('bodies that stop half-way take nobody’s place, and end with 408', async () => {
  const relay = await start({ bodyLimits: { ...BODY_LIMITS, silenceMs: 1500 } });
  const halves = await Promise.all(Array.from({ length: 40 }, () => sendHalf(relay)));
  const statuses = await Promise.all(Array.from({ length: 3 }, async () => (await relay.postForm(FORM)).status));
  expect(statuses).toEqual([200, 200, 200]);
  for (const { reply } of halves) {
    const text = await reply;
    expect(text).toMatch(/^HTTP\/1.1 408 [\s\S]*\r\nconnection: close\r\n/i);
    expect(text).toContain('"code":"request_timeout"');
  }
  expect(relay.bugs).toEqual([]);
});

test('a body that arrives byte by byte ends as well', async () => {
  const relay = await start({ bodyLimits: { ...BODY_LIMITS, totalMs: 500 } });
  const { reply, socket } = await sendHalf(relay);
  const drip = setInterval(() => socket.write('x'), 50);
  onTestFinished(() => clearInterval(drip));
  expect(await reply).toMatch(/^HTTP\/1.1 408 /);
});

test('unfinished bodies together stay within their limit: the one silent for longest gives way', async () => {
  const relay = await start({ bodyLimits: { ...BODY_LIMITS, unfinishedBytes: 3_000_000 } });
  const [first, second] = [await sendHalf(relay), await sendHalf(relay)];
  first.socket.write(Buffer.alloc(1_000_000));
  await expect.poll(() => first.socket.writableLength).toBe(0);
  second.socket.write(Buffer.alloc(2_500_000));
  expect(await first.reply).toMatch(/^HTTP\/1.1 408 /);
  expect((await relay.postForm(FORM)).status).toBe(200);
  expect(second.socket.closed).toBe(false);
});

test('pictures of at most 36 megapixels', async () => {
  const relay = await start();
  const solid = (width: number): Promise<Buffer> =>
    sharp(Buffer.alloc(width * 6000), { raw: { width, height: 6000, channels: 1 } })
      .png({ compressionLevel: 1 })
      .toBuffer();
  expect((await relay.postForm({ ...FORM, image: await solid(6000) })).status).toBe(200);
  const reply = await relay.postForm({ ...FORM, image: await solid(6001) });
  expect([reply.status, await reply.json()]).toMatchObject([400, { error: { param: 'image' } }]);
});

test('the rate limit applies to operations; requests wait for the delay', async () => {
  const relay = await start({ requestsPerMinute: 2, latencyMs: 200 });
  const began = performance.now();
  const statuses = [await relay.postForm(FORM), await postSpeech(relay, 'Hello.'), await postSpeech(relay, 'Hello.')];
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(performance.now() - began).toBeGreaterThan(390);
  const headers = { authorization: 'Bearer any' };
  for (const path of ['/v1/models', '/v1/voices']) {
    expect((await fetch(relay.base + path, { headers })).status).toBe(200);
  }
});

test('the quota counts usage, and needs a key', async () => {
  const relay = await start();
  const ask = async (path: string, headers: Record<string, string> = { authorization: 'Bearer any' }) => {
    const reply = await fetch(`${relay.base}/v1/dashboard/billing/${path}`, { headers });
    return [reply.status, (await reply.json()) as { hard_limit_usd?: number; total_usage?: number }] as const;
  };
  expect(await ask('subscription')).toMatchObject([200, { object: 'billing_subscription', hard_limit_usd: 100 }]);
  expect(await ask('usage')).toMatchObject([200, { total_usage: 0 }]);
  await relay.postForm({ ...FORM, n: '2' });
  expect(await ask('usage?start_date=2026-01-01&end_date=2026-12-31')).toMatchObject([200, { total_usage: 8 }]);
  await (await postSpeech(relay, 'a'.repeat(100))).arrayBuffer();
  expect((await ask('usage'))[1].total_usage).toBeCloseTo(8.2);
  expect((await ask('usage', {}))[0]).toBe(401);
});

test('HTTP answers while both threads work', async () => {
  const relay = await start();
  onTestFinished(workers.close);
  const done: string[] = [];
  const edit = relay.postForm({ ...FORM, prompt: 'blur', size: '4096x4096', n: '14' });
  const speech = await postSpeech(relay, 'One more sentence. '.repeat(30_000));
  // Both are cut off when the threads end.
  edit.then(() => done.push('edit')).catch(() => undefined);
  speech
    .arrayBuffer()
    .then(() => done.push('speech'))
    .catch(() => undefined);
  // On their thread, each answer would have to wait for a piece of their work.
  for (let answers = 0; answers < 20; answers++) expect((await fetch(`${relay.base}/health`)).status).toBe(200);
  expect(done).toEqual([]);
});
