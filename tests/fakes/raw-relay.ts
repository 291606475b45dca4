// A relay that sends bytes as the test says, and ends its connections in the way the test says.

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext, type SecureVersion, TLSSocket } from 'node:tls';

/** A connection whose request has been read. */
export type RawConnection = {
  send: (bytes: string | Uint8Array) => Promise<void>;
  /** Ends as agreed: over TLS with close_notify, then FIN. */
  end: () => void;
  /** Ends the TCP connection alone (FIN); over TLS without close_notify. */
  endTcp: () => void;
  /** Resets the TCP connection (RST). */
  reset: () => void;
};

/** Handles one request. */
type RawScript = (connection: RawConnection, request: string) => unknown;

/** A running raw relay. */
export type RawRelay = {
  port: number;
  baseUrl: string;
  requests: string[];
  answerWith: (script: RawScript) => void;
  close: () => Promise<void>;
};

type Tls = { key: string; cert: string; maxVersion?: SecureVersion };

/** Starts a raw relay on loopback; over TLS if `tls` is given. Requests must have a `content-length` or no body. */
export async function startRawRelay(tls?: Tls): Promise<RawRelay> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let script: RawScript = () => undefined;

  const server = createServer((tcp) => {
    sockets.add(tcp);
    tcp.on('close', () => sockets.delete(tcp));
    tcp.on('error', () => undefined);
    const socket = tls ? new TLSSocket(tcp, { isServer: true, secureContext: createSecureContext(tls) }) : tcp;
    socket.on('error', () => undefined);
    const connection: RawConnection = {
      send: (bytes) => new Promise((sent) => socket.write(bytes, () => sent())),
      end: () => socket.end(),
      endTcp: () => tcp.end(),
      reset: () => tcp.resetAndDestroy(),
    };
    let received = '';
    socket.on('data', (bytes: Buffer) => {
      received += bytes.toString('latin1');
      const length = requestLength(received);
      if (length === undefined || received.length < length) return;
      const request = received.slice(0, length);
      received = received.slice(length);
      requests.push(request);
      script(connection, request);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    baseUrl: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    requests,
    answerWith(next) {
      script = next;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function requestLength(received: string): number | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  return end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(received.slice(0, end))?.[1] ?? 0);
}
