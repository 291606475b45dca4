import { expect, it } from 'vitest';
import type { Dialect } from '../../shared/connection/connections.ts';
import { type OptionName, REQUEST_FORMS } from '../../shared/images/edit-fields.ts';
import { carries, OPTION_NAMES, optionField, wireName } from '../../shared/images/field-rules.ts';
import { type EditChange, editRequest } from '../../shared/testing/edit-request.ts';
import { type RecordedRequest, replies } from '../../tests/fakes/scripted-relay.ts';
import { KEY, openClient } from '../../tests/support/relay-client.ts';

const PICTURE = Buffer.from(Array.from({ length: 1000 }, (_, i) => (i * 31) % 256));
const OTHER = Buffer.from('another picture');
const MASK = Buffer.from('a mask');
const DATA_URL = `data:image/png;base64,${PICTURE.toString('base64')}`;
const MEDIA = editRequest().pictures;
const ADDRESS = { kind: 'address', url: 'https://pictures.example/a "b".png' } as const;

/** Replies with one picture, so that a request succeeds. */
const FINE = replies.json(200, { data: [{ b64_json: 'QQ==' }] });

/** A part of a multipart body: text, or a file's bytes, name and type. */
type Part = [name: string, value: string | { bytes: Buffer; name: string; type: string }];

async function partsOf({ bytes, headers }: RecordedRequest): Promise<Part[]> {
  const response = new Response(new Uint8Array(bytes), { headers: { 'content-type': headers['content-type'] ?? '' } });
  return Promise.all(
    [...(await response.formData())].map(async ([name, value]): Promise<Part> => {
      if (typeof value === 'string') return [name, value];
      return [name, { bytes: Buffer.from(await value.arrayBuffer()), name: value.name, type: value.type }];
    }),
  );
}

async function send(change: EditChange, dialect: Partial<Dialect> = {}, mask?: Uint8Array): Promise<RecordedRequest> {
  const { relay, edit } = await openClient(dialect);
  relay.answerWith(FINE);
  const { result } = await edit(editRequest(change), { pictures: [PICTURE, OTHER], ...(mask && { mask }) });
  expect(result.ok).toBe(true);
  const [sent, ...more] = relay.requests;
  expect(more).toHaveLength(0);
  if (!sent) throw new Error('Nothing was sent');
  expect(Number(sent.headers['content-length']), 'the size is sent first').toBe(sent.bytes.length);
  return sent;
}

/** The expected value of a field in the request; undefined if it must be absent. */
type Row = {
  id: string;
  rule: string;
  ask?: EditChange;
  dialect?: Partial<Dialect>;
  field: string;
  value: unknown;
};

const ALL = {
  size: '2560x1440',
  variations: 2,
  quality: 'high',
  background: 'opaque',
  outputFormat: 'webp',
  outputCompression: 80,
  moderation: 'low',
  responseFormat: 'b64_json',
  watermark: true,
} as const;

const MULTIPART: readonly Row[] = [
  { id: 'IA-01', rule: '§4.2 rule 1: model', field: 'model', value: 'image-edit-5-0-260128' },
  { id: 'IA-02', rule: 'prompt', ask: { prompt: '把它变蓝' }, field: 'prompt', value: '把它变蓝' },
  { id: 'IA-03', rule: 'n', ask: { options: ALL }, field: 'n', value: '2' },
  { id: 'IA-04', rule: 'n omitted', field: 'n', value: undefined },
  { id: 'IA-05', rule: 'size', ask: { options: ALL }, field: 'size', value: '2560x1440' },
  { id: 'IA-06', rule: 'size omitted', ask: { options: { size: null } }, field: 'size', value: undefined },
  { id: 'IA-07', rule: 'quality', ask: { options: ALL }, field: 'quality', value: 'high' },
  { id: 'IA-08', rule: 'response_format', ask: { options: ALL }, field: 'response_format', value: 'b64_json' },
  { id: 'IA-09', rule: '§4.2 rule 5: response_format omitted', field: 'response_format', value: undefined },
  { id: 'IA-10', rule: 'background', ask: { options: ALL }, field: 'background', value: 'opaque' },
  { id: 'IA-11', rule: 'output_format', ask: { options: ALL }, field: 'output_format', value: 'webp' },
  { id: 'IA-12', rule: 'output_compression', ask: { options: ALL }, field: 'output_compression', value: '80' },
  { id: 'IA-13', rule: 'moderation', ask: { options: ALL }, field: 'moderation', value: 'low' },
  { id: 'IA-14', rule: 'watermark', ask: { options: ALL }, field: 'watermark', value: 'true' },
  { id: 'IA-15', rule: 'wild 3: watermark is sent although false is the default', field: 'watermark', value: 'false' },
  { id: 'IA-16', rule: 'user', dialect: { endUserId: 'me' }, field: 'user', value: 'me' },
  { id: 'IA-17', rule: 'user omitted', field: 'user', value: undefined },
  {
    id: 'IA-18',
    rule: 'image: a file byte for byte',
    field: 'image',
    value: { bytes: PICTURE, name: 'image-1.png', type: 'image/png' },
  },
];

