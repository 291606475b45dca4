// What marking a file comes to: a few places where bytes are put in or replaced. All other bytes stay as they are.

import type { MarkKind, Unmarkable } from '../../../shared/library/provenance.ts';
import { type ByteSource, rangeOf } from '../../byte-source.ts';

/** At `at`, `removed` bytes are replaced by others. Splices are in the order of their places and do not overlap. */
export type Splice = { at: number; removed: number; inserted: Uint8Array };

/** `rest` gives what follows the last splice where that does not stay as it is. */
export type MarkPlan = {
  splices: readonly Splice[];
  rest?: (source: ByteSource, from: number) => AsyncGenerator<Uint8Array, void>;
};

/** Plans the mark of one format; what is not exactly as that format is described is left alone. */
export type PlanMark = (source: ByteSource, kind: MarkKind) => Promise<MarkPlan | Unmarkable>;

/** Puts bytes in, without removing any. */
export function insertion(at: number, inserted: Uint8Array): Splice {
  return { at, removed: 0, inserted };
}

/** Replaces bytes by as many others. */
export function replacement(at: number, inserted: Uint8Array): Splice {
  return { at, removed: inserted.length, inserted };
}

/** The marked file, piece by piece. Rejects with the disk's error. */
export async function* spliced(source: ByteSource, { splices, rest }: MarkPlan): AsyncGenerator<Uint8Array, void> {
  let at = 0;
  for (const splice of splices) {
    yield* rangeOf(source, at, splice.at);
    yield splice.inserted;
    at = splice.at + splice.removed;
  }
  if (rest) yield* rest(source, at);
  else yield* rangeOf(source, at, source.sizeBytes);
}
