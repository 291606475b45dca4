// The cost of the relay client: its time compared with a bare fetch and with another client, its memory for large
// pictures. Independent of the app.

import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pcmTone } from '../../tests/fakes/scripted-relay.ts';
import { amount, type Bench, type Figure, percentile } from './bench.ts';
import { CLIENTS, type Client, type Measured, type Order, type Task } from './client-task.ts';

const CHILD = path.join(import.meta.dirname, 'client-task.ts');
const SPEECH_SECONDS = 20;
const PAYLOAD_BYTES = 30_000_000;
const PAYLOAD_MB = PAYLOAD_BYTES / 1e6;
const RUNS: Record<Task, { times: number; children: number }> = {
  speech: { times: amount(60, 1), children: 1 },
  reply: { times: 1, children: amount(7, 1) },
  upload: { times: 1, children: amount(7, 1) },
};
const TIME_RATIO_AIM = 1.1;
const MEMORY_AIM_MB = 3 * PAYLOAD_MB;

const NAMES: Record<Task, string> = {
  speech: `${SPEECH_SECONDS} s of speech`,
  reply: `${PAYLOAD_MB} MB of base64 in a reply`,
  upload: `a ${PAYLOAD_MB} MB upload`,
};
const WORDS: Record<Client, string> = { ours: 'ours', fetch: 'bare fetch', peer: 'openai' };

/**
 * Measures every task with every client in the same run, on the same server. Memory is measured in a new process each
 * time.
 */
export const benchClient: Bench = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'relay-studio-bench-'));
  const server = await startServer();
  try {
    const picture = path.join(folder, 'picture.png');
    await writeFile(picture, randomBytes((PAYLOAD_BYTES / 4) * 3));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const figures: Figure[] = [];
    for (const task of ['speech', 'reply', 'upload'] as const) {
      figures.push(...toFigures(task, await measureTask(task, { baseUrl, folder, picture })));
    }
    return figures;
  } finally {
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  }
};

/** Measures all clients, in turn. */
async function measureTask(
  task: Task,
  where: Pick<Order, 'baseUrl' | 'folder' | 'picture'>,
): Promise<Record<Client, Measured[]>> {
  const results: Record<Client, Measured[]> = { ours: [], fetch: [], peer: [] };
  const { times, children } = RUNS[task];
  for (let child = 0; child < children; child++) {
    // Speech is measured in one process, in turn, because its times are small; large bodies in a process for each
    // client.
    const orders: Order[] =
      task === 'speech'
        ? [{ ...where, task, clients: CLIENTS, times }]
        : CLIENTS.map((client) => ({ ...where, task, clients: [client], times }));
    for (const order of orders) {
      for (const { client, ...measured } of await runChild(order)) results[client].push(measured);
    }
  }
  return results;
}

async function runChild(order: Order): Promise<(Measured & { client: Client })[]> {
  const child = fork(CHILD, [JSON.stringify(order)], { execArgv: ['--disable-warning=ExperimentalWarning'] });
  const [results] = (await once(child, 'message')) as [(Measured & { client: Client })[]];
  child.disconnect();
  if (child.exitCode === null) await once(child, 'exit');
  return results;
}

function toFigures(task: Task, results: Record<Client, Measured[]>): Figure[] {
  const of = (client: Client, what: keyof Measured): number[] => results[client].map((measured) => measured[what]);
  const figures: Figure[] = [];
  const compare = (what: 'firstMs' | 'lastMs', name: string): void => {
    for (const client of CLIENTS) {
      figures.push({
        name: `client, ${NAMES[task]}: ${name}, ${WORDS[client]}`,
        unit: 'ms',
        samples: of(client, what),
      });
    }
    const median = (client: Client): number => percentile(of(client, what), 0.5);
    figures.push(
      {
        name: `client, ${NAMES[task]}: ${name}, ours / bare fetch`,
        unit: '×',
        samples: [median('ours') / median('fetch')],
        aim: TIME_RATIO_AIM,
      },
      {
        name: `client, ${NAMES[task]}: ${name}, ours / openai`,
        unit: '×',
        samples: [median('ours') / median('peer')],
      },
    );
  };
  if (task === 'speech') compare('firstMs', 'first byte');
  compare('lastMs', 'last byte');
  if (task === 'speech') return figures;
  for (const client of CLIENTS) {
    figures.push({
      name: `client, ${NAMES[task]}: memory, ${WORDS[client]}`,
      unit: 'MB',
      samples: of(client, 'memoryMb'),
      ...(client === 'ours' && { aim: MEMORY_AIM_MB }),
      note: NOTES[task][client],
    });
  }
  return figures;
}

const NOTES: Record<'reply' | 'upload', Record<Client, string>> = {
  reply: {
    ours: 'growth of the resident set at its peak; decoded, in a file',
    fetch: 'parsed, not decoded',
    peer: 'parsed, not decoded',
  },
  upload: { ours: 'JSON from a file', fetch: 'JSON from a file, as one string', peer: 'multipart from a file' },
};

/** Replies immediately: speech with pcm, an edit with a large picture or, if a large one was sent, with a small one. */
async function startServer(): Promise<Server> {
  const audio = pcmTone(SPEECH_SECONDS);
  const large = Buffer.from(`{"created":1,"data":[{"url":null,"b64_json":"${'iVBORw0K'.repeat(PAYLOAD_BYTES / 8)}"}]}`);
  const small = Buffer.from('{"created":1,"data":[{"url":null,"b64_json":"iVBORw0K"}]}');
  const server = createServer(async (request, response) => {
    let sizeBytes = 0;
    for await (const chunk of request) sizeBytes += (chunk as Buffer).length;
    if (request.url?.endsWith('/audio/speech')) return response.end(audio);
    response.setHeader('content-type', 'application/json');
    return response.end(sizeBytes > 1_000_000 ? small : large);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
