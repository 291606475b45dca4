// The loopback HTTP server and its access control. Independent of what is served.
//
// A window gets a grant. Its one-time token, in the first address Chromium opens, is swapped for an HttpOnly cookie;
// from then on every request needs that cookie and the exact Host, and the right Origin if the browser sends one. The
// WebSocket also needs the grant's ticket, which only the preload's isolated world knows.

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { type WebSocket, WebSocketServer } from 'ws';

export const START_PATH = '/.host/start';
export const SOCKET_PATH = '/.host/ipc';
const COOKIE = 'host-session';
const MAX_MESSAGE_BYTES = 512 * 1024 * 1024;
// Chromium's network process adds most of them, and Electron's own schemes are served without it.
const DROPPED_HEADER =
  /^(?:host|origin|referer|cookie|connection|upgrade-insecure-requests|keep-alive|pragma|cache-control|accept-(?:encoding|language)|sec-.*)$/;

interface Grant {
  /** The app's origin, e.g. `app://studio`, for this window's requests. */
  readonly appOrigin: string;
  readonly token: string;
  readonly cookie: string;
  readonly ticket: string;
  isTokenUsed: boolean;
  /** Resolves to the path to load, when the window may load it. */
  readonly opened: Promise<string>;
  onSocket(socket: WebSocket): void;
}

export interface HostServer {
  readonly origin: string;
  readonly host: string;
  /** Creates and registers a grant; `revoke` deletes it. */
  grant(options: Pick<Grant, 'appOrigin' | 'opened' | 'onSocket'>): Grant;
  revoke(grant: Grant): void;
  close(): Promise<void>;
}

type Handle = (request: Request) => Promise<Response>;

const secret = (): string => randomBytes(32).toString('base64url');

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function cookieOf(request: IncomingMessage): string {
  const pair = (request.headers.cookie ?? '').split('; ').find((part) => part.startsWith(`${COOKIE}=`));
  return pair?.slice(COOKIE.length + 1) ?? '';
}

/**
 * Creates the Request that the app's protocol handler would receive in Electron. Its signal is never aborted: if a page
 * is closed, the body of the response is cancelled.
 */
function toAppRequest(request: IncomingMessage, grant: Grant, origin: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || DROPPED_HEADER.test(name)) continue;
    const text = Array.isArray(value) ? value.join(', ') : value;
    headers.set(name, text.startsWith(origin) ? grant.appOrigin + text.slice(origin.length) : text);
  }
  const method = request.method ?? 'GET';
  const init = { method, headers };
  const url = grant.appOrigin + (request.url ?? '/');
  if (method === 'GET' || method === 'HEAD') return new Request(url, init);
  // `duplex` is required for a streamed body, and missing from the DOM's RequestInit.
  return new Request(
    url,
    Object.assign(init, { body: Readable.toWeb(request) as unknown as BodyInit, duplex: 'half' }),
  );
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  grant: Grant,
  origin: string,
  handle: Handle,
) {
  let isGone = false;
  response.once('close', () => {
    isGone = !response.writableFinished;
  });
  try {
    const result = await handle(toAppRequest(request, grant, origin));
    if (result.type === 'error') throw new Error('the handler answered with Response.error()');
    const headers: Record<string, string | string[]> = Object.fromEntries(result.headers);
    if (result.headers.getSetCookie().length > 0) headers['set-cookie'] = result.headers.getSetCookie();
    if (isGone) {
      await result.body?.cancel();
      return;
    }
    response.writeHead(result.status, headers);
    if (result.body && request.method !== 'HEAD') {
      await pipeline(Readable.fromWeb(result.body as unknown as ReadableStream), response);
    } else {
      await result.body?.cancel();
      response.end();
    }
  } catch (error) {
    if (!isGone) console.error('protocol.handle:', error);
    failAsNetwork(response);
  }
}

// Electron reports a failed handler as a network error, not as a page. Chromium would repeat a request whose connection
// was just closed; conflicting headers are a final error to it.
function failAsNetwork(response: ServerResponse): void {
  if (response.headersSent || !response.socket) response.destroy();
  else response.socket.end('HTTP/1.1 500 Failed\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n');
}

async function start(request: IncomingMessage, response: ServerResponse, grants: Set<Grant>): Promise<void> {
  const token = new URL(request.url ?? '', 'http://host').searchParams.get('token') ?? '';
  const grant = [...grants].find((one) => !one.isTokenUsed && isSame(one.token, token));
  if (!grant || request.method !== 'GET') {
    refuse(response);
    return;
  }
  grant.isTokenUsed = true;
  const path = await grant.opened;
  response.writeHead(302, {
    location: path,
    'set-cookie': `${COOKIE}=${grant.cookie}; HttpOnly; SameSite=Strict; Path=/`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  response.end();
}

function refuse(response: ServerResponse): void {
  response.writeHead(403, { 'content-type': 'text/plain', connection: 'close' }).end('Forbidden\n');
}

/** Starts the server on a random loopback port; `handle` returns the response of the app's protocol handler. */
export async function startServer(handle: Handle): Promise<HostServer> {
  const grants = new Set<Grant>();
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = `http://${host}`;

  const grantFor = (request: IncomingMessage): Grant | undefined => {
    const { headers, method } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    if (headers.host !== host) return undefined;
    if (headers.origin === undefined ? !isRead || headers.upgrade !== undefined : headers.origin !== origin) {
      return undefined;
    }
    const cookie = cookieOf(request);
    return [...grants].find((grant) => grant.isTokenUsed && isSame(grant.cookie, cookie));
  };

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '').split('?')[0];
    if (path === START_PATH && request.headers.host === host) {
      void start(request, response, grants);
      return;
    }
    const grant = grantFor(request);
    if (!grant || path?.startsWith('/.host/')) refuse(response);
    // Only browsers request this: Electron's pages never do, so the app need not handle it.
    else if (path === '/favicon.ico') response.writeHead(204).end();
    else void answer(request, response, grant, origin, handle);
  });

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const grant = request.url === SOCKET_PATH ? grantFor(request) : undefined;
    const ticket = request.headers['sec-websocket-protocol'] ?? '';
    if (!grant || !isSame(grant.ticket, ticket)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => grant.onSocket(webSocket));
  });

  return {
    origin,
    host,
    grant: (options) => {
      const grant: Grant = { ...options, token: secret(), cookie: secret(), ticket: secret(), isTokenUsed: false };
      grants.add(grant);
      return grant;
    },
    revoke: (grant) => {
      grants.delete(grant);
    },
    close: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
