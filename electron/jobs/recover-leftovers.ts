// Received bytes that no item and no job accounts for, found at the start, become items of their own: whatever lost
// their job, a fault or a damaged database, they may have been paid for.

import { stat } from 'node:fs/promises';
import { isJobOver } from '../../shared/app/job-states.ts';
import type { JobRecord } from './job-record.ts';
import { describeReply, keepReply, type ReplyDescription, type ReplyKeeperTools } from './kept-reply.ts';

/** What the recovery needs. `findJob` returns undefined for a job that is not known any more. */
export type RecoveryTools = ReplyKeeperTools & {
  findJob: (id: string) => Promise<JobRecord | undefined>;
  /** Keeps or discards the reply of a job that has ended, unless a picture of it is still to be decoded. */
  settleReply: (jobId: string) => Promise<void>;
};

/** An item's id, and a job's: random, of version 4. */
const JOB_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Removes incoming files that are accounted for, except those whose pictures are to be decoded, and makes items of the
 * others. Call it once, at the start. A file that
 * cannot be moved now stays for the next start.
 * @throws the disk's error.
 */
export async function recoverLeftovers(tools: RecoveryTools): Promise<void> {
  const { media } = tools;
  for (const name of await media.leftovers()) {
    const job = await tools.findJob(name);
    if (job && !isJobOver(job.state)) continue;
    // A job that ended as planned has its item, or there was nothing to keep.
    if (job ? job.error?.code === 'internal.bug' : JOB_ID.test(name)) await recover(name, job, tools);
    else if (job) await tools.settleReply(name);
    // Any other file is a picture that can be had again.
    else await media.discardIncoming(name);
  }
}

/** What is known of bytes whose job is not. */
const UNKNOWN: ReplyDescription = {
  title: '',
  createdAtMs: 0,
  connectionName: '',
  connectionOrigin: '',
  model: '',
  asked: null,
  error: null,
  missing: [],
  reply: null,
  part: null,
};

async function recover(id: string, job: JobRecord | undefined, tools: RecoveryTools): Promise<void> {
  const received = await stat(tools.media.incomingPath(id));
  const described = job ? describeReply(job, job.error) : { ...UNKNOWN, createdAtMs: Math.round(received.mtimeMs) };
  await keepReply(id, described, '', tools);
}
