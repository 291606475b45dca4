// A reason why Electron does not run on this computer, as text for the person at the terminal.

/** The reason, and what makes Electron run all the same. */
export interface Obstacle {
  /** A clause for the middle of a sentence, without a full stop. */
  readonly reason: string;
  /** A sentence, or a command after a colon; empty if nothing is known. */
  readonly remedy: string;
}

/** Returns the reason and the remedy as sentences. */
export function explain({ reason, remedy }: Obstacle): string {
  return `${reason}.${remedy && ` ${remedy}`}`;
}

/** Distinguishes an obstacle from the requested result. */
export function isObstacle(answer: object): answer is Obstacle {
  return 'remedy' in answer;
}
