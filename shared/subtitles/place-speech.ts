// Places speech on the times of imported cues: as it is, faster within a limit, or later.

/** Speech is sped up so many times at most, unless a person sets another limit; more than `MAX_SPEED_UP` is hard to follow. */
export const USUAL_SPEED_UP = 1.2;
export const MAX_SPEED_UP = 2;
/** Speech may end so much after its cue, in milliseconds: half a frame of a film. */
export const CUE_TOLERANCE_MS = 20;

/** When a line is to be spoken, and how long its speech is at its own speed. All figures are in one unit of time. */
export type SpokenCue = { start: number; end: number; speech: number };

/** A line without times of its own: it is spoken after the one before it and a pause. */
export type FollowingLine = { after: number; speech: number };

/** Where the speech of a line is: from `start`, `speedUp` times as fast (1 is unchanged), for `length`. */
export type PlacedSpeech = {
  start: number;
  length: number;
  speedUp: number;
  /** How much later than its cue it begins, because the speech before it did not end in time. */
  pushed: number;
  /** How much longer than its cue it lasts. */
  overrun: number;
};

/** A cue may count as sped up, pushed and overrunning; `fitting` ones are none of these. Lines without times are not counted. */
export type PlacementCounts = { fitting: number; spedUp: number; pushed: number; overrunning: number };

/**
 * Places the speech of lines in their order, without overlaps. Speech that is longer than its cue is sped up; where the
 * limit does not suffice it overruns its cue, and pushes the next one if that has begun.
 * @param lines cues by their start; they may overlap. @param maxSpeedUp at least 1; 1 changes no speed.
 * @param tolerance speech that ends so much after its cue fits, and one that begins so much later is not pushed.
 */
export function placeSpeech(
  lines: readonly (SpokenCue | FollowingLine)[],
  maxSpeedUp: number,
  tolerance = 0,
): { placed: PlacedSpeech[]; counts: PlacementCounts } {
  const counts: PlacementCounts = { fitting: 0, spedUp: 0, pushed: 0, overrunning: 0 };
  let freeFrom = 0;
  const placed = lines.map((line): PlacedSpeech => {
    if ('after' in line) {
      const start = freeFrom + line.after;
      freeFrom = start + line.speech;
      return { start, length: line.speech, speedUp: 1, pushed: 0, overrun: 0 };
    }
    const start = Math.max(line.start, freeFrom);
    const speedUp = speedUpFor(line.speech, line.end - start, Math.max(1, maxSpeedUp), tolerance);
    const length = line.speech / speedUp;
    freeFrom = start + length;
    const pushed = beyond(start - line.start, tolerance);
    const overrun = beyond(freeFrom - line.end, tolerance);
    if (speedUp > 1) counts.spedUp++;
    if (pushed > 0) counts.pushed++;
    if (overrun > 0) counts.overrunning++;
    if (speedUp === 1 && pushed === 0 && overrun === 0) counts.fitting++;
    return { start, length, speedUp, pushed, overrun };
  });
  return { placed, counts };
}

/** How many times as fast speech has to be; the limit if that is not enough. */
function speedUpFor(speech: number, room: number, maxSpeedUp: number, tolerance: number): number {
  if (speech <= room + tolerance) return 1;
  return room > 0 ? Math.min(maxSpeedUp, speech / room) : maxSpeedUp;
}

/** A difference, 0 if it is within the tolerance or a matter of rounding. */
function beyond(difference: number, tolerance: number): number {
  return difference > tolerance + 1e-6 ? difference : 0;
}
