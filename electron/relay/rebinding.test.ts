// A name that resolves to a public address when it is judged and to a private one afterwards: real sockets, a resolver
// that answers as the attacker's would.

import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createRelayHttp } from './http.ts';
import { lookupPublic } from './public-address.ts';

const { answers, asked } = vi.hoisted(() => ({ answers: [] as string[][], asked: [] as string[] }));
vi.mock('node:dns', async (original) => ({
  ...(await original<typeof import('node:dns')>()),
  lookup: (name: string, _options: object, done: (error: Error | null, found: LookupAddress[]) => void) => {
    asked.push(name);
    const found = answers.length > 1 ? answers.shift() : answers[0];
    queueMicrotask(() =>
      done(
        null,
        (found ?? []).map((address) => ({ address, family: 4 })),
      ),
    );
  },
}));

beforeEach(() => {
  answers.length = 0;
  asked.length = 0;
});

/** A server inside the network, and how many connections it got. */
async function inside() {
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  let connections = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

async function fetchPublic(port: number) {
  const http = createRelayHttp({ appVersion: '0.0.0', resolveProxy: async () => 'DIRECT' });
  onTestFinished(http.close);
  const url = `http://rebind.example:${port}/1.png`;
  const signal = new AbortController().signal;
  return http.call({ method: 'GET', url, headers: {}, timeoutMs: 5000, signal, reach: 'public' });
}

// attack 29
it.each([[[['127.0.0.1']]], [[['93.184.216.34', '127.0.0.1']]], [[['169.254.169.254'], ['127.0.0.1']]]])(
  'a name that resolves to %j is not connected to',
  async (resolved) => {
    const server = await inside();
    answers.push(...resolved);
    expect(await fetchPublic(server.port)).toMatchObject({
      error: { code: 'address.unconfirmed' },
    });
    expect(server.connections()).toBe(0);
  },
);

// promise results-from-public-addresses
it('the address that was judged is the one that is connected to: the name is asked once', async () => {
  const server = await inside();
  answers.push(['93.184.216.34'], ['127.0.0.1']);
  const socket = connect({ host: 'rebind.example', port: server.port, lookup: lookupPublic });
  socket.on('error', () => undefined);
  const [address] = await once(socket, 'connectionAttempt');
  socket.destroy();
  expect([address, asked]).toEqual(['93.184.216.34', ['rebind.example']]);
  expect(server.connections()).toBe(0);
});
