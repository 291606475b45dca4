// Finds a port for a program that is about to be started.

import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns a port of 127.0.0.1 that was free just now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}
