// A relay in a thread of its own, which answers while this thread stands still.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/**
 * Starts the relay; the caller closes it. It answers each request with 200 and a body of `sizeBytes` zeros.
 * `stallMs`: this thread stands still for that long as soon as the relay has read a request.
 */
export async function startStalledRelay(sizeBytes: number, stallMs: number) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { sizeBytes } });
  const [port] = (await once(worker, 'message')) as [number];
  worker.on('message', () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stallMs));
  return { baseUrl: `http://127.0.0.1:${port}`, close: () => worker.terminate() };
}

if (!isMainThread) serve(workerData as { sizeBytes: number });

function serve({ sizeBytes }: { sizeBytes: number }): void {
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    parentPort?.postMessage('asked');
    await delay(20);
    response.end(Buffer.alloc(sizeBytes));
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    parentPort?.postMessage(typeof address === 'object' && address !== null ? address.port : 0);
  });
}
