// The app's job side over one folder: real files, real SQLite, real HTTP. Opening a folder again is a restart.

import path from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { type Clock, systemClock } from '../../electron/jobs/clock.ts';
import { editJobs } from '../../electron/jobs/edit-job.ts';
import { createJobQueue } from '../../electron/jobs/job-queue.ts';
import { createJobStore } from '../../electron/jobs/job-store.ts';
import { speechJobs } from '../../electron/jobs/speech-job.ts';
import { openDatabase } from '../../electron/library/database.ts';
import { createLibrary } from '../../electron/library/library.ts';
import { createMediaStore } from '../../electron/library/media-store.ts';
import { createPictureImport } from '../../electron/library/picture-import.ts';
import { createUsageCounter } from '../../electron/library/usage.ts';
import { createRelayHttp } from '../../electron/relay/http.ts';
import type { Connections } from '../../electron/settings/connections.ts';
import { DEFAULT_DIALECT, DEFAULT_MODELS, type Dialect, requestsAtOnce } from '../../shared/connections.ts';
import type { Job } from '../../shared/contract/jobs.ts';
import type { SpeechChunk } from '../../shared/contract/speech.ts';
import type { JobState } from '../../shared/job-states.ts';
import { ok } from '../../shared/result.ts';
import { type ScriptedRelay, startScriptedRelay } from '../fakes/scripted-relay.ts';
import { tempFolder } from './temp-folder.ts';

/** The key the relay is called with. */
export const KEY = 'canary-key-0123456789';

type Options = { isPractice?: boolean; dialect?: Partial<Dialect>; clock?: Clock; random?: () => number };

/** Opens the job side of a folder against a relay; closed when the test ends. */
export async function openJobSide(
  relay: ScriptedRelay,
  root: string,
  { isPractice = false, dialect = {}, clock = systemClock, random = () => 0.5 }: Options = {},
) {
  const db = openDatabase(path.join(root, 'library.sqlite'));
  const http = createRelayHttp({ resolveProxy: async () => 'DIRECT' });
  const media = createMediaStore(root);
  const onUnreadable = vi.fn();
  const library = createLibrary(db, media, root, onUnreadable);
  const pictures = createPictureImport(media, library);
  const store = createJobStore(db, onUnreadable);
  const updates: Job[] = [];
  const chunks: SpeechChunk[] = [];
  const target = {
    connectionName: 'Acme',
    isPractice,
    baseUrl: relay.baseUrl,
    key: KEY,
    models: DEFAULT_MODELS,
    dialect: { ...DEFAULT_DIALECT, ...dialect },
  };
  const connections = { target: async () => ok(target) } as unknown as Connections;
  const onLibraryChanged = vi.fn();
  const onChunk = (chunk: SpeechChunk) => void chunks.push(chunk);
  const onBug = vi.fn();
  const onVoiceAnswered = vi.fn();
  const usage = createUsageCounter(db);
  const queue = createJobQueue(
    {
      store,
      media,
      concurrency: (_connectionId, kind) => requestsAtOnce(target.dialect, kind),
      clock,
      random,
      kinds: {
        speech: speechJobs({
          http,
          connections,
          media,
          library,
          usage,
          onChunk,
          onLibraryChanged,
          onVoiceAnswered,
        }),
        edit: editJobs({ http, connections, library, pictures, usage, onLibraryChanged }),
      },
    },
    { onUpdated: (job) => void updates.push(job), onRemoved: vi.fn(), onQueueChanged: vi.fn(), onBug },
  );
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    queue.stop();
    await http.close();
    db.close();
  };
  onTestFinished(close);
  return {
    queue,
    store,
    library,
    media,
    importPicture: pictures.take,
    updates,
    chunks,
    onBug,
    onVoiceAnswered,
    usage,
    close,
    /** Waits until a job is in a state. */
    reaches: (id: string, state: JobState) =>
      vi.waitFor(() => {
        const found = store.find(id)?.state;
        if (found !== state) throw new Error(`The job is ${found}, not ${state}`);
      }, 5000),
    /** The states told so far, repetitions left out. */
    states: () => updates.map((job) => job.state).filter((state, i, all) => state !== all[i - 1]),
    items: () => library.list({ search: '', kind: null, beforeId: null, limit: 50 }).items,
  };
}

/** A fresh folder, a scripted relay, and the job side over both. */
export async function startJobSide(options: Options = {}) {
  const root = await tempFolder();
  const relay = await startScriptedRelay();
  onTestFinished(relay.close);
  return { root, relay, ...(await openJobSide(relay, root, options)) };
}
