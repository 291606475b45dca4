// The entry of the database's thread. The build puts it beside main's bundle.

import { parentPort, workerData } from 'node:worker_threads';
import { serveDatabase } from './serve-database.ts';

if (!parentPort) throw new Error('Not in a worker thread');
serveDatabase(parentPort, String(workerData));
