// Conformance of POST /v1/audio/speech: every field, default, limit and rule of the relay API, over a real socket.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PracticeProgram, startPracticeProgram } from '../support/practice-program.ts';
import { expectError, type Fields, type Heard, listen, postJson, SPEECH_MODEL } from './client.ts';

let relay: PracticeProgram;
beforeAll(async () => {
  relay = await startPracticeProgram();
});
afterAll(async () => {
  await relay.stop();
  expect(relay.stderr()).toBe('');
});

const TEXT = 'Good morning. The studio is open, and everybody is welcome.';
const VALID = { model: SPEECH_MODEL, input: TEXT };
const send = (fields: Fields): Promise<Response> => postJson(`${relay.base}/v1/audio/speech`, fields);
const hear = async (fields: Fields): Promise<Heard & { format: string }> => {
  const reply = await send({ ...VALID, ...fields });
  if (reply.status !== 200) throw new Error(await reply.text());
  return listen(new Uint8Array(await reply.arrayBuffer()));
};

let plain: ReturnType<typeof hear> | undefined;
/** The speech of a request without options, requested once. */
const hearPlain = (): ReturnType<typeof hear> => {
  plain ??= hear({});
  return plain;
};

describe('§2.1, §4.1 fields and defaults', () => {
  test('voice, format and speed may be missing: default voice, pcm, 1', async () => {
    const plain = await hearPlain();
    const voice = 'zh_female_cancan_mars_bigtts';
    const spelled = await hear({ voice, response_format: 'pcm', speed: 1 });
    expect(plain.format).toBe('pcm');
    expect(plain.seconds).toBeCloseTo(spelled.seconds, 1);
    expect(plain.hertz / spelled.hertz).toBeCloseTo(1, 1);
  });

  test.each([
    ['mp3', 'audio/mpeg'],
    ['wav', 'audio/wav'],
    ['pcm', 'audio/pcm'],
    ['ogg_opus', 'audio/ogg'],
  ])('%s under both names is what it says, and as long as pcm', async (format, mime) => {
    const { seconds, level } = await hearPlain();
    for (const name of ['response_format', 'format']) {
      const reply = await send({ ...VALID, [name]: format });
      expect(reply.headers.get('content-type')).toBe(mime);
      const heard = await listen(new Uint8Array(await reply.arrayBuffer()));
      expect(heard.format).toBe(format);
      // mp3 frames and Opus packets are padded.
      expect(Math.abs(heard.seconds - seconds)).toBeLessThan(0.15);
      if (format !== 'mp3') expect(heard.level / level).toBeCloseTo(1, 1);
    }
  });

  test('response_format takes precedence if both names are present', async () => {
    expect((await hear({ response_format: 'wav', format: 'mp3' })).format).toBe('wav');
  });

  test.each([0.2, 3])('speed %f changes the length in proportion', async (speed) => {
    const normal = await hearPlain();
    expect(((await hear({ speed })).seconds * speed) / normal.seconds).toBeCloseTo(1, 1);
  });

  test.each([
    ['top level', (fields: Fields) => fields],
    ['metadata', (metadata: Fields) => ({ metadata })],
  ])('volume_ratio, pitch_ratio, language and emotion are heard (%s)', async (_, place) => {
    const normal = await hearPlain();
    expect((await hear(place({ volume_ratio: 0.5 }))).level / normal.level).toBeCloseTo(0.5, 1);
    expect((await hear(place({ pitch_ratio: 1.3 }))).hertz / normal.hertz).toBeGreaterThan(1.15);
    expect((await hear(place({ pitch_ratio: 0.8 }))).hertz / normal.hertz).toBeLessThan(0.9);
    const input = '1234567';
    const spoken = await Promise.all(['zh', 'en', 'es'].map((language) => hear({ input, ...place({ language }) })));
    expect(new Set(spoken.map(({ seconds }) => seconds.toFixed(1))).size).toBe(3);
    const voice = 'en_female_nadia_tips_emo_v2_mars_bigtts';
    const sad = await hear({ voice, ...place({ emotion: 'sad' }) });
    expect(sad.seconds / (await hear({ voice })).seconds).toBeGreaterThan(1.1);
  });

  test('an emotion that the voice does not have, and unknown fields, are ignored', async () => {
    const normal = await hearPlain();
    const odd = await hear({ emotion: 'no such', language: 'tlh', stream: true, instructions: 'x', format: null });
    expect(odd.seconds).toBeCloseTo(normal.seconds, 1);
  });

  test('a man sounds lower than a woman', async () => {
    const man = await hear({ voice: 'zh_male_beijingxiaoye_moon_bigtts' });
    const woman = await hear({ voice: 'zh_female_cancan_mars_bigtts' });
    expect(woman.hertz / man.hertz).toBeGreaterThan(1.3);
  });

  test('Chinese and English in one sentence are both spoken', async () => {
    const mixed = await hear({ input: '今天我们用 Relay Studio 录一段声音。' });
    const chinese = await hear({ input: '今天我们用录一段声音。' });
    expect(mixed.seconds - chinese.seconds).toBeGreaterThan(0.5);
    expect(mixed.seconds).toBeLessThan(8);
  });
});

describe('§4.1, §8 limits', () => {
  test.each<[fields: Fields, param: string]>([
    [{ model: undefined }, 'model'],
    [{ model: 'another-model' }, 'model'],
    [{ input: undefined }, 'input'],
    [{ input: '' }, 'input'],
    [{ input: ' \n ' }, 'input'],
    [{ input: 7 }, 'input'],
    [{ voice: '' }, 'voice'],
    [{ voice: 'nobody' }, 'voice'],
    [{ voice: 3 }, 'voice'],
    [{ response_format: 'flac' }, 'response_format'],
    [{ format: 'aac' }, 'format'],
    [{ speed: 0.199 }, 'speed'],
    [{ speed: 3.001 }, 'speed'],
    [{ speed: '1' }, 'speed'],
    [{ volume_ratio: 0 }, 'volume_ratio'],
    [{ pitch_ratio: 4 }, 'pitch_ratio'],
  ])('%j is refused by name', async (fields, param) => {
    await expectError(await send({ ...VALID, ...fields }), 400, param, param);
  });

  test('more than 1024 bytes only exceed a recommendation', async () => {
    const input = '这是一段很长的文字，'.repeat(35);
    expect(Buffer.byteLength(input)).toBeGreaterThan(1024);
    expect((await hear({ input, speed: 3 })).seconds).toBeGreaterThan(20);
  });
});

test('§4.1 streaming: a text that takes a day to speak starts immediately, and does not block other requests', async () => {
  const reply = await send({
    ...VALID,
    input: 'One more sentence for the road. '.repeat(30_000),
    response_format: 'mp3',
  });
  const reader = reply.body?.getReader();
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
  expect((await hear({ input: 'Hello.' })).seconds).toBeLessThan(3);
  expect((await reader?.read())?.done).toBe(false);
  await reader?.cancel();
});
