// The HTTP server: combines the operations, and gives every reply an id and every refusal its body.

import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import { findForeignCaller, findKeyProblem } from './access.ts';
import { addBillingRoutes } from './billing.ts';
import { collectAtRest } from './collect-at-rest.ts';
import { errorResponse, REQUEST_ID_HEADER, type RelayEnv, refuse } from './errors.ts';
import type { EditJob } from './images/job.ts';
import { addImageRoutes, IMAGE_MODELS } from './images/route.ts';
import { delayRequests, limitOpen, limitRate } from './pace.ts';
import { BODY_LIMITS, type BodyLimits, createBodyReceiver } from './request-body.ts';
import type { SpeechJob } from './speech/job.ts';
import { addSpeechRoutes, SPEECH_MODELS } from './speech/route.ts';
import { IDLE_MS } from './workers.ts';

const MODELS = [...SPEECH_MODELS, ...IMAGE_MODELS].map((id) => ({
  id,
  object: 'model',
  created: 0,
  owned_by: 'practice-relay',
}));

/** Largest body of a speech request and of an edit request, in bytes. */
const MAX_SPEECH_BYTES = 1024 * 1024;
const MAX_EDIT_BYTES = 32 * 1024 * 1024;
/** How many requests of each operation may be open at once; an edit holds its pictures in memory while it waits. */
const MAX_OPEN_SPEECH = 64;
const MAX_OPEN_EDITS = 16;
/** How long the head of a request may take, and how often that is looked at. */
const HEAD_LIMIT_MS = 10_000;
const CHECK_HEADS_MS = 2000;
/** Without an operation for so long, garbage is collected: soon, and when the threads have ended. */
const RESTS_MS = [3000, IDLE_MS + 5000];
/** A connection without any traffic for this long is closed: longer than any request works without sending a byte. */
const IDLE_LIMIT_MS = 15 * 60 * 1000;

export type RelayOptions = {
  /** The jobs of the two operations. */
  speak: SpeechJob;
  edit: EditJob;
  /** The only accepted key; when undefined any non-empty key is accepted. */
  requiredKey?: string | undefined;
  /**
   * Called for every error that is a bug of the relay, if it occurs before the status line; the caller gets a plain
   * 500.
   */
  reportBug: (error: unknown) => void;
  /** How long an edited picture can be fetched by its address, in milliseconds; ten minutes when undefined. */
  resultLifetimeMs?: number | undefined;
  /** How long every operation is delayed, in milliseconds; no delay when undefined. */
  latencyMs?: number | undefined;
  /** How many operations per minute are accepted; unlimited when undefined. */
  requestsPerMinute?: number | undefined;
  /** The limits of bodies that are still arriving; `BODY_LIMITS` when undefined. */
  bodyLimits?: BodyLimits | undefined;
};

/** Creates the relay, not yet listening. It must listen on 127.0.0.1 only. */
export function createRelayServer(options: RelayOptions): Server {
  const app = new Hono<RelayEnv>();

  app.use(async (c, next) => {
    c.set('requestId', randomUUID());
    c.header(REQUEST_ID_HEADER, c.var.requestId);
    const { incoming, outgoing } = c.env;
    const closed = new AbortController();
    outgoing.once('close', () => closed.abort());
    c.set('closed', closed.signal);
    const problem = findForeignCaller(incoming.headers, incoming.socket.localPort);
    return problem ? refuse(c, problem) : next();
  });
  app.notFound((c) => refuse(c, { status: 404, message: `Nothing is served at ${c.req.method} ${c.req.path}.` }));
  app.onError((error, c) => {
    if (!c.var.closed.aborted) options.reportBug(error);
    return refuse(c, { status: 500, message: 'The practice relay failed.' });
  });

  const requireKey: MiddlewareHandler<RelayEnv> = async (c, next) => {
    const problem = findKeyProblem(c.req.header('authorization'), options.requiredKey);
    return problem ? refuse(c, problem) : next();
  };

  app.get('/health', (c) => c.json({ status: 'ok' }));
  app.get('/v1/models', requireKey, (c) => c.json({ object: 'list', data: MODELS }));
  app.get('/v1/models/:id', requireKey, (c) => {
    const wanted = c.req.param('id');
    const model = MODELS.find(({ id }) => id === wanted);
    if (model) return c.json(model);
    const message = `The model ${wanted} does not exist.`;
    return refuse(c, { status: 404, message, param: 'model', code: 'model_not_found' });
  });
  const billing = addBillingRoutes(app, requireKey);
  const { speak, edit, reportBug, resultLifetimeMs, latencyMs = 0, requestsPerMinute = Infinity } = options;
  const rate = limitRate(requestsPerMinute);
  const collect = collectAtRest(RESTS_MS);
  const receiveBody = createBodyReceiver(options.bodyLimits ?? BODY_LIMITS);
  const guards = (maxOpen: number, maxBytes: number): MiddlewareHandler<RelayEnv>[] => {
    const { refuseEarly, enter } = limitOpen(maxOpen);
    return [requireKey, rate, collect, refuseEarly, receiveBody(maxBytes), enter, delayRequests(latencyMs)];
  };
  addSpeechRoutes(app, {
    requireKey,
    guards: guards(MAX_OPEN_SPEECH, MAX_SPEECH_BYTES),
    speak,
    onSpoken: billing.addText,
  });
  addImageRoutes(app, {
    guards: guards(MAX_OPEN_EDITS, MAX_EDIT_BYTES),
    edit,
    onEdited: billing.addPicture,
    reportBug,
    resultLifetimeMs,
  });

  // A request so malformed that it reaches no route (a Host with spaces, a backslash in the path).
  const errorHandler = (error: unknown): Response => {
    const isCallersFault = error instanceof RequestError;
    if (!isCallersFault) options.reportBug(error);
    return errorResponse(
      isCallersFault
        ? { status: 400, message: 'The request line or the Host header is malformed.' }
        : { status: 500, message: 'The practice relay failed.' },
      randomUUID(),
    );
  };
  const limits = { headersTimeout: HEAD_LIMIT_MS, connectionsCheckingInterval: CHECK_HEADS_MS };
  const server = createServer(limits, getRequestListener(app.fetch, { errorHandler }));
  server.timeout = IDLE_LIMIT_MS;
  return server;
}
