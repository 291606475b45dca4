// What a sequence consists of. Independent of where its entries come from.

import type { TakeSource } from '../export/plan.ts';

/**
 * What is heard of an entry. `coming`: its take is being made, and the sequence waits for it. `missing`: there is no take;
 * it is passed over and counted. `silent`: there is nothing to hear; it is passed over.
 */
export type SequenceSound = TakeSource | 'coming' | 'missing' | 'silent';

/** One sound of a sequence. `pauseAfterMs` is the silence between it and the next one that is heard. */
export type SequenceEntry = { id: string; sound: SequenceSound; pauseAfterMs: number };

/** The entries, which may change while they are played. Ids are unique. */
export type SequenceSource = {
  count: () => number;
  /** Undefined outside of 0 to `count`. */
  entryAt: (index: number) => SequenceEntry | undefined;
  /** -1 if it is not there any more. */
  indexOf: (id: string) => number;
  /** Calls the listener when something has changed, until the returned function is called. */
  subscribe: (listener: () => void) => () => void;
};

/** What follows in a sequence: an entry with a take, one to wait for, or nothing; and what is passed over until then. */
export type Following = { passed: string[] } & (
  | { kind: 'take'; index: number; entry: SequenceEntry; take: TakeSource }
  | { kind: 'wait'; id: string }
  | { kind: 'end' }
);

/** Finds what is to be heard from an index on. @param isUnreadable takes that are passed over. */
export function followingFrom(
  source: SequenceSource,
  first: number,
  isUnreadable: (id: string, take: TakeSource) => boolean,
): Following {
  const passed: string[] = [];
  for (let index = first; index < source.count(); index++) {
    const entry = source.entryAt(index);
    if (entry === undefined || entry.sound === 'silent') continue;
    if (entry.sound === 'coming') return { kind: 'wait', id: entry.id, passed };
    if (entry.sound === 'missing') passed.push(entry.id);
    else if (!isUnreadable(entry.id, entry.sound)) return { kind: 'take', index, entry, take: entry.sound, passed };
  }
  return { kind: 'end', passed };
}
