// Settles the reply of an edit once its pictures have been decoded, which only the page can do: until then its bytes stay
// in the incoming file. Of pictures that are damaged it is kept, of others it is no longer needed.

import { isJobOver } from '../../shared/app/job-states.ts';
import type { EditItem } from '../../shared/contract/library.ts';
import { storageErrorCode } from '../files.ts';
import { createTurns } from '../library/in-turn.ts';
import type { Library } from '../library/library.ts';
import type { Connections } from '../settings/connections.ts';
import { jobIdOfResult } from './edit-job.ts';
import type { JobQueue } from './job-queue.ts';
import type { JobRecord } from './job-record.ts';
import { cleanWaiting, describeReply, discardReply, keepReply, type ReplyKeeperTools } from './kept-reply.ts';

/** What is needed. */
export type CheckedRepliesDeps = ReplyKeeperTools & {
  library: Pick<Library, 'getAll'>;
  connections: Pick<Connections, 'target'>;
  jobs: () => Pick<JobQueue, 'amend' | 'find'>;
  onFailing: (error: unknown) => void;
  onBug: (error: unknown) => void;
};

/** Operations on replies whose pictures are items. */
export type CheckedReplies = {
  /**
   * Keeps or discards the reply of an ended job. While a picture of it is still to be decoded, it waits without the key.
   * What fails is done at the next start. Never rejects.
   */
  settle: (jobId: string) => Promise<void>;
  /** As `settle`, after an item changed or was deleted for good. */
  settleOf: (itemId: string) => Promise<void>;
  /** The items that must be decoded before their reply can be settled. */
  unchecked: () => Promise<string[]>;
};

/** Creates the operations. */
export function createCheckedReplies(deps: CheckedRepliesDeps): CheckedReplies {
  const { media, library, connections, jobs } = deps;
  const inTurn = createTurns();

  const editsOf = async (job: JobRecord | undefined): Promise<EditItem[]> =>
    (await library.getAll(job?.itemIds ?? [])).filter((item) => item.kind === 'edit');

  async function keyOf({ connectionId }: JobRecord): Promise<string> {
    const target = await connections.target(connectionId);
    return target.ok ? target.data.key : '';
  }

  async function settleNow(jobId: string, isNew: boolean): Promise<void> {
    if (!media.hasIncoming(jobId)) return;
    const job = await jobs().find(jobId);
    if (!job || !isJobOver(job.state)) return;
    const states = (await editsOf(job)).map(({ raw }) => raw.state);
    if (states.includes('unchecked')) {
      if (isNew) await letWait(job);
      return;
    }
    if (!states.includes('damaged') && !states.includes('undecodable')) return discardReply(jobId, media);
    const replyId = await keepReply(jobId, describeReply(job, job.error), await keyOf(job), deps);
    if (replyId === undefined) return;
    // Read again, it may have been put there.
    await library.setTrashed([replyId], false);
    await jobs().amend(jobId, (ended) => ({ ...ended, replyId }));
  }

  async function letWait(job: JobRecord): Promise<void> {
    if (!(await cleanWaiting(job.id, job.arrival, await keyOf(job), media))) return;
    await jobs().amend(job.id, (ended) =>
      ended.kind === 'edit' && ended.arrival ? { ...ended, arrival: { ...ended.arrival, contentEncoding: '' } } : ended,
    );
  }

  const settle = (jobId: string, isNew: boolean): Promise<void> =>
    inTurn(jobId, () => settleNow(jobId, isNew)).catch((error: unknown) => {
      if (storageErrorCode(error) === undefined) deps.onBug(error);
      else deps.onFailing(error);
    });

  return {
    settle: (jobId) => settle(jobId, true),
    settleOf: (itemId) => settle(jobIdOfResult(itemId), false),
    async unchecked() {
      const found = await Promise.all((await media.incoming()).map(async (id) => editsOf(await jobs().find(id))));
      return found.flat().flatMap(({ id, raw }) => (raw.state === 'unchecked' ? [id] : []));
    },
  };
}
