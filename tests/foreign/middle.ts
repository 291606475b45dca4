// What stands between a client and a relay: a gateway made with a published reverse proxy. Each way of passing a reply
// on is a few lines around that proxy.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import type { Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { createProxyServer } from 'http-proxy-3';
import { generate } from 'selfsigned';
import { onTestFinished } from 'vitest';

/** Passes a reply of the relay on to the client. */
export type PassOn = (reply: IncomingMessage, toClient: ServerResponse) => unknown;

/** A running gateway. */
export type Gateway = {
  base: string;
  /** The protocol of each request that arrived. */
  protocols: string[];
  /** What the relay has sent in its last reply. */
  sent: () => Buffer;
  /** To be trusted; only with TLS. */
  certificates: string[];
};

/**
 * Starts a gateway in front of a relay; it ends with the running test. @param options `passOn` instead of the proxy's
 * own way; `h2`: over TLS, with HTTP/2 offered first.
 */
export async function startGateway(target: string, options: { passOn?: PassOn; h2?: true } = {}): Promise<Gateway> {
  const { passOn } = options;
  const proxy = createProxyServer({ target, changeOrigin: true, selfHandleResponse: passOn !== undefined });
  let received: Buffer[] = [];
  proxy.on('proxyRes', (reply) => {
    received = [];
    reply.on('data', (chunk: Buffer) => received.push(chunk));
  });
  if (passOn) proxy.on('proxyRes', (reply, _request, toClient) => void passOn(reply, toClient));
  // The client or the relay has ended the connection.
  proxy.on('error', (_error, _request, toClient) => void toClient.destroy());
  const protocols: string[] = [];
  const handle = (request: IncomingMessage, toClient: ServerResponse): void => {
    protocols.push(`HTTP/${request.httpVersion}`);
    proxy.web(request, toClient);
  };
  const tls = options.h2 ? await certificate() : undefined;
  // The same requests and replies as of HTTP/1, with fewer possibilities.
  const server = tls ? createSecureServer({ ...tls, allowHTTP1: true }, handle as never) : createServer(handle);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    base: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    protocols,
    sent: () => Buffer.concat(received),
    certificates: tls ? [tls.cert] : [],
  };
}

async function certificate(): Promise<{ key: string; cert: string }> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  return { key, cert };
}

/** Ways of passing a reply on that change its frame and leave its bytes. */
export const FRAMES: Readonly<Record<string, PassOn>> = {
  'late and in small pieces': async (reply, toClient) => {
    const bytes = await buffer(reply);
    await delay(150);
    toClient.writeHead(reply.statusCode ?? 0, { 'content-type': reply.headers['content-type'] });
    for (let at = 0; at < bytes.length; at += 8191) {
      toClient.write(bytes.subarray(at, at + 8191));
      await setImmediate();
    }
    toClient.end();
  },
  'with its length': async (reply, toClient) => {
    const bytes = await buffer(reply);
    toClient.writeHead(reply.statusCode ?? 0, { 'content-length': bytes.length }).end(bytes);
  },
  'without a length, ended by closing': async (reply, toClient) => {
    toClient.removeHeader('transfer-encoding');
    toClient.shouldKeepAlive = false;
    toClient.writeHead(reply.statusCode ?? 0).end(await buffer(reply));
  },
  'with trailers': async (reply, toClient) => {
    toClient.writeHead(reply.statusCode ?? 0, { trailer: 'x-sum' });
    toClient.write(await buffer(reply));
    toClient.addTrailers({ 'x-sum': '1' });
    toClient.end();
  },
};

/** Sends half of a reply, then resets the connection. */
export const CUTS: Readonly<Record<string, PassOn>> = {
  'with its length': cutHalf((toClient, sizeBytes) => toClient.setHeader('content-length', sizeBytes)),
  chunked: cutHalf(() => undefined),
  'ended by closing': cutHalf((toClient) => {
    toClient.removeHeader('transfer-encoding');
    toClient.shouldKeepAlive = false;
  }),
};

function cutHalf(frame: (toClient: ServerResponse, sizeBytes: number) => void): PassOn {
  return async (reply, toClient) => {
    const bytes = await buffer(reply);
    frame(toClient, bytes.length);
    toClient.writeHead(reply.statusCode ?? 0);
    await new Promise((written) => toClient.write(bytes.subarray(0, bytes.length >> 1), written));
    // What was written is on its way before the reset.
    await delay(50);
    toClient.socket?.resetAndDestroy();
  };
}

/** Compresses a reply that nobody asked to be compressed. */
export function compressed(coding: string, compress: () => Transform): PassOn {
  return (reply, toClient) => {
    toClient.writeHead(reply.statusCode ?? 0, {
      'content-type': reply.headers['content-type'],
      'content-encoding': coding,
    });
    reply.pipe(compress()).pipe(toClient);
  };
}
