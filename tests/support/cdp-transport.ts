// Connects a test's driver to a browser's DevTools protocol. The driver's own WebSocket compresses, for which Chromium
// and the driver hand every message to another thread: more work than the message itself, on one computer for nothing.

import { once } from 'node:events';
import type { ConnectOverCDPTransport } from '@playwright/test';
import { WebSocket } from 'ws';

/** As the driver's own: a picture is one message. */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;

/** Opens a connection to the browser that listens on this port of 127.0.0.1. @throws if there is none. */
export async function openCdpTransport(port: number): Promise<ConnectOverCDPTransport> {
  const version = await fetch(`http://127.0.0.1:${port}/json/version`);
  const { webSocketDebuggerUrl } = (await version.json()) as { webSocketDebuggerUrl: string };
  const socket = new WebSocket(webSocketDebuggerUrl, { perMessageDeflate: false, maxPayload: MAX_MESSAGE_BYTES });
  await once(socket, 'open');
  const transport: ConnectOverCDPTransport = {
    send: (message) => socket.send(JSON.stringify(message)),
    close: () => socket.close(),
  };
  // Each message in a turn of its own, as the driver expects.
  socket.on('message', (data) => setImmediate(() => transport.onmessage?.(JSON.parse(String(data)) as object)));
  socket.on('close', (_code, reason) => transport.onclose?.(String(reason)));
  socket.on('error', () => socket.close());
  return transport;
}
