// The jobs of a script's lines: orders their requests, follows them, and reads the takes that they become.

import type { SpeechJob } from '../../../shared/contract/jobs.ts';
import type { LineTake } from '../../../shared/contract/library.ts';
import type { SpeechOrder } from '../../../shared/contract/speech.ts';
import type { AppError } from '../../../shared/errors.ts';
import { createJobFollower, type JobFollower } from '../../app/queue/job-follower.ts';
import { isJobRunning, isSpeechJob, type SessionStore } from '../../app/session-store.ts';
import type { Ipc } from '../../ipc.ts';

/** Requests that are ordered at once. */
const ORDERS_AT_ONCE = 200;

/** A request for a line of a script. */
export type LineOrder = SpeechOrder & { line: { scriptId: string; lineId: string } };

type LineJobsParts = {
  ipc: Ipc;
  session: SessionStore;
  /** A job of a line has changed. */
  onUpdate: () => void;
  /** Takes were made or have changed. */
  onTakes: (takes: readonly LineTake[]) => void;
  /** The take of a line was there already. */
  onMade: (lineId: string, itemId: string) => Promise<void>;
};

export type LineJobs = Pick<JobFollower, 'follow' | 'dispose'> & {
  /** All jobs for speech. One that is done counts as being saved until its takes have been read. */
  all: () => SpeechJob[];
  /** Orders requests, in order. Returns the error of main if it did not take all. */
  order: (orders: readonly LineOrder[]) => Promise<AppError | null>;
  /** Reads takes and reports them. */
  readTakes: (itemIds: readonly string[]) => Promise<void>;
  /** Follows the jobs of a script that are running. */
  followAll: (scriptId: string) => void;
  /** Cancels the jobs of a script. */
  stop: (scriptId: string) => void;
};

/** Creates it; it follows main's events until disposed of. */
export function createLineJobs({ ipc, session, onUpdate, onTakes, onMade }: LineJobsParts): LineJobs {
  /** Jobs that main has answered with, until the session has them: their events can follow the answer. */
  const answered = new Map<string, SpeechJob>();
  /** Jobs that are done and whose takes are being read; until then their lines are still being made. */
  const arriving = new Set<string>();

  const read = async (itemIds: readonly string[]): Promise<LineTake[]> => {
    const items = await Promise.all(itemIds.map((id) => ipc.request('library.getItem', { id })));
    return items.flatMap((item) => (item.ok && item.data.kind === 'speech' ? [item.data] : []));
  };
  const readTakes = async (itemIds: readonly string[]): Promise<void> => onTakes(await read(itemIds));
  const follower = createJobFollower({
    session,
    isKind: isSpeechJob,
    onUpdate,
    onSettled: async ({ id, itemIds }) => {
      answered.delete(id);
      if (itemIds.length > 0) arriving.add(id);
      const takes = await read(itemIds);
      arriving.delete(id);
      onTakes(takes);
    },
    onAmended: ({ itemIds }) => void readTakes(itemIds),
  });
  const ofScript = (scriptId: string): SpeechJob[] =>
    session
      .getState()
      .jobs.filter(isSpeechJob)
      .filter((job) => job.line?.scriptId === scriptId && isJobRunning(job));

  return {
    follow: follower.follow,
    dispose: follower.dispose,
    all: () => {
      const reported = session.getState().jobs.filter(isSpeechJob);
      for (const { id } of reported) answered.delete(id);
      return [...reported, ...answered.values()].map((job) =>
        arriving.has(job.id) ? { ...job, state: 'saving' as const } : job,
      );
    },
    order: async (orders) => {
      for (let first = 0; first < orders.length; first += ORDERS_AT_ONCE) {
        const some = orders.slice(first, first + ORDERS_AT_ONCE);
        const result = await ipc.request('speech.generateLines', some);
        if (!result.ok) return result.error;
        for (const [index, answer] of result.data.entries()) {
          if (answer.kind === 'job') {
            if (isSpeechJob(answer.job)) answered.set(answer.job.id, answer.job);
            follower.follow(answer.job.id, answer.job);
          }
          if (answer.kind === 'running') follower.follow(answer.jobId);
          if (answer.kind === 'made') await onMade(some[index]?.line.lineId ?? '', answer.itemId);
        }
      }
      return null;
    },
    readTakes,
    followAll: (scriptId) => {
      for (const job of ofScript(scriptId)) follower.follow(job.id, job);
    },
    stop: (scriptId) => {
      for (const { id } of ofScript(scriptId)) session.getState().cancelJob(id);
    },
  };
}
