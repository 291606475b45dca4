// Answers an order for an edit: with new jobs, or with those that stand for the same already.

import type { EditOrder } from '../../shared/contract/images.ts';
import type { EditOrderResult } from '../../shared/contract/jobs.ts';
import type { AppError } from '../../shared/errors.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { PracticeProcess } from '../practice-process.ts';
import { unwritable } from '../storage.ts';
import type { StorageMonitor } from '../storage-health.ts';
import type { JobQueue } from './job-queue.ts';
import { editWish } from './wishes.ts';

/** What is needed to answer it. */
export type EditOrderDeps = {
  jobs: Pick<JobQueue, 'addEdits' | 'findWish'>;
  practice: Pick<PracticeProcess, 'restart'>;
  disk: Pick<StorageMonitor, 'opened'>;
};

/** Answers an order; its jobs are stored together. Fails with the storage error if the library cannot be written. */
export async function orderEdit(
  order: EditOrder,
  { jobs, practice, disk }: EditOrderDeps,
): Promise<Result<EditOrderResult[], AppError>> {
  const storage = await disk.opened();
  const wish = editWish(order);
  // From here to the queue nothing is awaited, so that the same order cannot come in between.
  const running = jobs.findWish(wish);
  if (running.length > 0) return ok(running.map((jobId) => ({ kind: 'running', jobId })));
  if (!storage.isWritable) return unwritable(storage);
  practice.restart();
  const added = await jobs.addEdits(order.requests.map((request) => ({ request, wish })));
  return ok(added.map((job) => ({ kind: 'job', job })));
}
