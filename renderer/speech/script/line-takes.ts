// Mirrors which takes of the open script are in the library. Whatever may have changed some of them (a job has ended, they
// were deleted, restored or given to a line) has these read again, and the latest reading counts.

import { isJobOver } from '../../../shared/app/job-states.ts';
import type { SpeechJob } from '../../../shared/contract/jobs.ts';
import type { LineTake } from '../../../shared/contract/library.ts';
import type { Ipc } from '../../ipc.ts';
import { isSpeechJob, type SessionStore } from '../../shell/session-store.ts';

type LineTakesDeps = {
  ipc: Ipc;
  session: SessionStore;
  /** The id of the script that is open. */
  scriptId: () => string;
  /** The ids of takes that its lines were given, wherever they were made. */
  givenIds: () => string[];
  /** Its jobs have changed. */
  onJobs: () => void;
  /** Its takes have changed. */
  onTakes: () => void;
};

export type LineTakes = {
  /** All takes that are not deleted, oldest first. */
  all: () => readonly LineTake[];
  /** All jobs for speech. One that has ended counts as being saved until its takes have been read. */
  jobs: () => SpeechJob[];
  /** Reads takes again, null all of them. Resolves when they are known. */
  read: (itemIds: readonly string[] | null) => Promise<void>;
  /** Takes of this job belong to the script as well, though it was ordered for another one. */
  share: (jobId: string) => void;
  /** Another script is open, of which no take is known yet. */
  begin: () => void;
  dispose: () => void;
};

/** Creates it; it follows the session until disposed of. */
export function createLineTakes({ ipc, session, scriptId, givenIds, onJobs, onTakes }: LineTakesDeps): LineTakes {
  let takes: readonly LineTake[] = [];
  /** Readings are counted; of each take the last one that was begun, and the last of all takes that has ended. */
  let begun = 0;
  let lastOf = new Map<string, number>();
  let lastOfAll = 0;
  /** Takes of ended jobs that are being read, and those that have been. */
  const arriving = new Set<string>();
  const arrived = new Set<string>();
  const sharedJobs = new Set<string>();
  const sharedIds = new Set<string>();

  const read: LineTakes['read'] = async (itemIds) => {
    begun += 1;
    const number = begun;
    const id = scriptId();
    for (const one of itemIds ?? []) lastOf.set(one, number);
    const given = [...givenIds(), ...sharedIds];
    const asked = itemIds === null ? null : new Set(itemIds);
    const takeIds = asked === null ? given : given.filter((one) => asked.has(one));
    const found = await ipc.request('scripts.takes', { id, takeIds, among: itemIds === null ? null : [...itemIds] });
    // Unless a later reading counts.
    const ended = (itemIds ?? []).filter((one) => lastOf.get(one) === number && arriving.delete(one));
    for (const one of ended) arrived.add(one);
    // Whatever was begun later has the later state.
    if (number < lastOfAll || id !== scriptId()) return;
    if (!found.ok) return onTakes();
    if (asked !== null && ended.length === 0 && found.data.length === 0 && !takes.some((take) => asked.has(take.id)))
      return;
    const isRead = (one: string): boolean => (asked?.has(one) ?? true) && (lastOf.get(one) ?? 0) <= number;
    if (asked === null) lastOfAll = number;
    takes = [...takes.filter((take) => !isRead(take.id)), ...found.data.filter((take) => isRead(take.id))].sort(byAge);
    onTakes();
  };
  const ofScript = (jobs: Parameters<typeof isSpeechJob>[0][]): SpeechJob[] => {
    const id = scriptId();
    return jobs.filter(isSpeechJob).filter((job) => job.line?.scriptId === id || sharedJobs.has(job.id));
  };
  const readMade = (job: SpeechJob): void => {
    // Another reading of a take may be under way, because main has told of it before: it has not arrived by that.
    const made = isJobOver(job.state) ? job.itemIds.filter((one) => !arriving.has(one) && !arrived.has(one)) : [];
    if (made.length === 0) return;
    for (const one of made) {
      arriving.add(one);
      if (sharedJobs.has(job.id)) sharedIds.add(one);
    }
    void read(made);
  };

  return {
    all: () => takes,
    jobs: () =>
      session
        .getState()
        .jobs.filter(isSpeechJob)
        .map((job) =>
          isJobOver(job.state) && job.itemIds.some((one) => arriving.has(one)) ? { ...job, state: 'saving' } : job,
        ),
    read,
    share: (jobId) => sharedJobs.add(jobId),
    begin: () => {
      takes = [];
      lastOfAll = begun + 1;
      lastOf = new Map();
      arriving.clear();
      arrived.clear();
      sharedJobs.clear();
      sharedIds.clear();
      for (const { itemIds } of ofScript(session.getState().jobs)) for (const one of itemIds) arrived.add(one);
    },
    dispose: session.subscribe(({ jobs }, { jobs: before }) => {
      if (jobs === before) return;
      const now = ofScript(jobs);
      const then = ofScript(before);
      if (now.length === then.length && now.every((job, index) => job === then[index])) return;
      for (const job of now) readMade(job);
      onJobs();
    }),
  };
}

function byAge(a: LineTake, b: LineTake): number {
  return a.createdAtMs - b.createdAtMs;
}
