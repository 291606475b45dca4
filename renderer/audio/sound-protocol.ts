// What the page and the sound worker say to each other.

import type { LiveKind } from '../../shared/speech/formats.ts';
import type { Peaks } from './peaks.ts';
import type { SharedTake } from './shared-take.ts';

/** A piece of a take on its way, as the speech event carries it; `index` counts from 0. */
export type LiveChunk = {
  takeId: string;
  index: number;
  format: LiveKind;
  pcmRateHz: number;
  bytes: Uint8Array;
};

export type ToSoundWorker =
  | ({ type: 'chunk' } & LiveChunk)
  /** No more chunks of this take come. */
  | { type: 'end'; takeId: string }
  /** Nobody asks for this take again. */
  | { type: 'drop'; takeId: string }
  /** Wants the peaks of a file on our origin; headerless pcm is served as wav. */
  | { type: 'readPeaks'; request: number; url: string; format: LiveKind };

export type FromSoundWorker =
  /** The take's first samples are known to come; they are in its memory from now on. */
  { type: 'begun'; takeId: string; take: SharedTake } | { type: 'peaks'; request: number; peaks: Peaks | undefined };
