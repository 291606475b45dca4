// The entry of the verification's thread. The build puts it beside main's bundle.

import { parentPort, workerData } from 'node:worker_threads';
import { databaseFiles } from './database/recovery/database-files.ts';
import { verify } from './database/recovery/verify.ts';
import type { VerifyMessage } from './maintenance.ts';

if (!parentPort) throw new Error('Not in a worker thread');
const port = parentPort;
const send = (message: VerifyMessage): void => port.postMessage(message);
const folder = String(workerData);
const result = await verify(folder, databaseFiles(folder).live, {
  // Ended by the end of the thread: it changes nothing.
  signal: new AbortController().signal,
  onProgress: (progress) => send({ step: 'verifying', progress }),
});
send({ step: 'verified', result });
