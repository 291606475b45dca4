// Opens connections: TCP, and TLS over it. The only place that says how they are secured.

import { type EventEmitter, once } from 'node:events';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import {
  connect as connectTls,
  createSecureContext,
  getCACertificates,
  rootCertificates,
  type SecureContext,
} from 'node:tls';
import { TlsRecords } from './tls-records.ts';

/** The end of a connection. IPv6 addresses are without brackets. */
export type Endpoint = { hostname: string; port: number };

/**
 * Opens a TCP connection.
 * @param lookup how the name is resolved, if not by the system.
 * @throws the system's error, or the reason of `signal`, which ends the attempt at once.
 */
export async function openTcp(
  { hostname, port }: Endpoint,
  signal: AbortSignal,
  lookup?: LookupFunction,
): Promise<Socket> {
  const socket = connectTcp({ host: hostname, port, ...(lookup && { lookup }) });
  await waitFor(socket, 'connect', signal);
  return socket.setNoDelay(true).setKeepAlive(true, 60_000);
}

/**
 * Secures a connection; `hostname` must be in the certificate. HTTP/1.1 is the only protocol offered: an HTTP/2 stream
 * that is reset looks like a reply that ended.
 * @throws the error of TLS, or the reason of `signal`.
 */
export async function openTls(
  socket: Socket,
  hostname: string,
  trusted: SecureContext,
  signal: AbortSignal,
): Promise<Socket> {
  const records = new TlsRecords(socket);
  const secured = connectTls({
    socket: records,
    host: hostname,
    ...(isIP(hostname) === 0 && { servername: hostname }),
    secureContext: trusted,
    ALPNProtocols: ['http/1.1'],
    // Said here, so that no variable of the environment can weaken it.
    rejectUnauthorized: true,
  });
  recordsOf.set(secured, records);
  await waitFor(secured, 'secureConnect', signal);
  return secured;
}

const recordsOf = new WeakMap<Socket, TlsRecords>();

/** Whether a connection that has ended was closed by the other side, rather than cut; without TLS nothing tells. */
export function hasClosed(socket: Socket): boolean {
  return recordsOf.get(socket)?.hasClosed() ?? true;
}

/**
 * Waits for an event of a socket, or of `emitter`, which uses it; ends the socket if that fails or is aborted.
 * @returns what the event passes to its listeners.
 */
export async function waitFor(
  socket: Socket,
  event: string,
  signal: AbortSignal,
  emitter: EventEmitter = socket,
): Promise<unknown[]> {
  // Whatever fails later has listeners of its own, or is of no interest.
  if (!emitter.listeners('error').includes(ignore)) emitter.on('error', ignore);
  try {
    return await once(emitter, event, { signal });
  } catch (error) {
    socket.destroy();
    throw signal.aborted ? signal.reason : error;
  }
}

function ignore(): void {}

/** Trusts the bundled certificates, those of the system, and `extra` ones (PEM). */
export function trustCertificates(extra: readonly string[]): SecureContext {
  return createSecureContext({ ca: [...rootCertificates, ...systemCertificates(), ...extra], minVersion: 'TLSv1.2' });
}

function systemCertificates(): string[] {
  try {
    return getCACertificates('system');
  } catch {
    // A runtime without access to the system's store still has the bundled certificates.
    return [];
  }
}
