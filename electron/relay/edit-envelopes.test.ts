import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editRequest } from '../../shared/testing/edit-request.ts';
import { replies } from '../../tests/fakes/scripted-relay.ts';
import { type MemoryFile, memoryFile, openClient } from '../../tests/support/relay-client.ts';
import { runs } from '../../tests/support/runs.ts';
import { createEditReceiver } from './edit-receiver.ts';

/** Bytes that start as a PNG or a JPEG does. */
const png = (text: string): Buffer => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(text)]);
const jpeg = (text: string): Buffer => Buffer.concat([Buffer.from('\xff\xd8\xff\xe0', 'latin1'), Buffer.from(text)]);
const [SMALL, OTHER, LARGE] = [png('small'), jpeg('other'), png('a large picture '.repeat(3000))];
const b64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const dataUrl = (bytes: Uint8Array): string => `data:image/png;base64,${b64(bytes)}`;

/** A picture whose base64 has every character, as a compressed one has. */
const NOISE = Buffer.concat([
  LARGE.subarray(0, 8),
  Buffer.from(Uint8Array.from({ length: 40_000 }, (_, i) => (i * i * 31 + (i >> 3) * 7) % 256)),
]);
const FORMS: Readonly<Record<string, string>> = {
  'blanks in place of plus': b64(NOISE).replaceAll('+', ' '),
  'percent-encoded': encodeURIComponent(b64(NOISE)),
  'url-safe': NOISE.toString('base64url'),
  'in lines': b64(NOISE).replace(/.{76}/g, '$&\r\n'),
  'a data URL with a blank after the comma': `data:image/png;base64, ${b64(NOISE)}`,
  'a data URL with blanks in place of plus': dataUrl(NOISE).replaceAll('+', ' '),
};

/** A reply, and the pictures that are in it. `/1` and `/2` are addresses at the relay. */
type Row = { id: string; rule: string; body: string | object; pictures: (Buffer | string)[]; error?: object };

