import { expect, it, vi } from 'vitest';
import { IMPORT_LIMITS } from '../../shared/images/limits.ts';
import { ok } from '../../shared/result.ts';
import { downloadPicture } from './download.ts';
import type { RelayCall, RelayHttp } from './http.ts';

type Answer = { status?: number; location?: string; chunks?: Uint8Array[] };

async function* piecesOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

/** Downloads from a simulated network with one answer per address. */
async function download(answers: Record<string, Answer>, address = 'https://a.example/1.png') {
  const calls: RelayCall[] = [];
  const destroy = vi.fn();
  const http: RelayHttp = {
    call: async (call) => {
      calls.push(call);
      const { status = 200, location, chunks = [] } = answers[call.url] ?? { status: 404 };
      const body = Object.assign(piecesOf(chunks), { destroy });
      return ok({ status, headers: { location }, body });
    },
    close: async () => undefined,
  };
  let sizeBytes = 0;
  const destination = {
    write: async (bytes: Uint8Array) => {
      sizeBytes += bytes.length;
    },
  };
  const options = { connectionBaseUrl: 'http://relay.example:3000', signal: new AbortController().signal };
  const result = await downloadPicture(http, address, destination, options);
  // Every reply is closed, whatever the result.
  expect(destroy).toHaveBeenCalledTimes(calls.length);
  return { result, calls, sizeBytes };
}

const code = (error: string) => ({ ok: false, error: { code: error } });
const hop = (location: string): Answer => ({ status: 302, location });

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

it('accepts pictures up to the import limit, and not one byte more', async () => {
  const most = new Uint8Array(IMPORT_LIMITS.maxBytes);
  expect((await download({ 'https://a.example/1.png': { chunks: [most] } })).result).toEqual(ok(null));
  const { result, sizeBytes } = await download({ 'https://a.example/1.png': { chunks: [most, new Uint8Array(1)] } });
  expect(result).toMatchObject(code('download.too_large'));
  expect(sizeBytes).toBe(most.length);
});
