// Connects the library and the job queue over one database. This part of main runs without Electron.

import type { Database } from '../database/client.ts';
import { type CheckedReplies, createCheckedReplies } from '../jobs/checked-replies.ts';
import { editJobs } from '../jobs/edit-job.ts';
import { createJobQueue, type JobEvents, type JobQueue, type JobQueueDeps } from '../jobs/job-queue.ts';
import { recoverLeftovers } from '../jobs/recover-leftovers.ts';
import { speechJobs } from '../jobs/speech-job.ts';
import type { SpeechJobTools } from '../jobs/speech-sending.ts';
import { createSpending, type SpendingDeps } from '../jobs/spending.ts';
import { createUsageCounter } from '../jobs/usage-counter.ts';
import { createLibrary, type Library } from '../library/library.ts';
import { createMediaStore, type MediaStore } from '../library/media-store.ts';
import { createPictureImport, type PictureImport } from '../library/picture-import.ts';
import type { StorageMonitor } from '../storage-health.ts';

/** What the library and the jobs need, and the callbacks they report to. */
export type JobSideDeps = Pick<JobQueueDeps, 'concurrency' | 'clock' | 'random' | 'seal'> &
  Pick<SpendingDeps, 'prices'> &
  Pick<SpeechJobTools, 'http' | 'connections' | 'onChunk' | 'onLibraryChanged' | 'onReplyKept' | 'onVoiceAnswered'> &
  JobEvents & {
    database: Database;
    /** The library's folder: media, sidecars and files still arriving. */
    folder: string;
    disk: Pick<StorageMonitor, 'reserve' | 'report' | 'add'>;
    /** Takes an entry of the library away that must not be read; see `createLibrary`. */
    takeAway?: (entry: string) => boolean;
    /** Time between two attempts to write what the disk did not take; the store's own by default. */
    writeAgainMs?: number;
    /** Waits before a result is fetched again while its job runs; the relay client's own by default. */
    fetchAgainMs?: readonly number[];
  };

/** The library and the job queue that adds items to it. */
export type JobSide = {
  media: MediaStore;
  library: Library;
  pictures: PictureImport;
  jobs: JobQueue;
  checkedReplies: CheckedReplies;
};

/** Creates the library and the job queue. No job of an earlier run continues before `jobs.resume()`. */
export function composeJobs({
  database,
  folder,
  concurrency,
  prices,
  clock,
  random,
  seal,
  writeAgainMs,
  takeAway,
  ...parts
}: JobSideDeps): JobSide {
  const media = createMediaStore(folder, {
    ...(writeAgainMs !== undefined && { writeAgainMs }),
    onFailing: parts.disk.report,
  });
  // The files write again by themselves.
  parts.disk.add({ thing: 'results', isSaved: () => !media.isWaiting(), save: async () => undefined });
  const library = createLibrary(database.items, media, folder, takeAway);
  const pictures = createPictureImport(media, library);
  const spending = createSpending({ rows: database.usage, prices, now: clock.now, onLost: parts.onBug });
  const usage = createUsageCounter(database.usage, spending.count, parts.onBug);
  const checkedReplies = createCheckedReplies({
    ...parts,
    media,
    library,
    jobs: () => jobs,
    onFailing: parts.disk.report,
  });
  const settleReply = checkedReplies.settle;
  const kinds = {
    speech: speechJobs({ ...parts, media, library, usage }),
    edit: editJobs({ ...parts, media, library, pictures, usage, settleReply }),
  };
  const { jobs: store, opened } = database;
  const jobs: JobQueue = createJobQueue(
    {
      store,
      opened,
      recoverLeftovers: (findJob) => recoverLeftovers({ ...parts, media, library, findJob, settleReply }),
      concurrency,
      spending,
      clock,
      random,
      onFailing: parts.disk.report,
      seal,
      kinds,
    },
    parts,
  );
  return { media, library, pictures, jobs, checkedReplies };
}