const ROWS: readonly Row[] = [
  { id: 'IR-80', rule: 'images: strings', body: { images: [b64(SMALL), dataUrl(LARGE)] }, pictures: [SMALL, LARGE] },
  {
    id: 'IR-81',
    rule: 'images: objects, with base64 under any name',
    body: { code: 0, message: 'success', images: [{ image: b64(OTHER) }, { base64: b64(LARGE), revised_prompt: 'p' }] },
    pictures: [OTHER, LARGE],
  },
  {
    id: 'IR-82',
    rule: 'a bare array',
    body: [{ b64_json: b64(LARGE) }, { b64_json: b64(SMALL) }],
    pictures: [LARGE, SMALL],
  },
  { id: 'IR-83', rule: 'data inside data', body: { data: { data: [{ b64_json: b64(SMALL) }] } }, pictures: [SMALL] },
  { id: 'IR-84', rule: 'a string in result', body: { result: b64(LARGE), status: 'succeeded' }, pictures: [LARGE] },
  { id: 'IR-85', rule: 'a data URL as url', body: { data: [{ url: dataUrl(LARGE) }] }, pictures: [LARGE] },
  {
    id: 'IR-110',
    rule: 'base64 as a form or a program left it',
    body: { data: Object.values(FORMS).map((text, i) => (i % 2 === 0 ? { b64_json: text } : { url: text })) },
    pictures: Object.values(FORMS).map(() => NOISE),
  },
  {
    id: 'IR-111',
    rule: 'short base64 as a form left it, under any name',
    body: { image: b64(NOISE.subarray(0, 3000)).replaceAll('+', ' ') },
    pictures: [NOISE.subarray(0, 3000)],
  },
  {
    id: 'IR-112',
    rule: 'base64 in url, short and long',
    body: { data: [{ url: b64(SMALL) }, { url: b64(LARGE) }] },
    pictures: [SMALL, LARGE],
  },
  { id: 'IR-86', rule: 'a JSON string', body: JSON.stringify(dataUrl(SMALL)), pictures: [SMALL] },
  { id: 'IR-87', rule: 'the picture itself', body: 'RAW', pictures: [LARGE] },
  {
    id: 'IR-88',
    rule: 'a chat message with a picture in Markdown',
    body: { choices: [{ message: { role: 'assistant', content: `Here it is: ![image](${dataUrl(LARGE)}) Enjoy!` } }] },
    pictures: [LARGE],
  },
  {
    id: 'IR-89',
    rule: 'a chat message in parts, with an address',
    body: { choices: [{ message: { content: [{ type: 'image_url', image_url: { url: '{relay}/1.png' } }] } }] },
    pictures: ['/1.png'],
  },
  {
    id: 'IR-100',
    rule: 'a chat message that is an address',
    body: { choices: [{ message: { content: ' {relay}/1.png ' } }] },
    pictures: ['/1.png'],
  },
  {
    id: 'IR-101',
    rule: 'data URLs with a blank after the comma: as a field, in Markdown, short and long',
    body: {
      images: [dataUrl(SMALL).replace(',', ', '), dataUrl(LARGE).replace(',', ', ')],
      content: `![a](${dataUrl(OTHER).replace(',', ', ')})`,
    },
    pictures: [SMALL, LARGE, OTHER],
  },
  { id: 'IR-90', rule: 'output: addresses', body: { output: ['{relay}/1', '{relay}/2'] }, pictures: ['/1', '/2'] },
  {
    id: 'IR-91',
    rule: 'the same address twice',
    body: { url: null, image: '{relay}/1', image_url: '{relay}/1' },
    pictures: ['/1'],
  },
  {
    id: 'IR-92',
    rule: 'the same picture under two names, and the picture of the request',
    body: { output: { image: b64(LARGE), data: b64(LARGE) }, input: { image: b64(SMALL) }, prompt: dataUrl(OTHER) },
    pictures: [LARGE],
  },
  {
    id: 'IR-79',
    rule: 'a stream whose last event repeats the picture',
    body: ['partial_image', 'output_item.done', 'completed']
      .map((type, i) => `data: ${JSON.stringify({ type, item: { result: b64(i === 0 ? OTHER : LARGE) } })}\n\n`)
      .join(''),
    pictures: [LARGE],
  },
  {
    id: 'IR-93',
    rule: 'NaN and a trailing comma',
    body: `{"created":NaN,"data":[{"b64_json":"${b64(LARGE)}"},{"b64_json":"${b64(OTHER)}"},],}`,
    pictures: [LARGE, OTHER],
  },
  {
    id: 'IR-94',
    rule: 'two objects, one after another',
    body: `{"data":[{"b64_json":"${b64(LARGE)}"}]}{"data":[{"b64_json":"${b64(SMALL)}"}],"usage":{"generated_images":2}}`,
    pictures: [LARGE, SMALL],
  },
  {
    id: 'IR-95',
    rule: 'other text around it, and single quotes',
    body: `It's done: {'data': [{'b64_json': '${b64(LARGE)}'}]} -- bye`,
    pictures: [LARGE],
  },
  {
    id: 'IR-96',
    rule: 'an envelope that ends inside its second picture, though the connection did not',
    body: `{"data":[{"b64_json":"${b64(SMALL)}"},{"b64_json":"${b64(LARGE).slice(0, 40_000)}`,
    pictures: [SMALL, LARGE.subarray(0, 30_000)],
    error: { code: 'reply.cut', details: { reason: 'noEnd' } },
  },
  {
    id: 'IR-97',
    rule: 'pictures beside an error: they are kept, and the error is said',
    body: { images: [b64(SMALL)], error: { message: 'one was lost' } },
    pictures: [SMALL],
    error: { code: 'relay.refused', details: { relayMessage: 'one was lost' } },
  },
];

it.each(ROWS)('$rule', async ({ body, pictures, error }) => {
  const { relay, edit } = await openClient();
  const text = (typeof body === 'string' ? body : JSON.stringify(body)).replaceAll('{relay}', relay.baseUrl);
  relay.answerWith(body === 'RAW' ? replies.audio(LARGE) : replies.text(200, text), (response, { path }) =>
    response.writeHead(200).end(path),
  );
  const { result } = await edit();
  expect(result).toMatchObject({ ok: true, data: { error: error ?? null } });
  const bytes = result.ok ? result.data.pictures.map(({ outcome }) => outcome.ok && outcome.data.bytes()) : [];
  expect(bytes.map(String)).toEqual(pictures.map(String));
});

// attack 56
it('base64 in an address is never requested, nor what stands for it while the reply is read', async () => {
  const long = 'A'.repeat(40_000);
  const bodies = [
    { data: [{ url: b64(LARGE) }] },
    { data: [{ url: long }] },
    { data: [{ url: `{relay}/${long}` }] },
    { data: [{ url: `{relay}/picture.png?token=${long}` }] },
    { image_url: `{relay}/${long}.png` },
    { image: long, output: [`{relay}/a?b=${long}`] },
    { data: [{ url: long }, { url: long }] },
    { choices: [{ message: { content: `![image]({relay}/${long})` } }] },
  ];
  for (const body of bodies) {
    const { relay, edit } = await openClient();
    relay.answerWith(replies.text(200, JSON.stringify(body).replaceAll('{relay}', relay.baseUrl)));
    await edit();
    expect(relay.requests.map(({ path }) => path)).toHaveLength(1);
  }
});

