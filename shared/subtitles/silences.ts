// The pauses of a line, and the time of speech between them.

import type { Pause } from './timeline.ts';

/** A pause from `start` to `end`, in samples from the start of the line, and the speech before it, in samples. */
export type Silence = { start: number; end: number; spokenBefore: number };

/** Pauses inside a line, in order and without overlaps, and all speech of the line. */
export function silencesOf(
  pauses: readonly Pause[],
  lengthSamples: number,
): { silences: readonly Silence[]; spoken: number } {
  const silences: Silence[] = [];
  let covered = 0;
  let silent = 0;
  for (const { startSamples, lengthSamples: length } of [...pauses].sort((a, b) => a.startSamples - b.startSamples)) {
    const start = Math.max(covered, startSamples);
    const end = Math.min(lengthSamples, startSamples + length);
    if (end <= start) continue;
    silences.push({ start, end, spokenBefore: start - silent });
    silent += end - start;
    covered = end;
  }
  return { silences, spoken: lengthSamples - silent };
}
