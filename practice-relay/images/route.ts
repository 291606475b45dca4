// The edit operation over HTTP: POST /v1/images/edits and the results it serves. Knows no edits and no codecs.

import type { Context, Hono, MiddlewareHandler } from 'hono';
import { streamSSE } from 'hono/streaming';
import { DEFAULT_IMAGE_MODEL, type OutputFormat } from '../../shared/images/limits.ts';
import type { Result } from '../../shared/result.ts';
import { errorBody, type Problem, type RelayEnv, refuse } from '../errors.ts';
import { encodePicture, encodePreview } from './codec.ts';
import { type EditedPicture, makeResults, type PreparedEdit, prepareEdit } from './edit.ts';
import { parseFormA } from './form-a.ts';
import { parseFormB } from './form-b.ts';
import { type EditRequest, refuse as refusal } from './request.ts';
import { createResultStore, type ResultStore } from './results.ts';

/** The models this operation serves. */
export const IMAGE_MODELS = [DEFAULT_IMAGE_MODEL] as const;
/** How long a result can be fetched by its address, unless told otherwise. */
const RESULT_LIFETIME_MS = 10 * 60 * 1000;
const MAX_RESULT_BYTES = 256 * 1024 * 1024;
const PREVIEW_LONG_SIDE_PX = 256;
const EXTENSIONS: Record<OutputFormat, string> = { png: 'png', jpeg: 'jpg', webp: 'webp' };

/** What the server lends the routes. */
export type ImageTools = {
  requireKey: MiddlewareHandler<RelayEnv>;
  limitBody: MiddlewareHandler<RelayEnv>;
  /** Told of a failure after the status line. */
  reportBug: (error: unknown) => void;
  /** Milliseconds a result can be fetched by its address. */
  resultLifetimeMs?: number | undefined;
};

/** Adds the routes of the edit operation to the relay. */
export function addImageRoutes(app: Hono<RelayEnv>, { requireKey, limitBody, reportBug, ...tools }: ImageTools): void {
  const store = createResultStore(tools.resultLifetimeMs ?? RESULT_LIFETIME_MS, MAX_RESULT_BYTES);

  app.post('/v1/images/edits', requireKey, limitBody, async (c) => {
    const request = await readRequest(c);
    if (!request.ok) return refuse(c, request.error);
    const edit = await prepareEdit(request.data);
    if (!edit.ok) return refuse(c, edit.error);
    if (request.data.isStream) return streamResults(c, edit.data, store, reportBug);
    const data: object[] = [];
    for await (const result of makeResults(edit.data)) {
      if (c.req.raw.signal.aborted) break;
      data.push(await toImageObject(c, result, request.data, store));
    }
    return c.json({ created: nowS(), data, usage: { generated_images: data.length } }, 200, NO_STORE);
  });

  // Without a key: an address is all that its receiver has.
  app.get('/v1/results/:name', (c) => {
    const result = store.get(c.req.param('name'));
    if (!result) return refuse(c, { status: 404, message: 'This result is unknown or no longer kept.' });
    const headers = { 'content-type': result.mime, 'x-content-type-options': 'nosniff', ...NO_STORE };
    return c.body(result.bytes, 200, headers);
  });
}

const NO_STORE = { 'cache-control': 'no-store' } as const;

async function readRequest(c: Context<RelayEnv>): Promise<Result<EditRequest, Problem>> {
  const contentType = c.req.header('content-type') ?? '';
  // Read whole, then parsed: the body is bounded, and the server's own multipart path is slower.
  const body = await c.req.arrayBuffer();
  if (/^multipart\/form-data\b/i.test(contentType)) {
    const form = await parse(() => new Response(body, { headers: { 'content-type': contentType } }).formData());
    return form ? parseFormA(form) : refusal('', 'The body is not valid multipart/form-data.');
  }
  const json = await parse(() => JSON.parse(new TextDecoder().decode(body)) as unknown);
  return json === undefined ? refusal('', 'The body is not valid JSON.') : parseFormB(json, c.req.raw.signal);
}

/** What a parser makes of a body; undefined when it throws. */
async function parse<T>(parser: () => T): Promise<Awaited<T> | undefined> {
  try {
    return await parser();
  } catch {
    return undefined;
  }
}

/** One entry of `data` (relay API §2.4). */
async function toImageObject(
  c: Context<RelayEnv>,
  { picture, revisedPrompt }: EditedPicture,
  { outputFormat, outputCompression, responseFormat }: EditRequest,
  store: ResultStore,
): Promise<object> {
  const file = await encodePicture(picture, outputFormat, outputCompression);
  const isInline = responseFormat === 'b64_json';
  const name = isInline ? '' : store.put(file, `image/${outputFormat}`, EXTENSIONS[outputFormat]);
  return {
    url: isInline ? null : new URL(`/v1/results/${name}`, c.req.url).href,
    b64_json: isInline ? Buffer.from(file).toString('base64') : null,
    revised_prompt: revisedPrompt,
  };
}

/** Per result a small preview and then the whole; the shape is not in the contract, relays of this kind send this one. */
function streamResults(
  c: Context<RelayEnv>,
  edit: PreparedEdit,
  store: ResultStore,
  reportBug: (error: unknown) => void,
): Response {
  c.header('cache-control', 'no-store');
  return streamSSE(
    c,
    async (stream) => {
      const send = (type: string, facts: object): Promise<void> =>
        stream.writeSSE({ event: type, data: JSON.stringify({ type, ...facts }) });
      let index = 0;
      for await (const result of makeResults(edit)) {
        if (stream.aborted) return;
        const preview = Buffer.from(await encodePreview(result.picture, PREVIEW_LONG_SIDE_PX)).toString('base64');
        await send('image_edit.partial_image', { image_index: index, partial_image_index: 0, b64_json: preview });
        const image = await toImageObject(c, result, edit.request, store);
        const usage = { generated_images: 1 };
        await send('image_edit.completed', { image_index: index++, created: nowS(), ...image, usage });
      }
      await stream.writeSSE({ data: '[DONE]' });
    },
    async (error, stream) => {
      reportBug(error);
      const problem = { status: 500, message: 'The practice relay failed.' } as const;
      await stream.writeSSE({ event: 'error', data: JSON.stringify(errorBody(problem, c.var.requestId)) });
    },
  );
}

function nowS(): number {
  return Math.floor(Date.now() / 1000);
}
