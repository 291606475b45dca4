// The jobs that wait for their turn, by position.

import type { JobRecord } from './job-record.ts';

/** The line of waiting jobs. */
export type WaitingLine = {
  add: (job: JobRecord) => void;
  /** Takes the first job that may go out of the line. */
  takeFirst: (mayGo: (job: JobRecord) => boolean) => JobRecord | undefined;
  /** Takes a job out of the line. */
  take: (id: string) => JobRecord | undefined;
  /**
   * Swaps a job with its neighbour of the same connection. @returns the jobs that changed, none without a neighbour;
   * undefined if the job does not wait.
   */
  move: (id: string, by: -1 | 1) => JobRecord[] | undefined;
  /**
   * Pauses or resumes a job, which keeps its place. @returns the job if that changed it; undefined if it does not wait.
   */
  setPaused: (id: string, isPaused: boolean) => JobRecord[] | undefined;
  /** First in line first. */
  all: () => readonly JobRecord[];
};

/** Creates an empty line. */
export function createWaitingLine(): WaitingLine {
  const jobs: JobRecord[] = [];

  const takeAt = (index: number): JobRecord | undefined => (index >= 0 ? jobs.splice(index, 1)[0] : undefined);
  function add(job: JobRecord): void {
    const isLast = (jobs.at(-1)?.position ?? 0) <= job.position;
    jobs.push(job);
    if (!isLast) jobs.sort((a, b) => a.position - b.position);
  }
  return {
    add,
    takeFirst: (mayGo) => takeAt(jobs.findIndex(mayGo)),
    take: (id) => takeAt(jobs.findIndex((job) => job.id === id)),
    move(id, by) {
      const job = jobs.find((one) => one.id === id);
      if (!job) return undefined;
      const siblings = jobs.filter(({ connectionId }) => connectionId === job.connectionId);
      const neighbour = siblings[siblings.indexOf(job) + by];
      if (!neighbour) return [];
      jobs.splice(0, jobs.length, ...jobs.filter((one) => one !== job && one !== neighbour));
      const moved = [
        { ...job, position: neighbour.position },
        { ...neighbour, position: job.position },
      ];
      for (const one of moved) add(one);
      return moved;
    },
    setPaused(id, isPaused) {
      const index = jobs.findIndex((job) => job.id === id);
      const job = jobs[index];
      if (job === undefined) return undefined;
      if ((job.isPaused ?? false) === isPaused) return [];
      const changed = { ...job, isPaused };
      jobs[index] = changed;
      return [changed];
    },
    all: () => jobs,
  };
}
