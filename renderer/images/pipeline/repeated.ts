// Repeats picture tasks whose worker has died.

import { fail, type Result } from '../../../shared/result.ts';
import type { TaskResult } from './picture-worker-client.ts';
import type { PictureFailure } from './tasks-contract.ts';

/** A task of which as many workers have died is given up: it does not fit in memory. */
const MAX_DEATHS = 2;

/**
 * Runs a task, and again if its worker has died. `task` must make its input anew each time. Tasks are functions of
 * their inputs, so that repeating one is safe.
 * @returns `outOfMemory` if two workers have died while they ran it
 */
export async function repeated<T>(task: () => Promise<TaskResult<T>>): Promise<Result<T, PictureFailure>> {
  for (let deaths = 0; deaths < MAX_DEATHS; ) {
    const result = await task();
    if (result.ok) return result;
    if (result.error !== 'died' && result.error !== 'neverRun') return fail(result.error);
    if (result.error === 'died') deaths += 1;
  }
  return fail('outOfMemory');
}
