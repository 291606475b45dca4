// One measurement of relay clients in a separate process: performs the order in its argument, sends back the
// measurements.

import { createReadStream, readFileSync } from 'node:fs';
import { type FileHandle, open, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import OpenAI, { toFile } from 'openai';
import { fetch } from 'undici';
import { createRelayHttp } from '../../electron/relay/http.ts';
import { requestEdit } from '../../electron/relay/images.ts';
import type { ReplyWatcher } from '../../electron/relay/received-reply.ts';
import { requestSpeech } from '../../electron/relay/speech.ts';
import { DEFAULT_DIALECT, DEFAULT_MODELS } from '../../shared/connection/connections.ts';
import type { EditRequest } from '../../shared/contract/images.ts';
import { editOptions } from '../../shared/testing/edit-options.ts';

export const CLIENTS = ['ours', 'fetch', 'peer'] as const;
export type Client = (typeof CLIENTS)[number];
export type Task = 'speech' | 'reply' | 'upload';

/** What to measure: each client in turn, `times` times after the warm-up. */
export type Order = {
  task: Task;
  clients: readonly Client[];
  times: number;
  baseUrl: string;
  folder: string;
  picture: string;
};

/** Times since the call; `memoryMb` is the growth of the resident set to its peak since the warm-up. */
export type Measured = { firstMs: number; lastMs: number; memoryMb: number };

const KEY = 'bench';
const WARM_UPS = 10;
const SPEECH = { model: DEFAULT_MODELS.speech, input: 'Hello', voice: 'v', response_format: 'pcm', speed: 1 } as const;
const PROMPT = 'Make it blue';
const SIZE = '1920x1920';

/** Sends one request; calls `onFirst` with the first byte of the result. */
type Run = (onFirst: () => void) => Promise<void>;
type Where = Pick<Order, 'baseUrl' | 'folder' | 'picture'>;

const RUNS: Record<Task, Record<Client, (order: Where) => Run>> = {
  speech: { ours: speakOurs, fetch: speakFetch, peer: speakPeer },
  reply: { ours: editOurs, fetch: editFetch, peer: editPeer },
  upload: { ours: editOurs, fetch: editFetch, peer: editPeer },
};

/** Peers store nothing of a reply either. */
const UNSTORED: ReplyWatcher = {
  onReceiving: () => undefined,
  onBytes: async () => undefined,
  onReceived: async () => undefined,
};

function speakOurs({ baseUrl }: Where): Run {
  const http = createRelayHttp({ appVersion: '0.0.0', resolveProxy: async () => 'DIRECT' });
  const target = { baseUrl, key: KEY, model: DEFAULT_MODELS.speech, dialect: DEFAULT_DIALECT, reach: 'any' as const };
  const request = { connectionId: 'c', text: 'Hello', voice: 'v', speed: 1, format: 'pcm' as const, extras: {} };
  return async (onFirst) => {
    const result = await requestSpeech(http, target, request, {
      ...UNSTORED,
      signal: new AbortController().signal,
      onSent: () => undefined,
      onAudio: async () => onFirst(),
    });
    if (!result.ok) throw new Error(JSON.stringify(result.error));
  };
}

function speakFetch({ baseUrl }: Where): Run {
  return async (onFirst) => {
    const reply = await fetch(`${baseUrl}/v1/audio/speech`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify(SPEECH),
    });
    for await (const _ of reply.body ?? []) onFirst();
  };
}

function speakPeer({ baseUrl }: Where): Run {
  const peer = new OpenAI({ baseURL: `${baseUrl}/v1`, apiKey: KEY });
  return async (onFirst) => {
    const reply = await peer.audio.speech.create(SPEECH);
    for await (const _ of reply.body ?? []) onFirst();
  };
}

