// Routes of jobs, their queues, and the recorded exchanges with the relay.

import { ok } from '../../shared/result.ts';
import { jobIdOfResult } from '../jobs/edit-job.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Library } from '../library/library.ts';
import type { HandlersOf } from './routes-of.ts';

export type JobDeps = { jobs: JobQueue; library: Pick<Library, 'get'> };

/** Creates the handlers of the job, queue and exchange routes. */
export function jobHandlers({ jobs, library }: JobDeps): HandlersOf<'jobs' | 'queues' | 'exchanges'> {
  return {
    'jobs.cancel': ({ id }) => jobs.cancel(id),
    'jobs.dismiss': ({ ids }) => {
      jobs.dismiss(ids);
      return ok(null);
    },
    'jobs.dismissPicture': ({ id, index }) => {
      jobs.dismissPicture(id, index);
      return ok(null);
    },
    'jobs.move': ({ id, by }) => jobs.move(id, by),
    'jobs.setPaused': ({ id, isPaused }) => jobs.setJobPaused(id, isPaused),
    'exchanges.list': async ({ id }) => {
      const item = await library.get(id);
      return ok(await jobs.exchanges(item?.kind === 'edit' ? jobIdOfResult(item.id) : id));
    },
    'queues.setPaused': ({ connectionId, isPaused }) => {
      jobs.setPaused(connectionId, isPaused);
      return ok(null);
    },
    'queues.retryNow': ({ connectionId }) => {
      jobs.retryNow(connectionId);
      return ok(null);
    },
    'queues.cancelAll': ({ connectionId }) => {
      jobs.cancelAll(connectionId);
      return ok(null);
    },
  };
}
