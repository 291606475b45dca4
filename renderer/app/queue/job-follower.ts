// Follows the jobs that a store has requested, from the reply with their ids until they have ended. Independent of what
// the jobs make.

import type { Job } from '../../../shared/contract/jobs.ts';
import { isJobRunning, type SessionStore } from '../session-store.ts';

type JobFollowerParts<J extends Job> = {
  session: SessionStore;
  isKind: (job: Job) => job is J;
  /** Jobs that are followed from the start. */
  ids?: readonly string[];
  /** Called with every update of a followed job, the last one included. */
  onUpdate?: (job: J) => void;
  /** Called once when a followed job has ended, after `onUpdate`. */
  onSettled: (job: J) => void;
  /** Called when an ended job has changed: a missing result was fetched, or its reply was read again. */
  onAmended?: (job: J) => void;
  /**
   * Called with every update of a job of this kind that is not followed, or not yet: its events can precede the reply
   * with its id.
   */
  onOtherUpdate?: (job: J) => void;
};

/** The jobs of one store. */
export type JobFollower = {
  /**
   * Follows a job. Its current state is reported at once: from the session, or from `answered` if the session does not
   * have it yet.
   */
  follow: (id: string, answered?: Job) => void;
  dispose: () => void;
};

/** Creates a follower; it listens to the session until disposed of. */
export function createJobFollower<J extends Job>({
  session,
  isKind,
  ids = [],
  onUpdate,
  onSettled,
  onAmended,
  onOtherUpdate,
}: JobFollowerParts<J>): JobFollower {
  const running = new Set(ids);
  const settled = new Set<string>();

  const update = (job: Job): void => {
    if (!isKind(job)) return;
    if (settled.has(job.id)) {
      // While a reply is read again, its job is as if it ran.
      if (!isJobRunning(job)) onAmended?.(job);
      return;
    }
    if (!running.has(job.id)) {
      onOtherUpdate?.(job);
      return;
    }
    const hasEnded = !isJobRunning(job);
    if (hasEnded) {
      running.delete(job.id);
      settled.add(job.id);
    }
    onUpdate?.(job);
    if (hasEnded) onSettled(job);
  };

  return {
    follow: (id, answered) => {
      running.add(id);
      settled.delete(id);
      const job = session.getState().jobs.find((one) => one.id === id) ?? answered;
      if (job !== undefined) update(job);
    },
    dispose: session.subscribe((state, before) => {
      if (state.jobs === before.jobs) return;
      for (const job of state.jobs) if (!before.jobs.includes(job)) update(job);
    }),
  };
}
