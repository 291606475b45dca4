// The one way to send requests for speech: of lines, auditions, samples, and the missing parts of a take.

import { isJobOver, isJobSettled } from '../../shared/app/job-states.ts';
import type { Job, SpeechJob, SpeechOrderResult } from '../../shared/contract/jobs.ts';
import type { SpeechOrder } from '../../shared/contract/speech.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Ipc } from '../ipc.ts';
import { isSpeechJob, type SessionStore } from '../shell/session-store.ts';

/** Requests that are ordered at once. */
const ORDERS_AT_ONCE = 200;

/** What main answered, in the order of the requests; `error` if it did not take all of them. */
export type SpeechAnswers = { answers: readonly SpeechOrderResult[]; error: AppError | null };

/**
 * Orders requests. Their jobs are in the session then. What went wrong before with the same is no longer shown: the new
 * attempt takes its place.
 */
export async function orderSpeech(
  orders: readonly SpeechOrder[],
  { ipc, session }: { ipc: Ipc; session: SessionStore },
): Promise<SpeechAnswers> {
  const answers: SpeechOrderResult[] = [];
  for (let first = 0; first < orders.length; first += ORDERS_AT_ONCE) {
    const some = orders.slice(first, first + ORDERS_AT_ONCE);
    const result = await ipc.request('speech.order', some);
    if (!result.ok) return { answers, error: result.error };
    answers.push(...result.data);
    const { addJobs, dismissJobs } = session.getState();
    addJobs(result.data.flatMap((answer) => (answer.kind === 'job' ? [answer.job] : [])));
    dismissJobs(answeredBy(some, session.getState().jobs).map(({ id }) => id));
  }
  return { answers, error: null };
}

/** The ended jobs whose place is taken by requests that were ordered later. */
function answeredBy(orders: readonly SpeechOrder[], jobs: readonly Job[]): SpeechJob[] {
  const lines = new Set(orders.flatMap(({ line }) => (line ? [line.lineId] : [])));
  const same = new Set(orders.map(identityOf));
  const completed = new Set(orders.flatMap(({ completes }) => completes ?? []));
  return jobs.filter(isSpeechJob).filter(({ state, error, line, request, itemIds }) => {
    if (!isJobOver(state) || state === 'done' || isJobSettled({ state, error })) return false;
    if (itemIds.some((id) => completed.has(id))) return true;
    // What was perhaps billed gives way to the same only: of anything else a person has to decide.
    if (state === 'unknown' || state === 'cancelled')
      return same.has(identityOf({ ...request, ...(line && { line }) }));
    // What was asked beside any script is one attempt after the other.
    return line === null || lines.has(line.lineId);
  });
}

/** What a request beside any script is called while it is ordered; see `Session.ordering`. */
export function orderKey({ text, voice, completes }: Pick<SpeechOrder, 'text' | 'voice' | 'completes'>): string {
  return completes ?? identityOf({ text, voice });
}

/** The same text of the same line; beside scripts, in the same voice. */
function identityOf({ text, voice, line }: Pick<SpeechOrder, 'text' | 'voice' | 'line'>): string {
  return JSON.stringify([text, line?.lineId ?? voice]);
}
