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
import { ifWritable } from '../storage.ts';
import type { StorageMonitor } from '../storage-health.ts';
import type { JobQueue } from './job-queue.ts';

/** What is needed to answer a speech request. */
export type OrderParts = {
  connections: Pick<Connections, 'list'>;
  library: Pick<Library, 'findMade'>;
  jobs: Pick<JobQueue, 'add' | 'findSame'>;
  practice: Pick<PracticeProcess, 'restart'>;
  disk: Pick<StorageMonitor, 'storage'>;
};

/**
 * Returns an existing take, a running job or a new job for a speech request. Fails with the storage error if the library
 * cannot be written.
 * @param again always makes a new job.
 */
export function orderSpeech(
  request: SpeechRequest,
  again: boolean,
  { library, jobs, practice, disk, ...parts }: OrderParts,
): Result<SpeechOrderResult, AppError> {
  const fingerprint = fingerprintOf(request, parts) ?? '';
  if (!again && fingerprint !== '') {
    const itemId = library.findMade(fingerprint);
    if (itemId !== undefined) return ok({ kind: 'made', itemId });
    const jobId = jobs.findSame(fingerprint);
    if (jobId !== undefined) return ok({ kind: 'running', jobId });
  }
  return ifWritable(disk.storage(), () => {
    practice.restart();
    return ok({ kind: 'job', job: jobs.add('speech', request, { fingerprint }) });
  });
}

/** Returns the id of the take that an identical request has made; undefined if there is none. */
export function takeMadeBy(
  request: SpeechRequest,
  { library, ...parts }: Pick<OrderParts, 'connections' | 'library'>,
): string | undefined {
  const fingerprint = fingerprintOf(request, parts);
  return fingerprint === undefined ? undefined : library.findMade(fingerprint);
}

/** The fingerprint of a request if it were sent now; undefined if its connection no longer exists. */
function fingerprintOf(request: SpeechRequest, { connections }: Pick<OrderParts, 'connections'>): string | undefined {
  const connection = connections.list().find(({ id }) => id === request.connectionId);
  return connection && speechFingerprint(request, { model: connection.models.speech, dialect: connection.dialect });
}
