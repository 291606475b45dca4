// Media that are on their way to what will refer to them: just imported by the page, which has their ids in memory, or
// received by a job. Nothing stored shows that they are needed.

/** The holds of a run of the app. */
export type MediaPins = {
  /** Notes that a file arrives whose id is not known yet. @returns what to call when it is held, or did not arrive. */
  arrive: () => () => void;
  /** Holds a file; called before it is moved to its place. Each call needs a `release` of its own. */
  hold: (mediaId: string) => void;
  /** An item refers to these files from now on. */
  release: (mediaIds: readonly string[]) => void;
  /**
   * A sidecar mentions these files, and its row may not: they stay for this run of the app.
   */
  keep: (mediaIds: readonly string[]) => void;
  /** What is held now. Files written at `newestMs` or later may be arriving. In milliseconds since 1970. */
  now: () => { keptIds: string[]; newestMs: number };
};

/** Creates the holds; there are none at the start. */
export function createMediaPins(): MediaPins {
  const counts = new Map<string, number>();
  const kept = new Set<string>();
  const arriving = new Set<{ sinceMs: number }>();
  return {
    arrive() {
      const one = { sinceMs: Date.now() };
      arriving.add(one);
      return () => void arriving.delete(one);
    },
    hold: (mediaId) => void counts.set(mediaId, (counts.get(mediaId) ?? 0) + 1),
    release(mediaIds) {
      for (const mediaId of mediaIds) {
        const count = (counts.get(mediaId) ?? 0) - 1;
        if (count > 0) counts.set(mediaId, count);
        else counts.delete(mediaId);
      }
    },
    keep: (mediaIds) => mediaIds.forEach((mediaId) => void kept.add(mediaId)),
    now: () => ({
      keptIds: [...counts.keys(), ...kept],
      newestMs: Math.min(Date.now(), ...[...arriving].map(({ sinceMs }) => sinceMs)),
    }),
  };
}
