// Answers speech requests: each with the take of an identical request, with an identical job that is still running, or with
// a new job (decision 12).

import type { Job, SpeechOrderResult } from '../../shared/contract/jobs.ts';
import type { SpeechOrder, SpeechRequest } from '../../shared/contract/speech.ts';
import type { AppError } from '../../shared/errors.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Library } from '../library/library.ts';
import type { PracticeProcess } from '../practice-process.ts';
import { speechFingerprint } from '../relay/fingerprint.ts';
import type { Connections } from '../settings/connections.ts';
import { unwritable } from '../storage.ts';
import type { StorageMonitor } from '../storage-health.ts';
import type { JobQueue, NewJob } from './job-queue.ts';

/** What is needed to answer speech requests. */
export type OrderParts = {
  connections: Pick<Connections, 'list'>;
  library: Pick<Library, 'findMade'>;
  jobs: Pick<JobQueue, 'addSpeech' | 'findSame'>;
  practice: Pick<PracticeProcess, 'restart'>;
  disk: Pick<StorageMonitor, 'opened'>;
};

/**
 * Answers speech requests, in their order: each with an existing take, a running job, or a new job. The new jobs are
 * stored together. Fails with the storage error if the library cannot be written and one of them needs a new job.
 */
export async function orderSpeech(
  orders: readonly SpeechOrder[],
  { library, jobs, practice, disk, ...parts }: OrderParts,
): Promise<Result<SpeechOrderResult[], AppError>> {
  const storage = await disk.opened();
  const asked = await Promise.all(
    orders.map(async ({ again = false, line = null, ...request }) => {
      const fingerprint = fingerprintOf(request, parts) ?? '';
      if (again || fingerprint === '') return { request, line, fingerprint, isNew: true };
      // A job that ends while the library is searched has made its take too late for the search.
      const wasRunning = jobs.findSame(fingerprint);
      return { request, line, fingerprint, isNew: false, wasRunning, itemId: await library.findMade(fingerprint) };
    }),
  );

  // From here to the queue nothing is awaited, so that no identical request can come in between.
  const orderOf = new Map<string, number>();
  const fresh: NewJob<'speech'>[] = [];
  const answers = asked.map(({ request, line, fingerprint, isNew, wasRunning, itemId }): Answer => {
    if (itemId !== undefined) return { kind: 'made', itemId };
    const jobId = isNew ? undefined : (jobs.findSame(fingerprint) ?? wasRunning);
    if (jobId !== undefined) return { kind: 'running', jobId };
    const same = isNew ? undefined : orderOf.get(fingerprint);
    if (same !== undefined) return { kind: 'sameAs', index: same };
    if (!isNew) orderOf.set(fingerprint, fresh.length);
    return { kind: 'new', index: fresh.push({ request, own: { fingerprint, line } }) - 1 };
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
  { library, ...parts }: Pick<OrderParts, 'connections' | 'library'>,
): Promise<string | undefined> {
  const fingerprint = fingerprintOf(request, parts);
  return fingerprint === undefined ? undefined : library.findMade(fingerprint);
}

/** The fingerprint of a request if it were sent now; undefined if its connection no longer exists. */
function fingerprintOf(request: SpeechRequest, { connections }: Pick<OrderParts, 'connections'>): string | undefined {
  const connection = connections.list().find(({ id }) => id === request.connectionId);
  return connection && speechFingerprint(request, { model: connection.models.speech, dialect: connection.dialect });
}
