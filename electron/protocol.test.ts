import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { asOneSound } from '../shared/speech/stream/one-sound.ts';
import { parseWavHeader } from '../shared/speech/wav.ts';
import { encode, sweep } from '../tests/support/sounds.ts';
import { tempFolder } from '../tests/support/temp-folder.ts';
import { createProtocolHandler } from './protocol.ts';

const ID = 'ab'.repeat(32);
const PCM = Uint8Array.from({ length: 1001 }, (_, i) => i % 251);

async function serve() {
  const root = await tempFolder();
  const ui = path.join(root, 'ui');
  await mkdir(ui);
  await mkdir(path.join(root, 'ui-evil'));
  await mkdir(path.join(ui, 'assets'));
  await writeFile(path.join(ui, 'index.html'), '<!doctype html>');
  await writeFile(path.join(ui, 'assets/main-1a2b3c.js'), '');
  await writeFile(path.join(root, 'secret.js'), 'secret');
  await writeFile(path.join(root, 'ui-evil', 'secret.js'), 'secret');
  await symlink(path.join(root, 'secret.js'), path.join(ui, 'link.js'));
  const file = path.join(root, 'audio.pcm');
  await writeFile(file, PCM);
  const media = { mediaId: ID, path: file, mime: 'audio/pcm', extension: 'pcm', sizeBytes: PCM.length };
  const findMedia = async (id: string) => {
    if (id === ID) return { ...media, pcmRateHz: 24_000 };
    if (id === ID.replaceAll('a', 'c')) return { ...media, mime: 'audio/mpeg', pcmRateHz: null };
    return undefined;
  };
  const handler = createProtocolHandler(ui, findMedia, (id) => (id === ID ? file : `${file}.none`));
  return (url: string, headers: Record<string, string> = {}) => handler(new Request(url, { headers }));
}

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe('the UI', () => {
  // promise page-without-network
  it('is served with its type and every security header', async () => {
    const get = await serve();
    const response = await get('app://studio/index.html');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-security-policy':
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; " +
        "media-src 'self' blob:; connect-src 'self'; font-src 'self'; worker-src 'self'; manifest-src 'none'; " +
        "object-src 'none'; frame-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; " +
        "require-trusted-types-for 'script'; trusted-types app",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  });

  // attack 19, attack 21
  it.each([
    'app://studio/',
    'app://studio/missing.js',
    'app://studio/../secret.js',
    'app://studio/%2e%2e%2fsecret.js',
    'app://studio/..%5csecret.js',
    // attack 19
    'app://studio/%252e%252e/secret.js',
    'app://studio/../ui-evil/secret.js',
    // attack 20
    'app://studio/..%2fui-evil%2fsecret.js',
    // attack 20
    'app://studio/link.js',
    // attack 19
    'app://studio/index.html%00.js',
    'app://studio/%E0%A4%A.js',
    'app://evil/index.html',
    `app://studio/media/${ID.slice(1)}`,
    `app://studio/media/${'0'.repeat(64)}`,
    'app://studio/media/../../secret.js',
    `app://studio/video/${ID}`,
    'app://studio/video/..%2fsecret.js',
  ])('%s is not found, and the response has the security headers too', async (url) => {
    const response = await (await serve())(url);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; /);
  });
});

describe('media', () => {
  // attack 37
  it('of pcm is served as wav, without the odd last byte', async () => {
    const response = await (await serve())(`app://studio/media/${ID}`);
    const bytes = await bytesOf(response);
    expect(response.headers.get('content-type')).toBe('audio/wav');
    expect(parseWavHeader(bytes)).toMatchObject({ rateHz: 24_000, channels: 1, dataOffset: 44, declaredBytes: 1000 });
    expect(bytes.subarray(44)).toEqual(PCM.subarray(0, 1000));
    expect(response.headers.get('content-length')).toBe('1044');
  });

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=40-47', 40, 48],
    ['bytes=44-', 44, 1044],
    ['bytes=-4', 1040, 1044],
  ])('of pcm answers %s, counting the generated header', async (range, start, end) => {
    const get = await serve();
    const whole = await bytesOf(await get(`app://studio/media/${ID}`));
    const part = await get(`app://studio/media/${ID}`, { range });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/1044`);
    expect(await bytesOf(part)).toEqual(whole.subarray(start, end));
  });

  // attack 22
  it('answers 416 beyond the end, and serves other formats unchanged', async () => {
    const get = await serve();
    const url = `app://studio/media/${ID.replaceAll('a', 'c')}`;
    expect((await get(url, { range: 'bytes=1001-' })).status).toBe(416);
    expect(await bytesOf(await get(url))).toEqual(PCM);
  });
});

it('lets a browser keep a file whose name stands for its bytes, and no other', async () => {
  const get = await serve();
  const cacheControl = async (url: string) => (await get(`app://studio/${url}`)).headers.get('cache-control');
  expect(await cacheControl('assets/main-1a2b3c.js')).toContain('immutable');
  expect(await cacheControl('assets/missing.js')).toBeNull();
  for (const url of ['index.html', `media/${ID}`, `thumbnails/${ID}`]) expect(await cacheControl(url)).toBe('no-cache');
});

it('answers only GET and HEAD', async () => {
  const handler = createProtocolHandler(
    '/nowhere',
    async () => undefined,
    () => '/nowhere',
  );
  expect((await handler(new Request('app://studio/index.html', { method: 'POST' }))).status).toBe(405);
});

describe('a thumbnail', () => {
  it('is served; a missing one is answered without content, not with an error', async () => {
    const get = await serve();
    const kept = await get(`app://studio/thumbnails/${ID}`);
    expect([kept.status, kept.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(await bytesOf(kept)).toEqual(PCM);
    expect((await get(`app://studio/thumbnails/${'0'.repeat(64)}`)).status).toBe(204);
    expect((await get('app://studio/thumbnails/../media')).status).toBe(404);
  });
});

// SM-36
it('joined files are served as one, in every range', async () => {
  const root = await tempFolder();
  const [one, file] = [await encode(sweep(0.3), 'ogg_opus'), path.join(root, 'take.ogg')];
  const chain = new Uint8Array(Buffer.concat([one, one]));
  await writeFile(file, chain);
  const media = {
    mediaId: ID,
    path: file,
    mime: 'audio/ogg',
    extension: 'ogg',
    sizeBytes: chain.length,
    pcmRateHz: null,
  };
  const handler = createProtocolHandler(
    root,
    async () => media,
    () => undefined,
  );
  const get = (headers = {}) => handler(new Request(`app://studio/media/${ID}`, { headers }));
  const expected = asOneSound('ogg_opus', chain) ?? chain;
  expect(await bytesOf(await get())).toEqual(expected);
  const part = await get({ range: 'bytes=10-99' });
  expect(part.headers.get('content-range')).toBe(`bytes 10-99/${expected.length}`);
  expect(await bytesOf(part)).toEqual(expected.slice(10, 100));
});
