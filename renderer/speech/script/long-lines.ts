// The lines that are sent in several requests, because they are long or have pauses, and where they are cut.

import type { Dialect } from '../../../shared/connection/connections.ts';
import type { SentText } from '../../../shared/script/lexicon.ts';
import { partsOf, type TextPart } from '../../../shared/script/parts.ts';
import { type SentLine, speechKey } from '../../../shared/script/sent-text.ts';
import type { Target } from './open-script.ts';
import type { ScriptLineView } from './script-lines.ts';

/** A line that is sent in several requests. */
type LongLine = {
  index: number;
  requestCount: number;
  /** Where it is cut, as positions in the text; empty if pronunciation changes it, since other words are sent. */
  cuts: readonly number[];
};

type Limits = Pick<Dialect, 'longText' | 'recommendedInputBytes'>;

/** The parts of a text, worked out once, since a line stays the same while others are written. */
const known = new WeakMap<SentText, Limits & { parts: readonly TextPart[] }>();

/** The parts that a line is requested in on a connection: one, unless it has pauses, or is over a limit and cut there. */
export function partsOfLine({ sent }: SentLine, { longText, recommendedInputBytes }: Limits): readonly TextPart[] {
  const before = known.get(sent);
  if (before?.longText === longText && before.recommendedInputBytes === recommendedInputBytes) return before.parts;
  const parts = partsOf(sent.text, { longText, recommendedInputBytes }, sent.pauses);
  known.set(sent, { longText, recommendedInputBytes, parts });
  return parts;
}

/** The lines that are sent in several requests on a connection, in order. */
export function longLines(lines: readonly ScriptLineView[], limits: Limits): LongLine[] {
  return lines.flatMap(({ sent: sentLine }) => {
    const { line, spoken, sent, isSpoken, sizeBytes } = sentLine;
    if (!isSpoken || (sizeBytes <= limits.recommendedInputBytes && sent.pauses === undefined)) return [];
    const parts = partsOfLine(sentLine, limits);
    if (parts.length === 1) return [];
    const start = line.textTo - spoken.length;
    const cuts = sent.text === spoken ? parts.slice(1).map((part) => start + part.start) : [];
    return [{ index: line.index, requestCount: parts.length, cuts }];
  });
}

/** How many lines are over the limit and cut there; what has pauses is no longer for that. */
export function countLong(lines: readonly ScriptLineView[], limits: Limits): number {
  return longLines(lines, limits).filter(
    ({ index }) => (lines[index]?.sent.sizeBytes ?? 0) > limits.recommendedInputBytes,
  ).length;
}

/**
 * How many requests these lines are sent in. Parts that arrived for the same request before are not sent again.
 * @param indices of lines that are sent.
 */
export function requestsOf(
  indices: readonly number[],
  lines: readonly ScriptLineView[],
  limits: Limits,
  target: Target,
): number {
  const sent = new Set(indices);
  const more = longLines(lines, limits).filter(({ index }) => sent.has(index));
  return more.reduce(
    (sum, { index, requestCount }) => sum + requestCount - 1 - arrivedCount(lines[index], target),
    indices.length,
  );
}

/** How many parts of a line have arrived for the request that would be sent, if others of it are missing. */
function arrivedCount(line: ScriptLineView | undefined, { connectionId, format }: Target): number {
  const newest = line?.takes.findLast(
    ({ request }) =>
      request.connectionId === connectionId && request.format === format && speechKey(request) === line.sent.key,
  );
  return newest?.parts?.kept.length ?? 0;
}
