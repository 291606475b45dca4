// The jobs and library of the app over one folder: real files, real SQLite, real HTTP. Opening a folder again is a
// restart.

import { onTestFinished, vi } from 'vitest';
import { composeJobs, type JobSideDeps } from '../../electron/compose/jobs.ts';
import { type Clock, systemClock } from '../../electron/jobs/clock.ts';
import type { JobEvents } from '../../electron/jobs/job-queue.ts';
import { createJobSeal } from '../../electron/jobs/job-seal.ts';
import { createKeptReplies } from '../../electron/jobs/kept-replies.ts';
import { createEditResults } from '../../electron/library/edit-results.ts';
import { createRelayHttp, type RelayHttp } from '../../electron/relay/http.ts';
import type { SealSecret } from '../../electron/settings/seal-secret.ts';
import type { JobState } from '../../shared/app/job-states.ts';
import { DEFAULT_DIALECT, DEFAULT_MODELS, type Dialect, requestsAtOnce } from '../../shared/connection/connections.ts';
import { NO_PRICES, type Prices } from '../../shared/connection/prices.ts';
import type { Job } from '../../shared/contract/jobs.ts';
import type { LibraryItem } from '../../shared/contract/library.ts';
import type { SpeechChunk } from '../../shared/contract/speech.ts';
import type { AppError } from '../../shared/errors.ts';
import type { DecodedExtent } from '../../shared/images/picture-states.ts';
import { fail, ok } from '../../shared/result.ts';
import { type ScriptedRelay, startScriptedRelay } from '../fakes/scripted-relay.ts';
import { eventually } from './eventually.ts';
import { tempFolder } from './temp-folder.ts';
import { openTestDatabase } from './test-database.ts';

/** The key for requests to the relay. */
export const KEY = 'canary-key-0123456789';

/** What the key store would hold. */
export const SEAL_SECRET: SealSecret = { key: Buffer.alloc(32, 7), epoch: 0, begin: async () => undefined };

type Options = {
  isPractice?: boolean;
  /** The connection's key, `KEY` by default. */
  key?: string;
  dialect?: Partial<Dialect>;
  /** None by default. */
  prices?: Partial<Prices>;
  clock?: Clock;
  random?: () => number;
  /** Reserves room on the disk; there is always room by default. */
  reserve?: JobSideDeps['disk']['reserve'];
  /** Hears of what the disk did not take. */
  onDiskError?: (error: unknown) => void;
  writeAgainMs?: number;
  /** Why the connection cannot be used now; it can by default. */
  whyUnusable?: () => AppError | undefined;
  /** The origins that results may be fetched from; what is allowed is added. */
  allowedOrigins?: string[];
  /** Asked before an origin is allowed; it is denied by default. */
  askOrigin?: (connectionName: string, origin: string) => Promise<boolean>;
  /** Stands between the jobs and the relay client; nothing by default. */
  aroundHttp?: (http: RelayHttp) => RelayHttp;
  /** What is told of jobs and queues, beside what is recorded. */
  events?: Partial<Omit<JobEvents, 'onUpdated' | 'onBug'>> & { onUpdated?: (job: Job) => void };
  /** The secret that seals jobs; the same at every start by default, undefined without a key store. */
  sealSecret?: Promise<SealSecret | undefined>;
};

const hasRoom: JobSideDeps['disk']['reserve'] = async () => ok({ [Symbol.dispose]: () => undefined });

