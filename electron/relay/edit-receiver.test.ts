import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BOUNDS } from '../../shared/bounds.ts';
import { editRequest } from '../../shared/testing/edit-request.ts';
import { pcmTone, replies, type Script } from '../../tests/fakes/scripted-relay.ts';
import { KEY, type MemoryFile, memoryFile, openClient } from '../../tests/support/relay-client.ts';
import { runs } from '../../tests/support/runs.ts';
import { createEditReceiver } from './edit-receiver.ts';
import { MIN_RUN_LENGTH } from './json-skimmer.ts';

const b64 = (bytes: string | Uint8Array): string => Buffer.from(bytes as string).toString('base64');
/** Bytes that start as a PNG does; their base64 is long enough to be written while it arrives. */
const png = (text: string): Buffer =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(text.repeat(MIN_RUN_LENGTH / text.length))]);
const [PNG, OTHER_PNG] = [png('the picture '), png('another one ')];
const event = (name: string, fields: object, end = '\n'): string =>
  `event: ${name}${end}data: ${JSON.stringify(fields)}${end}${end}`;
const part = (index: number, picture: string): string =>
  event('image_generation.partial_succeeded', {
    type: 'image_generation.partial_succeeded',
    image_index: index,
    b64_json: b64(picture),
    size: '2048×2048',
  });
const partFailed = (index: number): string =>
  event('image_generation.partial_failed', {
    type: 'image_generation.partial_failed',
    image_index: index,
    error: { code: 'OutputImageSensitiveContentDetected', message: 'not shown' },
  });
const completed = (picture: string): string =>
  event('image_edit.completed', { type: 'image_edit.completed', b64_json: b64(picture) });
const preview = (picture: string, index = 0): string =>
  event('image_edit.partial_image', {
    type: 'image_edit.partial_image',
    b64_json: b64(picture),
    partial_image_index: index,
  });
const USAGE = event('image_generation.completed', {
  type: 'image_generation.completed',
  usage: { generated_images: 2 },
});

/** A reply and the expected result: pictures (their bytes, or the code of their failure), previews, an error. */
type Row = {
  id: string;
  rule: string;
  script: Script;
  pictures?: string[];
  previews?: string[];
  error?: object;
  facts?: object;
};

