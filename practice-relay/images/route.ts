// The edit operation over HTTP: POST /v1/images/edits, and the results it serves.

import type { Context, Hono, MiddlewareHandler } from 'hono';
import { DEFAULT_IMAGE_MODEL, type OutputFormat } from '../../shared/images/limits.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { errorBody, type Problem, type RelayEnv, refuse } from '../errors.ts';
import type { EditJob, EditOutput } from './job.ts';
import { parseJsonForm } from './json-form.ts';
import { parseMultipart } from './multipart-form.ts';
import { type Bytes, type EditRequest, refuse as refusal } from './request.ts';
import { createResultStore, type ResultStore } from './results.ts';

/** The models of this operation. */
export const IMAGE_MODELS = [DEFAULT_IMAGE_MODEL] as const;
/** How long a result can be fetched by its address, by default. */
const RESULT_LIFETIME_MS = 10 * 60 * 1000;
const MAX_RESULT_BYTES = 256 * 1024 * 1024;
const EXTENSIONS: Record<OutputFormat, string> = { png: 'png', jpeg: 'jpg', webp: 'webp' };
const NO_STORE = { 'cache-control': 'no-store' } as const;

/** What the server provides to the routes. */
export type ImageTools = {
  /** Checks before an operation: key, pace, size of the body. */
  guards: readonly MiddlewareHandler<RelayEnv>[];
  edit: EditJob;
  /** Called for every result. */
  onEdited: () => void;
  /** Called for a failure after the status line. */
  reportBug: (error: unknown) => void;
  /** How long a result can be fetched by its address, in milliseconds. */
  resultLifetimeMs?: number | undefined;
};

/** A finished picture, or a preview. */
type Shown = Exclude<EditOutput, { kind: 'refused' }>;

/** Adds the routes of the edit operation to the relay. */
export function addImageRoutes(app: Hono<RelayEnv>, tools: ImageTools): void {
  const store = createResultStore(tools.resultLifetimeMs ?? RESULT_LIFETIME_MS, MAX_RESULT_BYTES);

  const path = '/v1/images/edits';
  for (const guard of tools.guards) app.post(path, guard);
  app.post(path, async (c) => {
    const request = await readRequest(c);
    if (!request.ok) return refuse(c, request.error);
    const outputs = await start(tools.edit(request.data, c.var.closed));
    if (!outputs.ok) return refuse(c, outputs.error);
    const shape = (output: Shown & { kind: 'result' }): object => {
      tools.onEdited();
      return toImageObject(c, output, request.data, store);
    };
    if (request.data.previews) return streamOutputs(c, outputs.data, shape, tools.reportBug);
    const data: object[] = [];
    for await (const output of outputs.data) if (output.kind === 'result') data.push(shape(output));
    return c.json({ created: nowS(), data, usage: { generated_images: data.length } }, 200, NO_STORE);
  });

  // No key required: the receiver of an address has only the address.
  app.get('/v1/results/:name', (c) => {
    const result = store.get(c.req.param('name'));
    if (!result) return refuse(c, { status: 404, message: 'This result is unknown or no longer kept.' });
    const headers = { 'content-type': result.mime, 'x-content-type-options': 'nosniff', ...NO_STORE };
    return c.body(result.bytes, 200, headers);
  });
}

async function readRequest(c: Context<RelayEnv>): Promise<Result<EditRequest, Problem>> {
  const contentType = c.req.header('content-type') ?? '';
  // Read completely, then parsed: the size of the body is limited, and the server's own multipart parser is slower.
  const body = await readBody(c.req.raw);
  const isForm = /^multipart\/form-data\b/i.test(contentType);
  const parsed = isForm
    ? await parse(() => new Response(body, { headers: { 'content-type': contentType } }).formData())
    : await parse(() => JSON.parse(new TextDecoder().decode(body)) as unknown);
  // Freed at once: a process at rest collects no garbage.
  body.buffer.transfer(0);
  if (parsed instanceof FormData) return parseMultipart(parsed);
  if (isForm) return refusal('', 'The body is not valid multipart/form-data.');
  if (parsed === undefined) return refusal('', 'The body is not valid JSON.');
  return parseJsonForm(parsed, c.env.incoming.socket.localPort, c.var.closed);
}

