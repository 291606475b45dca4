import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { EditMask, EditRequest } from '../../shared/contract/images.ts';
import { editOptions } from '../../shared/testing/edit-options.ts';
import { type EditChange, editRequest } from '../../shared/testing/edit-request.ts';
import { type RecordedRequest, replies, type Script, startScriptedRelay } from '../../tests/fakes/scripted-relay.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { openJobSide, startJobSide } from '../../tests/support/job-side.ts';
import { manualClock } from '../../tests/support/manual-clock.ts';

const picture = (colour: string) =>
  sharp({ create: { width: 8, height: 6, channels: 4, background: colour } })
    .png()
    .toBuffer();
const base64 = async (colour: string) => (await picture(colour)).toString('base64');

/** A library and job queue with two stored pictures, and requests that use them. */
async function start(options: Parameters<typeof startJobSide>[0] = {}) {
  const side = await startJobSide(options);
  const [source, mask] = await Promise.all(['red', '#00000000'].map(picture));
  const stored = await side.importPicture(source ?? Buffer.alloc(0));
  const storedMask = await side.importPicture(mask ?? Buffer.alloc(0));
  if (!stored.ok || !storedMask.ok) throw new Error('not stored');
  const { mediaId } = stored.data;
  const request = (change: EditChange = {}): EditRequest => editRequest(change, mediaId);
  const run = async (asked: EditRequest, script: Script, state: 'done' | 'failed' | 'unknown' = 'done') => {
    side.relay.answerWith(script);
    const { id } = await side.queue.add('edit', asked);
    await side.reaches(id, state);
    return side.store.find(id);
  };
  const maskIds: EditMask = {
    coverageMediaId: storedMask.data.mediaId,
    wireMediaId: storedMask.data.mediaId,
    choice: 'automatic',
    annotatedMediaId: null,
    sentPrompt: null,
    detail: 'auto',
    contextRatio: null,
  };
  return { ...side, source: source ?? Buffer.alloc(0), mask: mask ?? Buffer.alloc(0), maskIds, request, run };
}

/** The parts of a multipart body: their names in order, and each one's bytes. */
async function partsOf({ bytes, headers }: RecordedRequest): Promise<[string, FormDataEntryValue][]> {
  const response = new Response(new Uint8Array(bytes), { headers: { 'content-type': headers['content-type'] ?? '' } });
  return [...(await response.formData())];
}

it('is sent again after a rate limit, and each try is recorded', async () => {
  const clock = manualClock();
  const { queue, relay, request, maskIds, reaches } = await start({ clock });
  const reply = replies.json(200, { data: [{ b64_json: await base64('blue') }] });
  relay.answerWith(replies.text(429, '', { 'retry-after': '3' }), reply);
  const asked = request({ form: 'multipart', mask: maskIds });
  const { id } = await queue.add('edit', asked);
  await eventually(() => expect(queue.throttledQueues()).toHaveLength(1));
  clock.advance(3000);
  await reaches(id, 'done');
  expect(relay.requests).toHaveLength(2);
  const [first, second] = await queue.exchanges(id);
  expect(first).toMatchObject({ tryNumber: 1, reply: { status: 429 } });
  expect(second).toMatchObject({
    tryNumber: 2,
    headers: expect.arrayContaining([['content-type', 'multipart/form-data']]),
    reply: { status: 200 },
    body: {
      kind: 'form',
      parts: expect.arrayContaining([
        { name: 'prompt', value: 'Make it blue' },
        {
          name: 'mask',
          value: expect.objectContaining({ name: 'mask.png', type: 'png', sha256: maskIds.wireMediaId }),
        },
      ]),
    },
  });
});

