// A relay whose replies are defined by a test, including faults; it records every request.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { wavHeader } from '../../shared/speech/wav.ts';

/** A request as it arrived, with its complete body. Requests with the same `socketId` shared a connection. */
export type RecordedRequest = {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
  bytes: Buffer;
  socketId: number;
};

/** Replies to one request. */
export type Script = (response: ServerResponse, request: RecordedRequest) => unknown;

/** A running scripted relay. */
export type ScriptedRelay = {
  baseUrl: string;
  requests: RecordedRequest[];
  /** Number of open sockets. */
  openSockets: () => number;
  /** Sets the next replies: each script replies to one request, the last one to all later requests. */
  answerWith: (...scripts: [Script, ...Script[]]) => void;
  close: () => Promise<void>;
};

/** Starts a relay on loopback; over https if `tls` is given. */
export async function startScriptedRelay(tls?: { key: string; cert: string }): Promise<ScriptedRelay> {
  const requests: RecordedRequest[] = [];
  const socketIds = new Map<Socket, number>();
  let scripts: Script[] = [replies.audio(pcmTone(0.5))];

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const recorded: RecordedRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: bytes.toString('utf8'),
      bytes,
      socketId: socketIds.get(request.socket) ?? -1,
    };
    requests.push(recorded);
    const script = scripts.length > 1 ? scripts.shift() : scripts[0];
    await script?.(response, recorded);
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    handle(request, response).catch(() => request.socket.destroy());
  };
  const server: Server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    socketIds.set(socket, socketIds.size);
    socket.on('close', () => socketIds.delete(socket));
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    requests,
    openSockets: () => socketIds.size,
    answerWith: (...next) => {
      scripts = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Ready-made replies. */
export const replies = {
  /** Complete audio in one chunk. The content type is deliberately wrong, because it must not be used. */
  audio:
    (bytes: Uint8Array): Script =>
    (response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end(bytes),
  json:
    (status: number, body: unknown, headers: Record<string, string> = {}): Script =>
    (response) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body)),
  text:
    (status: number, body: string | Uint8Array, headers: Record<string, string> = {}): Script =>
    (response) =>
      response.writeHead(status, headers).end(body),
  /** Sends the start of a body, then cuts the connection. */
  cutAfter:
    (bytes: Uint8Array): Script =>
    (response) => {
      response.writeHead(200, { 'content-length': String(bytes.length * 2) });
      response.write(bytes, () => response.socket?.destroy());
    },
  /** Sends a body in pieces, each in a separate chunk. */
  pieces:
    (...parts: (string | Uint8Array)[]): Script =>
    async (response) => {
      response.writeHead(200);
      for (const part of parts) await new Promise<void>((sent) => response.write(part, () => setImmediate(sent)));
      response.end();
    },
  /** Reads the request and closes the connection without a reply. */
  hangUp: (): Script => (response) => response.socket?.destroy(),
  /** Never replies. */
  silence: (): Script => () => undefined,
  /** Sends the start of a body and then nothing more. */
  stall:
    (bytes: Uint8Array): Script =>
    (response) => {
      response.writeHead(200);
      response.write(bytes);
    },
};

/** Returns a 440 Hz tone as 24 kHz mono pcm. */
export function pcmTone(seconds: number, rateHz = 24_000): Uint8Array {
  const samples = new Int16Array(Math.round(seconds * rateHz));
  for (let i = 0; i < samples.length; i++) samples[i] = Math.round(12_000 * Math.sin((2 * Math.PI * 440 * i) / rateHz));
  return new Uint8Array(samples.buffer);
}

/** Returns the same tone as a wav file. */
export function wavTone(seconds: number): Uint8Array {
  const data = pcmTone(seconds);
  return Buffer.concat([wavHeader(data.length, { rateHz: 24_000, channels: 1, bitsPerSample: 16 }), data]);
}
