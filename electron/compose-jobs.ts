// Connects the library and the job queue over one open database. This part of main runs without Electron.

import type { DatabaseSync } from 'node:sqlite';
import { editJobs } from './jobs/edit-job.ts';
import { createJobQueue, type JobEvents, type JobQueue, type JobQueueParts } from './jobs/job-queue.ts';
import { createJobStore, type JobStore } from './jobs/job-store.ts';
import { recoverLeftovers } from './jobs/recover-leftovers.ts';
import { type SpeechJobTools, speechJobs } from './jobs/speech-job.ts';
import { createLibrary, type Library } from './library/library.ts';
import { createMediaStore, type MediaStore } from './library/media-store.ts';
import { createPictureImport, type PictureImport } from './library/picture-import.ts';
import type { ReportUnreadable } from './library/stored-bodies.ts';
import { createUsageCounter, type UsageCounter } from './library/usage.ts';

/** What the library and the jobs need, and the callbacks they report to. */
export type JobSideParts = Pick<JobQueueParts, 'concurrency' | 'clock' | 'random'> &
  Pick<SpeechJobTools, 'http' | 'connections' | 'onChunk' | 'onLibraryChanged' | 'onVoiceAnswered'> &
  JobEvents & {
    db: DatabaseSync;
    /** The library's folder: media, sidecars and files still arriving. */
    folder: string;
    onUnreadable: ReportUnreadable;
    /** Time between two attempts to write what the disk did not take; the store's own by default. */
    writeAgainMs?: number;
  };

/** The library and the job queue that adds items to it. */
export type JobSide = {
  media: MediaStore;
  library: Library;
  pictures: PictureImport;
  usage: UsageCounter;
  store: JobStore;
  jobs: JobQueue;
};

/** Creates the library and the job queue. No job starts before `jobs.resume()`. */
export function composeJobs({
  db,
  folder,
  onUnreadable,
  concurrency,
  clock,
  random,
  writeAgainMs,
  ...parts
}: JobSideParts): JobSide {
  const media = createMediaStore(folder, writeAgainMs);
  const library = createLibrary(db, media, folder, onUnreadable);
  const pictures = createPictureImport(media, library);
  const usage = createUsageCounter(db, parts.onBug);
  const store = createJobStore(db, onUnreadable);
  const kinds = {
    speech: speechJobs({ ...parts, media, library, usage }),
    edit: editJobs({ ...parts, media, library, pictures, usage }),
  };
  const recover: JobQueueParts['recoverLeftovers'] = (findJob) =>
    recoverLeftovers({ media, library, findJob, onRecovered: parts.onLibraryChanged });
  const jobs = createJobQueue({ store, recoverLeftovers: recover, concurrency, clock, random, kinds }, parts);
  return { media, library, pictures, usage, store, jobs };
}
