// The edit operation over real HTTP: forms, refusals, replies, addresses and streams.

import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  type EditRelay,
  type EditReply,
  holeMask,
  MODEL,
  pixelsOf,
  startEditRelay,
  testPicture,
} from '../../tests/support/edit-relay.ts';

let relay: EditRelay;
let picture: Buffer;
let small: Buffer;

beforeAll(async () => {
  [relay, picture, small] = await Promise.all([startEditRelay(), testPicture(), testPicture(64, 64)]);
});
afterAll(async () => {
  await relay.close();
  expect(relay.bugs).toEqual([]);
});

async function expectRefusal(reply: Response, status: number, param: string): Promise<void> {
  const body = (await reply.json()) as { error: { message: string; param: string } };
  expect([reply.status, body.error.param, body.error.message]).toEqual([status, param, expect.any(String)]);
  expect(body.error.message).toContain(`(request id: ${reply.headers.get('x-request-id')})`);
}

const FORM = { model: MODEL, prompt: 'darken', output_format: 'jpeg' };

test.each<[field: string, value: string | undefined]>([
  ['model', undefined],
  ['model', 'other'],
  ['prompt', undefined],
  ['prompt', ' '],
  ['image', undefined],
  ['image', 'https://example.com/a.png'],
  ['size', '2K'],
  ['size', '1920×1920'],
  ['size', '1024x1024'],
  ['size', '1919x1920'],
  ['size', '4097x4096'],
  ['size', '16000x900'],
  ['n', '0'],
  ['n', '-1'],
  ['n', '1.5'],
  ['n', ''],
  ['quality', 'best'],
  ['response_format', 'png'],
  ['background', 'white'],
  ['output_format', 'gif'],
  ['output_compression', '101'],
  ['output_compression', '-1'],
  ['moderation', 'high'],
  ['watermark', 'yes'],
  ['stream', '1'],
  ['mask', 'text'],
])('multipart refuses %s %j', async (field, value) => {
  await expectRefusal(await relay.postForm({ ...FORM, image: small, [field]: value }), 400, field);
});

test('multipart refuses masks and pictures that do not fit', async () => {
  const mask = await holeMask('none', 64);
  const withMask = (file: Uint8Array): Promise<Response> => relay.postForm({ ...FORM, image: small, mask: file });
  await expectRefusal(await withMask(await sharp(mask).webp().toBuffer()), 400, 'mask');
  await expectRefusal(await withMask(await holeMask('none', 65)), 400, 'mask');
  await expectRefusal(await withMask(small), 400, 'mask');
  await expectRefusal(await withMask(mask.subarray(0, -40)), 400, 'mask');
  for (const image of [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), picture.subarray(0, 5000)]) {
    await expectRefusal(await relay.postForm({ ...FORM, image }), 400, 'image');
    await expectRefusal(await relay.postForm({ ...FORM, image: [small, image.subarray(0, 20)] }), 400, 'image');
  }
  await expectRefusal(await relay.postForm({ ...FORM, image: small, size: ['1920x1920', '2048x2048'] }), 400, 'size');
});

