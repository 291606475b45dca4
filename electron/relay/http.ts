// HTTP to relays: one call is one request on the wire, never repeated or redirected, with time limits, observable if
// required.

import { Readable } from 'node:stream';
import type { Dispatcher, FormData } from 'undici';
import { fail, ok, type Result } from '../../shared/result.ts';
import { type AgentOptions, createAgents, type Reach, type Route } from './agents.ts';
import { createReplyStream } from './reply-stream.ts';
import { describeTransportError, type TransportFailure } from './transport-errors.ts';
import { startWaitLimit } from './wait-limit.ts';

const IDLE_BODY_TIMEOUT_MS = 60_000;

/**
 * A call. `timeoutMs` limits all of it, as a `WaitLimit`; the headers may take as long, because relays send none before
 * they are done.
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
  /** Ends the call at once, also while it connects. */
  signal?: AbortSignal;
  /** `public` for addresses from outside. */
  reach?: Reach;
  /** Called just before the request is written to a connected socket: from here on it may be billed. */
  onSent?: () => void;
  /** Observes what is sent and received. */
  watch?: WireWatch;
};

/** The observable events of one request, in this order. */
export type WireWatch = {
  /** @param headers those of the call, and those that every call has. */
  onConnected: (headers: Readonly<Record<string, string>>) => void;
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

/**
 * A reply whose body is still arriving. Iterating it yields every byte that was received, then ends if the body is
 * complete by its own framing (RFC 9112 §6.3), else throws an error that `describeTransportError` classifies. Any status
 * from 200 on is a reply.
 */
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

/** `appVersion` is the only thing that requests say about the app. */
export type HttpOptions = AgentOptions & { appVersion: string };

/** Creates the HTTP client for relays. */
export function createRelayHttp({ appVersion, ...options }: HttpOptions): RelayHttp {
  const agents = createAgents(options);
  // A reply that is coded all the same is decoded by its reader.
  const common = { 'user-agent': `RelayStudio/${appVersion}`, 'accept-encoding': 'identity' };
  return {
    async call(call) {
      let isSent = false;
      let proxy: string | null = null;
      const onSent = (): void => {
        if (isSent) throw new Error('A request must not be sent twice');
        isSent = true;
        call.onSent?.();
      };
      const limit = startWaitLimit(call.timeoutMs);
      const signal = AbortSignal.any([limit.signal, ...(call.signal ? [call.signal] : [])]);
      try {
        const route = await unlessAborted(agents.route(call.url, call.reach ?? 'any'), signal);
        proxy = route.proxy;
        const headers = { ...call.headers, ...common };
        return ok(await send(route, { ...call, headers, signal, onSent }, limit.stop));
      } catch (error) {
        limit.stop();
        return fail(describeTransportError(error, { isSent, isTimedOut: limit.signal.aborted, proxy }));
      }
    },
    close: agents.close,
  };
}

/** What is sent: a call with everything that it has by itself. */
type Sending = RelayCall & Required<Pick<RelayCall, 'signal' | 'onSent'>>;

/**
 * Sends the request once and returns its reply as soon as its head is there. @param onOver called when the reply has
 * ended, or never will.
 */
function send(route: Route, call: Sending, onOver: () => void): Promise<RelayReply> {
  const { signal, watch, body = null } = call;
  const url = new URL(call.url);
  return new Promise((resolve, reject) => {
    const stream = createReplyStream();
    const connected = route.awaitConnection();
    let request: Dispatcher.DispatchController | undefined;
    let isOver = false;

    function end(error?: Error): void {
      isOver = true;
      onOver();
      connected();
      signal.removeEventListener('abort', stop);
      if (error) reject(error);
      stream.end(error);
    }
    function stop(): void {
      const reason = reasonOf(signal);
      if (request) request.abort(reason);
      else {
        // Not on the wire yet: undici drops the request when it comes to it, without writing.
        end(reason);
        if (body instanceof Readable) body.destroy();
      }
    }

    signal.addEventListener('abort', stop);
    if (signal.aborted) {
      stop();
      return;
    }
    const { method, headers, idleTimeoutMs = IDLE_BODY_TIMEOUT_MS } = call;
    route.agent.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers,
        body,
        // `signal` limits it.
        headersTimeout: 0,
        bodyTimeout: idleTimeoutMs,
      },
      {
        // undici writes immediately after this.
        onRequestStart(controller) {
          if (isOver) {
            controller.abort(reasonOf(signal));
            return;
          }
          request = controller;
          connected();
          call.onSent();
          watch?.onConnected(headers);
        },
        onBodySent: (bytes) => watch?.onBody(bytes),
        onRequestSent: () => watch?.onWritten(),
        onResponseStart(controller, status, replyHeaders) {
          if (status < 200) return;
          watch?.onReply(status, replyHeaders);
          const destroy = (): void => {
            if (!isOver) controller.abort(new DOMException('The reply is not needed', 'AbortError'));
          };
          resolve({ status, headers: replyHeaders, body: Object.assign(stream.chunks, { destroy }) });
        },
        onResponseData(controller, bytes) {
          watch?.onReplyBody(bytes);
          stream.push(bytes, controller);
        },
        onResponseEnd() {
          watch?.onReplyEnd();
          end();
        },
        onResponseError(_controller, error) {
          if (isOver) return;
          watch?.onBroken(error);
          end(error);
        },
      },
    );
  });
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(reasonOf(signal));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new DOMException('Cancelled', 'AbortError');
}
