// Orders the models of a relay for the fields of a connection.

import type { Models } from '../../shared/connection/connections.ts';

/** Words in the ids of models of each kind. */
const WORDS: Readonly<Record<keyof Models, RegExp>> = {
  speech: /speech|tts|voice|audio/i,
  image: /image|edit|picture|paint/i,
};

/** Returns the ids with those first that look like models of this kind; otherwise in the relay's order. */
export function likelyFirst(ids: readonly string[], kind: keyof Models): string[] {
  const isLikely = (id: string): boolean => WORDS[kind].test(id);
  return [...ids.filter(isLikely), ...ids.filter((id) => !isLikely(id))];
}
