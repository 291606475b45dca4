// Reads the takes that the jobs of the open script become.

import type { SpeechJob } from '../../../shared/contract/jobs.ts';
import type { LineTake } from '../../../shared/contract/library.ts';
import { isJobOver } from '../../../shared/job-states.ts';
import { isSpeechJob, type SessionStore } from '../../app/session-store.ts';
import type { Ipc } from '../../ipc.ts';

type LineTakesParts = {
  ipc: Ipc;
  session: SessionStore;
  /** The id of the script that is open. */
  scriptId: () => string;
  /** Its jobs have changed. */
  onJobs: () => void;
  /** Takes were made or have changed. */
  onTakes: (takes: readonly LineTake[]) => void;
};

export type LineTakes = {
  /** All jobs for speech. One that has ended counts as being saved until its takes have been read. */
  jobs: () => SpeechJob[];
  /** Reads takes and reports them. */
  read: (itemIds: readonly string[]) => Promise<void>;
  /** Takes of this job belong to the script as well, though it was ordered for another one. */
  share: (jobId: string) => void;
  /** Another script is open; the takes that it has come with it. */
  begin: () => void;
  dispose: () => void;
};

/** Creates it; it follows the session until disposed of. */
export function createLineTakes({ ipc, session, scriptId, onJobs, onTakes }: LineTakesParts): LineTakes {
  /** Takes that were read, or are not there. */
  const known = new Set<string>();
  const reading = new Set<string>();
  const shared = new Set<string>();

  const read = async (itemIds: readonly string[]): Promise<void> => {
    const items = await Promise.all(itemIds.map((id) => ipc.request('library.getItem', { id })));
    for (const id of itemIds) {
      known.add(id);
      reading.delete(id);
    }
    onTakes(items.flatMap((item) => (item.ok && item.data.kind === 'speech' ? [item.data] : [])));
  };
  const ofScript = (jobs: Parameters<typeof isSpeechJob>[0][]): SpeechJob[] => {
    const id = scriptId();
    return jobs.filter(isSpeechJob).filter((job) => job.line?.scriptId === id || shared.has(job.id));
  };
  const readMade = (job: SpeechJob): void => {
    const made = isJobOver(job.state) ? job.itemIds.filter((id) => !known.has(id) && !reading.has(id)) : [];
    if (made.length === 0) return;
    for (const id of made) reading.add(id);
    void read(made);
  };

  return {
    jobs: () =>
      session
        .getState()
        .jobs.filter(isSpeechJob)
        .map((job) =>
          isJobOver(job.state) && job.itemIds.some((id) => reading.has(id)) ? { ...job, state: 'saving' } : job,
        ),
    read,
    share: (jobId) => shared.add(jobId),
    begin: () => {
      shared.clear();
      for (const { itemIds } of ofScript(session.getState().jobs)) for (const id of itemIds) known.add(id);
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