const ROWS: readonly Row[] = [
  {
    id: 'IR-01',
    rule: '§2.4: data is an array',
    script: replies.json(200, { created: 7, data: [{ url: null, b64_json: b64('one') }, { b64_json: b64('two') }] }),
    pictures: ['one', 'two'],
    facts: { createdS: 7 },
  },
  {
    id: 'IR-02',
    rule: '§2.4: data is an object',
    script: replies.json(200, { data: { b64_json: b64('one') } }),
    pictures: ['one'],
  },
  {
    id: 'IR-03',
    rule: '§2.4: data is an empty object',
    script: replies.json(200, { created: 1, data: {} }),
    error: { code: 'reply.empty', billed: 'unknown' },
  },
  {
    id: 'IR-04',
    rule: 'wild, Images: data is empty',
    script: replies.json(200, { created: 1, data: [] }),
    error: { code: 'reply.empty' },
  },
  {
    id: 'IR-05',
    rule: 'an image object without an envelope',
    script: replies.json(200, { b64_json: b64('one') }),
    pictures: ['one'],
  },
  {
    id: 'IR-06',
    rule: 'wild 4: empty strings are absent',
    script: replies.json(200, {
      data: [
        { b64_json: '', url: '', revised_prompt: '' },
        { b64_json: b64('two'), url: '' },
      ],
    }),
    pictures: ['two'],
  },
  {
    id: 'IR-07',
    rule: 'wild, Images: base64 takes precedence over an address',
    script: replies.json(200, { data: [{ url: 'https://never.example/x', b64_json: b64('one') }] }),
    pictures: ['one'],
  },
  {
    id: 'IR-08',
    rule: 'a data-URL prefix',
    script: replies.json(200, { data: [{ b64_json: `data:image/png;base64,${b64('one')}` }] }),
    pictures: ['one'],
  },
  {
    id: 'IR-09',
    rule: 'wrapped lines',
    script: replies.json(200, { data: [{ b64_json: b64('one and a half lines').replace(/.{4}/g, '$&\r\n') }] }),
    pictures: ['one and a half lines'],
  },
  {
    id: 'IR-10',
    rule: 'the URL-safe alphabet, without padding',
    script: replies.json(200, { data: [{ b64_json: Buffer.from('??>>~~a').toString('base64url') }] }),
    pictures: ['??>>~~a'],
  },
  {
    id: 'IR-11',
    rule: 'escaped slashes',
    script: replies.text(200, `{"data":[{"b64_json":"${b64('???').replaceAll('/', '\\/')}"}]}`),
    pictures: ['???'],
  },
  {
    id: 'IR-12',
    rule: 'wild, Images: an error in one item',
    script: replies.json(200, {
      data: [{ error: { code: 'X', message: 'not shown' } }, { b64_json: b64('two'), size: '2048×2048' }],
    }),
    pictures: ['result.failed', 'two'],
  },
  {
    id: 'IR-13',
    rule: 'wild, Images: usage counts what was billed',
    script: replies.json(200, { data: [{ b64_json: b64('one') }], usage: { generated_images: 3 } }),
    pictures: ['one'],
    facts: { generatedCount: 3, error: { code: 'reply.fewer', details: { asked: 1, arrived: 1, generated: 3 } } },
  },
  {
    id: 'IR-14',
    rule: 'indented JSON',
    script: replies.text(200, JSON.stringify({ data: [{ b64_json: b64('one') }] }, null, 2)),
    pictures: ['one'],
  },
  {
    id: 'IR-15',
    rule: 'wild, dialect 1: one event per picture, sorted by image_index, usage at the end',
    script: replies.pieces(part(1, 'two'), part(0, 'one'), USAGE, 'data: [DONE]\n\n'),
    pictures: ['one', 'two'],
    facts: { generatedCount: 2 },
  },
  {
    id: 'IR-16',
    rule: 'wild, dialect 1: one of them failed',
    script: replies.pieces(partFailed(0), part(1, 'two'), USAGE),
    pictures: ['result.failed', 'two'],
  },
  {
    id: 'IR-17',
    rule: 'a picture that arrives after its failure',
    script: replies.pieces(partFailed(0), part(0, 'one')),
    pictures: ['one'],
  },
  {
    id: 'IR-18',
    rule: 'two pictures with the same number are both kept: they were billed',
    script: replies.pieces(part(0, 'one'), part(0, 'two')),
    pictures: ['one', 'two'],
  },
  {
    id: 'IR-19',
    rule: 'wild, dialect 1: a top-level error',
    script: replies.pieces('data: {"error":{"message":"no channel"}}\n\n'),
    error: { code: 'relay.model_unavailable', billed: 'unknown' },
  },
  {
    id: 'IR-20',
    rule: 'pictures before an error are kept',
    script: replies.pieces(part(0, 'one'), event('error', { message: 'gone wrong' })),
    pictures: ['one'],
    facts: { error: { code: 'relay.refused', details: { relayMessage: 'gone wrong' } } },
  },
  {
    id: 'IR-21',
    rule: 'wild, dialect 2: completed contains the picture, after its previews',
    script: replies.pieces(preview('dim'), preview('dimmer', 1), completed('one'), completed('two')),
    pictures: ['one', 'two'],
    previews: ['dim', 'dimmer'],
  },
  {
    id: 'IR-22',
    rule: 'wild, dialect 2: the name of the other operation',
    script: replies.pieces(event('image_generation.completed', { b64_json: b64('one') })),
    pictures: ['one'],
  },
  {
    id: 'IR-23',
    rule: 'CRLF, comments, several data lines, no final newline',
    script: replies.pieces(
      ': hi\r\n\r\n',
      `data: {"type":"image_edit.completed",\r\ndata: "b64_json":"${b64('one')}"}`,
    ),
    pictures: ['one'],
  },
  {
    id: 'IR-24',
    rule: 'a value on a separate data line',
    script: replies.pieces(`data: {"type":"image_edit.completed","b64_json":\ndata: "${b64('one')}"}\n\n`),
    pictures: ['one'],
  },
  {
    id: 'IR-25',
    rule: 'wild, dialect 3: stream ignored, plain JSON',
    script: replies.json(200, { data: [{ b64_json: b64('one') }] }),
    pictures: ['one'],
  },
  {
    id: 'IR-26',
    rule: 'wild, dialect 3: newline-delimited JSON',
    script: replies.pieces(
      `{"type":"image_edit.partial_image","b64_json":"${b64('dim')}"}\n`,
      `{"type":"image_edit.completed","b64_json":"${b64('one')}"}\n`,
      '{"type":"image_edit.completed","usage":{"generated_images":1}}',
    ),
    pictures: ['one'],
    previews: ['dim'],
    facts: { generatedCount: 1 },
  },
  {
    id: 'IR-27',
    rule: 'an envelope inside an event',
    script: replies.pieces(`data: ${JSON.stringify({ created: 5, data: [{ b64_json: b64('one') }] })}\n\n`),
    pictures: ['one'],
    facts: { createdS: 5 },
  },
  {
    id: 'IR-28',
    rule: 'wild 8: cut after the first picture of an envelope, which is kept',
    script: replies.cutAfter(Buffer.from(`{"data":[{"b64_json":"${b64('one')}"},{"b64_json":"${b64('tw')}`)),
    pictures: ['one'],
    facts: { error: { code: 'reply.cut', retryable: false, billed: 'unknown' } },
  },
  {
    id: 'IR-29',
    rule: 'wild 8: cut inside the only picture',
    script: replies.cutAfter(Buffer.from(`{"data":[{"b64_json":"${b64('one')}`)),
    error: { code: 'outcome.unknown', billed: 'unknown' },
  },
  {
    id: 'IR-30',
    rule: 'wild 8: no answer',
    script: replies.hangUp(),
    error: { code: 'outcome.unknown', retryable: false },
  },
  {
    id: 'IR-31',
    rule: '200 with an error body',
    script: replies.json(200, { error: { message: 'busy just now' } }),
    error: { code: 'relay.refused', billed: 'unknown' },
  },
  {
    id: 'IR-32',
    rule: '200 with {code,msg} and no data',
    script: replies.json(200, { code: 1, msg: '失败', data: null }),
    error: { code: 'relay.refused', details: { relayMessage: '失败' } },
  },
  {
    id: 'IR-33',
    rule: '200 with nothing',
    script: replies.text(200, ''),
    error: { code: 'reply.empty', billed: 'unknown' },
  },
  {
    id: 'IR-34',
    rule: '200 with a JSON string',
    script: replies.json(200, 'not today'),
    error: { code: 'relay.refused', details: { relayMessage: 'not today' } },
  },
  { id: 'IR-35', rule: 'a web page', script: replies.text(200, '<!doctype html>'), error: { code: 'relay.web_page' } },
  { id: 'IR-36', rule: 'bytes nobody knows', script: replies.audio(pcmTone(0.1)), error: { code: 'reply.unreadable' } },
  {
    id: 'IR-37',
    rule: 'refused prompt (400)',
    script: replies.json(400, { error: { message: 'sensitive words' } }),
    error: { code: 'relay.content_refused', billed: 'no' },
  },
  {
    id: 'IR-38',
    rule: 'too large (413)',
    script: replies.text(413, ''),
    error: { code: 'relay.too_large', billed: 'no' },
  },
];