test('a photograph with an orientation is edited upright, and its mask has the upright size', async () => {
  const lying = await sharp(await testPicture(100, 50))
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const stripe = (width: number, height: number): Promise<Buffer> =>
    sharp({ create: { width, height, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
  const fields = { ...FORM, prompt: 'fill with white', image: lying, size: '1400x2800' };
  expect((await relay.postForm({ ...fields, mask: await stripe(50, 100) })).status).toBe(200);
  await expectRefusal(await relay.postForm({ ...fields, mask: await stripe(100, 50) }), 400, 'mask');
});

test.each<[field: string, value: unknown]>([
  ['model', null],
  ['prompt', 5],
  ['image', undefined],
  ['image', []],
  ['image', ['']],
  ['image', 'not Base64!'],
  ['image', 'aGVsbG8='],
  ['image', 'data:image/png,abc'],
  ['image', 'http://example.com/a.png'],
  ['image', 'http://127.0.0.1:1/a.png'],
  ['size', 1920],
  ['response_format', ''],
  ['watermark', 'true'],
  ['stream', 1],
])('JSON refuses %s %j', async (field, value) => {
  const body = { model: MODEL, prompt: 'darken', image: small.toString('base64'), [field]: value };
  await expectRefusal(await relay.postJson(body), 400, field);
});

test('refuses bodies in neither form, too large bodies, and requests without a key', async () => {
  for (const body of ['[]', '{"model":', '']) await expectRefusal(await relay.postJson(body), 400, '');
  const address = `${relay.base}/v1/images/edits`;
  const headers = { authorization: 'Bearer any', 'content-type': 'multipart/form-data; boundary=x' };
  await expectRefusal(await fetch(address, { method: 'POST', headers, body: 'nothing' }), 400, '');
  await expectRefusal(await relay.postForm({ ...FORM, image: Buffer.alloc(32 * 2 ** 20) }), 413, '');
  await expectRefusal(await fetch(address, { method: 'POST' }), 401, '');
});

test('multipart: defaults, several pictures under both names, every documented field', async () => {
  const plain = await relay.postForm({ model: MODEL, prompt: 'darken', image: small, response_format: 'url' });
  const reply = (await plain.json()) as EditReply;
  expect(reply).toEqual({
    created: expect.closeTo(Date.now() / 1000, -1),
    data: [
      { url: expect.stringContaining(`${relay.base}/v1/results/`), b64_json: null, revised_prompt: expect.any(String) },
    ],
    size: '1920x1920',
    quality: 'auto',
    background: 'auto',
    output_format: 'png',
    usage: {
      generated_images: 1,
      input_tokens: 14_402,
      input_tokens_details: { text_tokens: 2, image_tokens: 14_400 },
      output_tokens: 14_400,
      total_tokens: 28_802,
    },
  });
  const file = await fetch(reply.data[0]?.url ?? '');
  expect(file.headers.get('content-type')).toBe('image/png');
  expect(await sizeOf(await file.arrayBuffer())).toEqual({ format: 'png', width: 1920, height: 1920 });

  const more = {
    size: '2560x1440',
    quality: 'hd',
    background: 'opaque',
    moderation: 'low',
    user: 'me',
  };
  const settings = { output_format: 'webp', output_compression: '0', watermark: 'false', response_format: 'b64_json' };
  const full = await relay.postForm({ ...FORM, ...more, ...settings, 'image[]': [small, small], image: small });
  const [image] = ((await full.json()) as EditReply).data;
  expect(image?.url).toBeNull();
  const bytes = Buffer.from(image?.b64_json ?? '', 'base64');
  expect(await sizeOf(bytes)).toEqual({ format: 'webp', width: 2560, height: 1440 });
});

test('output formats by their first bytes, and the effect of compression', async () => {
  const MAGIC = { png: '89504e47', jpeg: 'ffd8ff', webp: '52494646' };
  for (const [format, magic] of Object.entries(MAGIC)) {
    const sizes: number[] = [];
    for (const output_compression of ['5', '95']) {
      const { files } = await relay.edit('?', picture, { output_format: format, output_compression });
      expect(files[0]?.toString('hex').startsWith(magic)).toBe(true);
      sizes.push(files[0]?.length ?? 0);
    }
    expect((sizes[1] ?? 0) > (sizes[0] ?? 0)).toBe(format !== 'png');
  }
});

test('JSON: data URL, bare and wrapped Base64, addresses; a watermark by default', async () => {
  const base64 = picture.toString('base64');
  const kept = await relay.postForm({ model: MODEL, prompt: '?', image: picture, response_format: 'url' });
  const url = ((await kept.json()) as EditReply).data[0]?.url ?? '';
  const sources = [`data:image/png;base64,${base64}`, base64, base64.replace(/.{76}/g, '$&\r\n'), url, [base64, url]];
  const { pixels } = await pixelsOf(picture);
  for (const image of sources) {
    const body = { model: MODEL, prompt: '?', image, response_format: 'b64_json', watermark: false, size: null };
    const [result] = ((await (await relay.postJson(body)).json()) as EditReply).data;
    expect((await pixelsOf(Buffer.from(result?.b64_json ?? '', 'base64'))).pixels.equals(pixels)).toBe(true);
  }
  const body = { model: MODEL, prompt: 'hm', image: url, mask: base64, n: 3, response_format: 'b64_json' };
  const { data } = (await (await relay.postJson(body)).json()) as EditReply;
  expect(data).toHaveLength(1);
  expect(data[0]?.revised_prompt).toContain('Ignored, as this request form does not have them: mask, n.');
  expect((await pixelsOf(Buffer.from(data[0]?.b64_json ?? '', 'base64'))).pixels.equals(pixels)).toBe(false);
});

test('an address in a private network, or without a picture, is refused', async () => {
  const port = new URL(relay.base).port;
  const missing = `${relay.base}/v1/results/missing.png`;
  for (const address of ['http://127.0.0.1:9/', `http://localhost:${port}/health`, missing]) {
    const body = { model: MODEL, prompt: 'darken', image: [small.toString('base64'), address] };
    await expectRefusal(await relay.postJson(body), 400, 'image');
  }
});

test('a result can be fetched without a key until it expires', async () => {
  const shortLived = await startEditRelay({ resultLifetimeMs: 600 });
  onTestFinished(shortLived.close);
  const reply = await shortLived.postForm({ ...FORM, image: small, response_format: 'url' });
  const url = ((await reply.json()) as EditReply).data[0]?.url ?? '';
  expect(url).toMatch(/\.jpg$/);
  expect((await fetch(url)).status).toBe(200);
  await expect.poll(async () => (await fetch(url)).status, { timeout: 3000, interval: 100 }).toBe(404);
});

test('a stream: a preview, the result, the end', async () => {
  const body = { model: MODEL, prompt: 'make it blue', image: small.toString('base64'), stream: true };
  for (const response_format of ['b64_json', 'url']) {
    const reply = await relay.postJson({ ...body, response_format });
    expect(reply.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const events = (await reply.text()).trim().split('\n\n');
    expect(events.pop()).toBe('data: [DONE]');
    const [partial, completed] = events.map((event) => {
      const [name, data] = event.split('\n');
      const facts = JSON.parse(data?.replace(/^data: /, '') ?? '');
      expect(name).toBe(`event: ${facts.type}`);
      return facts;
    });
    expect(partial).toMatchObject({ type: 'image_edit.partial_image', partial_image_index: 0 });
    expect(await sizeOf(Buffer.from(partial.b64_json, 'base64'))).toMatchObject({ width: 512, height: 512 });
    expect(completed).toMatchObject({ type: 'image_edit.completed', usage: { generated_images: 1 } });
    const file = completed.url
      ? await (await fetch(completed.url)).arrayBuffer()
      : Buffer.from(completed.b64_json, 'base64');
    expect(await sizeOf(file)).toEqual({ format: 'png', width: 1920, height: 1920 });
  }
  await expectRefusal(await relay.postJson({ ...body, size: '1x1' }), 400, 'size');
});

async function sizeOf(file: ArrayBuffer | Buffer): Promise<object> {
  const { format, width, height } = await sharp(file).metadata();
  return { format, width, height };
}
