// The jobs and library of the app as a program of its own, to be killed: `node tests/support/job-program.ts FOLDER RELAY
// ROUND`. It finishes what an earlier run left, orders speech and edits named after the round, and prints each state of a
// job as one line of JSON; *saving* and *done* after that is on disk.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { composeJobs } from '../../electron/compose/jobs.ts';
import { connectDatabase } from '../../electron/database/client.ts';
import { databaseThread } from '../../electron/database/database-thread.ts';
import { systemClock } from '../../electron/jobs/clock.ts';
import { createJobSeal } from '../../electron/jobs/job-seal.ts';
import { createRelayHttp } from '../../electron/relay/http.ts';
import { DEFAULT_DIALECT, DEFAULT_MODELS, requestsAtOnce } from '../../shared/connection/connections.ts';
import { NO_PRICES } from '../../shared/connection/prices.ts';
import type { Job } from '../../shared/contract/jobs.ts';
import { ok } from '../../shared/result.ts';
import { partsOf } from '../../shared/script/parts.ts';
import { editRequest } from '../../shared/testing/edit-request.ts';

/** Jobs of each kind that a run orders; of texts in parts there are fewer. */
const JOBS = 6;
const CUT_JOBS = 2;
/** The limit under which each sentence of such a text is a part. */
const LIMIT_BYTES = 30;
const PICTURE = path.join(import.meta.dirname, '../../assets/icons/64x64.png');

/** One line of output. `part`: of a text in parts, the one that is requested; those before it have arrived, or failed. */
export type JobLine = { id: string; name: string; kind: Job['kind'] | 'cut'; state: Job['state']; part: number };

const [folder = '', baseUrl = '', round = ''] = process.argv.slice(2);
const target = {
  connectionName: 'Acme',
  isPractice: false,
  baseUrl,
  key: 'canary-key-0123456789',
  models: DEFAULT_MODELS,
  dialect: DEFAULT_DIALECT,
  allowedOrigins: [],
  reach: 'any' as const,
};
const fail = (error: unknown): void => {
  throw error;
};
const nothing = (): void => undefined;
const database = connectDatabase(databaseThread(folder), folder, {
  onOpened: nothing,
  onMaintenance: nothing,
  onRebuildFailed: fail,
  onFilled: nothing,
  onBusy: nothing,
  onQuarantined: () => undefined,
  onUnreadable: fail,
  onDied: fail,
});
const { jobs, pictures } = composeJobs({
  database,
  disk: { reserve: async () => ok({ [Symbol.dispose]: nothing }), report: fail, add: nothing },
  folder,
  http: createRelayHttp({ appVersion: '0.0.0', resolveProxy: async () => 'DIRECT' }),
  connections: { target: async () => ok(target) },
  concurrency: (_connectionId, kind) => requestsAtOnce(target.dialect, kind),
  prices: () => NO_PRICES,
  clock: systemClock,
  random: Math.random,
  seal: createJobSeal(Promise.resolve({ key: Buffer.alloc(32, 7), epoch: 0, begin: async () => undefined })),
  onChunk: nothing,
  onLibraryChanged: nothing,
  onReplyKept: () => undefined,
  onVoiceAnswered: nothing,
  onUpdated: print,
  onRemoved: nothing,
  onQueueChanged: nothing,
  onLoaded: nothing,
  onBug: fail,
});

const picture = await pictures.take(await readFile(PICTURE));
if (!picture.ok) throw new Error(picture.error.code);
const { mediaId } = picture.data;
await jobs.resume();
process.stdout.write('ready\n');
for (let n = 1; n <= CUT_JOBS; n += 1) {
  const text = [1, 2, 3, 4].map((part) => `Part ${round}-${n}${part} is spoken here.`).join(' ');
  const request = { connectionId: 'c', text, voice: null, speed: 1, format: 'mp3' as const, extras: {} };
  const parts = partsOf(text, { longText: 'cut', recommendedInputBytes: LIMIT_BYTES });
  const own = { parts: parts.map((part) => ({ ...part, sound: null, error: null })) };
  for (const job of await jobs.addSpeech([{ request, own }])) print(job);
}
for (let n = 1; n <= JOBS; n += 1) {
  const name = `${round}-${n}`;
  const speech = {
    connectionId: 'c',
    text: `speech ${name}`,
    voice: null,
    speed: 1,
    format: 'pcm' as const,
    extras: {},
  };
  print(await jobs.add('speech', speech));
  print(await jobs.add('edit', editRequest({ prompt: `edit ${name}` }, mediaId)));
}

function print(job: Job): void {
  const name = job.kind === 'speech' ? job.request.text : job.request.prompt;
  const isCut = job.kind === 'speech' && name.startsWith('Part');
  const part = job.kind === 'speech' ? (job.part?.number ?? 0) : 0;
  const line: JobLine = { id: job.id, name, kind: isCut ? 'cut' : job.kind, state: job.state, part };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
