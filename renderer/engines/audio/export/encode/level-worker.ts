// Entry of the level worker: measures the files that the export worker encodes, so that a file is decoded while it is
// being made.

import { holdLifeline } from '../../../../lifetime/lifeline.ts';
import type { SoundLevel } from '../plan.ts';
import { type Decoded, type EncodedMeter, meterEncoded } from './encoded-meter.ts';

/** One file after the other, from its beginning to its end. */
export type ToLevelWorker =
  | { type: 'begin'; decoded: Decoded }
  | { type: 'bytes'; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'end' };
/** `taken` answers each `bytes`, `level` answers `end`. After `failed` nothing more comes for this file. */
export type FromLevelWorker =
  | { type: 'taken' }
  | { type: 'level'; level: SoundLevel }
  | { type: 'failed'; reason: string };

const post = (message: FromLevelWorker): void => postMessage(message);
let meter: EncodedMeter | undefined;
/** Messages are worked on in the order they came. */
let working: Promise<void> = Promise.resolve();

holdLifeline();
addEventListener('message', ({ data }: MessageEvent<ToLevelWorker>) => {
  working = working.then(() => handle(data)).catch(fail);
});

async function handle(message: ToLevelWorker): Promise<void> {
  if (message.type === 'begin') meter = meterEncoded(message.decoded);
  else if (message.type === 'bytes') {
    await meter?.add(message.bytes);
    post({ type: 'taken' });
  } else if (meter) post({ type: 'level', level: await meter.level() });
}

function fail(error: unknown): void {
  meter = undefined;
  post({ type: 'failed', reason: error instanceof Error ? error.message : String(error) });
}
