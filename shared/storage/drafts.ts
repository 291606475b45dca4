// Drafts by name.

import type { Draft, DraftBody, DraftName } from '../contract/drafts.ts';

/** Returns the content of a draft in a list, or null. */
export function draftBody<N extends DraftName>(drafts: readonly Draft[], name: N): DraftBody<N> | null {
  const isNamed = (draft: Draft): draft is Extract<Draft, { name: N }> => draft.name === name;
  return (drafts.find(isNamed)?.body ?? null) as DraftBody<N> | null;
}
