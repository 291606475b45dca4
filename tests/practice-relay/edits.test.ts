// Conformance of POST /v1/images/edits: every field, default, limit and rule of the relay API, over a real socket.

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withMaskHint } from '../../shared/images/mask-hint.ts';
import { type PracticeProgram, startPracticeProgram } from '../support/practice-program.ts';
import {
  expectError,
  type Fields,
  fileOf,
  IMAGE_MODEL,
  imagesOf,
  lookAt,
  maskOf,
  pictureOf,
  postForm,
  postJson,
} from './client.ts';

let relay: PracticeProgram;
let address: string;
/** Has the size of the results: to enlarge it would take longer than the rest of an edit. */
let image: Buffer;
let base64: string;
let mask: Buffer;
let small: Buffer;
beforeAll(async () => {
  relay = await startPracticeProgram();
  address = `${relay.base}/v1/images/edits`;
  [image, mask, small] = await Promise.all([pictureOf('1920x1920'), maskOf('1920x1920', 0), pictureOf('96x96')]);
  base64 = image.toString('base64');
});
afterAll(async () => {
  await relay.stop();
  expect(relay.stderr()).toBe('');
});

/** Small to transfer, for tests that do not depend on the format. */
const SMALL = { model: IMAGE_MODEL, prompt: 'darken', output_format: 'jpeg' };
const sendA = (fields: Fields): Promise<Response> => postForm(address, { ...SMALL, image, ...fields });
const sendB = (fields: Fields): Promise<Response> =>
  postJson(address, { model: IMAGE_MODEL, prompt: 'darken', image: base64, ...fields });

async function editedWith(fields: Fields): Promise<Buffer> {
  const [entry] = await imagesOf(await sendA(fields));
  if (!entry) throw new Error('no picture');
  return fileOf(entry);
}

describe('§2.4 the reply', () => {
  test('a time, and an object for each picture, which is inline by default', async () => {
    const reply = await sendA({});
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    const body = (await reply.json()) as { created: number };
    expect(body).toMatchObject({
      data: [
        { url: null, b64_json: expect.stringMatching(/^\/9j/), revised_prompt: expect.stringMatching(/darkened/) },
      ],
    });
    expect(Number.isInteger(body.created)).toBe(true);
    expect(Math.abs(body.created - Date.now() / 1000)).toBeLessThan(60);
  });

  test.each(['url', 'b64_json'])('response_format %s in both forms', async (response_format) => {
    for (const send of [sendA({ response_format, image: small }), sendB({ response_format })]) {
      const reply = await send;
      const [entry] = await imagesOf(reply);
      if (!entry) throw new Error('no picture');
      expect([entry.url === null, entry.b64_json === null]).toEqual([
        response_format !== 'url',
        response_format === 'url',
      ]);
      expect(await lookAt(await fileOf(entry))).toMatchObject({ size: '1920x1920' });
    }
  });
});