/**
 * Reads a body into one piece of memory. Unlike Hono's own readers it does not keep all parts until the end, nor the
 * body until the reply has been sent: requests that wait for their turn would hold their pictures twice.
 */
async function readBody(request: Request): Promise<Bytes> {
  let body = new Uint8Array(Number(request.headers.get('content-length') ?? 0));
  let size = 0;
  for await (const part of request.body ?? []) {
    const needed = size + part.length;
    if (needed > body.length) {
      const grown = new Uint8Array(Math.max(needed, body.length * 2));
      grown.set(body);
      body = grown;
    }
    body.set(part, size);
    size = needed;
  }
  return body.subarray(0, size);
}

/** Runs a parser; undefined when it throws. */
async function parse<T>(parser: () => T): Promise<Awaited<T> | undefined> {
  try {
    return await parser();
  } catch {
    return undefined;
  }
}

/** Returns the outputs of an edit, or its refusal: the first output decides the status line. */
async function start(outputs: AsyncGenerator<EditOutput, void>): Promise<Result<AsyncIterable<Shown>, Problem>> {
  const first = await outputs.next();
  if (!first.done && first.value.kind === 'refused') {
    await outputs.return();
    return fail(first.value.problem);
  }
  async function* shown(): AsyncGenerator<Shown, void> {
    for (let next = first; !next.done; next = await outputs.next()) if (next.value.kind !== 'refused') yield next.value;
  }
  return ok(shown());
}

/** Creates one entry of `data` (relay API §2.4). */
function toImageObject(
  c: Context<RelayEnv>,
  { file, revisedPrompt }: { file: EditRequest['images'][number]; revisedPrompt: string },
  { outputFormat, responseFormat }: EditRequest,
  store: ResultStore,
): object {
  const isInline = responseFormat === 'b64_json';
  const name = isInline ? '' : store.put(file, `image/${outputFormat}`, EXTENSIONS[outputFormat]);
  return {
    url: isInline ? null : new URL(`/v1/results/${name}`, c.req.url).href,
    b64_json: isInline ? toBase64(file) : null,
    revised_prompt: revisedPrompt,
  };
}

/**
 * Sends server-sent events: previews, then each result, then `[DONE]`. The contract does not define this shape; relays
 * of this kind use it. Events are not paced by the reader, because a slow reader must not block the picture thread.
 */
function streamOutputs(
  c: Context<RelayEnv>,
  outputs: AsyncIterable<Shown>,
  shape: (output: Shown & { kind: 'result' }) => object,
  reportBug: (error: unknown) => void,
): Response {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (event: string | undefined, data: string): void =>
        controller.enqueue(encoder.encode(`${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`));
      const sendJson = (type: string, facts: object): void => send(type, JSON.stringify({ type, ...facts }));
      let [partials, results] = [0, 0];
      try {
        for await (const output of outputs) {
          if (output.kind === 'preview') {
            const place = { image_index: results, partial_image_index: partials++ };
            sendJson('image_edit.partial_image', { ...place, b64_json: toBase64(output.png) });
          } else {
            const facts = { created: nowS(), ...shape(output), usage: { generated_images: 1 } };
            sendJson('image_edit.completed', { image_index: results++, ...facts });
          }
        }
        send(undefined, '[DONE]');
      } catch (error) {
        // The caller has disconnected.
        if (c.var.closed.aborted) return;
        reportBug(error);
        const problem = { status: 500, message: 'The practice relay failed.' } as const;
        send('error', JSON.stringify(errorBody(problem, c.var.requestId)));
      }
      controller.close();
    },
  });
  return c.body(stream, 200, { 'content-type': 'text/event-stream', ...NO_STORE });
}

function toBase64({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('base64');
}

function nowS(): number {
  return Math.floor(Date.now() / 1000);
}
