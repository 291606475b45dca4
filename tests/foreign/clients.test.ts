// Programs that nobody here wrote use the practice relay, each over a real socket: what they send is understood, what
// they get back they can read, and every refusal is an error of their own kind.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IMAGE_MODEL, listen, lookAt, maskOf, pictureOf, SPEECH_MODEL } from '../practice-relay/client.ts';
import { type PracticeProgram, startPracticeProgram } from '../support/practice-program.ts';
import { CLIENTS } from './clients.ts';

const KEY = 'the-only-key';
const TYPES = { mp3: 'audio/mpeg', opus: 'audio/ogg', wav: 'audio/wav', pcm: 'audio/pcm' };
const SPEECH = {
  model: SPEECH_MODEL,
  input: 'Hello from afar.',
  voice: 'en_female_amanda_mars_bigtts',
  response_format: 'mp3',
};
const EDIT = { model: IMAGE_MODEL, prompt: 'darken', size: '1920x1920', output_format: 'jpeg' };

let relay: PracticeProgram;
let image: Buffer;
let mask: Buffer;
beforeAll(async () => {
  [relay, image, mask] = await Promise.all([
    startPracticeProgram([], undefined, { PRACTICE_RELAY_KEY: KEY }),
    // The size of the results: to enlarge it would take longer than the rest of an edit.
    pictureOf('1920x1920'),
    maskOf('1920x1920', 0),
  ]);
});
afterAll(async () => {
  await relay.stop();
  expect(relay.stderr()).toBe('');
});

const clients = Object.entries(CLIENTS).map(([name, connect]) => ({ name, connect }));
const decoded = (base64: string | undefined) => lookAt(Buffer.from(base64 ?? '', 'base64'));

describe.each(clients)('$name', ({ connect }) => {
  const start = (key = KEY) => connect(`${relay.base}/v1`, key);
  const can = connect('http://127.0.0.1/v1', KEY);
  const refusal = (call: Promise<unknown> | undefined) => call?.then(String, (error: unknown) => error);

  // CF-10
  test('speaks in every format, each with its type', async () => {
    for (const [response_format, expected] of Object.entries(TYPES)) {
      const { bytes, type } = await start().speak({ ...SPEECH, response_format });
      const format = response_format === 'opus' ? 'ogg_opus' : response_format;
      expect([type, (await listen(new Uint8Array(bytes))).format]).toEqual([expected, format]);
    }
  });

  // CF-11
  test.runIf(can.hear)('hears the beginning before the end is made', async () => {
    const input = 'One more sentence for the road. '.repeat(10_000);
    expect((await start().hear?.({ ...SPEECH, input }))?.length).toBeGreaterThan(0);
  });

  // CF-12
  test('edits by multipart with a mask, and reads the picture without having asked for its form', async () => {
    const results = await start().edit(EDIT, image, mask);
    expect(results).toHaveLength(1);
    expect(await decoded(results[0])).toMatchObject({ format: 'jpeg', size: '1920x1920' });
  });

  // CF-13
  test.runIf(can.editStream)('edits by multipart as a stream', async () => {
    const events = await start().editStream?.(EDIT, image);
    expect(events?.types).toEqual(['image_edit.partial_image', 'image_edit.completed']);
    expect(await decoded(events?.last)).toMatchObject({ format: 'jpeg', size: '1920x1920' });
  });

  // CF-14
  test.runIf(can.editJson)('edits by JSON', async () => {
    const results = await start().editJson?.({ ...EDIT, image: image.toString('base64') });
    expect(await decoded(results?.[0])).toMatchObject({ format: 'png', size: '1920x1920' });
  });

  // CF-15
  test.runIf(can.models)('lists the models, and asks for one', async () => {
    expect(await start().models?.()).toEqual([SPEECH_MODEL, IMAGE_MODEL]);
    expect(await start().model?.(IMAGE_MODEL)).toBe(IMAGE_MODEL);
  });

  // CF-16
  test('takes every refusal for what it is', async () => {
    const client = start();
    const other = start('another-key');
    const [unknownModel, unknownVoice, tooSmall, wrongKey, wrongKeyForEdit] = await Promise.all([
      refusal(client.speak({ ...SPEECH, model: 'another-model' })),
      refusal(client.speak({ ...SPEECH, voice: 'nobody' })),
      refusal(client.edit({ ...EDIT, size: '1024x1024' }, image, mask)),
      refusal(other.speak(SPEECH)),
      refusal(other.edit(EDIT, image, mask)),
    ]);
    for (const error of [unknownModel, unknownVoice, tooSmall]) expect(client.isError(error, 400)).toBe(true);
    for (const error of [wrongKey, wrongKeyForEdit]) expect(client.isError(error, 401)).toBe(true);
    if (client.model) expect(client.isError(await refusal(client.model('another-model')), 404)).toBe(true);
  });
});
