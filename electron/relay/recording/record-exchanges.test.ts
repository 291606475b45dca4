import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { FormData } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { replies, startScriptedRelay } from '../../../tests/fakes/scripted-relay.ts';
import { createRelayHttp } from '../http.ts';
import { type RecordedExchange, recordExchanges } from './record-exchanges.ts';

const KEY = 'canary-key-0123456789';

/** Posts a body and returns the last record of it. */
async function post(baseUrl: string, body: string | FormData): Promise<RecordedExchange | undefined> {
  const http = createRelayHttp({ appVersion: '0.0.0', resolveProxy: async () => 'DIRECT' });
  onTestFinished(http.close);
  let last: RecordedExchange | undefined;
  const recorded = recordExchanges(http, KEY, (exchange) => {
    last = exchange;
  });
  const isJson = typeof body === 'string';
  const headers = { authorization: `Bearer ${KEY}`, ...(isJson && { 'content-type': 'application/json' }) };
  const signal = new AbortController().signal;
  const reply = await recorded.call({ method: 'POST', url: baseUrl, headers, body, timeoutMs: 5000, signal });
  // Reads the reply to its end.
  if (reply.ok) for await (const _ of reply.data.body);
  return last;
}

it('if the reply arrives before the body was sent, the body is marked as cut', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.pause();
      socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbig');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const form = new FormData();
  // Larger than the buffers of the socket.
  form.append('image', new Blob([Buffer.alloc(20_000_000)]), 'image-1.png');
  const exchange = await post(`http://127.0.0.1:${port}/`, form).catch(() => undefined);
  expect(exchange).toMatchObject({ body: { kind: 'form', isCut: true }, reply: { status: 413, bodyStart: 'big' } });
});

it('a truncated text full of keys does not end with a part of a key', async () => {
  const relay = await startScriptedRelay();
  onTestFinished(relay.close);
  for (let shift = 0; shift < KEY.length; shift += 4) {
    const text = `${'-'.repeat(shift)}${KEY}`.repeat(1000 * 4);
    relay.answerWith(replies.text(400, text));
    const kept = JSON.stringify(await post(relay.baseUrl, JSON.stringify({ input: text })));
    expect(kept.includes(KEY.slice(0, 6)), `${shift} characters between`).toBe(false);
  }
});
