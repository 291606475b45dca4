// What keeps Electron from running on this computer, in words for the person at the terminal.

/** Why not, and what can be done about it. */
export interface Obstacle {
  /** A clause for the middle of a sentence, without a full stop. */
  readonly reason: string;
  /** A sentence. */
  readonly remedy: string;
}

/** Tells an obstacle from what was asked for. */
export function isObstacle(answer: object): answer is Obstacle {
  return 'remedy' in answer;
}
