// Finds when the cues of a line begin and end: at pauses in its sound, else by their share of the text.

import { matchPauses } from './match-pauses.ts';
import { type Silence, silencesOf } from './silences.ts';
import type { Pause } from './timeline.ts';

/** A stretch of a line, in whole samples from its start. */
export type Stretch = { startSamples: number; endSamples: number };

/** What is known of a text for timing it, in one unit of spoken text. */
export type TextWeights = {
  /** How much is spoken in each cue. */
  cues: readonly number[];
  /** How much is spoken before each sentence and clause end, ascending. */
  marks: readonly number[];
};

/** How far a pause without a mark may be from a cut, as a share of the shorter cue beside it. */
const TOLERANCE = 0.35;
const MAX_TOLERANCE_S = 0.3;

/**
 * Times the cues of a line. They are in order, cover the line from its start to its end, and leave out only pauses.
 *
 * Pauses are first paired with the ends of sentences and clauses. A cut there is at its pause; any other is where its
 * share of the text between the nearest such pauses has it, or at a pause close by.
 * @param lengthSamples of the line. @param pauses from its start, in any order; parts outside it are ignored.
 */
export function timeCuts(
  { cues, marks }: TextWeights,
  lengthSamples: number,
  pauses: readonly Pause[],
  sampleRateHz: number,
): Stretch[] {
  const { silences, spoken } = silencesOf(pauses, lengthSamples);
  const weight = cues.reduce((sum, cue) => sum + cue, 0);
  // Pauses at both ends of the line separate nothing.
  const inner = silences.filter(({ spokenBefore }) => spokenBefore > 0 && spokenBefore < spoken);
  const innerMarks = marks.filter((mark) => mark > 0 && mark < weight);
  const matches = matchPauses(innerMarks, weight, inner, spoken, sampleRateHz);
  const anchors = [...matches].map(([at, silence]) => ({ at, silence })).sort((a, b) => a.at - b.at);
  const taken = new Set(matches.values());

  const stretches: Stretch[] = [];
  let start = 0;
  let cutAt = 0;
  let next = 0;
  let free = 0;
  let passed = 0;
  for (const [i, cue] of cues.entries()) {
    if (i === cues.length - 1) break;
    cutAt += cue;
    while (next < anchors.length && (anchors[next]?.at ?? 0) < cutAt) next++;
    const [before, after] = [anchors[next - 1], anchors[next]];
    const from = { at: before?.at ?? 0, spoken: before?.silence.spokenBefore ?? 0 };
    const to = { at: after?.at ?? weight, spoken: after?.silence.spokenBefore ?? spoken };
    const unit = to.at > from.at ? (to.spoken - from.spoken) / (to.at - from.at) : 0;
    const expected = from.spoken + (cutAt - from.at) * unit;

    const tolerance = Math.min(TOLERANCE * unit * Math.min(cue, cues[i + 1] ?? 0), MAX_TOLERANCE_S * sampleRateHz);
    while (free < inner.length && (inner[free]?.spokenBefore ?? 0) < expected - tolerance) free++;
    const isFree = (silence: Silence): boolean =>
      !taken.has(silence) &&
      silence.spokenBefore > from.spoken &&
      silence.spokenBefore < to.spoken &&
      silence.start >= start;
    const pause = after?.at === cutAt ? after.silence : nearest(inner, free, expected, tolerance, isFree);
    if (pause) {
      stretches.push({ startSamples: start, endSamples: pause.start });
      start = pause.end;
    } else {
      while (passed < silences.length && (silences[passed]?.spokenBefore ?? 0) < expected) passed++;
      const silence = silences[passed - 1];
      const sound = silence ? silence.end + expected - silence.spokenBefore : expected;
      const at = Math.max(start, Math.min(lengthSamples, Math.round(sound)));
      stretches.push({ startSamples: start, endSamples: at });
      start = at;
    }
  }
  stretches.push({ startSamples: start, endSamples: lengthSamples });
  return stretches;
}

/** The free pause nearest to a time of speech; undefined if all are too far away. */
function nearest(
  silences: readonly Silence[],
  from: number,
  expected: number,
  tolerance: number,
  isFree: (silence: Silence) => boolean,
): Silence | undefined {
  let best: Silence | undefined;
  const distance = ({ spokenBefore }: Silence): number => Math.abs(spokenBefore - expected);
  for (let i = from; i < silences.length; i++) {
    const silence = silences[i];
    if (!silence || silence.spokenBefore > expected + tolerance) break;
    if (isFree(silence) && (best === undefined || distance(silence) < distance(best))) best = silence;
  }
  return best;
}
