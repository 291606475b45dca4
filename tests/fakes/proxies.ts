// Proxies on loopback that connect every request to one port, and refuse on request.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

/** A running proxy. `asked` lists the requested targets. */
export type FakeProxy = { host: string; asked: string[]; close: () => Promise<void> };

type ProxyOptions = {
  /** The port that every tunnel leads to, whatever target was requested. */
  port: number;
  tls?: { key: string; cert: string };
};

/** An HTTP proxy that supports CONNECT only; a `status` other than 200 refuses. */
export function startConnectProxy({ port, tls, status = 200 }: ProxyOptions & { status?: number }): Promise<FakeProxy> {
  return start(tls, (client, asked) => {
    client.socket.once('data', (head) => {
      asked.push(head.toString().split('\r\n', 1)[0] ?? '');
      if (status === 200) tunnel(client, port, 'HTTP/1.1 200 OK\r\n\r\n');
      else client.socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
    });
  });
}

/**
 * A SOCKS 5 proxy (RFC 1928); `method` 0xff requires a method that the client does not support, a `reply` other than 0
 * refuses the target.
 */
export function startSocksProxy({
  port,
  method = 0,
  reply = 0,
}: ProxyOptions & { method?: number; reply?: number }): Promise<FakeProxy> {
  return start(undefined, (client, asked) => {
    const { socket } = client;
    socket.once('data', () => {
      socket.write(Buffer.from([5, method]));
      socket.once('data', (request) => {
        const length = request[4] ?? 0;
        const isName = request[3] === 3;
        asked.push(isName ? request.subarray(5, 5 + length).toString() : request.subarray(4, 8).join('.'));
        const answer = Buffer.from([5, reply, 0, 1, 127, 0, 0, 1, 0, 0]);
        if (reply === 0) tunnel(client, port, answer);
        else socket.end(answer);
      });
    });
  });
}

function tunnel({ socket, tcp }: Client, port: number, greeting: string | Buffer): void {
  const upstream = connect(port, '127.0.0.1', () => {
    socket.write(greeting);
    socket.pipe(upstream).pipe(socket);
  });
  // A reset passes through, as with a proxy that only copies packets.
  upstream.on('error', () => tcp.resetAndDestroy());
  tcp.on('close', () => upstream.destroy());
}

/** A client's connection, and the TCP connection below it. */
type Client = { socket: Socket; tcp: Socket };

async function start(tls: ProxyOptions['tls'], serve: (client: Client, asked: string[]) => void): Promise<FakeProxy> {
  const asked: string[] = [];
  const clients = new Set<Socket>();
  const server = createServer((tcp) => {
    clients.add(tcp);
    tcp.on('close', () => clients.delete(tcp));
    tcp.on('error', () => tcp.destroy());
    const socket = tls ? new TLSSocket(tcp, { isServer: true, secureContext: createSecureContext(tls) }) : tcp;
    socket.on('error', () => tcp.destroy());
    serve({ socket, tcp }, asked);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      for (const client of clients) client.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
