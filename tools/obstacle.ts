// A reason why Electron does not run on this computer, as text for the person at the terminal.

/** The reason, and what can be done about it. */
export interface Obstacle {
  /** A clause for the middle of a sentence, without a full stop. */
  readonly reason: string;
  /** A sentence. */
  readonly remedy: string;
}

/** Distinguishes an obstacle from the requested result. */
export function isObstacle(answer: object): answer is Obstacle {
  return 'remedy' in answer;
}
