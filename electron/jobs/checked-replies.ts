// Settles the reply of an edit once its pictures have been decoded, which only the page can do: until then its bytes stay
// in the incoming file. Of pictures that are damaged it is kept, of others it is no longer needed.

import type { EditItem } from '../../shared/contract/library.ts';
import { isJobOver } from '../../shared/job-states.ts';
import { storageErrorCode } from '../files.ts';
import { createTurns } from '../library/in-turn.ts';
import type { Library } from '../library/library.ts';
import type { Connections } from '../settings/connections.ts';
import { jobIdOfResult } from './edit-job.ts';
import type { JobQueue } from './job-queue.ts';
import type { JobRecord } from './job-record.ts';
import { describeReply, discardReply, keepReply, type ReplyKeeperTools } from './kept-reply.ts';

/** What is needed. */
export type CheckedRepliesParts = ReplyKeeperTools & {
  library: Pick<Library, 'getAll'>;
  connections: Pick<Connections, 'target'>;
  jobs: () => Pick<JobQueue, 'amend' | 'find'>;
  onFailing: (error: unknown) => void;
  onBug: (error: unknown) => void;
};

/** Operations on replies whose pictures are items. */
export type CheckedReplies = {
  /**
   * Keeps or discards the reply of an ended job, unless a picture of it is still to be decoded. What fails is done at the
   * next start. Never rejects.
   */
  settle: (jobId: string) => Promise<void>;
  /** As `settle`, after an item changed or was deleted for good. */
  settleOf: (itemId: string) => Promise<void>;
  /** The items that must be decoded before their reply can be settled. */
  unchecked: () => Promise<string[]>;
};

/** Creates the operations. */
export function createCheckedReplies(parts: CheckedRepliesParts): CheckedReplies {
  const { media, library, connections, jobs } = parts;
  const inTurn = createTurns();

  const editsOf = async (job: JobRecord | undefined): Promise<EditItem[]> =>
    (await library.getAll(job?.itemIds ?? [])).filter((item) => item.kind === 'edit');

  async function settleNow(jobId: string): Promise<void> {
    if (!media.hasIncoming(jobId)) return;
    const job = await jobs().find(jobId);
    if (!job || !isJobOver(job.state)) return;
    const states = (await editsOf(job)).map(({ raw }) => raw.state);
    if (states.includes('unchecked')) return;
    if (!states.includes('damaged') && !states.includes('undecodable')) return discardReply(jobId, media);
    const target = await connections.target(job.connectionId);
    const replyId = await keepReply(jobId, describeReply(job, job.error), target.ok ? target.data.key : '', parts);
    if (replyId === undefined) return;
    // Read again, it may have been put there.
    await library.setTrashed([replyId], false);
    await jobs().amend(jobId, (ended) => ({ ...ended, replyId }));
  }

  const settle = (jobId: string): Promise<void> =>
    inTurn(jobId, () => settleNow(jobId)).catch((error: unknown) => {
      if (storageErrorCode(error) === undefined) parts.onBug(error);
      else parts.onFailing(error);
    });

  return {
    settle,
    settleOf: (itemId) => settle(jobIdOfResult(itemId)),
    async unchecked() {
      const found = await Promise.all((await media.incoming()).map(async (id) => editsOf(await jobs().find(id))));
      return found.flat().flatMap(({ id, raw }) => (raw.state === 'unchecked' ? [id] : []));
    },
  };
}
