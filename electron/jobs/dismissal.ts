// What is left to tell of an ended job when a person has dismissed a part of it. Pure functions.

import type { JobRecord } from './job-record.ts';

/**
 * Returns a job whose error was dismissed; null if nothing is left of it. An edit of which some pictures came keeps
 * the places of those that failed, where they can be sent for again.
 */
export function afterDismissal(job: JobRecord): JobRecord | null {
  const hasPlaces = job.kind === 'edit' && job.error !== null && job.itemIds.length > 0 && job.failures.length > 0;
  return hasPlaces ? { ...job, error: null } : null;
}

/** Returns an edit without the place of one failed picture; null if nothing is left of it. */
export function withoutPicture(job: JobRecord, index: number): JobRecord | null {
  if (job.kind !== 'edit') return null;
  const failures = job.failures.filter((failure) => failure.index !== index);
  const [first] = failures;
  return first ? { ...job, failures, error: job.error && first.error } : null;
}