describe('§2.3 multipart', () => {
  /** The result of a request without options. */
  let plain: Promise<Buffer> | undefined;

  test('png of 1920x1920 without a watermark by default, with no pixel changed if there is nothing to do', async () => {
    const [entry] = await imagesOf(await postForm(address, { model: IMAGE_MODEL, prompt: 'keep it', image }));
    const file = entry && (await fileOf(entry));
    expect(file && (await lookAt(file))).toEqual({ format: 'png', size: '1920x1920', hasAlpha: false });
    const pixels = await sharp(file).raw().toBuffer();
    expect(pixels.equals(await sharp(image).raw().toBuffer())).toBe(true);
  });

  /** Every value of every field once, except for the qualities: together in a request, because each result is made anew. */
  test.each<Fields>([
    { quality: 'auto', background: 'opaque', moderation: 'auto', watermark: 'false', user: 'somebody' },
    { quality: 'high', background: 'auto', moderation: 'low', user: '' },
  ])('%j is taken and changes nothing here', async (fields) => {
    plain ??= editedWith({});
    expect((await editedWith(fields)).equals(await plain)).toBe(true);
  });

  test.each(['standard', 'hd', 'low', 'medium'])(
    'quality %s is taken: only another field is refused',
    async (quality) => {
      await expectError(await sendA({ quality, mask: Buffer.from('no picture') }), 400, 'mask');
    },
  );

  test('output_compression is the quality of the file', async () => {
    const sizes: number[] = [];
    for (const output_compression of ['0', '100']) {
      sizes.push((await editedWith({ output_compression })).length);
    }
    expect(sizes).toEqual([...new Set(sizes)].sort((a, b) => a - b));
  });

  test('a transparent background is where the mask is, in a format that can have one', async () => {
    for (const [output_format, hasAlpha] of [
      ['png', true],
      ['jpeg', false],
    ] as const) {
      const [entry] = await imagesOf(await sendA({ background: 'transparent', mask, output_format }));
      expect(entry && (await lookAt(await fileOf(entry)))).toMatchObject({ format: output_format, hasAlpha });
      expect(entry?.revised_prompt.includes('Not done')).toBe(!hasAlpha);
    }
  });

  test.each(['1440x2560', '3686400x1', '4096x4096'])('size %s', async (size) => {
    const reply = await sendA({ size });
    // A ratio limit is common, although it is not in the contract.
    if (size === '3686400x1') return expectError(reply, 400, 'size');
    const [entry] = await imagesOf(reply);
    expect(entry && (await lookAt(await fileOf(entry)))).toMatchObject({ size });
  });

  test.each(['jpeg', 'webp'])('output_format %s', async (output_format) => {
    const [entry] = await imagesOf(await sendA({ output_format }));
    expect(entry && (await lookAt(await fileOf(entry)))).toMatchObject({ format: output_format });
  });

  test('n results that differ; a watermark is visible', async () => {
    const files = await Promise.all((await imagesOf(await sendA({ n: 2, output_format: 'png' }))).map(fileOf));
    files.push(
      ...(await Promise.all((await imagesOf(await sendA({ watermark: true, output_format: 'png' }))).map(fileOf))),
    );
    expect(new Set(files.map((file) => file.toString('base64'))).size).toBe(3);
  });

  test('several pictures as image and image[]; the mask is where it is transparent', async () => {
    const red = await pictureOf('96x96', '#ff0000');
    const prompt = 'replace it with image 2';
    for (const [file, said] of [
      [mask, 'replaced by picture 2'],
      [await maskOf('1920x1920', 1), 'Not done'],
    ] as const) {
      const [entry] = await imagesOf(await sendA({ prompt, image, 'image[]': [red, small], mask: file }));
      expect(entry?.revised_prompt).toContain(said);
    }
  });

  test.each<[fields: Fields, param: string]>([
    [{ model: undefined }, 'model'],
    [{ model: 'dall-e' }, 'model'],
    [{ prompt: undefined }, 'prompt'],
    [{ prompt: '' }, 'prompt'],
    [{ image: undefined }, 'image'],
    [{ image: 'https://example.com/a.png' }, 'image'],
    [{ image: Buffer.from('no picture') }, 'image'],
    [{ mask: 'text' }, 'mask'],
    [{ n: 0 }, 'n'],
    [{ n: 1.5 }, 'n'],
    [{ n: 'two' }, 'n'],
    [{ size: '1920' }, 'size'],
    [{ size: '1920*1920' }, 'size'],
    [{ size: '1920x1919' }, 'size'],
    [{ size: '-1920x-1920' }, 'size'],
    [{ quality: 'best' }, 'quality'],
    [{ response_format: 'png' }, 'response_format'],
    [{ background: 'red' }, 'background'],
    [{ output_format: 'gif' }, 'output_format'],
    [{ output_compression: 101 }, 'output_compression'],
    [{ output_compression: -1 }, 'output_compression'],
    [{ output_compression: 'much' }, 'output_compression'],
    [{ moderation: 'none' }, 'moderation'],
    [{ watermark: 'perhaps' }, 'watermark'],
  ])('%j is refused by name', async (fields, param) => {
    await expectError(await sendA(fields), 400, param, param);
  });

  test('a mask that is not a png, of another size or without alpha is refused', async () => {
    const fitting = await maskOf('96x96', 0);
    const others = [await sharp(fitting).webp().toBuffer(), await maskOf('96x95', 0), small, fitting.subarray(0, 60)];
    for (const file of others) {
      await expectError(await sendA({ image: small, mask: file }), 400, 'mask');
    }
  });
});

