// Decodes a stored take piece by piece. Delay and padding of mp3 and Opus are removed as the player does, because the
// decoder is the same.

import { isLiveKind, KIND_FACTS, type LiveKind } from '../../../../../shared/speech/formats.ts';
import { createStreamDecoder } from '../../decode/stream-decoder.ts';
import type { TakeSource } from '../plan.ts';
import { type ReadTake, type TakePiece, UnreadableTake } from './take-piece.ts';

/** Decodes takes from their addresses. */
export const readTake: ReadTake = async function* ({ url, kind }) {
  const served = servedKind(kind);
  let isSound = false;
  try {
    // Loaded for the takes that need it only: it is large.
    const pieces =
      served === undefined ? (await import('./container-reader.ts')).readContainer(url) : readStream(url, served);
    for await (const piece of pieces) {
      isSound = true;
      yield piece;
    }
  } catch (error) {
    throw error instanceof UnreadableTake ? error : new UnreadableTake(error instanceof Error ? error.message : '');
  }
  if (!isSound) throw new UnreadableTake('There is no sound in it.');
};

async function* readStream(url: string, kind: LiveKind): AsyncGenerator<TakePiece, void> {
  const response = await fetch(url);
  if (!response.ok || response.body === null) throw new UnreadableTake(`Status ${response.status}.`);
  let format = { rateHz: 0, channels: 1 };
  let decoded: Float32Array[] = [];
  const decoder = createStreamDecoder(kind, 0, {
    begin: (begun) => {
      format = begun;
    },
    samples: (samples) => decoded.push(samples),
  });
  const taken = (): TakePiece => {
    const samples = concatenated(decoded);
    decoded = [];
    return { rateHz: format.rateHz, channels: format.channels, samples };
  };
  const reader = response.body.getReader();
  try {
    for (let bytes = await reader.read(); !bytes.done; bytes = await reader.read()) {
      decoder.push(bytes.value);
      await decoder.ready();
      if (decoded.length > 0) yield taken();
    }
    await decoder.end();
    if (decoded.length > 0) yield taken();
  } finally {
    decoder.dispose();
    await reader.cancel().catch(() => undefined);
  }
}

/** The kind of a take as it is served, if it is decoded as a stream: plain samples of any container become wav. */
function servedKind(kind: TakeSource['kind']): LiveKind | undefined {
  if (KIND_FACTS[kind].container !== 'other') return 'wav';
  return isLiveKind(kind) ? kind : undefined;
}

function concatenated(pieces: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const all = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
