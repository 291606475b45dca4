// This client and the most widely used client of this family of APIs send the practice relay the same requests, and get
// the same results.

import OpenAI, { toFile } from 'openai';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_MODELS } from '../../shared/connection/connections.ts';
import { sniffReply } from '../../shared/speech/sniff.ts';
import { editRequest } from '../../shared/testing/edit-request.ts';
import { type EditRelay, startEditRelay, testPicture } from '../support/edit-relay.ts';
import { openClient, speechRequest } from '../support/relay-client.ts';

let relay: EditRelay;
beforeAll(async () => {
  relay = await startEditRelay();
});
afterAll(() => relay.close());

async function start() {
  const peer = new OpenAI({ baseURL: `${relay.base}/v1`, apiKey: 'any', maxRetries: 0 });
  const { speak, edit } = await openClient({}, relay.base);
  return { peer, speak, edit };
}

// CF-01
it.each(['mp3', 'wav', 'pcm'] as const)('speech as %s: the same format and length', async (format) => {
  const { peer, speak } = await start();
  const voice = 'en_female_candice_emo_v2_mars_bigtts';
  const ours = await speak(speechRequest({ text: 'Good morning.', voice, format, speed: 1.2 }));
  const theirs = await peer.audio.speech.create({
    model: DEFAULT_MODELS.speech,
    input: 'Good morning.',
    voice,
    response_format: format,
    speed: 1.2,
  });
  expect(ours.result).toMatchObject({ ok: true, data: { format } });
  const bytes = Buffer.from(await theirs.arrayBuffer());
  expect(sniffReply(bytes, format, true)).toBe(format);
  // The voice of the practice relay contains random breath noise: no two readings are identical.
  expect(ours.audio.length / bytes.length).toBeCloseTo(1, 1);
});

// CF-02
it('a multipart edit: pictures of the same size', async () => {
  const { peer, edit } = await start();
  const picture = await testPicture();
  const ours = await edit(
    editRequest({ form: 'multipart', prompt: 'Make it blue', options: { responseFormat: 'b64_json' } }),
    {
      pictures: [picture],
    },
  );
  const theirs = await peer.images.edit({
    model: DEFAULT_MODELS.image,
    prompt: 'Make it blue',
    image: await toFile(picture, 'picture.png', { type: 'image/png' }),
    // Its types contain only the sizes of one provider.
    size: '1920x1920' as '1024x1024',
    response_format: 'b64_json',
  });
  const sizeOf = async (bytes: Buffer) => {
    const { width, height, format } = await sharp(bytes).metadata();
    return { width, height, format };
  };
  const [outcome] = ours.result.ok ? ours.result.data.pictures.map((found) => found.outcome) : [];
  if (!outcome?.ok) throw new Error(JSON.stringify(ours.result));
  const expected = { width: 1920, height: 1920, format: 'png' };
  expect(await sizeOf(outcome.data.bytes())).toEqual(expected);
  expect(await sizeOf(Buffer.from(theirs.data?.[0]?.b64_json ?? '', 'base64'))).toEqual(expected);
  expect(relay.bugs).toEqual([]);
});
