// The messages between the page and the sound worker.

import type { LiveKind } from '../../../shared/speech/formats.ts';
import type { Peaks } from './peaks.ts';
import type { FromTakeStreams, ToTakeStreams } from './sequence/take-stream.ts';
import type { SharedTake } from './shared-take.ts';

/** A chunk of an arriving take, as in the speech event; `index` counts from 0. */
export type LiveChunk = {
  takeId: string;
  index: number;
  format: LiveKind;
  pcmRateHz: number;
  bytes: Uint8Array;
};

export type ToSoundWorker =
  | ({ type: 'chunk' } & LiveChunk)
  /** The take is complete: no more chunks will arrive. */
  | { type: 'end'; takeId: string }
  /** The take is no longer needed. */
  | { type: 'drop'; takeId: string }
  /** Requests the peaks of a file on the page's origin; headerless pcm is served as wav. */
  | { type: 'readPeaks'; request: number; url: string; format: LiveKind }
  | ToTakeStreams;

export type FromSoundWorker =
  /** The first samples of a take have been decoded; samples appear in its memory from now on. */
  | { type: 'begun'; takeId: string; take: SharedTake }
  | { type: 'peaks'; request: number; peaks: Peaks | undefined }
  | FromTakeStreams;
