// The chapters of the open script: from the line that begins one to the next. Pure functions.

import { type Plan, planLines } from '../../../shared/script/line-state.ts';
import { MAX_SCRIPT_NAME } from '../../../shared/script/script-size.ts';
import type { ScriptLineView } from '../script/script-lines.ts';

/** A chapter: the lines from index `from` to before `to`. */
export type Chapter = {
  /** The line that begins it. */
  lineId: string;
  title: string;
  from: number;
  to: number;
  /** What generating it would do. */
  plan: Plan;
};

/** The chapters in order; lines before the first belong to none. */
export function chaptersOf(lines: readonly ScriptLineView[]): Chapter[] {
  const begins = lines.flatMap(({ record }, index) => (record?.chapter === undefined ? [] : [index]));
  return begins.map((from, at) => {
    const to = begins[at + 1] ?? lines.length;
    const { id, record } = lines[from] ?? { id: '', record: undefined };
    return { lineId: id, title: record?.chapter ?? '', from, to, plan: planLines(lines.slice(from, to)) };
  });
}

/** How many lines of a chapter have their sound, of those that are spoken. */
export function madeOf({ readyCount, runningCount, sameCount, toRequest }: Plan): { made: number; all: number } {
  return { made: readyCount, all: readyCount + runningCount + sameCount + toRequest.length };
}

/** The title that a line gives the chapter which begins with it. */
export function headingText({ sent }: Pick<ScriptLineView, 'sent'>): string {
  return sent.spoken.trim().slice(0, MAX_SCRIPT_NAME).toWellFormed().trim();
}

/** Whether a line is the heading of the chapter that begins with it: what is said is its title. */
export function isHeading({ sent, record }: Pick<ScriptLineView, 'sent' | 'record'>): boolean {
  return record?.chapter !== undefined && sent.unspoken === 0 && sent.spoken.trim() === record.chapter;
}
