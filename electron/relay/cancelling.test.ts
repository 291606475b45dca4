import { spawn } from 'node:child_process';
import dns from 'node:dns';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { replies, startScriptedRelay } from '../../tests/fakes/scripted-relay.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { createRelayHttp, type RelayCall, type RelayHttp } from './http.ts';

/** Longer than a call takes that ends at once, much shorter than any time limit. */
const AT_ONCE_MS = 2000;
const HANGS = new Promise<never>(() => undefined);

/** A server that accepts connections and says nothing. */
async function startSilent() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, sockets };
}

function open(resolveProxy: (url: string) => Promise<string>): RelayHttp {
  const http = createRelayHttp({ appVersion: '0.0.0', resolveProxy });
  onTestFinished(http.close);
  return http;
}

const post = (url: string, signal: AbortSignal, change: Partial<RelayCall> = {}): RelayCall => ({
  method: 'POST',
  url,
  headers: {},
  body: '{}',
  timeoutMs: 60_000,
  signal,
  ...change,
});

type Stage = {
  name: string;
  start: () => Promise<{ http: RelayHttp; url: string; isReached: () => boolean; openSockets: () => number }>;
};

/** A port whose system answers no more connections: its program is stopped, and its backlog is full. */
async function startBlackHole() {
  const program = `const s=require('net').createServer();s.listen(0,'127.0.0.1',1,()=>console.log(s.address().port))`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  const port = Number(String(line));
  child.kill('SIGSTOP');
  const trying = (): number => {
    const to = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')} 02`;
    return readFileSync('/proc/net/tcp', 'utf8').split(to).length - 1;
  };
  for (let i = 0; i < 4; i++) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
  }
  await eventually(() => expect(trying()).toBeGreaterThan(0));
  const before = trying();
  return { port, openSockets: () => trying() - before };
}

/** Where a call can be while it connects. */
const STAGES: readonly Stage[] = [
  {
    name: 'the system says which proxy to take',
    async start() {
      const ask = vi.fn(() => HANGS);
      return {
        http: open(ask),
        url: 'https://relay.invalid/',
        isReached: () => ask.mock.calls.length > 0,
        openSockets: () => 0,
      };
    },
  },
  {
    name: 'the name is resolved',
    async start() {
      const lookup = vi.spyOn(dns, 'lookup').mockImplementation((() => undefined) as never);
      return {
        http: open(async () => 'DIRECT'),
        url: 'https://relay.invalid/',
        isReached: () => lookup.mock.calls.length > 0,
        openSockets: () => 0,
      };
    },
  },
  ...(process.platform === 'linux'
    ? [
        {
          name: 'the relay’s system does not answer',
          async start() {
            const { port, openSockets } = await startBlackHole();
            return {
              http: open(async () => 'DIRECT'),
              url: `http://127.0.0.1:${port}/`,
              isReached: () => openSockets() > 0,
              openSockets,
            };
          },
        },
      ]
    : []),
  ...(['https', 'PROXY', 'HTTPS', 'SOCKS5'] as const).map((way) => ({
    name: way === 'https' ? 'TLS is agreed on' : `a proxy (${way}) is silent`,
    async start() {
      const { host, sockets } = await startSilent();
      return {
        http: open(async () => (way === 'https' ? 'DIRECT' : `${way} ${host}`)),
        url: way === 'https' ? `https://${host}/` : 'https://relay.invalid/',
        isReached: () => sockets.size > 0,
        openSockets: () => sockets.size,
      };
    },
  })),
];

describe.each(STAGES)('while $name', ({ start }) => {
  it('a call that is cancelled ends at once, and gives up its connection', { timeout: AT_ONCE_MS * 5 }, async () => {
    const { http, url, isReached, openSockets } = await start();
    const cancel = new AbortController();
    const onSent = vi.fn();
    const result = http.call(post(url, cancel.signal, { onSent }));
    await eventually(() => expect(isReached()).toBe(true));
    const startedAt = performance.now();
    cancel.abort();
    expect(await result).toEqual({ ok: false, error: { code: 'cancelled', details: {} } });
    expect(performance.now() - startedAt).toBeLessThan(AT_ONCE_MS);
    await eventually(() => expect(openSockets()).toBe(0));
    expect(onSent).not.toHaveBeenCalled();
  });

  it('its time limit is kept', async () => {
    const { http, url } = await start();
    const result = await http.call(post(url, new AbortController().signal, { timeoutMs: 100 }));
    expect(result).toMatchObject({ ok: false, error: { details: { reason: 'timeout' } } });
  });

  it('the client closes at once', { timeout: AT_ONCE_MS * 5 }, async () => {
    const { http, url, isReached, openSockets } = await start();
    const cancel = new AbortController();
    const result = http.call(post(url, cancel.signal));
    await eventually(() => expect(isReached()).toBe(true));
    const startedAt = performance.now();
    await http.close();
    cancel.abort();
    expect(await result).toMatchObject({ ok: false });
    expect(performance.now() - startedAt).toBeLessThan(AT_ONCE_MS);
    await eventually(() => expect(openSockets()).toBe(0));
  });
});

it('a call that is cancelled before it starts sends nothing', async () => {
  const relay = await startScriptedRelay();
  onTestFinished(relay.close);
  const http = open(async () => 'DIRECT');
  expect(await http.call(post(relay.baseUrl, AbortSignal.abort()))).toMatchObject({ error: { code: 'cancelled' } });
  expect(relay.requests).toHaveLength(0);
});

it('the other calls to the same relay go on', async () => {
  const relay = await startScriptedRelay();
  onTestFinished(relay.close);
  relay.answerWith(replies.text(200, 'fine'));
  const http = open(async () => 'DIRECT');
  const cancel = new AbortController();
  const calls = Array.from({ length: 6 }, (_, index) =>
    http.call(post(relay.baseUrl, index % 2 === 0 ? cancel.signal : new AbortController().signal)),
  );
  // The routes are known, the connections not yet made.
  await Promise.resolve();
  cancel.abort();
  const results = await Promise.all(calls);
  expect(results.map((result) => (result.ok ? result.data.status : result.error.code))).toEqual([
    'cancelled',
    200,
    'cancelled',
    200,
    'cancelled',
    200,
  ]);
  expect(relay.requests).toHaveLength(3);
});