function editOurs({ baseUrl, folder, picture }: Where): Run {
  const http = createRelayHttp({ appVersion: '0.0.0', resolveProxy: async () => 'DIRECT' });
  const target = {
    baseUrl,
    key: KEY,
    model: DEFAULT_MODELS.image,
    dialect: DEFAULT_DIALECT,
    allowedOrigins: [],
    reach: 'any' as const,
  };
  const id = '0'.repeat(64);
  const request: EditRequest = {
    connectionId: 'c',
    prompt: PROMPT,
    pictures: [{ kind: 'media', mediaId: id, wireMediaId: id }],
    mask: null,
    form: 'json',
    isSizeMatched: false,
    part: null,
    options: editOptions({ size: SIZE, responseFormat: 'b64_json' }),
  };
  const files = {
    pictures: [{ kind: 'file' as const, path: picture, mime: 'image/png', extension: 'png' }],
    mask: null,
  };
  return async (onFirst) => {
    let handle: FileHandle | undefined;
    const result = await requestEdit(http, target, request, files, {
      signal: new AbortController().signal,
      onSent: () => undefined,
      ...UNSTORED,
      onReceiving: onFirst,
      askedCount: 1,
      onBug: (error) => {
        throw error;
      },
      isStored: () => false,
      onPreview: async () => undefined,
      openFile: async () => {
        handle = await open(path.join(folder, 'result.png'), 'w');
        const file = handle;
        return { write: async (bytes) => void (await file.write(bytes)), discard: async () => undefined };
      },
    });
    await handle?.close();
    if (!result.ok) throw new Error(JSON.stringify(result.error));
  };
}

function editFetch({ baseUrl, picture }: Where): Run {
  return async (onFirst) => {
    const image = `data:image/png;base64,${(await readFile(picture)).toString('base64')}`;
    const reply = await fetch(`${baseUrl}/v1/images/edits`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: DEFAULT_MODELS.image, prompt: PROMPT, image, size: SIZE, watermark: false }),
    });
    onFirst();
    if (!Array.isArray(((await reply.json()) as { data: unknown }).data)) throw new Error('No data');
  };
}

function editPeer({ baseUrl, picture }: Where): Run {
  const peer = new OpenAI({ baseURL: `${baseUrl}/v1`, apiKey: KEY });
  return async (onFirst) => {
    const image = await toFile(createReadStream(picture), 'picture.png', { type: 'image/png' });
    const reply = await peer.images.edit({ model: DEFAULT_MODELS.image, prompt: PROMPT, image });
    onFirst();
    if (!reply.data?.length) throw new Error('No data');
  };
}

async function measure(run: Run): Promise<Measured> {
  const rssBytes = process.memoryUsage.rss();
  const began = performance.now();
  let firstMs = 0;
  await run(() => {
    firstMs ||= performance.now() - began;
  });
  const lastMs = performance.now() - began;
  return { firstMs, lastMs, memoryMb: Math.max(0, peakRssBytes() - rssBytes) / 1e6 };
}

/** The peak of this process only: on Linux the usual value is inherited from the parent process. */
function peakRssBytes(): number {
  const kilobytes =
    process.platform === 'linux'
      ? Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
      : process.resourceUsage().maxRSS;
  return kilobytes * 1024;
}

async function carryOut({ task, clients, times, ...where }: Order): Promise<(Measured & { client: Client })[]> {
  const small = path.join(where.folder, 'small.png');
  await writeFile(small, 'small');
  // A small picture is sent to get a large one.
  const picture = task === 'reply' ? small : where.picture;
  const runs = clients.map((client) => ({ client, run: RUNS[task][client]({ ...where, picture }) }));
  const results: (Measured & { client: Client })[] = [];
  if (task === 'speech') for (let i = 0; i < WARM_UPS; i++) for (const { run } of runs) await run(() => undefined);
  else for (const client of clients) await RUNS.speech[client]({ ...where, picture: small })(() => undefined);
  for (let i = 0; i < times; i++) {
    // A different client is first each time, so that none has an advantage.
    for (let turn = 0; turn < runs.length; turn++) {
      const next = runs[(i + turn) % runs.length];
      if (next) results.push({ client: next.client, ...(await measure(next.run)) });
    }
  }
  return results;
}

const [argument] = process.argv.slice(2);
if (process.send && argument) process.send(await carryOut(JSON.parse(argument) as Order));