// IR-98
it('three were asked for and generated, one came', async () => {
  const { relay, edit } = await openClient();
  relay.answerWith(replies.json(200, { data: [{ b64_json: b64(SMALL) }], usage: { generated_images: 3 } }));
  const { result } = await edit(editRequest({ form: 'multipart', options: { variations: 3 } }));
  expect(result).toMatchObject({
    data: { error: { code: 'reply.fewer', billed: 'unknown', details: { asked: 3, arrived: 1, generated: 3 } } },
  });
});

/** Receives a reply whose bytes are split at these offsets. */
async function receiveCut(body: Uint8Array, cuts: readonly number[]) {
  const opened: MemoryFile[] = [];
  const openFile = async (): Promise<MemoryFile> => {
    const file = memoryFile();
    opened.push(file);
    return file;
  };
  const receiver = createEditReceiver<MemoryFile>({ openFile, onPreview: async () => undefined });
  const places = [0, ...cuts.map((cut) => cut % (body.length + 1)).sort((a, b) => a - b), body.length];
  for (const [i, from] of places.slice(0, -1).entries()) await receiver.push(body.subarray(from, places[i + 1]));
  const { pictures, ...rest } = await receiver.end();
  const sources = pictures.map(({ source }) => (source.kind === 'file' ? b64(source.file.bytes()) : source));
  const kept = opened.filter((file) => !file.isDiscarded()).length;
  return { ...rest, sources, kept };
}

const cuts = fc.array(fc.nat(), { maxLength: 12 });
/** JSON around a value, with other fields beside it. */
const around = fc.array(
  fc.tuple(
    fc.constantFrom('data', 'images', 'result', 'x', '图'),
    fc.dictionary(fc.constantFrom('id', 'message', 'n', 'é'), fc.oneof(fc.constantFrom('Success', '', null), fc.nat())),
    fc.boolean(),
  ),
  { maxLength: 5 },
);

// IR-99
describe('whatever is around it, and however it is split', () => {
  it('the pictures come out byte for byte, and no file is left behind', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(SMALL, OTHER, LARGE), around, cuts, async (picture, layers, where) => {
        const value = layers.reduce<unknown>(
          (inside, [name, beside, isArray]) => ({ ...beside, [name]: isArray ? [inside] : inside }),
          b64(picture),
        );
        const { sources, kept } = await receiveCut(Buffer.from(JSON.stringify(value)), where);
        expect(sources).toEqual([b64(picture)]);
        expect(kept).toBe(1);
      }),
      { numRuns: runs(100) },
    );
  });

  it('an envelope that is cut anywhere gives every whole picture before the cut', async () => {
    const body = Buffer.from(JSON.stringify({ data: [SMALL, LARGE, OTHER].map((one) => ({ b64_json: b64(one) })) }));
    await fc.assert(
      fc.asyncProperty(fc.nat(body.length), cuts, async (end, where) => {
        const came = body.subarray(0, end);
        const { sources } = await receiveCut(came, where);
        const whole = [SMALL, LARGE, OTHER].map(b64).filter((text) => came.includes(`${text}"`));
        expect(sources.slice(0, whole.length)).toEqual(whole);
        expect(sources.length - whole.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: runs(100) },
    );
  });

  it.each(ROWS.filter(({ body }) => body !== 'RAW'))('the result is the same: $rule', async ({ body }) => {
    const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    const whole = await receiveCut(bytes, []);
    await fc.assert(
      fc.asyncProperty(cuts, async (where) => {
        expect(await receiveCut(bytes, where)).toEqual(whole);
      }),
      { numRuns: runs(15) },
    );
  });

  it('no bytes make the receiver throw', async () => {
    const broken = fc.string({ unit: fc.constantFrom(...'{}[]",:\'\\ aA1\n', 'data: ', '"b64_json":', b64(SMALL)) });
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc.json().map((text) => Buffer.from(text)),
      broken.map((text) => Buffer.from(text)),
    );
    await fc.assert(
      fc.asyncProperty(bytes, cuts, async (body, where) => {
        expect(await receiveCut(body, where)).toHaveProperty('sources');
      }),
      { numRuns: runs(300) },
    );
  });
});