it.each(MULTIPART)('§2.3 multipart, $rule', async ({ ask = {}, dialect, field, value }) => {
  const parts = await partsOf(await send({ form: 'multipart', ...ask }, dialect));
  expect(Object.fromEntries(parts)[field]).toEqual(value);
});

// IA-19
it('§2.3 multipart, mask: a PNG file', async () => {
  const parts = await partsOf(await send({ form: 'multipart' }, {}, MASK));
  expect(parts.at(-1)).toEqual(['mask', { bytes: MASK, name: 'mask.png', type: 'image/png' }]);
});

it.each([
  // IA-20
  ['image', 'repeated image parts'],
  // IA-21
  ['image[]', 'image[] if the relay requires it'],
] as const)('wild, Images: several files as %s (%s)', async (picturePart, _how) => {
  const parts = await partsOf(await send({ form: 'multipart', pictures: [...MEDIA, ...MEDIA] }, { picturePart }));
  const files = parts.filter(([, value]) => typeof value !== 'string');
  expect(files).toMatchObject([
    [picturePart, { bytes: PICTURE }],
    [picturePart, { bytes: OTHER }],
  ]);
});

const JSON_FORM: readonly Row[] = [
  { id: 'IB-01', rule: '§4.2 rule 1: model', field: 'model', value: 'image-edit-5-0-260128' },
  { id: 'IB-02', rule: 'prompt', ask: { prompt: '把 "它" 变蓝' }, field: 'prompt', value: '把 "它" 变蓝' },
  { id: 'IB-03', rule: 'image as a data URL', field: 'image', value: DATA_URL },
  {
    id: 'IB-04',
    rule: 'image as bare Base64',
    dialect: { pictureText: 'base64' },
    field: 'image',
    value: PICTURE.toString('base64'),
  },
  { id: 'IB-05', rule: 'image as an address', ask: { pictures: [ADDRESS] }, field: 'image', value: ADDRESS.url },
  {
    id: 'IB-06',
    rule: '§4.2 rule 3: image as an array of both',
    ask: { pictures: [...MEDIA, ADDRESS] },
    field: 'image',
    value: [DATA_URL, ADDRESS.url],
  },
  { id: 'IB-07', rule: 'size', ask: { options: ALL_JSON() }, field: 'size', value: '2560x1440' },
  { id: 'IB-08', rule: 'size omitted', ask: { options: { size: null } }, field: 'size', value: undefined },
  { id: 'IB-09', rule: 'response_format', ask: { options: ALL_JSON() }, field: 'response_format', value: 'url' },
  { id: 'IB-10', rule: '§4.2 rule 5: response_format omitted', field: 'response_format', value: undefined },
  { id: 'IB-11', rule: 'wild 3: watermark is sent, as its defaults disagree', field: 'watermark', value: false },
  { id: 'IB-12', rule: 'watermark', ask: { options: ALL_JSON() }, field: 'watermark', value: true },
  { id: 'IB-13', rule: '§4.2 rule 6: stream', ask: { options: { previews: true } }, field: 'stream', value: true },
  { id: 'IB-14', rule: 'stream omitted', field: 'stream', value: undefined },
  {
    id: 'IB-15',
    rule: 'user is not a field of this form',
    dialect: { endUserId: 'me' },
    field: 'user',
    value: undefined,
  },
  {
    id: 'IB-16',
    rule: 'more pictures than recommended are sent (§8)',
    ask: { pictures: Array.from({ length: 15 }, () => ADDRESS) },
    field: 'image',
    value: Array.from({ length: 15 }, () => ADDRESS.url),
  },
];

function ALL_JSON() {
  return { size: '2560x1440', responseFormat: 'url', watermark: true } as const;
}

it.each(JSON_FORM)('§2.3 JSON, $rule', async ({ ask = {}, dialect, field, value }) => {
  const body = JSON.parse((await send({ form: 'json', ...ask }, dialect)).body);
  expect(body[field]).toEqual(value);
});

