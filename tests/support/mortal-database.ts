// The entry of a database's thread that ends itself on `END`. Ended from outside in the middle of a call, a thread
// whose connection has functions in JavaScript can take the whole process with it.

import { parentPort, workerData } from 'node:worker_threads';
import { serveDatabase } from '../../electron/database/serve-database.ts';

/** What the thread is told to end at once; orders sent after it are never answered. */
export const END = 'end';

parentPort?.on('message', (order: unknown) => {
  if (order === END) process.exit(1);
});
if (parentPort) serveDatabase(parentPort, String(workerData));