it.each(ROWS)('$rule', async ({ script, pictures = [], previews = [], error, facts = {} }) => {
  const { relay, edit } = await openClient();
  relay.answerWith(script);
  const edited = await edit(editRequest({ options: { previews: true } }));
  if (error) expect(edited.result).toMatchObject({ ok: false, error });
  else expect(edited.result).toMatchObject({ ok: true, data: { error: null, ...facts } });
  expect(edited.pictures).toEqual(pictures);
  expect(edited.previews.map(String)).toEqual(previews);
  expect(relay.requests).toHaveLength(1);
  const wanted = new Set([...pictures, ...previews]);
  for (const file of edited.opened) expect(file.isDiscarded()).toBe(!wanted.has(file.bytes().toString()));
});

describe('addresses', () => {
  // IR-40
  it('§2.4, wild 5: a url is fetched at once, without the key', async () => {
    const { relay, edit } = await openClient();
    const data = [{ url: `${relay.baseUrl}/1.png`, b64_json: null }];
    relay.answerWith(replies.json(200, { data }), replies.text(200, 'one'));
    expect((await edit()).pictures).toEqual(['one']);
    expect(relay.requests[1]).toMatchObject({ method: 'GET', path: '/1.png' });
    expect(relay.requests[1]?.headers).not.toHaveProperty('authorization');
  });

  // IR-41
  it('a picture whose url has expired was generated and billed; the key in the url is not shown', async () => {
    const { relay, edit } = await openClient();
    const data = [{ url: `${relay.baseUrl}/gone?k=${encodeURIComponent(KEY)}` }];
    relay.answerWith(replies.json(200, { data }), replies.text(404, ''));
    const { result } = await edit();
    expect(result).toMatchObject({
      data: { pictures: [{ outcome: { error: { code: 'result.lost', billed: 'yes' } } }] },
    });
    expect(JSON.stringify(result)).not.toContain('canary');
  });

  // IR-42, attack 29
  it('a url inside the private network is not fetched', async () => {
    const { relay, edit } = await openClient();
    relay.answerWith(replies.json(200, { data: [{ url: 'http://127.0.0.1:9/x.png' }, { url: 'https://10.0.0.1/x' }] }));
    expect((await edit()).pictures).toEqual(['result.refused', 'result.refused']);
    expect(relay.requests).toHaveLength(1);
  });
});

