// The edit operation over HTTP: POST /v1/images/edits, and the results it serves.

import type { Context, Hono, MiddlewareHandler } from 'hono';
import { DEFAULT_IMAGE_MODEL } from '../../shared/images/limits.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { errorBody, type Problem, type RelayEnv, refuse } from '../errors.ts';
import { parseJsonBody } from '../request-body.ts';
import type { EditJob, EditOutput } from './job.ts';
import { parseJsonForm } from './json-form.ts';
import { parseMultipart } from './multipart-form.ts';
import { readParts } from './multipart-parts.ts';
import { imageObject, nowS, pictureFacts, toBase64, usage } from './reply.ts';
import { type EditRequest, refuse as refusal } from './request.ts';
import { createResultStore } from './results.ts';

/** The models of this operation. */
export const IMAGE_MODELS = [DEFAULT_IMAGE_MODEL] as const;
/** How long a result can be fetched by its address, by default. */
const RESULT_LIFETIME_MS = 10 * 60 * 1000;
const MAX_RESULT_BYTES = 256 * 1024 * 1024;
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
type Shape = (output: Shown & { kind: 'result' }) => object;

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
    const shape: Shape = (output) => {
      tools.onEdited();
      return imageObject(output, request.data, store, c.req.url);
    };
    if (request.data.previews) return streamOutputs(c, outputs.data, request.data, shape, tools.reportBug);
    const data: object[] = [];
    for await (const output of outputs.data) if (output.kind === 'result') data.push(shape(output));
    const facts = { ...pictureFacts(request.data), data, usage: usage(request.data, data.length) };
    return c.json({ created: nowS(), ...facts }, 200, NO_STORE);
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
  const { body } = c.var;
  if (/^multipart\/form-data\b/i.test(contentType)) {
    const parts = readParts(body, contentType);
    return parts ? parseMultipart(parts) : refusal('', 'The body is not valid multipart/form-data.');
  }
  const fields = parseJsonBody(body);
  if (fields === undefined) return refusal('', 'The body is not valid JSON.');
  return parseJsonForm(fields, body, c.env.incoming.socket.localPort, c.var.closed);
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

/**
 * Sends server-sent events: previews, then each result, then `[DONE]`. The contract does not define this shape; relays
 * of this kind use it. Events are not paced by the reader, because a slow reader must not block the picture thread.
 */
function streamOutputs(
  c: Context<RelayEnv>,
  outputs: AsyncIterable<Shown>,
  request: EditRequest,
  shape: Shape,
  reportBug: (error: unknown) => void,
): Response {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (event: string | undefined, data: string): void =>
        controller.enqueue(encoder.encode(`${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`));
      const sendJson = (type: string, facts: object): void =>
        send(type, JSON.stringify({ type, created_at: nowS(), ...pictureFacts(request), ...facts }));
      let [partials, results] = [0, 0];
      try {
        for await (const output of outputs) {
          if (output.kind === 'preview') {
            const place = { image_index: results, partial_image_index: partials++ };
            sendJson('image_edit.partial_image', { ...place, b64_json: toBase64(output.png) });
          } else {
            const facts = { created: nowS(), ...shape(output), usage: usage(request, 1) };
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
