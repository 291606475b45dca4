// Answers a speech request: with the take of an identical request, with an identical job that is still running, or with
// a new job (decision 12).

import type { SpeechOrderResult } from '../../shared/contract/jobs.ts';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
import type { AppError } from '../../shared/errors.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Library } from '../library/library.ts';
import type { PracticeProcess } from '../practice-process.ts';
import { speechFingerprint } from '../relay/fingerprint.ts';
import type { Connections } from '../settings/connections.ts';
import { unwritable } from '../storage.ts';
import type { StorageMonitor } from '../storage-health.ts';
import type { JobQueue } from './job-queue.ts';

/** What is needed to answer a speech request. */
export type OrderParts = {
  connections: Pick<Connections, 'list'>;
  library: Pick<Library, 'findMade'>;
  jobs: Pick<JobQueue, 'add' | 'findSame'>;
  practice: Pick<PracticeProcess, 'restart'>;
  disk: Pick<StorageMonitor, 'opened'>;
};

/**
 * Returns an existing take, a running job or a new job for a speech request. Fails with the storage error if the library
 * cannot be written.
 * @param again always makes a new job.
 */
export async function orderSpeech(
  request: SpeechRequest,
  again: boolean,
  { library, jobs, practice, disk, ...parts }: OrderParts,
): Promise<Result<SpeechOrderResult, AppError>> {
  const fingerprint = fingerprintOf(request, parts) ?? '';
  const storage = await disk.opened();
  if (!again && fingerprint !== '') {
    // A job that ends while the library is searched has made its take too late for the search.
    const wasRunning = jobs.findSame(fingerprint);
    const itemId = await library.findMade(fingerprint);
    if (itemId !== undefined) return ok({ kind: 'made', itemId });
    const jobId = jobs.findSame(fingerprint) ?? wasRunning;
    if (jobId !== undefined) return ok({ kind: 'running', jobId });
  }
  if (!storage.isWritable) return unwritable(storage);
  practice.restart();
  return ok({ kind: 'job', job: await jobs.add('speech', request, { fingerprint }) });
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
