// Knows which jobs stand for what a person has asked for, so that pressing twice sends once.

import { isJobOver } from '../../shared/app/job-states.ts';
import { ONE_WISH_MS } from '../../shared/app/one-wish.ts';
import type { EditOrder } from '../../shared/contract/images.ts';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
import type { Clock } from './clock.ts';
import type { JobRecord, SpeechRecord } from './job-record.ts';

type Wish = { jobIds: string[]; askedAtMs: number };

/** The wishes whose jobs have not ended, and those of the last moment. */
export type Wishes = {
  /** The ids of the jobs that stand for the same; empty if it would be a wish of its own. */
  find: (wish: string) => readonly string[];
  add: (asked: readonly (readonly [wish: string, job: JobRecord])[]) => void;
  /** This job stands for nothing any more: a person has cancelled it, or it could not be stored. */
  withdraw: (jobId: string) => void;
};

/** @param findJob finds a job that has not ended */
export function createWishes(clock: Clock, findJob: (id: string) => JobRecord | undefined): Wishes {
  const known = new Map<string, Wish>();

  function isOpen({ jobIds, askedAtMs }: Wish): boolean {
    // Also if the computer's clock was set back.
    if (jobIds.length > 0 && Math.abs(clock.now() - askedAtMs) < ONE_WISH_MS) return true;
    return jobIds.some((id) => {
      const job = findJob(id);
      return job !== undefined && !isJobOver(job.state);
    });
  }

  return {
    find(wish) {
      const found = known.get(wish);
      return found !== undefined && isOpen(found) ? found.jobIds : [];
    },
    add(asked) {
      for (const [wish, one] of known) if (!isOpen(one)) known.delete(wish);
      for (const [wish, { id, createdAtMs }] of asked)
        known.set(wish, { jobIds: [...(known.get(wish)?.jobIds ?? []), id], askedAtMs: createdAtMs });
    },
    withdraw(jobId) {
      for (const one of known.values()) one.jobIds = one.jobIds.filter((id) => id !== jobId);
    },
  };
}

/** The same text of the same line, or with no line. @param completes the incomplete take whose missing parts are sent */
export function speechWish(
  { fingerprint, line }: Pick<SpeechRecord, 'fingerprint' | 'line'>,
  request: SpeechRequest,
  completes: string | null = null,
): string {
  return JSON.stringify(['speech', fingerprint || request, line?.lineId ?? null, completes]);
}

/** The same edit, and as many of it, in the place of the same. */
export function editWish({ requests, inPlaceOf }: EditOrder): string {
  return JSON.stringify(['edit', requests, inPlaceOf]);
}

/** What a job stands for if it is all that was ordered. */
export function wishOf(job: JobRecord): string {
  return job.kind === 'speech' ? speechWish(job, job.request) : editWish({ requests: [job.request], inPlaceOf: null });
}
