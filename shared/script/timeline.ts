// Where every line of a script is in time: measured where it has a take, estimated where it has none. Pure functions.

import type { OrdinaryLength } from '../speech/spoken-length.ts';

/** Silence between two lines where a person has not set another, in milliseconds. */
export const USUAL_PAUSE_MS = 300;

/** What the length of a line depends on. */
export type TimelineLine = {
  /** Of the text as it would be sent. */
  ordinary: OrdinaryLength;
  voice: string | null;
  /** As it would be requested. */
  speed: number;
  /** Pauses in the line, in seconds; 0 by default. */
  silenceS?: number;
  /** Without anything to speak it takes no time, and neither does the pause after it. */
  isSpoken: boolean;
  /** Length of the take that is played, in seconds; null if there is none. */
  durationS: number | null;
  pauseAfterMs: number;
  /** When it is to be heard at the earliest, in place of the pause before it; null: after that pause. */
  cueStartS: number | null;
};

/** A take that shows how fast its voice speaks. */
export type SpokenTake = Pick<TimelineLine, 'ordinary' | 'voice' | 'speed'> & { durationS: number };

/** Where a line is, in seconds; the pause after it is not part of it. */
type LineTime = { startS: number; durationS: number; isEstimated: boolean };

/** All lines in order, and the end of the last one. `isEstimated`: at least one length is. */
export type ScriptTimeline = { lines: readonly LineTime[]; totalS: number; isEstimated: boolean };

/**
 * Lays out the lines one after the other. Lengths that are not known are estimated by how fast the takes of the same voice
 * speak, then by those of all voices, then by ordinary speech.
 * @param takes of this script or of others.
 */
export function timelineOf(lines: readonly TimelineLine[], takes: readonly SpokenTake[]): ScriptTimeline {
  const paceOf = learnPaces(takes);
  const times: LineTime[] = [];
  let endS = 0;
  let nextS = 0;
  let isEstimated = false;
  for (const line of lines) {
    const startS = line.isSpoken && line.cueStartS !== null ? Math.max(endS, line.cueStartS) : nextS;
    if (!line.isSpoken) {
      times.push({ startS, durationS: 0, isEstimated: false });
      continue;
    }
    // Lines without anything to speak take no time: those before a cue are not behind it.
    for (let i = times.length - 1; (times[i]?.startS ?? 0) > startS; i--)
      times[i] = { startS, durationS: 0, isEstimated: false };
    const durationS = line.durationS ?? estimatedS(line, paceOf) + (line.silenceS ?? 0);
    times.push({ startS, durationS, isEstimated: line.durationS === null });
    isEstimated ||= line.durationS === null;
    endS = startS + durationS;
    nextS = endS + line.pauseAfterMs / 1000;
  }
  return { lines: times, totalS: endS, isEstimated };
}

/**
 * The line that is heard at a time, and how far into it that is; in the pause after a line, beyond its end. Times outside
 * belong to the first and the last line. Undefined if there is no line.
 */
export function lineAtTime({ lines }: ScriptTimeline, givenS: number): { index: number; offsetS: number } | undefined {
  const timeS = Math.max(0, givenS);
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines[middle]?.startS ?? 0) <= timeS) low = middle;
    else high = middle - 1;
  }
  const line = lines[low];
  return line && { index: low, offsetS: Math.max(0, timeS - line.startS) };
}

/** The letters that most of a text consists of: a voice may be slow in one language and fast in another. */
const WRITINGS = ['dense', 'letters'] as const;
type Writing = (typeof WRITINGS)[number];

/** How many times as long as ordinary speech a voice takes; null is the voice of a request without one. */
type Paces = (voice: string | null, writing: Writing) => number;

/** Takes of so many seconds in ordinary speech count as much as what is expected without them. */
const EXPECTED_WEIGHT_S = 5;

function learnPaces(takes: readonly SpokenTake[]): Paces {
  const all = { dense: new Map<string | null, Sample[]>(), letters: new Map<string | null, Sample[]>() };
  for (const { ordinary, voice, speed, durationS } of takes) {
    const { ordinaryS, writing } = ordinaryOf(ordinary, speed);
    if (ordinaryS <= 0 || durationS <= 0) continue;
    const sample = { pace: durationS / ordinaryS, weightS: ordinaryS };
    const some = all[writing].get(voice);
    if (some === undefined) all[writing].set(voice, [sample]);
    else some.push(sample);
  }
  const learnt = WRITINGS.map((writing) => {
    const usual = paceOf([...all[writing].values()].flat(), 1);
    const byVoice = new Map([...all[writing]].map(([voice, samples]) => [voice, paceOf(samples, usual)]));
    return [writing, { usual, byVoice }] as const;
  });
  const paces = new Map(learnt);
  return (voice, writing) => {
    const own = paces.get(writing);
    return own?.byVoice.get(voice) ?? own?.usual ?? 1;
  };
}

/** A pace, and how much it counts: a long take shows more than a short one. */
type Sample = { pace: number; weightS: number };

/** The weighted median, drawn towards what is expected as long as there is little. */
function paceOf(samples: Sample[], expected: number): number {
  const totalS = samples.reduce((sum, { weightS }) => sum + weightS, 0);
  let median = expected;
  let seenS = 0;
  for (const { pace, weightS } of samples.sort((a, b) => a.pace - b.pace)) {
    seenS += weightS;
    median = pace;
    if (seenS >= totalS / 2) break;
  }
  return (expected * EXPECTED_WEIGHT_S + median * totalS) / (EXPECTED_WEIGHT_S + totalS);
}

function estimatedS({ ordinary, voice, speed }: TimelineLine, paceOf: Paces): number {
  const { ordinaryS, writing } = ordinaryOf(ordinary, speed);
  return ordinaryS * paceOf(voice, writing);
}

function ordinaryOf({ denseS, lettersS }: OrdinaryLength, speed: number): { ordinaryS: number; writing: Writing } {
  return { ordinaryS: (denseS + lettersS) / speed, writing: denseS > lettersS ? 'dense' : 'letters' };
}