// bound characters-of-revised-prompt
it('a revised prompt is kept up to the declared length, beyond what the app itself sends', async () => {
  const { relay, edit } = await openClient();
  const long = '改'.repeat(BOUNDS.charactersOfRevisedPrompt + 1);
  relay.answerWith(replies.json(200, { data: [{ b64_json: b64('one'), revised_prompt: long }] }));
  const { result } = await edit();
  expect(result).toMatchObject({ ok: true, data: { pictures: [{ revisedPrompt: long.slice(1) }] } });
  expect(BOUNDS.charactersOfRevisedPrompt).toBeGreaterThanOrEqual(102_000);
});

// IR-43
it('the key is removed from the texts of a reply: revised prompt, item errors', async () => {
  const { relay, edit } = await openClient();
  relay.answerWith(
    replies.json(200, {
      data: [{ b64_json: b64('one'), revised_prompt: KEY }, { error: { message: KEY, code: KEY } }],
    }),
  );
  const { result } = await edit();
  expect(JSON.stringify(result)).not.toContain('canary');
});

/** Receives a reply whose bytes are split at these offsets. */
async function receiveCut(text: string, cuts: readonly number[]) {
  const bytes = Buffer.from(text);
  const previews: string[] = [];
  const receiver = createEditReceiver<MemoryFile>({
    openFile: async () => memoryFile(),
    onPreview: async (file, isFinished) => {
      if (!isFinished) previews.push(file.bytes().toString());
    },
  });
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  for (const [i, from] of places.slice(0, -1).entries()) await receiver.push(bytes.subarray(from, places[i + 1]));
  const { pictures, ...rest } = await receiver.end();
  const sources = pictures.map(({ source }) => (source.kind === 'file' ? source.file.bytes().toString() : source));
  return { ...rest, sources, previews };
}

