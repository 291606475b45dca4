// Connects the library and the job queue over one open database. This part of main runs without Electron.

import type { DatabaseSync } from 'node:sqlite';
import { editJobs } from './jobs/edit-job.ts';
import { createJobQueue, type JobEvents, type JobQueue, type JobQueueParts } from './jobs/job-queue.ts';
import { createJobStore, type JobStore } from './jobs/job-store.ts';
import { type SpeechJobTools, speechJobs } from './jobs/speech-job.ts';
import { createLibrary, type Library } from './library/library.ts';
import { createMediaStore, type MediaStore } from './library/media-store.ts';
import { createPictureImport, type PictureImport } from './library/picture-import.ts';
import type { ReportUnreadable } from './library/stored-bodies.ts';
import { createUsageCounter, type UsageCounter } from './library/usage.ts';
import type { StorageMonitor } from './storage-health.ts';

/** What the library and the jobs need, and the callbacks they report to. */
export type JobSideParts = Pick<JobQueueParts, 'concurrency' | 'clock' | 'random'> &
  Pick<SpeechJobTools, 'http' | 'connections' | 'onChunk' | 'onLibraryChanged' | 'onVoiceAnswered'> &
  JobEvents & {
    db: DatabaseSync;
    /** The library's folder: media, sidecars and files still arriving. */
    folder: string;
    onUnreadable: ReportUnreadable;
    disk: Pick<StorageMonitor, 'reserve'>;
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
export function composeJobs({ db, folder, onUnreadable, concurrency, clock, random, ...parts }: JobSideParts): JobSide {
  const media = createMediaStore(folder);
  const library = createLibrary(db, media, folder, onUnreadable);
  const pictures = createPictureImport(media, library);
  const usage = createUsageCounter(db, parts.onBug);
  const store = createJobStore(db, onUnreadable);
  const kinds = {
    speech: speechJobs({ ...parts, media, library, usage }),
    edit: editJobs({ ...parts, library, pictures, usage }),
  };
  const jobs = createJobQueue({ store, media, concurrency, clock, random, kinds }, parts);
  return { media, library, pictures, usage, store, jobs };
}
