// The program: arguments, environment, and when to stop.
//
// PRACTICE_RELAY_KEY=…     accept this key only
// PRACTICE_RELAY_PARENT=1  started by another program: stop when that program has ended, which is detected by the
//                          closing of the IPC channel, or without a channel by the closing of stdin (then a pipe)

import { parseArgs } from 'node:util';
import { createRelayServer } from './server.ts';
import { createWorkers } from './workers.ts';

const USAGE = `usage: practice-relay [--port=N] [--latency-ms=N] [--requests-per-minute=N]
  --port                 0 to 65535; 0 or nothing: any free port
  --latency-ms           how long every operation waits before it begins, up to 600000
  --requests-per-minute  operations accepted in a minute, at least 1; the others get 429`;

type Options = { port: number; latencyMs: number; requestsPerMinute: number | undefined };

/** Parses the arguments; if one is invalid, prints the usage and ends the program. */
function readOptions(): Options {
  const number = (text: string | undefined, min: number, max: number): number | undefined => {
    if (text === undefined) return undefined;
    if (!/^\d{1,9}$/.test(text) || Number(text) < min || Number(text) > max) throw new RangeError(text);
    return Number(text);
  };
  try {
    const option = { type: 'string' } as const;
    const { values } = parseArgs({ options: { port: option, 'latency-ms': option, 'requests-per-minute': option } });
    return {
      port: number(values.port, 0, 65_535) ?? 0,
      latencyMs: number(values['latency-ms'], 0, 600_000) ?? 0,
      requestsPerMinute: number(values['requests-per-minute'], 1, 999_999_999),
    };
  } catch {
    // An unknown argument or a bad number: both print the usage.
    console.error(USAGE);
    process.exit(2);
  }
}

const { port, ...pace } = readOptions();
const workers = createWorkers();
const server = createRelayServer({
  speak: workers.speak,
  edit: workers.edit,
  ...pace,
  requiredKey: process.env.PRACTICE_RELAY_KEY || undefined,
  reportBug: (error) => console.error(error),
});

function stop(): void {
  server.close(() => process.exit(0));
  // Open streams are cut off: a practice relay loses nothing by it.
  server.closeAllConnections();
}

process.once('SIGTERM', stop);
process.once('SIGINT', stop);
if (process.env.PRACTICE_RELAY_PARENT === '1') {
  if (process.connected) process.once('disconnect', stop);
  // A utility process has a parent port instead of both, and ends with its parent automatically.
  else if (!('parentPort' in process)) process.stdin.once('close', stop).resume();
}

server.once('error', (error) => {
  console.error(`The practice relay cannot start: ${error.message}`);
  process.exit(1);
});
server.listen(port, '127.0.0.1', () => {
  const address = server.address();
  console.log(`listening on http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`);
});
