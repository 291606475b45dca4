// A relay that answers as a test tells it to, faults included, and records every request that reached it.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { wavHeader } from '../../shared/speech/wav.ts';

/** A request as it arrived, its body read in full. `socketId` tells which requests shared a connection. */
export type RecordedRequest = {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
  bytes: Buffer;
  socketId: number;
};

/** Answers one request. */
export type Script = (response: ServerResponse, request: RecordedRequest) => unknown;

/** A running scripted relay. */
export type ScriptedRelay = {
  baseUrl: string;
  requests: RecordedRequest[];
  /** Sockets open now. */
  openSockets: () => number;
  /** Sets what follows: each script answers one request, the last one all that come after. */
  answerWith: (...scripts: [Script, ...Script[]]) => void;
  close: () => Promise<void>;
};

/** Starts a relay on loopback; with `tls`, over https. */
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

/** Ready-made answers. */
export const replies = {
  /** Audio, whole, in one go. The content type is deliberately wrong: nobody may rely on it. */
  audio:
    (bytes: Uint8Array): Script =>
    (response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end(bytes),
  json:
    (status: number, body: unknown, headers: Record<string, string> = {}): Script =>
    (response) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body)),
  text:
    (status: number, body: string, headers: Record<string, string> = {}): Script =>
    (response) =>
      response.writeHead(status, headers).end(body),
  /** Sends the beginning of a body, then cuts the connection. */
  cutAfter:
    (bytes: Uint8Array): Script =>
    (response) => {
      response.writeHead(200, { 'content-length': String(bytes.length * 2) });
      response.write(bytes, () => response.socket?.destroy());
    },
  /** Sends a body in pieces, each a chunk of its own. */
  pieces:
    (...parts: (string | Uint8Array)[]): Script =>
    async (response) => {
      response.writeHead(200);
      for (const part of parts) await new Promise<void>((sent) => response.write(part, () => setImmediate(sent)));
      response.end();
    },
  /** Reads the request and hangs up without a word. */
  hangUp: (): Script => (response) => response.socket?.destroy(),
  /** Never answers. */
  silence: (): Script => () => undefined,
  /** Sends the beginning and then nothing more. */
  stall:
    (bytes: Uint8Array): Script =>
    (response) => {
      response.writeHead(200);
      response.write(bytes);
    },
};

/** A 440 Hz tone as 24 kHz mono pcm. */
export function pcmTone(seconds: number, rateHz = 24_000): Uint8Array {
  const samples = new Int16Array(Math.round(seconds * rateHz));
  for (let i = 0; i < samples.length; i++) samples[i] = Math.round(12_000 * Math.sin((2 * Math.PI * 440 * i) / rateHz));
  return new Uint8Array(samples.buffer);
}

/** The same tone as a wav file. */
export function wavTone(seconds: number): Uint8Array {
  const data = pcmTone(seconds);
  return Buffer.concat([wavHeader(data.length, { rateHz: 24_000, channels: 1, bitsPerSample: 16 }), data]);
}