// IR-44
describe('the result does not depend on how the bytes are split', () => {
  it.each([
    [
      'an envelope',
      JSON.stringify({
        created: 1,
        data: [{ b64_json: b64('一张图片'), revised_prompt: '涂成蓝色' }, { b64_json: b64('two') }],
      }),
    ],
    ['events', preview('dim') + partFailed(2) + part(1, '二') + part(0, 'one') + USAGE],
    ['events with CRLF', event('image_edit.completed', { b64_json: b64('one'), revised_prompt: '蓝色' }, '\r\n')],
    ['lines', `{"type":"image_edit.completed","b64_json":"${b64('one')}"}\n{"error":{"message":"坏了"}}\n`],
    ['an error', JSON.stringify({ error: { message: '无可用渠道，请稍后再试，谢谢。'.repeat(5) } })],
  ])('%s', async (_name, text) => {
    const whole = await receiveCut(text, []);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { maxLength: 30 }), async (cuts) => {
        expect(await receiveCut(text, cuts)).toEqual(whole);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('limits', () => {
  // IR-45, attack 31, attack 51
  it('reading stops before an endless line fills the memory', async () => {
    const receiver = createEditReceiver<MemoryFile>({
      openFile: async () => memoryFile(),
      onPreview: async () => undefined,
    });
    const chunk = Buffer.alloc(1024 * 1024, 'word. ');
    await receiver.push(Buffer.from('data: {"type":"image_edit.completed","words_without_end":"'));
    for (let i = 0; i < 20 && !receiver.problem(); i++) await receiver.push(chunk);
    expect(receiver.problem()).toBe('reply.too_complex');
  });

  // IR-46, attack 30
  it('a picture over 64 MiB is discarded while it arrives, the others are kept', async () => {
    const { relay, edit } = await openClient();
    relay.answerWith(async (response) => {
      response.writeHead(200).write('{"data":[{"b64_json":"');
      const chunk = 'A'.repeat(4 * 1024 * 1024);
      for (let i = 0; i < 22; i++) await new Promise((sent) => response.write(chunk, sent));
      response.end(`"},{"b64_json":"${b64('two')}"}]}`);
    });
    const { pictures, opened } = await edit();
    expect(pictures).toEqual(['reply.too_large', 'two']);
    expect(opened[0]?.isDiscarded()).toBe(true);
  });

  /** A receiver that has received this text, and the files it opened for it. */
  async function receive(text: string) {
    const opened: MemoryFile[] = [];
    const openFile = async (): Promise<MemoryFile> => {
      const file = memoryFile();
      opened.push(file);
      return file;
    };
    const receiver = createEditReceiver<MemoryFile>({ openFile, onPreview: async () => undefined });
    await receiver.push(Buffer.from(text));
    return { receiver, opened };
  }

  // IR-47, attack 36
  it('the file of what is no picture is discarded, that of a picture is kept, whole or not', async () => {
    const long = b64('n'.repeat(MIN_RUN_LENGTH));
    const { receiver, opened } = await receive(
      `{"data":[{"b64_json":"${b64(PNG)}"},{"other":"${long}"},{"b64_json":"${b64(OTHER_PNG).slice(0, -9)}`,
    );
    expect((await receiver.end()).pictures).toHaveLength(2);
    expect(opened.map((file) => file.isDiscarded())).toEqual([false, true, false]);
  });

  it('where the text around them makes no sense, only what is a picture is kept', async () => {
    const long = b64('n'.repeat(MIN_RUN_LENGTH));
    const { receiver, opened } = await receive(`{"data": nonsense "${long}" "${b64(PNG)}"`);
    expect((await receiver.end()).pictures).toHaveLength(1);
    expect(opened.map((file) => file.isDiscarded())).toEqual([true, false]);
  });

  // IR-48, bound pictures-of-reply
  it('an unlimited number of pictures is refused', async () => {
    const one = `{"b64_json":"${'A'.repeat(MIN_RUN_LENGTH)}"},`;
    const pictures = (count: number): string => `{"data":[${one.repeat(count)}`;
    expect((await receive(pictures(200))).receiver.problem()).toBe(undefined);
    expect((await receive(pictures(201))).receiver.problem()).toBe('reply.too_complex');
  });

  // attack 33, bound json-of-reply
  it.each([
    ['nested too deeply', `{"data":${'['.repeat(1000)}`],
    ['with too many failures', `{"data":[${'{"error":"no"},'.repeat(BOUNDS.picturesOfReply)}{"error":"no"}]}`],
  ])('what is %s is said to be more than is read', async (_how, text) => {
    const { receiver } = await receive(text);
    await receiver.end();
    expect(receiver.problem()).toBe('reply.too_complex');
  });

  // bound previews-of-reply
  it('shows as many previews as are declared, and takes the results after them', async () => {
    const previews = Array.from({ length: BOUNDS.previewsOfReply + 50 }, (_, index) => preview(`dim ${index}`, index));
    let shown = 0;
    const receiver = createEditReceiver({
      openFile: async () => memoryFile(),
      onPreview: async () => {
        shown++;
      },
    });
    for (const text of [...previews, completed('one')]) await receiver.push(Buffer.from(text));
    expect((await receiver.end()).pictures).toHaveLength(1);
    // The finished picture is shown as well.
    expect(shown).toBe(BOUNDS.previewsOfReply + 1);
  });
});
