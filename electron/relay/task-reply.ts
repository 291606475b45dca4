// Recognises a reply that is no result yet: the relay has taken the request and works on it elsewhere, under an id or an
// address. Independent of HTTP.

import { type Fields, isFields, textOf } from './json-fields.ts';
import { saysError } from './said-error.ts';

/** What a relay says about a request that it has taken. Empty texts if it does not say it. */
export type Task = { id: string; address: string };

/** A reply: its status, its headers, and its body as JSON. */
type Said = { status: number; headers: Readonly<Record<string, unknown>>; value: unknown };

/** The status of a request that was taken and is not finished. */
export const ACCEPTED = 202;
/** The states of a request that is not finished, in any spelling. */
const PENDING =
  /^((task)?status)?(queued|inqueue|pending|processing|inprogress|submitted|running|starting|started|accepted|created|waiting|scheduled|preparing|generating|rendering|received|notstart(ed)?|notrunning|排队中|处理中|生成中)$/;
const STATES = ['status', 'state', 'task_status', 'taskStatus', 'job_status', 'jobStatus'];
const TASK_IDS = ['task_id', 'taskId', 'job_id', 'jobId', 'prediction_id', 'operation_id', 'operationId'];
/** Fields that are ids of other things in a reply that is finished. */
const OTHER_IDS = ['id', 'request_id', 'requestId'];
const ADDRESSES =
  /^((poll(ing)?|status|task|job|query|fetch|operation|check|get|response|result)_?ur[il]|operation_?location)$/i;
/** Objects in which relays put what they say about a task. */
const INSIDE = ['data', 'output', 'result', 'task', 'job', 'response'];
const HEADERS = ['operation-location', 'azure-asyncoperation', 'location'];

/**
 * Whether the relay says that it is still at work: by status 202, or by a word. An error is none, and neither is a task
 * of which it does not say how far it is.
 */
export function isPending({ status, value }: Omit<Said, 'headers'>): boolean {
  const places = placesIn(value);
  if (places.some((fields) => saysError(fields, ''))) return false;
  return places.some((fields) => stateOf(fields) === 'pending') || (status === ACCEPTED && !isOver(places));
}

/** Returns the task of a reply without any result; undefined if it speaks of none, or of one that is over. */
export function taskOf(said: Said): Task | undefined {
  const places = placesIn(said.value);
  const named = places.filter((fields) => firstText([fields], TASK_IDS) !== '');
  const isTaken = named.length > 0 && !isOver(named) && !places.some((fields) => saysError(fields, ''));
  if (!isPending(said) && !isTaken) return undefined;
  return { id: firstText(places, [...TASK_IDS, ...OTHER_IDS]), address: addressOf(places, said.headers) };
}

function isOver(places: readonly Fields[]): boolean {
  return places.some((fields) => stateOf(fields) === 'over');
}

function stateOf(fields: Fields): 'pending' | 'over' | undefined {
  const state = STATES.map((name) => textOf(fields[name])).find((text) => text.trim() !== '');
  if (state === undefined) return undefined;
  return PENDING.test(state.toLowerCase().replace(/[\s_-]/g, '')) ? 'pending' : 'over';
}

function placesIn(value: unknown): Fields[] {
  const first = Array.isArray(value) ? value[0] : value;
  if (!isFields(first)) return [];
  return [first, ...INSIDE.flatMap((name) => first[name]).filter(isFields)];
}

function firstText(places: readonly Fields[], names: readonly string[]): string {
  for (const name of names) {
    for (const { [name]: found } of places) {
      if (typeof found === 'string' && found !== '') return found;
      if (typeof found === 'number') return String(found);
    }
  }
  return '';
}

function addressOf(places: readonly Fields[], headers: Said['headers']): string {
  for (const fields of places) {
    const named = Object.entries(fields).find(([name, found]) => ADDRESSES.test(name) && textOf(found) !== '');
    const found = textOf(named?.[1]) || textOf(isFields(fields.urls) ? fields.urls.get : undefined);
    if (found !== '') return found;
  }
  return locationOf(headers);
}

/** The address in the headers of a reply; empty if there is none. */
export function locationOf(headers: Said['headers']): string {
  return HEADERS.map((name) => textOf(headers[name])).find((found) => found !== '') ?? '';
}