/** Opens the jobs and library of a folder with a relay; closed when the test ends. */
export async function openJobSide(
  relay: ScriptedRelay,
  root: string,
  {
    isPractice = false,
    key = KEY,
    dialect = {},
    prices = {},
    clock = systemClock,
    random = () => 0.5,
    reserve = hasRoom,
    onDiskError = vi.fn(),
    writeAgainMs,
    whyUnusable = () => undefined,
    allowedOrigins = [],
    askOrigin = async () => false,
    aroundHttp = (http) => http,
    sealSecret = Promise.resolve(SEAL_SECRET),
    events = {},
  }: Options = {},
) {
  const database = openTestDatabase(root);
  const http = aroundHttp(createRelayHttp({ appVersion: '0.0.0', resolveProxy: async () => 'DIRECT' }));
  const updates: Job[] = [];
  const chunks: SpeechChunk[] = [];
  const target = {
    connectionName: 'Acme',
    isPractice,
    baseUrl: relay.baseUrl,
    key,
    models: DEFAULT_MODELS,
    dialect: { ...DEFAULT_DIALECT, ...dialect },
    allowedOrigins,
    reach: 'any' as const,
  };
  const connections = {
    async target() {
      const error = whyUnusable();
      return error ? fail(error) : ok(target);
    },
    allowOrigin(_id: string, origin: string) {
      allowedOrigins.push(origin);
      return ok(null);
    },
  };
  const onBug = vi.fn();
  const onVoiceAnswered = vi.fn();
  const jobSide = composeJobs({
    database,
    disk: { reserve, report: onDiskError, add: vi.fn() },
    folder: root,
    http,
    connections,
    fetchAgainMs: [],
    concurrency: (_connectionId, kind) => requestsAtOnce(target.dialect, kind),
    prices: () => ({ ...NO_PRICES, ...prices }),
    clock,
    random,
    seal: createJobSeal(sealSecret),
    ...(writeAgainMs !== undefined && { writeAgainMs }),
    onChunk: (chunk) => void chunks.push(chunk),
    onLibraryChanged: vi.fn(),
    onReplyKept: (id) => keptReplies.watch(id),
    onVoiceAnswered,
    onRemoved: vi.fn(),
    onQueueChanged: vi.fn(),
    onLoaded: vi.fn(),
    ...events,
    onUpdated: (job) => {
      updates.push(job);
      events.onUpdated?.(job);
    },
    onBug,
  });
  const { jobs: queue, library, media, pictures, checkedReplies } = jobSide;
  const onLibraryChanged = vi.fn();
  const keptReplies = createKeptReplies({
    ...jobSide,
    http,
    connections,
    clock,
    askOrigin,
    onAllowed: vi.fn(),
    onLibraryChanged,
    onBug,
  });
  const { addDecoding } = createEditResults({
    library,
    onVerdict: vi.fn(),
    onDecoded: checkedReplies.settleOf,
    onChanged: onLibraryChanged,
  });
  const list = async (kind: LibraryItem['kind'] | null) =>
    (await library.list({ search: '', kind, beforeId: null, limit: 50 })).items;
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    queue.stop();
    keptReplies.stop();
    await http.close();
    await database.close();
  };
  onTestFinished(close);
  return {
    queue,
    database,
    store: database.jobs,
    library,
    media,
    keptReplies,
    checkedReplies,
    /** Does what the page does when it has decoded a result. */
    decode: (id: string, extent: DecodedExtent) => addDecoding({ id, extent }),
    onLibraryChanged,
    pictures,
    importPicture: pictures.take,
    updates,
    chunks,
    onBug,
    onVoiceAnswered,
    usage: database.usage,
    close,
    /** Waits until a job reaches a state. */
    reaches: (id: string, state: JobState) =>
      eventually(async () => {
        const found = (await database.jobs.find(id))?.state;
        if (found !== state) throw new Error(`The job is ${found}, not ${state}`);
      }),
    /** The reported states so far, without repetitions. */
    states: () => updates.map((job) => job.state).filter((state, i, all) => state !== all[i - 1]),
    items: () => list(null),
    /** The items that hold a reply itself. */
    replies: () => list('reply'),
    /** All other items. */
    results: async () => (await list(null)).filter(({ kind }) => kind !== 'reply'),
  };
}

/** Creates an empty folder and a scripted relay, and opens the jobs and library with both. */
export async function startJobSide(options: Options = {}) {
  const root = await tempFolder();
  const relay = await startScriptedRelay();
  onTestFinished(relay.close);
  return { root, relay, ...(await openJobSide(relay, root, options)) };
}
