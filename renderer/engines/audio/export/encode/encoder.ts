// The interface of the encoders.

import type { Block } from '../plan.ts';
import type { OutputFormat } from '../takes/segment-stream.ts';

/** A chapter and where it begins, in samples. */
export type Chapter = { title: string; start: number };

/** The number of a file among those of one work, from 1, and the work's title. */
export type Track = { number: number; count: number; album: string };

/** What is known before encoding. `bits` is used by kinds without loss, `bitrateKbps` by the others. */
export type EncodeFacts = OutputFormat & {
  frames: number;
  title: string;
  track: Track | null;
  chapters: readonly Chapter[];
  bits: 16 | 24;
  bitrateKbps: number;
};

/** Encodes `facts.frames` samples as one file, from its first byte to its last. */
export type Encode = (
  blocks: AsyncIterable<Block>,
  facts: EncodeFacts,
) => AsyncGenerator<Uint8Array<ArrayBuffer>, void>;
