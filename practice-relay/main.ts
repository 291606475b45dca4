// The program: arguments, environment, and when to stop. Knows nothing of what is served.
//
// PRACTICE_RELAY_KEY=…     accept this key only
// PRACTICE_RELAY_PARENT=1  started by another program: stop when that one is gone, which the closing of the IPC
//                          channel tells, or without one the closing of stdin (which must then be a pipe)

import { parseArgs } from 'node:util';
import { createRelayServer } from './server.ts';
import { warmUp } from './speech/route.ts';
import { speak } from './speech/synthesis.ts';

/** The port asked for; 0, the default, lets the system choose a free one. */
function readPort(): number {
  try {
    const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
    const port = Number(values.port);
    if (/^\d+$/.test(values.port) && port <= 65_535) return port;
  } catch {
    // An argument we do not know: the same advice as for a bad port.
  }
  console.error('usage: practice-relay [--port=N]   N from 0 to 65535; 0 or nothing: any free port');
  process.exit(2);
}

const server = createRelayServer({
  speak,
  requiredKey: process.env.PRACTICE_RELAY_KEY || undefined,
  reportBug: (error) => console.error(error),
});

function stop(): void {
  server.close(() => process.exit(0));
  // Open streams are cut: a practice relay has nothing to lose by it.
  server.closeAllConnections();
}

process.once('SIGTERM', stop);
process.once('SIGINT', stop);
if (process.env.PRACTICE_RELAY_PARENT === '1') {
  if (process.connected) process.once('disconnect', stop);
  // A utility process has a parent port instead of both, and ends with its parent by itself.
  else if (!('parentPort' in process)) process.stdin.once('close', stop).resume();
}

server.once('error', (error) => {
  console.error(`The practice relay cannot start: ${error.message}`);
  process.exit(1);
});
server.listen(readPort(), '127.0.0.1', () => {
  const address = server.address();
  console.log(`listening on http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`);
  warmUp(speak).catch((error: unknown) => console.error(error));
});