describe('a mask without a mask file', () => {
  const change = (mask: EditMask): Partial<EditRequest> => ({
    mask: {
      ...mask,
      wireMediaId: null,
      choice: 'annotatedRegion',
      annotatedMediaId: mask.coverageMediaId,
      sentPrompt: 'Make it blue\n<bbox>1 2 3 4</bbox>',
    },
  });

  it('is sent as the last picture and in the instruction; the item keeps the instruction as typed', async () => {
    const { run, request, relay, source, mask, maskIds, library } = await start();
    const job = await run(request(change(maskIds)), replies.json(200, { data: [{ b64_json: await base64('blue') }] }));
    const body = JSON.parse(relay.requests[0]?.body ?? '{}');
    expect(body.prompt).toBe('Make it blue\n<bbox>1 2 3 4</bbox>');
    const dataUrl = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;
    expect(body.image).toEqual([source, mask].map(dataUrl));
    const item = await library.get(job?.itemIds[0] ?? '');
    expect(item).toMatchObject({
      title: 'Make it blue',
      model: 'image-edit-5-0-260128',
      connectionOrigin: relay.baseUrl,
      request: request(change(maskIds)),
    });
  });

  it('is sent that way in a multipart body too', async () => {
    const { run, request, relay, source, mask, maskIds } = await start();
    const reply = replies.json(200, { data: [{ b64_json: await base64('blue') }] });
    await run(request({ form: 'multipart', ...change(maskIds) }), reply);
    const [sent] = relay.requests;
    if (!sent) throw new Error('nothing was sent');
    const files = (await partsOf(sent)).filter(([, value]) => value instanceof File);
    expect(files.map(([name]) => name)).toEqual(['image', 'image']);
    const bytes = await Promise.all(
      files.map(async ([, value]) => (value instanceof File ? value.bytes() : undefined)),
    );
    expect(bytes.map((one) => Buffer.from(one ?? []))).toEqual([source, mask]);
  });
});

