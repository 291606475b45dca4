// Finds when the cues of a line begin and end: at pauses in its sound, else by their share of the text.

import type { Pause } from './timeline.ts';

/** A stretch of a line, in whole samples from its start. */
export type Stretch = { startSamples: number; endSamples: number };

/** How far a pause may be from where the text would have it, as a share of the shorter cue beside it. */
const TOLERANCE = 0.35;
/** A pause that counts as long. */
const LONG_PAUSE_S = 0.4;
/** How much nearer a long pause counts, as a share of the tolerance. */
const LONG_PAUSE_BONUS = 0.5;

/** A pause, and the time of speech before it. */
type Silence = { start: number; end: number; spokenBefore: number };

/**
 * Times the cues of a line. They are in order, cover the line from its start to its end, and leave out only pauses.
 * @param weights how much is spoken in each cue, in any unit. @param lengthSamples of the line.
 * @param pauses from the start of the line, in any order; parts outside the line are ignored.
 */
export function timeCuts(
  weights: readonly number[],
  lengthSamples: number,
  pauses: readonly Pause[],
  sampleRateHz: number,
): Stretch[] {
  const silences = silencesOf(pauses, lengthSamples);
  const last = silences.at(-1);
  const spoken = last ? last.spokenBefore + lengthSamples - last.end : lengthSamples;
  let weightLeft = weights.reduce((sum, weight) => sum + weight, 0);
  let spokenAt = 0;
  let next = 0;
  let start = 0;
  const stretches: Stretch[] = [];
  for (const [i, weight] of weights.entries()) {
    if (i === weights.length - 1) {
      stretches.push({ startSamples: start, endSamples: lengthSamples });
      break;
    }
    const unit = weightLeft > 0 ? (spoken - spokenAt) / weightLeft : 0;
    const expected = Math.min(spoken, spokenAt + weight * unit);
    const tolerance = TOLERANCE * Math.min(weight, weights[i + 1] ?? 0) * unit;
    weightLeft -= weight;

    // The pauses up to the last cut are used; those at both ends of the line separate nothing.
    while (next < silences.length && (silences[next]?.spokenBefore ?? 0) <= spokenAt) next++;
    const pause = nearestPause(silences, next, expected, tolerance, spoken, sampleRateHz);
    if (pause) {
      stretches.push({ startSamples: start, endSamples: pause.start });
      start = pause.end;
      spokenAt = pause.spokenBefore;
    } else {
      const at = Math.max(start, Math.min(lengthSamples, Math.round(soundAt(silences, next, expected))));
      stretches.push({ startSamples: start, endSamples: at });
      start = at;
      spokenAt = expected;
    }
  }
  return stretches;
}

/** Pauses inside the line, in order, without overlaps. */
function silencesOf(pauses: readonly Pause[], lengthSamples: number): Silence[] {
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
  return silences;
}

/** The pause that fits a cut best; undefined if all are too far away. */
function nearestPause(
  silences: readonly Silence[],
  from: number,
  expected: number,
  tolerance: number,
  spoken: number,
  sampleRateHz: number,
): Silence | undefined {
  let best: { silence: Silence; score: number } | undefined;
  for (let i = from; i < silences.length; i++) {
    const silence = silences[i];
    if (!silence || silence.spokenBefore >= spoken || silence.spokenBefore > expected + tolerance) break;
    if (silence.spokenBefore < expected - tolerance) continue;
    const distance = tolerance > 0 ? Math.abs(silence.spokenBefore - expected) / tolerance : 0;
    const length = (silence.end - silence.start) / (LONG_PAUSE_S * sampleRateHz);
    const score = distance - LONG_PAUSE_BONUS * Math.min(1, length);
    if (best === undefined || score < best.score) best = { silence, score };
  }
  return best?.silence;
}

/** The position in the line that has a time of speech before it. @param from the first pause that may be before it. */
function soundAt(silences: readonly Silence[], from: number, spokenBefore: number): number {
  let i = from;
  while (i < silences.length && (silences[i]?.spokenBefore ?? 0) < spokenBefore) i++;
  const silence = silences[i - 1];
  return silence ? silence.end + spokenBefore - silence.spokenBefore : spokenBefore;
}
