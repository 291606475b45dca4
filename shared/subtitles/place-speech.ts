// Places speech on the times of imported cues: as it is, faster within a limit, or later.

/** When a cue is to be spoken, and how long its speech is at its own speed. */
export type SpokenCue = { startMs: number; endMs: number; speechMs: number };

/** Where the speech of a cue is: from `startMs`, `speedUp` times as fast (1 is unchanged), for `lengthMs`. */
export type PlacedSpeech = {
  startMs: number;
  lengthMs: number;
  speedUp: number;
  /** How much later than its cue it begins, because the speech before it did not end in time. */
  pushedMs: number;
  /** How much longer than its cue it lasts. */
  overrunMs: number;
};

/** A cue may count as sped up, pushed and overrunning; `fitting` ones are none of these. */
export type PlacementCounts = { fitting: number; spedUp: number; pushed: number; overrunning: number };

/**
 * Places the speech of cues in their order, without overlaps. Speech that is longer than its cue is sped up; where the
 * limit does not suffice it overruns its cue, and pushes the next one if that has begun.
 * @param cues by their start; they may overlap. @param maxSpeedUp at least 1; 1 changes no speed.
 */
export function placeSpeech(
  cues: readonly SpokenCue[],
  maxSpeedUp: number,
): { placed: PlacedSpeech[]; counts: PlacementCounts } {
  const counts: PlacementCounts = { fitting: 0, spedUp: 0, pushed: 0, overrunning: 0 };
  let freeFromMs = 0;
  const placed = cues.map(({ startMs: wantedMs, endMs, speechMs }) => {
    const startMs = Math.max(wantedMs, freeFromMs);
    const speedUp = speedUpFor(speechMs, endMs - startMs, Math.max(1, maxSpeedUp));
    const lengthMs = speechMs / speedUp;
    freeFromMs = startMs + lengthMs;
    const pushedMs = startMs - wantedMs;
    const overrunMs = Math.max(0, isNear(freeFromMs, endMs) ? 0 : freeFromMs - endMs);
    if (speedUp > 1) counts.spedUp++;
    if (pushedMs > 0) counts.pushed++;
    if (overrunMs > 0) counts.overrunning++;
    if (speedUp === 1 && pushedMs === 0 && overrunMs === 0) counts.fitting++;
    return { startMs, lengthMs, speedUp, pushedMs, overrunMs };
  });
  return { placed, counts };
}

/** How many times as fast speech has to be; the limit if that is not enough. */
function speedUpFor(speechMs: number, roomMs: number, maxSpeedUp: number): number {
  if (speechMs <= roomMs) return 1;
  return roomMs > 0 ? Math.min(maxSpeedUp, speechMs / roomMs) : maxSpeedUp;
}

/** Whether two times are the same but for rounding. */
function isNear(aMs: number, bMs: number): boolean {
  return Math.abs(aMs - bMs) < 1e-6;
}