describe('multipart', () => {
  it('sends every field, and the files byte for byte', async () => {
    const { run, request, relay, source, mask, maskIds } = await start({ dialect: { endUserId: 'me' } });
    const reply = replies.json(200, { created: 1, data: [{ b64_json: await base64('blue'), url: null }] });
    await run(
      request({
        form: 'multipart',
        mask: maskIds,
        options: editOptions({
          size: '2560x1440',
          variations: 2,
          quality: 'high',
          background: 'opaque',
          outputFormat: 'webp',
          outputCompression: 80,
          moderation: 'low',
          responseFormat: 'b64_json',
          watermark: true,
        }),
      }),
      reply,
    );
    const [sent] = relay.requests;
    if (!sent) throw new Error('nothing was sent');
    expect(sent.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    const parts = await partsOf(sent);
    expect(Object.fromEntries(parts.filter(([, value]) => typeof value === 'string'))).toEqual({
      model: 'image-edit-5-0-260128',
      prompt: 'Make it blue',
      n: '2',
      size: '2560x1440',
      quality: 'high',
      response_format: 'b64_json',
      background: 'opaque',
      output_format: 'webp',
      output_compression: '80',
      moderation: 'low',
      watermark: 'true',
      user: 'me',
    });
    const files = Object.fromEntries(parts.filter(([, value]) => typeof value !== 'string')) as Record<string, File>;
    for (const [name, bytes] of [
      ['image', source],
      ['mask', mask],
    ] as const) {
      expect(Buffer.from(await (files[name] as File).arrayBuffer()).equals(bytes), name).toBe(true);
    }
    expect(files.image?.type).toBe('image/png');
  });

  it('repeats the image part under the field name of the connection, and always sends the watermark', async () => {
    const { run, request, relay } = await start({ dialect: { picturePart: 'image[]' } });
    const asked = request({ form: 'multipart' });
    await run(
      { ...asked, pictures: [...asked.pictures, ...asked.pictures] },
      replies.json(200, { data: [{ b64_json: await base64('blue') }] }),
    );
    const parts = await partsOf(relay.requests[0] as RecordedRequest);
    expect(parts.map(([name]) => name)).toEqual(['model', 'prompt', 'size', 'watermark', 'image[]', 'image[]']);
  });
});

describe('JSON', () => {
  it('sends one picture as a string, several as an array, addresses unchanged', async () => {
    const { run, request, relay, source } = await start();
    const reply = replies.json(200, { data: { url: '', b64_json: await base64('blue'), revised_prompt: '' } });
    const asked = request();
    await run(asked, reply);
    await run(
      { ...asked, pictures: [...asked.pictures, { kind: 'address', url: 'https://pictures.example/a.png' }] },
      reply,
    );
    const [one, two] = relay.requests.map(({ body }) => JSON.parse(body));
    const dataUrl = `data:image/png;base64,${source.toString('base64')}`;
    expect(one).toEqual({
      model: 'image-edit-5-0-260128',
      prompt: 'Make it blue',
      image: dataUrl,
      size: '1920x1920',
      watermark: false,
    });
    expect(two.image).toEqual([dataUrl, 'https://pictures.example/a.png']);
  });

  it('writes plain Base64 if the connection requires it', async () => {
    const { run, request, relay, source } = await start({ dialect: { pictureText: 'base64' } });
    await run(request(), replies.json(200, { data: [{ b64_json: await base64('blue') }] }));
    expect(JSON.parse(relay.requests[0]?.body ?? '').image).toBe(source.toString('base64'));
  });
});

describe('results', () => {
  it('become items with the bytes as received; base64 takes precedence over an address, prefix and line breaks are ignored', async () => {
    const { run, request, items, library, relay, onBug } = await start();
    const wrapped = `data:image/png;base64,${(await base64('blue')).replace(/(.{20})/g, '$1\n')}`;
    const data = [
      { b64_json: wrapped, url: 'https://never.example/x.png', revised_prompt: 'Paint it blue' },
      { b64_json: await base64('green') },
    ];
    const job = await run(request(), replies.json(200, { data }));
    expect(await items()).toMatchObject([
      { id: `${job?.id}-1`, kind: 'edit', resultIndex: 1 },
      {
        id: `${job?.id}-0`,
        revisedPrompt: 'Paint it blue',
        raw: { widthPx: 8, heightPx: 6, mime: 'image/png' },
        protected: null,
      },
    ]);
    const [, first] = await items();
    const file = first?.kind === 'edit' ? await library.media(first.raw.mediaId) : undefined;
    expect((await readFile(file?.path ?? '')).equals(await picture('blue'))).toBe(true);
    expect(relay.requests).toHaveLength(1);
    expect(onBug).not.toHaveBeenCalled();
  });

  it('that are sent as an address are fetched at once, without the key', async () => {
    const { run, request, relay, results } = await start();
    const blue = await picture('blue');
    relay.answerWith(replies.json(200, {}));
    const url = `${relay.baseUrl}/results/1.png`;
    await run(request(), (response, { path }) =>
      path === '/results/1.png'
        ? response.end(blue)
        : replies.json(200, { data: [{ url, b64_json: null }] })(response, { path } as RecordedRequest),
    );
    expect(await results()).toHaveLength(1);
    expect(relay.requests.map(({ path, headers }) => [path, headers.authorization !== undefined])).toEqual([
      ['/v1/images/edits', true],
      ['/results/1.png', false],
    ]);
  });

  it('at an address inside the network are not fetched', async () => {
    const { run, request, results } = await start();
    const elsewhere = await startScriptedRelay();
    const job = await run(request(), replies.json(200, { data: [{ url: `${elsewhere.baseUrl}/secret` }] }), 'failed');
    expect(job?.error).toMatchObject({ code: 'result.refused', billed: 'yes' });
    expect(elsewhere.requests).toHaveLength(0);
    expect(await results()).toEqual([]);
    await elsewhere.close();
  });

  it('one of two failed: the other is kept, and the failure is reported', async () => {
    const { run, request, results } = await start();
    const data = [
      { error: { code: 'OutputImageSensitiveContentDetected', message: 'not shown' } },
      { b64_json: await base64('blue') },
    ];
    const job = await run(request(), replies.json(200, { data }));
    expect(await results()).toHaveLength(1);
    expect(job).toMatchObject({
      state: 'done',
      error: { code: 'result.failed', details: { relayMessage: 'not shown' } },
      failures: [{ index: 0, error: { code: 'result.failed' } }],
    });
  });

  // fault 17
  it('that were complete when the connection broke are kept, and the interruption is reported', async () => {
    const { run, request, results } = await start();
    const beginning = `{"created":7,"data":[{"b64_json":"${await base64('blue')}"},{"b64_json":"iVBORw0K`;
    const job = await run(request(), replies.cutAfter(Buffer.from(beginning)));
    expect(await results()).toHaveLength(1);
    expect(job).toMatchObject({ state: 'done', error: { code: 'reply.cut', billed: 'unknown', retryable: false } });
  });

  it('keep the metadata that the relay sent', async () => {
    const { run, request, items } = await start();
    const data = [{ b64_json: await base64('blue') }];
    await run(request(), replies.json(200, { created: 1_700_000_000, data, usage: { generated_images: 1 } }));
    expect(await items()).toMatchObject([{ relayCreatedS: 1_700_000_000, generatedCount: 1 }]);
    await run(request(), replies.json(200, { created: 9e15, data }));
    expect((await items())[0]).toMatchObject({ relayCreatedS: null });
  });

  it('can arrive as events, after their previews', async () => {
    const { run, request, relay, results, updates } = await start();
    const events = [
      `event: image_edit.partial_image\r\ndata: {"type":"image_edit.partial_image","b64_json":"${await base64('#888888')}","partial_image_index":0}\r\n\r\n`,
      `: keep-alive\n\nevent: image_edit.completed\ndata: {"type":"image_edit.completed",\ndata: "b64_json":"${await base64('blue')}"}\n\n`,
      'data: [DONE]',
    ].join('');
    await run(
      request({ options: editOptions({ previews: true }) }),
      replies.text(200, events, { 'content-type': 'text/plain' }),
    );
    expect(await results()).toHaveLength(1);
    expect(updates.some(({ previewMediaId }) => previewMediaId !== null)).toBe(true);
    expect(JSON.parse(relay.requests[0]?.body ?? '')).toMatchObject({ stream: true });
  });

  it.each([
    ['events', (body: string) => `data: ${body}\r\n\r\n`],
    ['lines', (body: string) => `${body}\n`],
  ])(
    'arrive one by one as %s: each is shown at once, at its index, and each failure is reported',
    async (_name, wrap) => {
      const { run, request, results, updates } = await start();
      const said = [
        { type: 'image_generation.partial_succeeded', image_index: 2, b64_json: await base64('blue') },
        { type: 'image_generation.partial_failed', image_index: 1, error: { code: 'x', message: 'not shown' } },
        { type: 'image_generation.partial_succeeded', image_index: 0, b64_json: await base64('green') },
        { type: 'image_generation.completed', usage: { generated_images: 2 } },
      ];
      const job = await run(request(), replies.text(200, said.map((body) => wrap(JSON.stringify(body))).join('')));
      expect((await results()).map((item) => item.kind === 'edit' && item.resultIndex)).toEqual([2, 0]);
      expect(job).toMatchObject({ failures: [{ index: 1, error: { details: { relayMessage: 'not shown' } } }] });
      const previews = updates.map(({ previewMediaId }) => previewMediaId).filter((id) => id !== null);
      expect(new Set(previews).size).toBe(2);
    },
  );
});

describe('errors', () => {
  it.each([
    [
      'a refused prompt',
      replies.json(400, { error: { message: 'sensitive words' } }),
      'failed',
      { code: 'relay.content_refused', billed: 'no' },
    ],
    ['too large', replies.text(413, ''), 'failed', { code: 'relay.too_large' }],
    [
      'a gateway that gave up',
      replies.text(524, '<html></html>'),
      'unknown',
      { code: 'outcome.unknown', billed: 'unknown' },
    ],
    ['a cut connection', replies.hangUp(), 'unknown', { code: 'outcome.unknown', retryable: false }],
    ['a web page', replies.text(200, '<!doctype html>'), 'failed', { code: 'relay.web_page' }],
    ['no picture at all', replies.json(200, { created: 1, data: [] }), 'failed', { code: 'reply.empty' }],
    ['an error labelled 200', replies.json(200, { error: { message: 'busy' } }), 'failed', { code: 'relay.refused' }],
    [
      'a picture that is none',
      replies.json(200, { data: [{ b64_json: 'aGVsbG8=' }] }),
      'failed',
      { code: 'reply.unreadable' },
    ],
    [
      'an error in the stream',
      replies.text(200, 'data: {"error":{"message":"no channel"}}\n\n'),
      'failed',
      { code: 'relay.model_unavailable', billed: 'unknown' },
    ],
  ] as const)('%s', async (_name, script, state, error) => {
    const { run, request, results, relay } = await start();
    expect(await run(request(), script, state)).toMatchObject({ error });
    expect(await results()).toEqual([]);
    expect(relay.requests).toHaveLength(1);
  });

  it('a missing file is reported before anything is sent', async () => {
    const { run, request, relay } = await start();
    const gone = '0'.repeat(64);
    const job = await run(
      request({ pictures: [{ kind: 'media', mediaId: gone, wireMediaId: gone }] }),
      replies.hangUp(),
      'failed',
    );
    expect(job?.error?.code).toBe('item.not_found');
    expect(relay.requests).toHaveLength(0);
  });
});

describe.each(['multipart', 'json'] as const)('a POST is never repeated, %s', (form) => {
  it('when a reused socket dies after the body was read', async () => {
    const { run, request, relay } = await start();
    const fine = replies.json(200, { data: [{ b64_json: await base64('blue') }] });
    for (let i = 0; i < 2; i++) await run(request({ form }), fine);
    await run(request({ form }), replies.hangUp(), 'unknown');
    const [first, second, ...later] = relay.requests.map(({ socketId }) => socketId);
    expect(later).toHaveLength(1);
    expect([first, second]).toContain(later[0]);
  });
});

describe('after the app ended', () => {
  it('while waiting for the relay: unknown, nothing sent again', async () => {
    const { queue, request, relay, root, close } = await start();
    relay.answerWith(replies.silence());
    const { id } = await queue.add('edit', request());
    await expect.poll(() => relay.requests.length).toBe(1);
    await close();
    const next = await openJobSide(relay, root);
    await next.queue.resume();
    expect(next.queue.visible()).toMatchObject([{ id, state: 'unknown', error: { code: 'outcome.interrupted' } }]);
    expect(relay.requests).toHaveLength(1);
  });

  it('while saving: finished from the stored pictures, once', async () => {
    const { run, request, relay, root, store, close } = await start();
    const job = await run(request(), replies.json(200, { data: [{ b64_json: await base64('blue') }] }));
    if (job?.kind !== 'edit') throw new Error('no edit');
    await store.save({ ...job, state: 'saving', itemIds: [] });
    await close();
    const next = await openJobSide(relay, root);
    await next.queue.resume();
    expect(await next.store.find(job.id)).toMatchObject({ state: 'done', itemIds: [`${job.id}-0`] });
    expect(await next.items()).toHaveLength(1);
  });

  it('while the reply arrived, before the job said so: what is on disk is kept', async () => {
    const { run, request, relay, root, store, close } = await start();
    const body = { data: [{ b64_json: await base64('blue') }] };
    const job = await run(request(), replies.json(200, body));
    if (job?.kind !== 'edit') throw new Error('no edit');
    const id = randomUUID();
    await store.save({ ...job, id, state: 'sending', arrival: null, itemIds: [] });
    await close();
    await writeFile(path.join(root, 'incoming', `${id}.part`), JSON.stringify(body));
    const next = await openJobSide(relay, root);
    await next.queue.resume();
    expect(await next.store.find(id)).toMatchObject({ state: 'unknown', itemIds: [`${id}-0`] });
    expect(await readdir(path.join(root, 'incoming'))).toEqual([`${job.id}.part`]);
  });
});

// fault 35
it('a picture whose file is gone is reported before anything is sent', async () => {
  const { run, request, relay, root } = await start();
  await rm(path.join(root, 'media'), { recursive: true });
  const job = await run(request(), replies.hangUp(), 'failed');
  expect(job).toMatchObject({ error: { code: 'media.missing', billed: 'no' } });
  expect(relay.requests).toEqual([]);
});
