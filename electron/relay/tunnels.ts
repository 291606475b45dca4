// Connections through the system's proxy: HTTP proxies by CONNECT, SOCKS version 5 (RFC 1928). Neither sees what passes
// to an https relay.

import { IncomingMessage, request } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { type Endpoint, openTcp, openTls, waitFor } from './connect.ts';

/** A proxy; `name` is its host and port as the system names them. */
export type ProxyAddress = Endpoint & { kind: 'http' | 'https' | 'socks'; name: string };

/**
 * Why a proxy gave no connection. `unreached`: it did not answer, or not as a proxy does; `login`: it requires a name
 * and password; `target`: it could not, or would not, reach the relay. `status` is its answer to CONNECT, `reason` that
 * of SOCKS. The cause, if any, is the error of the connection to the proxy.
 */
export class ProxyError extends Error {
  readonly failure: 'unreached' | 'login' | 'target';
  readonly details: { status?: number; reason?: string };

  constructor(failure: ProxyError['failure'], details: ProxyError['details'], cause?: unknown) {
    super(`Proxy: ${failure}`, { cause });
    this.failure = failure;
    this.details = details;
  }
}

const LOGIN_REQUIRED = 407;
const SOCKS_VERSION = 5;
const SOCKS_NO_LOGIN = 0;
const SOCKS_CONNECT = 1;
const SOCKS_ADDRESS_BYTES: Readonly<Record<number, number>> = { 1: 4, 4: 16 };

/**
 * Opens a connection to `target` through a proxy, which resolves the name.
 * @throws ProxyError, or the reason of `signal`.
 */
export async function openTunnel(
  proxy: ProxyAddress,
  target: Endpoint,
  trusted: () => SecureContext,
  signal: AbortSignal,
): Promise<Socket> {
  try {
    const tcp = await openTcp(proxy, signal);
    if (proxy.kind === 'socks') return await askSocks(tcp, target, signal);
    const socket = proxy.kind === 'https' ? await openTls(tcp, proxy.hostname, trusted(), signal) : tcp;
    return await askConnect(socket, target, signal);
  } catch (error) {
    throw error instanceof ProxyError ? error : new ProxyError('unreached', {}, error);
  }
}

async function askConnect(socket: Socket, { hostname, port }: Endpoint, signal: AbortSignal): Promise<Socket> {
  const authority = `${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${port}`;
  const asked = request({
    method: 'CONNECT',
    path: authority,
    headers: { host: authority },
    createConnection: () => socket,
  });
  asked.end();
  const [answer, , early] = await waitFor(socket, 'connect', signal, asked);
  const status = answer instanceof IncomingMessage ? (answer.statusCode ?? 0) : 0;
  if (status >= 200 && status < 300) {
    if (early instanceof Buffer && early.length > 0) socket.unshift(early);
    return socket;
  }
  socket.destroy();
  throw new ProxyError(status === LOGIN_REQUIRED ? 'login' : 'target', { status });
}

async function askSocks(socket: Socket, target: Endpoint, signal: AbortSignal): Promise<Socket> {
  const hangUp = (): unknown => socket.destroy(new Error('The proxy closed the connection'));
  socket.on('end', hangUp);
  try {
    socket.write(Buffer.of(SOCKS_VERSION, 1, SOCKS_NO_LOGIN));
    const [version, method] = await readBytes(socket, 2, signal);
    if (version !== SOCKS_VERSION) throw new ProxyError('unreached', { reason: 'NOT_SOCKS5' });
    if (method !== SOCKS_NO_LOGIN) throw new ProxyError('login', { reason: `SOCKS5_METHOD_${method}` });
    socket.write(
      Buffer.concat([Buffer.of(SOCKS_VERSION, SOCKS_CONNECT, 0), socksAddress(target.hostname), twoBytes(target.port)]),
    );
    const [, reply, , kind = 0] = await readBytes(socket, 4, signal);
    if (reply !== 0) throw new ProxyError('target', { reason: `SOCKS5_REPLY_${reply}` });
    // The address that the proxy connects from, and its port, are of no interest.
    const length = SOCKS_ADDRESS_BYTES[kind] ?? (await readBytes(socket, 1, signal)).readUInt8();
    await readBytes(socket, length + 2, signal);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    socket.off('end', hangUp);
  }
}

async function readBytes(socket: Socket, count: number, signal: AbortSignal): Promise<Buffer> {
  for (;;) {
    const bytes: unknown = socket.read(count);
    if (bytes instanceof Buffer) return bytes;
    await waitFor(socket, 'readable', signal);
  }
}

/** The type of an address and its bytes; names are resolved by the proxy. */
function socksAddress(hostname: string): Buffer {
  if (isIP(hostname) === 4) return Buffer.of(1, ...hostname.split('.').map(Number));
  if (isIP(hostname) === 6) return Buffer.concat([Buffer.of(4), ...ipv6Groups(hostname).map(twoBytes)]);
  const name = Buffer.from(hostname);
  return Buffer.concat([Buffer.of(3, name.length), name]);
}

/** The eight groups of an address as `URL` writes it: hexadecimal, `::` at most once. */
function ipv6Groups(address: string): number[] {
  const [before = [], after = []] = address.split('::').map((part) =>
    part
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16)),
  );
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function twoBytes(value: number): Buffer {
  return Buffer.of(value >> 8, value & 0xff);
}
