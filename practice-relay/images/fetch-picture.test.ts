// Picture addresses: a server on loopback acts as the relay itself; every other address on this computer is private.

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createPictureFetcher } from './fetch-picture.ts';

const never = new AbortController().signal;
const PRIVATE = 'has an address in a private network';

async function serve(answer: RequestListener): Promise<{ own: string; port: number }> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { own: `http://127.0.0.1:${port}`, port };
}

test('returns the bytes, also after a redirect, and sends no key', async () => {
  const headers: unknown[] = [];
  const { own, port } = await serve((request, response) => {
    headers.push(request.headers.authorization);
    if (request.url === '/a') response.writeHead(302, { location: '/b' }).end();
    else response.end('picture');
  });
  expect(Buffer.from(await createPictureFetcher(port, never)(`${own}/a`)).toString()).toBe('picture');
  expect(headers).toEqual([undefined, undefined]);
  const byName = `http://localhost:${port}/b`;
  expect(Buffer.from(await createPictureFetcher(port, never)(byName)).toString()).toBe('picture');
});

// promise practice-relay-fetches-public
test.each([
  'http://127.0.0.1:9/',
  'http://2130706433/',
  'http://[::1]/',
  'http://[::ffff:10.0.0.1]/',
  'https://10.1.2.3/',
  'http://172.31.0.1/',
  'http://192.168.0.1/',
  'http://169.254.169.254/latest',
  'http://[fd00::1]/',
  'http://[fe80::1]/',
  'http://0.0.0.0/',
  'http://localhost/',
])('%s is private', async (address) => {
  expect(await createPictureFetcher(1, never)(address)).toBe(PRIVATE);
});

// promise practice-relay-fetches-public
test('a redirect is checked like the first address', async () => {
  const locations = ['http://localhost:9/', 'http://10.0.0.1/', 'file:///etc/hostname', '/again'];
  const { own, port } = await serve((request, response) => {
    const location = locations[Number(request.url?.slice(1))] ?? request.url ?? '';
    response.writeHead(307, { location }).end();
  });
  const fetchPicture = createPictureFetcher(port, never);
  expect(await fetchPicture(`${own}/0`)).toBe(PRIVATE);
  expect(await fetchPicture(`${own}/1`)).toBe(PRIVATE);
  expect(await fetchPicture(`${own}/2`)).toBe('has an address that is not http or https');
  expect(await fetchPicture(`${own}/3`)).toBe('could not be fetched: too many redirects');
});

test('too many bytes, an error reply, no reply before the caller disconnects', async () => {
  const { own, port } = await serve((request, response) => {
    if (request.url === '/large') response.end(Buffer.alloc(10_000_001));
    if (request.url === '/missing') response.writeHead(404).end();
    if (request.url === '/silent') abort.abort();
  });
  const abort = new AbortController();
  const fetchPicture = createPictureFetcher(port, abort.signal);
  expect(await fetchPicture(`${own}/large`)).toBe('has too many bytes');
  expect(await fetchPicture(`${own}/missing`)).toBe('could not be fetched: its address answered 404');
  expect(await fetchPicture(`${own}/silent`)).toContain('could not be fetched');
});
