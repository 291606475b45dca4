import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { LAST_TIMESTAMP_MS } from '../../shared/contract/common.ts';
import { IMPORT_LIMITS } from '../../shared/images/limits.ts';
import { ok } from '../../shared/result.ts';
import { addressEndMs, allowableOrigin, downloadFile } from './download.ts';
import type { RelayCall, RelayHttp } from './http.ts';

type Answer = { status?: number; location?: string; coding?: string; chunks?: Uint8Array[] };

async function* piecesOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

/** Downloads from a simulated network with one answer per address. */
async function download(
  answers: Record<string, Answer>,
  address = 'https://a.example/1.png',
  allowedOrigins: string[] = [],
) {
  const calls: RelayCall[] = [];
  const destroy = vi.fn();
  const http: RelayHttp = {
    call: async (call) => {
      calls.push(call);
      const { status = 200, location, coding, chunks = [] } = answers[call.url] ?? { status: 404 };
      const body = Object.assign(piecesOf(chunks), { destroy });
      return ok({ status, headers: { location, 'content-encoding': coding }, body });
    },
    close: async () => undefined,
  };
  let sizeBytes = 0;
  const written: Uint8Array[] = [];
  const destination = {
    write: async (bytes: Uint8Array) => {
      sizeBytes += bytes.length;
      written.push(bytes);
    },
  };
  const connectionBaseUrl = 'http://relay.example:3000/v1/images/edits';
  const options = { connectionBaseUrl, allowedOrigins, signal: new AbortController().signal };
  const result = await downloadFile(http, address, destination, options);
  // Every reply is closed, whatever the result.
  expect(destroy).toHaveBeenCalledTimes(calls.length);
  return { result, calls, sizeBytes, text: () => Buffer.concat(written).toString() };
}

const code = (error: string) => ({ ok: false, error: { code: error } });
const hop = (location: string): Answer => ({ status: 302, location });

// attack 25
it('follows three redirects, sends no headers, and restricts other hosts to public addresses', async () => {
  const { result, calls, sizeBytes } = await download({
    'https://a.example/1.png': hop('/2.png'),
    'https://a.example/2.png': hop('https://b.example/3.png'),
    'https://b.example/3.png': hop('http://relay.example:3000/4.png'),
    'http://relay.example:3000/4.png': { chunks: [new Uint8Array(5)] },
  });
  expect(result).toEqual(ok(null));
  expect(sizeBytes).toBe(5);
  expect(calls.map(({ headers, reach }) => [headers, reach])).toEqual([
    [{}, 'public'],
    [{}, 'public'],
    [{}, 'public'],
    [{}, 'any'],
  ]);
});

// attack 29, attack 30
it.each(['http://b.example/', 'https://127.0.0.1/', 'file:///etc/passwd', 'https://me:secret@b.example/'])(
  'a redirect to %s is refused before anything is sent there',
  async (location) => {
    const { result, calls } = await download({ 'https://a.example/1.png': hop(location) });
    expect(result).toMatchObject(code('download.refused'));
    expect(calls).toHaveLength(1);
  },
);

it('a fourth redirect is an error', async () => {
  const { result, calls } = await download({ 'https://a.example/1.png': hop('https://a.example/1.png') });
  expect(result).toMatchObject(code('download.failed'));
  expect(calls).toHaveLength(4);
});

// attack 30
it('accepts pictures up to the import limit, and not one byte more', async () => {
  const most = new Uint8Array(IMPORT_LIMITS.maxBytes);
  expect((await download({ 'https://a.example/1.png': { chunks: [most] } })).result).toEqual(ok(null));
  const { result, sizeBytes } = await download({ 'https://a.example/1.png': { chunks: [most, new Uint8Array(1)] } });
  expect(result).toMatchObject(code('download.too_large'));
  expect(sizeBytes).toBe(most.length);
});

const FILE = Buffer.from('a picture');

it.each(['/files/1.png', '//relay.example:3000/files/1.png'])('%s is an address of the relay itself', async (url) => {
  const { result, text } = await download({ 'http://relay.example:3000/files/1.png': { chunks: [FILE] } }, url);
  expect(result).toEqual(ok(null));
  expect(text()).toBe('a picture');
});

it('a relative address is resolved against that of the request', async () => {
  const { text } = await download({ 'http://relay.example:3000/v1/images/1.png': { chunks: [FILE] } }, '1.png');
  expect(text()).toBe('a picture');
});

