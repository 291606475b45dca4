// What is known of the lines of a script, found among its records, takes and jobs. Pure functions.

import { isJobOver } from '../../../shared/app/job-states.ts';
import type { SpeechJob } from '../../../shared/contract/jobs.ts';
import type { LineTake } from '../../../shared/contract/library.ts';
import type { ScriptLine } from '../../../shared/contract/scripts.ts';
import { type LineState, lineState, usedTake } from '../../../shared/script/line-state.ts';
import { MAX_SCRIPT_NAME } from '../../../shared/script/script-size.ts';
import { type SentLine, speechKey } from '../../../shared/script/sent-text.ts';
import type { IdentifiedText } from './identified-text.ts';

/** A line of the open script with all that is known of it. */
export type ScriptLineView = {
  id: string;
  sent: SentLine;
  state: LineState;
  /** What was chosen for it, if anything. */
  record: Omit<ScriptLine, 'index'> | undefined;
  /** Its takes, oldest first, and the one that is played and exported. */
  takes: readonly LineTake[];
  used: LineTake | undefined;
  /** Its newest job that has not become a take: what is under way, or what went wrong with what would be sent now. */
  job: SpeechJob | undefined;
};

/** What was chosen for a line; without its position. */
type LineRecord = Omit<ScriptLine, 'index'>;
/** The same by the ids of lines. */
export type LineRecords = ReadonlyMap<string, LineRecord>;

/** What a person can set for a line; undefined removes the setting. */
export type LineChange = { [N in keyof Omit<ScriptLine, 'id' | 'index'>]?: ScriptLine[N] | undefined };

/** Returns what is chosen for a line after a change. */
export function withLineChange(before: LineRecord, change: LineChange): LineRecord {
  const set = Object.entries(change).filter(([, value]) => value !== undefined);
  const after: LineRecord = { ...before, ...Object.fromEntries(set) };
  for (const [name, value] of Object.entries(change)) if (value === undefined) Reflect.deleteProperty(after, name);
  return after;
}

/**
 * What is chosen for the lines of a text that has changed: the title of a chapter whose heading was its title follows
 * the heading, as long as that can be one.
 */
export function followHeadings(records: LineRecords, before: IdentifiedText, after: IdentifiedText): LineRecords {
  const followed = new Map<string, LineRecord>();
  for (const [id, record] of records) {
    if (record.chapter === undefined) continue;
    const [heading, title] = [paragraphOf(before, id), paragraphOf(after, id)];
    if (heading !== record.chapter || title === heading || title === '' || title.length > MAX_SCRIPT_NAME) continue;
    followed.set(id, { ...record, chapter: title });
  }
  return followed.size === 0 ? records : new Map([...records, ...followed]);
}

function paragraphOf({ text, textLines, ids }: IdentifiedText, id: string): string {
  const line = textLines[ids.indexOf(id)];
  return line === undefined ? '' : text.slice(line.from, line.to).trim();
}

/** What a line with its position was made of. */
const recordOf = new WeakMap<ScriptLine, LineRecord>();

/** The records of the lines that exist, with their positions; a record that is as before is the same object. */
export function placeRecords(
  ids: readonly string[],
  records: LineRecords,
  before: ReadonlyMap<string, ScriptLine>,
): Map<string, ScriptLine> {
  const placed = new Map<string, ScriptLine>();
  if (records.size === 0) return placed;
  for (const [index, id] of ids.entries()) {
    const record = records.get(id);
    if (record === undefined) continue;
    const last = before.get(id);
    const isSame = last?.index === index && recordOf.get(last) === record;
    const line: ScriptLine = isSame ? last : { ...record, index };
    recordOf.set(line, record);
    placed.set(id, line);
  }
  return placed;
}

const keys = new WeakMap<LineTake, string>();

/** The key of a take, worked out once. */
function keyOf(take: LineTake): string {
  const key = keys.get(take) ?? speechKey(take.request);
  keys.set(take, key);
  return key;
}

/** Returns how to find the takes of a line: those made for it, those it was given, and those of the same request. */
function findTakes(takes: readonly LineTake[], records: LineRecords) {
  const byLine = new Map<string, LineTake[]>();
  const byKey = new Map<string, LineTake[]>();
  const byId = new Map(takes.map((take) => [take.id, take]));
  const add = (map: Map<string, LineTake[]>, key: string, take: LineTake): void => {
    const some = map.get(key);
    if (some === undefined) map.set(key, [take]);
    else some.push(take);
  };
  for (const take of takes) {
    if (take.line !== null) add(byLine, take.line.lineId, take);
    add(byKey, keyOf(take), take);
  }
  return (lineId: string, key: string): readonly LineTake[] => {
    const own = byLine.get(lineId) ?? [];
    const given = records.get(lineId)?.takeIds.flatMap((id) => byId.get(id) ?? []) ?? [];
    const same = byKey.get(key) ?? [];
    if (given.length === 0 && same.every((take) => own.includes(take))) return own;
    return [...new Set([...own, ...given, ...same])].sort(byAge);
  };
}

/**
 * Returns how to find the newest job of a line that has not become a take: its own, or that of the same request. One that
 * has ended belongs to what was asked: it is none of a line that would send something else now.
 */
function findJobs(jobs: readonly SpeechJob[], scriptId: string) {
  const ofScript = jobs.filter(
    ({ line, state }) => line?.scriptId === scriptId && state !== 'done' && state !== 'cancelled',
  );
  const running = new Map(ofScript.filter((job) => !isJobOver(job.state)).map((job) => [job.line?.lineId, job]));
  const own = new Map(ofScript.map((job) => [`${job.line?.lineId} ${speechKey(job.request)}`, job]));
  const byKey = new Map(ofScript.map((job) => [speechKey(job.request), job]));
  return (lineId: string, key: string): SpeechJob | undefined =>
    running.get(lineId) ?? own.get(`${lineId} ${key}`) ?? byKey.get(key);
}

function byAge(a: LineTake, b: LineTake): number {
  return a.createdAtMs - b.createdAtMs;
}

type LineFacts = {
  /** By the same indices. */
  ids: readonly string[];
  sent: readonly SentLine[];
  records: LineRecords;
  takes: readonly LineTake[];
  jobs: readonly SpeechJob[];
  /** Ids of lines that were ordered and have no job yet. */
  ordered: ReadonlySet<string>;
  scriptId: string;
};

/** Joins what is known of the lines of a script. */
export function viewLines({ ids, sent, records, takes, jobs, ordered, scriptId }: LineFacts): ScriptLineView[] {
  const takesOf = findTakes(takes, records);
  const jobOf = findJobs(jobs, scriptId);
  return sent.map((one, index) => {
    const id = ids[index] ?? '';
    const facts = { sent: one, record: records.get(id), takes: takesOf(id, one.key), job: jobOf(id, one.key) };
    return { id, ...facts, state: lineState({ ...facts, isOrdered: ordered.has(id) }), used: usedTake(facts) };
  });
}
