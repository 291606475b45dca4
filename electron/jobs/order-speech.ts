// Answers speech requests: each with the take of an identical request, with an identical job that is still running or was
// asked for a moment ago, or with a new job (decision 12).

import type { Job, SpeechOrderResult } from '../../shared/contract/jobs.ts';
import type { KeptPart } from '../../shared/contract/library.ts';
import type { Connection } from '../../shared/contract/settings.ts';
import type { SpeechOrder, SpeechRequest } from '../../shared/contract/speech.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { partsOf } from '../../shared/script/parts.ts';
import type { Library } from '../library/library.ts';
import type { PracticeProcess } from '../practice-process.ts';
import { speechFingerprint } from '../relay/fingerprint.ts';
import type { Connections } from '../settings/connections.ts';
import { unwritable } from '../storage.ts';
import type { StorageMonitor } from '../storage-health.ts';
import type { JobQueue, NewJob } from './job-queue.ts';
import type { SpeechPart } from './job-record.ts';
import { partRequest } from './part-request.ts';
import { speechWish } from './wishes.ts';

/** What is needed to answer speech requests. */
export type OrderDeps = {
  connections: Pick<Connections, 'list'>;
  library: Pick<Library, 'findMade' | 'arrivedParts' | 'keptPartsOf'>;
  jobs: Pick<JobQueue, 'addSpeech' | 'findSame' | 'findWish' | 'setJobPaused'>;
  practice: Pick<PracticeProcess, 'restart'>;
  disk: Pick<StorageMonitor, 'opened'>;
};

/**
 * Answers speech requests, in their order: each with an existing take, a running job, or a new job. The new jobs are
 * stored together. Fails with the storage error if the library cannot be written and one of them needs a new job.
 */
export async function orderSpeech(
  orders: readonly SpeechOrder[],
  { library, jobs, practice, disk, ...deps }: OrderDeps,
): Promise<Result<SpeechOrderResult[], AppError>> {
  const storage = await disk.opened();
  const asked = await Promise.all(
    orders.map(async ({ again = false, completes, line = null, ...request }) => {
      const connection = connectionOf(request, deps);
      const fingerprint = connection ? fingerprintOf(request, connection) : '';
      const isNew = again || completes !== undefined || fingerprint === '';
      // A job that ends while the library is searched has made its take too late for the search.
      const wasRunning = isNew ? undefined : jobs.findSame(fingerprint);
      const itemId = isNew ? undefined : await library.findMade(fingerprint);
      const own = { fingerprint, line };
      const wish = speechWish(own, request, completes);
      if (itemId !== undefined || !connection) {
        const isOther = completes !== undefined;
        return { request, isNew, wasRunning, itemId, isOther, own, wish };
      }
      const kept = completes === undefined ? undefined : await library.keptPartsOf(completes);
      const cut = await cutText(request, connection, async () => kept ?? (await library.arrivedParts(fingerprint)));
      const isOther = kept !== undefined && !adoptsAll(cut, kept);
      const withParts = cut.length > 0 ? { ...own, parts: cut } : own;
      return { request, isNew, wasRunning, itemId, isOther, own: withParts, wish };
    }),
  );
  // More would be sent than the missing parts.
  if (asked.some(({ isOther }) => isOther)) return fail(appError('take.not_completable'));

  // From here to the queue nothing is awaited, so that no identical request can come in between.
  const orderOf = new Map<string, number>();
  const fresh: NewJob<'speech'>[] = [];
  const answers = asked.map(({ request, isNew, wasRunning, itemId, own, wish }): Answer => {
    if (itemId !== undefined) return { kind: 'made', itemId };
    const { fingerprint } = own;
    const same = isNew ? undefined : (jobs.findSame(fingerprint) ?? wasRunning);
    const jobId = same ?? jobs.findWish(wish)[0];
    if (jobId !== undefined) {
      // Who asks for it again wants it to be sent.
      jobs.setJobPaused(jobId, false);
      return { kind: 'running', jobId };
    }
    const first = isNew ? undefined : orderOf.get(fingerprint);
    if (first !== undefined) return { kind: 'sameAs', index: first };
    if (!isNew) orderOf.set(fingerprint, fresh.length);
    return { kind: 'new', index: fresh.push({ request, own, wish }) - 1 };
  });
  if (fresh.length > 0 && !storage.isWritable) return unwritable(storage);
  if (fresh.length > 0) practice.restart();
  const added = fresh.length > 0 ? await jobs.addSpeech(fresh) : [];
  return ok(answers.flatMap((answer) => resultOf(answer, added) ?? []));
}

/** How one of several requests is answered. The index is that of a new job. */
type Answer =
  | Exclude<SpeechOrderResult, { kind: 'job' }>
  | { kind: 'new'; index: number }
  /** Identical to an earlier request of the same order. */
  | { kind: 'sameAs'; index: number };

/** Undefined only if the queue returned fewer jobs than it was given. */
function resultOf(answer: Answer, added: readonly Job[]): SpeechOrderResult | undefined {
  if (answer.kind === 'made' || answer.kind === 'running') return answer;
  const job = added[answer.index];
  if (job === undefined) return undefined;
  return answer.kind === 'new' ? { kind: 'job', job } : { kind: 'running', jobId: job.id };
}

/** Returns the id of the take that an identical request has made; undefined if there is none. */
export async function takeMadeBy(
  request: SpeechRequest,
  { library, ...deps }: Pick<OrderDeps, 'connections'> & { library: Pick<Library, 'findMade'> },
): Promise<string | undefined> {
  const connection = connectionOf(request, deps);
  return connection && library.findMade(fingerprintOf(request, connection));
}

/**
 * Cuts a text with pauses, or over the connection's limit, once: the parts are stored with the job. Those that arrived before are not
 * requested again. @returns nothing if the text is sent in one request.
 */
async function cutText(
  request: SpeechRequest,
  connection: Connection,
  findArrived: () => Promise<readonly KeptPart[]>,
): Promise<SpeechPart[]> {
  const { text, pauses } = request;
  const [first, ...rest] = partsOf(text, connection.dialect, pauses);
  const isWhole = rest.length === 0 && first?.end === text.length && first.start === 0;
  if (!first || (isWhole && pauses === undefined)) return [];
  const kept = new Map((await findArrived()).map((part) => [part.fingerprint, part]));
  return [first, ...rest].map((part) => {
    const found = kept.size === 0 ? undefined : kept.get(fingerprintOf(partRequest(request, part), connection));
    return { ...part, sound: found ? { ...found, isWhole: true, isAdopted: true } : null, error: null };
  });
}

/** Whether parts that arrived before are all among those of a text, so that only the others are sent. */
function adoptsAll(parts: readonly SpeechPart[], kept: readonly KeptPart[]): boolean {
  const adopted = new Set(parts.flatMap(({ sound }) => sound?.fingerprint ?? []));
  return kept.length > 0 && kept.every(({ fingerprint }) => adopted.has(fingerprint));
}

/** The connection of a request; undefined if it no longer exists. */
function connectionOf(
  { connectionId }: SpeechRequest,
  { connections }: Pick<OrderDeps, 'connections'>,
): Connection | undefined {
  return connections.list().find(({ id }) => id === connectionId);
}

/** The fingerprint of a request if it were sent now. */
function fingerprintOf(request: SpeechRequest, { models, dialect }: Connection): string {
  return speechFingerprint(request, { model: models.speech, dialect });
}