// IC-01
it.each(['multipart', 'json'] as const)(
  '§4.2, §5: one POST to /v1/images/edits with the bearer key (%s)',
  async (form) => {
    const sent = await send({ form });
    expect(sent).toMatchObject({
      method: 'POST',
      path: '/v1/images/edits',
      headers: { authorization: `Bearer ${KEY}` },
    });
    expect(sent.headers['content-type']).toMatch(
      form === 'multipart' ? /^multipart\/form-data; boundary=/ : /^application\/json$/,
    );
  },
);

/** A value of an option that differs from its initial value. */
function anyValue(name: OptionName): string | number | boolean | undefined {
  const { value } = optionField(name);
  if (value.type === 'choice') return value.of.at(-1);
  if (value.type === 'size') return '2560x1440';
  return value.type === 'switch' ? true : value.min + 1;
}

// IC-17
it.each(REQUEST_FORMS)('§2.3 %s: every option of the form is sent, and no other', async (form) => {
  const names = OPTION_NAMES.filter((name) => carries(form, name));
  const options = Object.fromEntries(names.map((name) => [name, anyValue(name)]));
  const sent = await send({ form, options });
  const fields = form === 'json' ? JSON.parse(sent.body) : Object.fromEntries(await partsOf(sent));
  const { model, prompt, image, ...others } = fields;
  const values = names.map((name) => [wireName(name), form === 'json' ? anyValue(name) : String(anyValue(name))]);
  expect(others).toEqual(Object.fromEntries(values));
});

it.each<[string, EditChange, string]>([
  // IC-02
  ['§4.2 rule 2: prompt is required', { prompt: '  ' }, 'prompt'],
  // IC-03
  ['§4.2 rule 2: image is required', { pictures: [] }, 'image'],
  // IC-04
  ['§2.3 multipart takes no address', { form: 'multipart', pictures: [ADDRESS] }, 'image'],
  // IC-05
  ['§4.2 rule 4: size has a shape', { options: { size: '2K' } }, 'size'],
  // IC-06
  ['§4.2 rule 4: fewer than 3 686 400 pixels', { options: { size: '1919x1920' } }, 'size'],
  // IC-07
  ['wild, Images: more pixels than the connection takes', { options: { size: '8192x8192' } }, 'size'],
  // IC-08
  ['wild, Images: longer than the connection takes', { options: { size: '16000x900' } }, 'size'],
  // IC-09
  ['§2.3 n is at least 1', { form: 'multipart', options: { variations: 0 } }, 'n'],
  // IC-10
  ['§2.3 JSON has no n', { options: { variations: 2 } }, 'n'],
  // IC-11
  [
    '§2.3 output_compression up to 100',
    { form: 'multipart', options: { outputFormat: 'jpeg', outputCompression: 101 } },
    'output_compression',
  ],
  // IC-12
  [
    '§2.3 output_compression is for lossy formats',
    { form: 'multipart', options: { outputCompression: 90 } },
    'output_compression',
  ],
  // IC-13
  ['§2.3 multipart has no stream', { form: 'multipart', options: { previews: true } }, 'stream'],
])('%s: refused before anything is sent', async (_rule, ask, field) => {
  const { relay, edit } = await openClient();
  expect((await edit(editRequest(ask))).result).toMatchObject({
    ok: false,
    error: { code: 'input.invalid', billed: 'no', details: { field } },
  });
  expect(relay.requests).toHaveLength(0);
});

// IC-14
it('wild 7: the time limit of the connection is observed, and the outcome is unknown', async () => {
  const { relay, edit } = await openClient({ imageTimeoutS: 0.05 });
  relay.answerWith(replies.silence());
  expect((await edit()).result).toMatchObject({ ok: false, error: { code: 'outcome.unknown', retryable: false } });
});

// IC-15
it('wild, Images: the pixel limit and the ratio of the connection are observed', async () => {
  const { relay, edit } = await openClient({ maxPixels: 67_108_864, maxRatio: 20 });
  relay.answerWith(FINE);
  for (const size of ['8192x8192', '16000x900'])
    expect((await edit(editRequest({ options: { size } }))).result.ok).toBe(true);
});

// IC-16
it('wild, Images: a tier word is sent instead of a size if the connection supports tiers', async () => {
  const { relay, edit } = await openClient({ hasSizeTiers: true });
  relay.answerWith(FINE);
  await edit(editRequest({ options: { size: '2K' } }));
  expect(JSON.parse(relay.requests[0]?.body ?? '{}').size).toBe('2K');
});
