// Conformance tested with two independent clients: the official openai package, as far as it supports the API, and
// curl.

import { execFileSync, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PracticeProgram, startPracticeProgram } from '../support/practice-program.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { IMAGE_MODEL, listen, lookAt, maskOf, pictureOf, SPEECH_MODEL } from './client.ts';

let relay: PracticeProgram;
let client: OpenAI;
beforeAll(async () => {
  relay = await startPracticeProgram();
  client = new OpenAI({ baseURL: `${relay.base}/v1`, apiKey: 'any', maxRetries: 0 });
});
afterAll(async () => {
  await relay.stop();
  expect(relay.stderr()).toBe('');
});

const pngFile = async (bytes: Promise<Buffer>, name: string) => toFile(await bytes, name, { type: 'image/png' });

describe('the openai package', () => {
  test('lists the models', async () => {
    const ids = (await client.models.list()).data.map(({ id }) => id);
    expect(ids).toEqual([SPEECH_MODEL, IMAGE_MODEL]);
  });

  test('speaks', async () => {
    const request = { model: SPEECH_MODEL, voice: 'en_female_amanda_mars_bigtts', input: 'Hello from afar.' };
    const [normal, fast] = await Promise.all(
      [1, 2].map(async (speed) => {
        const reply = await client.audio.speech.create({ ...request, speed, response_format: 'wav' });
        return listen(new Uint8Array(await reply.arrayBuffer()));
      }),
    );
    expect(normal?.format).toBe('wav');
    expect((normal?.seconds ?? 0) / (fast?.seconds ?? 1)).toBeCloseTo(2, 0.5);
  });

  test('edits, with several pictures and a mask', async () => {
    const pictures = ['#406080', '#ff0000'].map((colour, i) => pngFile(pictureOf('96x96', colour), `${i}.png`));
    const reply = await client.images.edit({
      model: IMAGE_MODEL,
      prompt: 'Replace it with image 2',
      image: await Promise.all(pictures),
      mask: await pngFile(maskOf('96x96', 0), 'mask.png'),
      n: 2,
      size: '2560x1440',
      quality: 'high',
      background: 'opaque',
      output_format: 'webp',
      output_compression: 50,
      user: 'somebody',
      response_format: 'b64_json',
    });
    expect(reply.data).toHaveLength(2);
    expect(reply.data?.[0]?.revised_prompt).toContain('replaced by picture 2');
    const file = Buffer.from(reply.data?.[0]?.b64_json ?? '', 'base64');
    expect(await lookAt(file)).toMatchObject({ format: 'webp', size: '2560x1440' });
  });

  test('maps every refusal to its error class', async () => {
    const speech = { model: SPEECH_MODEL, voice: 'nobody', input: 'Hello.' };
    await expect(client.audio.speech.create(speech)).rejects.toMatchObject({ status: 400, param: 'voice', code: 3050 });
    await expect(client.audio.speech.create(speech)).rejects.toBeInstanceOf(OpenAI.BadRequestError);
    const wrong = new OpenAI({ baseURL: `${relay.base}/v1/v1`, apiKey: 'any', maxRetries: 0 });
    await expect(wrong.models.list()).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    const keyless = new OpenAI({ baseURL: `${relay.base}/v1`, apiKey: ' ', maxRetries: 0 });
    await expect(keyless.models.list()).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
  });

  test('waits as long as Retry-After requires', async () => {
    const slow = await startPracticeProgram(['--requests-per-minute=1']);
    try {
      const hasty = new OpenAI({ baseURL: `${slow.base}/v1`, apiKey: 'any', maxRetries: 0 });
      const request = { model: SPEECH_MODEL, voice: 'en_female_amanda_mars_bigtts', input: 'Once.' };
      await hasty.audio.speech.create(request);
      const error = await hasty.audio.speech.create(request).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(OpenAI.RateLimitError);
      const seconds = Number((error as InstanceType<typeof OpenAI.RateLimitError>).headers?.get('retry-after'));
      expect(seconds).toBeGreaterThan(50);
      expect(seconds).toBeLessThanOrEqual(60);
    } finally {
      await slow.stop();
    }
  });
});

describe.skipIf(spawnSync('curl', ['--version']).status !== 0)('curl', () => {
  const curl = (...args: string[]): string =>
    execFileSync('curl', ['-s', '-H', 'Authorization: Bearer any', ...args], { encoding: 'utf8' });

  test('speaks into a file', async () => {
    const file = path.join(await tempFolder(), 'speech.mp3');
    const body = JSON.stringify({ model: SPEECH_MODEL, input: '你好，世界。', response_format: 'mp3' });
    curl('-o', file, '-H', 'Content-Type: application/json', '-d', body, `${relay.base}/v1/audio/speech`);
    expect(await listen(new Uint8Array(await readFile(file)))).toMatchObject({ format: 'mp3' });
  });

  test('sends an edit by multipart', async () => {
    const file = path.join(await tempFolder(), 'picture.png');
    await writeFile(file, await pictureOf('96x96'));
    const fields = [`model=${IMAGE_MODEL}`, 'prompt=变亮', `image=@${file}`, 'output_format=jpeg'];
    const reply = JSON.parse(curl(...fields.flatMap((field) => ['-F', field]), `${relay.base}/v1/images/edits`));
    expect(reply.data[0].revised_prompt).toContain('调亮');
  });
});