describe('§2.3 JSON', () => {
  test('a watermark by default, and none on request', async () => {
    const sendFull = async (fields: Fields): Promise<Buffer> => {
      const [entry] = await imagesOf(await sendB({ prompt: 'keep it', ...fields }));
      return sharp(entry && (await fileOf(entry)))
        .raw()
        .toBuffer();
    };
    const before = await sharp(image).raw().toBuffer();
    expect((await sendFull({ watermark: false })).equals(before)).toBe(true);
    expect((await sendFull({})).equals(before)).toBe(false);
  });

  test('one picture or an array; data URL, bare Base64, address of a result; more than 14', async () => {
    const url = (await imagesOf(await sendA({ response_format: 'url' })))[0]?.url;
    const images = [base64, [base64], `data:image/png;base64,${base64}`, url, Array.from({ length: 16 }, () => base64)];
    for (const one of images) expect(await imagesOf(await sendB({ image: one }))).toHaveLength(1);
  });

  test('a region in the instruction is respected, and an annotated image is not an input picture', async () => {
    const hint = { boxTags: ['<bbox>500 500 749 999</bbox>'], annotatedImage: 3 };
    const prompt = withMaskHint('Fill it with red', hint);
    const images = [image, small, image].map((one) => one.toString('base64'));
    const [entry] = await imagesOf(await sendB({ image: images, prompt, watermark: false }));
    expect(entry?.revised_prompt).toBe('Masked area: filled with red.');
    const { data, info } = await sharp(entry && (await fileOf(entry)))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)];
    const before = [0x40, 0x60, 0x80];
    expect([at(959, 1000), at(960, 1000), at(1438, 1919), at(1439, 1000)]).toEqual([
      before,
      [255, 0, 0],
      [255, 0, 0],
      before,
    ]);
    const [replaced] = await imagesOf(
      await sendB({ image: images, prompt: withMaskHint('Replace it by image 3', hint) }),
    );
    expect(replaced?.revised_prompt).toContain('there is no such picture');
  });

  test.each([
    ['JSON', (fields: Fields) => sendB(fields)],
    ['multipart', (fields: Fields) => sendA(fields)],
  ])('a stream in %s: previews, the picture, the end', async (_form, send) => {
    const reply = await send({ stream: true, response_format: 'b64_json', size: '2304x1728' });
    expect(reply.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const events = (await reply.text()).split('\n\n').map((event) => event.replace(/^event: .*\n/, ''));
    expect(events.slice(-2)).toEqual(['data: [DONE]', '']);
    const [partial, completed, ...others] = events.slice(0, -2).map((event) => JSON.parse(event.replace('data: ', '')));
    expect(others).toEqual([]);
    expect(partial).toMatchObject({ type: 'image_edit.partial_image', image_index: 0, partial_image_index: 0 });
    expect(await lookAt(await fileOf({ ...partial, url: null }))).toMatchObject({ size: '512x384' });
    expect(completed).toMatchObject({ type: 'image_edit.completed', image_index: 0, url: null });
    expect(await lookAt(await fileOf(completed))).toMatchObject({ size: '2304x1728' });
  });

  test.each<[fields: Fields, param: string]>([
    [{ model: undefined }, 'model'],
    [{ prompt: undefined }, 'prompt'],
    [{ prompt: ' ' }, 'prompt'],
    [{ image: undefined }, 'image'],
    [{ image: [] }, 'image'],
    [{ image: [7] }, 'image'],
    [{ image: '%%%' }, 'image'],
    [{ image: 'ftp://example.com/a.png' }, 'image'],
    [{ image: 'http://192.168.1.1/a.png' }, 'image'],
    [{ size: '1024x1024' }, 'size'],
    [{ size: 1920 }, 'size'],
    [{ response_format: 'file' }, 'response_format'],
    [{ watermark: 'true' }, 'watermark'],
    [{ stream: 'true' }, 'stream'],
  ])('%j is refused by name', async (fields, param) => {
    await expectError(await sendB(fields), 400, param, param);
  });
});