it.each(['data:image/png;base64,YSBwaWN0dXJl', 'DATA:;base64,YSBwaWN0\ndXJl', 'data:,a%20picture'])(
  '%j contains its picture',
  async (address) => {
    const { result, calls, text } = await download({}, address);
    expect(result).toEqual(ok(null));
    expect(text()).toBe('a picture');
    expect(calls).toEqual([]);
  },
);

it.each(['data:image/png;base64', 'https://', 'http://[', 'no url: at all'])(
  '%j is no address, without a throw',
  async (address) => {
    expect((await download({}, address)).result.ok).toBe(false);
  },
);

it('a malformed redirect is an error', async () => {
  const { result } = await download({ 'https://a.example/1.png': hop('https://[') });
  expect(result).toMatchObject(code('download.failed'));
});

it('accepts what a proxy changed on the way (203), and no other success', async () => {
  expect((await download({ 'https://a.example/1.png': { status: 203, chunks: [FILE] } })).text()).toBe('a picture');
  for (const status of [204, 206])
    expect((await download({ 'https://a.example/1.png': { status } })).result).toMatchObject(code('download.failed'));
});

it('decodes what is compressed although nothing asked for it', async () => {
  const { text } = await download({ 'https://a.example/1.png': { coding: 'gzip', chunks: [gzipSync(FILE)] } });
  expect(text()).toBe('a picture');
});

// promise results-from-public-addresses
it('an allowed origin is fetched from without https, at public addresses only', async () => {
  const answers = { 'http://b.example/1.png': { chunks: [FILE] } };
  const { calls, text } = await download(answers, 'http://b.example/1.png', ['http://b.example']);
  expect(text()).toBe('a picture');
  expect(calls.map(({ reach }) => reach)).toEqual(['public']);
  const other = await download(answers, 'http://b.example:81/1.png', ['http://b.example']);
  expect(other.result).toMatchObject(code('download.refused'));
  const inside = await download({}, 'http://127.0.0.1:81/', ['http://127.0.0.1:81']);
  expect(inside.result).toMatchObject(code('download.refused'));
});

describe('an address is expected to work', () => {
  const now = Date.UTC(2026, 10, 22);
  const day = 24 * 60 * 60 * 1000;
  it.each([
    ['https://a.example/1.png', now + day],
    ['/1.png', now + day],
    ['not an address', now + day],
    ['https://a.example/1.png?X-Amz-Expires=600', now + 600_000],
    ['https://a.example/1.png?X-Tos-Expires=86400&X-Tos-Signature=a', now + day],
    ['/1.png?expires=1795312860', 1_795_312_860_000],
    ['https://a.example/1.png?Expires=1795312860&Signature=a', 1_795_312_860_000],
    ['https://a.example/1.png?se=2026-11-23T00%3A00%3A00Z&sig=a', Date.UTC(2026, 10, 23)],
    ['https://a.example/1.png?Expires=soon', now + day],
    ['https://a.example/1.png?se=never', now + day],
    ['https://a.example/1.png?expires=1', now + day],
    ['https://a.example/1.png?X-Amz-Expires=1e300', LAST_TIMESTAMP_MS],
    ['https://a.example/1.png?X-Amz-Expires=0.0001', now],
    ['https://a.example/1.png?expires=1e15', LAST_TIMESTAMP_MS],
    ['https://a.example/1.png?expires=Infinity', LAST_TIMESTAMP_MS],
  ])('%s', (address, endMs) => {
    expect(addressEndMs(address, now)).toBe(endMs);
  });
});

describe('the origin that may be allowed', () => {
  it.each([
    ['http://b.example:81/a/b.png?c', 'http://b.example:81'],
    ['https://b.example/1.png', 'https://b.example'],
    ['http://93.184.216.34/1.png', 'http://93.184.216.34'],
  ])('of %s is %s', (address, origin) => {
    expect(allowableOrigin(address)).toBe(origin);
  });

  it.each([
    'http://127.0.0.1:8080/1.png',
    'http://localhost/1.png',
    'http://a.localhost/1.png',
    'http://10.0.0.1/1.png',
    'http://192.168.1.1/1.png',
    'http://169.254.169.254/latest',
    'http://[::1]/1.png',
    'http://[fd00::1]/1.png',
    'http://2130706433/1.png',
    'http://me:secret@b.example/1.png',
    'file:///etc/passwd',
    'ftp://b.example/1.png',
    'http://[',
    '/1.png',
  ])('of %s never is', (address) => {
    expect(allowableOrigin(address)).toBeUndefined();
  });
});
