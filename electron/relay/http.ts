// HTTP to relays: one call is one request on the wire, never repeated or redirected, with time limits, observable if
// required.

import type { Readable } from 'node:stream';
import { type Dispatcher, type FormData, request as undiciRequest } from 'undici';
import { fail, ok, type Result } from '../../shared/result.ts';
import { type AgentOptions, createAgents, type Reach } from './agents.ts';
import { describeTransportError, type TransportFailure } from './transport-errors.ts';

const IDLE_BODY_TIMEOUT_MS = 60_000;

/**
 * A call. `timeoutMs` limits all of it; the headers may take as long, because relays send none before they are done.
 */
export type RelayCall = {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  /** A stream is read while it is sent; the `content-length` header then holds its size. */
  body?: string | Uint8Array | FormData | Readable;
  timeoutMs: number;
  /** Longest pause in the middle of a reply; default one minute. */
  idleTimeoutMs?: number;
  signal: AbortSignal;
  /** `public` for addresses from outside. */
  reach?: Reach;
  /** Called just before the request is written to a connected socket: from here on it may be billed. */
  onSent?: () => void;
  /** Observes what is sent and received. */
  watch?: WireWatch;
};

/** The observable events of one request, in this order. */
export type WireWatch = {
  onConnected: () => void;
  /** A part of the body, when it is written. */
  onBody: (bytes: Uint8Array | string) => void;
  /** The request has been written completely. */
  onWritten: () => void;
  onReply: (status: number, headers: RelayReply['headers']) => void;
  onReplyBody: (bytes: Uint8Array) => void;
  onReplyEnd: () => void;
  /** The request or its reply ended early. */
  onBroken: (error: Error) => void;
};

/** A reply whose body is still arriving. Iterating it throws errors that `describeTransportError` classifies. */
export type RelayReply = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: AsyncIterable<Uint8Array> & { destroy: () => void };
};

/** The HTTP client for relays. */
export type RelayHttp = {
  call: (call: RelayCall) => Promise<Result<RelayReply, TransportFailure>>;
  close: () => Promise<void>;
};

/** Creates the HTTP client for relays. */
export function createRelayHttp(options: AgentOptions): RelayHttp {
  const agents = createAgents(options);
  return {
    async call(call) {
      let isSent = false;
      let proxy: string | null = null;
      const onSent = (): void => {
        if (isSent) throw new Error('A request must not be sent twice');
        isSent = true;
        call.onSent?.();
      };
      const timeout = AbortSignal.timeout(call.timeoutMs);
      try {
        const route = await agents.route(call.url, call.reach ?? 'any');
        proxy = route.proxy;
        const reply = await undiciRequest(call.url, {
          method: call.method,
          headers: call.headers,
          body: call.body ?? null,
          dispatcher: route.agent.compose(watchWire(onSent, call.watch)),
          signal: AbortSignal.any([call.signal, timeout]),
          headersTimeout: call.timeoutMs,
          bodyTimeout: call.idleTimeoutMs ?? IDLE_BODY_TIMEOUT_MS,
        });
        // Destroying a reply that is still arriving ends its body with an error that is of no interest.
        reply.body.on('error', () => undefined);
        return ok({ status: reply.statusCode, headers: reply.headers, body: reply.body });
      } catch (error) {
        return fail(describeTransportError(error, { isSent, isTimedOut: timeout.aborted, proxy }));
      }
    },
    close: agents.close,
  };
}

/** Reports what happens on the socket. undici writes immediately after `onRequestStart`. */
function watchWire(onSent: () => void, watch: WireWatch | undefined): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context) => {
      onSent();
      watch?.onConnected();
      start?.(controller, context);
    };
    if (watch) tap(handler, watch);
    return dispatch(options, handler);
  };
}

function tap(handler: Dispatcher.DispatchHandler, watch: WireWatch): void {
  const bodySent = handler.onBodySent?.bind(handler);
  handler.onBodySent = (chunk) => {
    watch.onBody(chunk);
    bodySent?.(chunk);
  };
  const requestSent = handler.onRequestSent?.bind(handler);
  handler.onRequestSent = () => {
    watch.onWritten();
    requestSent?.();
  };
  const responseStart = handler.onResponseStart?.bind(handler);
  handler.onResponseStart = (controller, status, headers, message) => {
    watch.onReply(status, headers);
    responseStart?.(controller, status, headers, message);
  };
  const responseData = handler.onResponseData?.bind(handler);
  handler.onResponseData = (controller, chunk) => {
    watch.onReplyBody(chunk);
    responseData?.(controller, chunk);
  };
  const responseEnd = handler.onResponseEnd?.bind(handler);
  handler.onResponseEnd = (controller, trailers) => {
    watch.onReplyEnd();
    responseEnd?.(controller, trailers);
  };
  const responseError = handler.onResponseError?.bind(handler);
  handler.onResponseError = (controller, error) => {
    watch.onBroken(error);
    responseError?.(controller, error);
  };
}
