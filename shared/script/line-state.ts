// The state of a line, and what is still to be requested. Pure functions over what is sent, takes and jobs.

import type { SpeechJob } from '../contract/jobs.ts';
import type { LineTake } from '../contract/library.ts';
import type { ScriptLine } from '../contract/scripts.ts';
import { type SentLine, speechKey } from './sent-text.ts';

/**
 * What became of a line: `none` was never requested or has nothing to speak, `changed` has takes, and none of them has what
 * would be sent now.
 */
export type LineState = 'none' | 'queued' | 'paused' | 'running' | 'ready' | 'changed' | 'failed';

/** What is known of a line beside its text. */
export type LineFacts = {
  sent: SentLine;
  record: Pick<ScriptLine, 'isLocked' | 'usedTakeId'> | undefined;
  /** Its takes, oldest first. */
  takes: readonly LineTake[];
  /** Its newest job that has not become a take. */
  job: Pick<SpeechJob, 'state' | 'isPaused'> | undefined;
  /** It was ordered a moment ago, and has no job yet. */
  isOrdered?: boolean;
};

/**
 * The take that is played and exported: the one a person chose, else the newest complete one of what would be sent now,
 * else the newest complete one, else the newest.
 */
export function usedTake({ sent, record, takes }: Pick<LineFacts, 'sent' | 'record' | 'takes'>): LineTake | undefined {
  const chosen = takes.find(({ id }) => id === record?.usedTakeId);
  if (chosen !== undefined) return chosen;
  return (
    takes.findLast(({ isComplete, request }) => isComplete && speechKey(request) === sent.key) ??
    takes.findLast(({ isComplete }) => isComplete) ??
    takes.at(-1)
  );
}

/** Whether a take is heard and exported: it is whole, or a person chose it as it is. */
export function isUsable(take: LineTake | undefined, record: LineFacts['record']): take is LineTake {
  return take !== undefined && (take.isComplete || take.id === record?.usedTakeId);
}

/** Returns the state of a line. Without anything to speak it is `none`. */
export function lineState(facts: LineFacts): LineState {
  const { sent, record, job, isOrdered = false } = facts;
  if (!sent.isSpoken) return 'none';
  if (job?.state === 'queued') return job.isPaused ? 'paused' : 'queued';
  if (job !== undefined && RUNNING.some((state) => state === job.state)) return 'running';
  if (isOrdered) return 'queued';
  const take = usedTake(facts);
  const isSame = take !== undefined && (record?.isLocked === true || speechKey(take.request) === sent.key);
  if (isUsable(take, record) && isSame) return 'ready';
  if (job !== undefined) return 'failed';
  if (take === undefined) return 'none';
  // A take that was cut off is no result of what would be sent.
  return isSame ? 'failed' : 'changed';
}

const RUNNING = ['sending', 'receiving', 'saving'] as const satisfies readonly SpeechJob['state'][];

/** Whether a line is being made, or waits for that. */
export function isUnderWay(state: LineState): boolean {
  return state === 'queued' || state === 'paused' || state === 'running';
}

/** What *Generate* would do for a script. */
export type Plan = {
  /** Indices of the lines to be requested, in order: one for each different request. */
  toRequest: number[];
  /** Lines that are ready, and lines that are the same as one to be requested: both are free. */
  readyCount: number;
  sameCount: number;
  /** Lines that are queued, paused or running. */
  runningCount: number;
  /** Characters of all texts to be requested. */
  characters: number;
};

/** Whether there is nothing left to make. */
export function isAllMade({ toRequest, readyCount, runningCount }: Plan): boolean {
  return readyCount > 0 && toRequest.length === 0 && runningCount === 0;
}

/** Plans the lines that are new, changed or failed. @param lines each with its state, in order. */
export function planLines(lines: readonly { sent: SentLine; state: LineState }[]): Plan {
  const plan: Plan = { toRequest: [], readyCount: 0, sameCount: 0, runningCount: 0, characters: 0 };
  const requested = new Set<string>();
  for (const { sent, state } of lines) {
    if (!sent.isSpoken) continue;
    if (state === 'ready') plan.readyCount += 1;
    else if (isUnderWay(state)) plan.runningCount += 1;
    else if (requested.has(sent.key)) plan.sameCount += 1;
    else {
      requested.add(sent.key);
      plan.toRequest.push(sent.line.index);
      plan.characters += sent.characters;
    }
  }
  return plan;
}
