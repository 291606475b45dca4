// The sound worker: decodes live takes into shared memory, reads the peaks of saved files, and decodes saved takes for
// sequences.

import { KIND_FACTS, type LiveKind } from '../../../shared/speech/formats.ts';
import { UnplayableStream } from '../../../shared/speech/stream/stream-part.ts';
import { holdLifeline } from '../../lifetime/lifeline.ts';
import { createStreamDecoder, type StreamDecoder } from './decode/stream-decoder.ts';
import { readTake } from './export/takes/take-reader.ts';
import { createPeakGatherer, createPeakList, type Peaks } from './peaks.ts';
import { createTakeServer } from './sequence/serve-takes.ts';
import { createTakeWriter, isPlayableRate, type TakeWriter } from './shared-take.ts';
import type { FromSoundWorker, LiveChunk, ToSoundWorker } from './sound-protocol.ts';
import { createWavPeaksReader } from './wav-peaks.ts';

/** An arriving take. If it can no longer be decoded, the samples so far are kept. */
type LiveTake = {
  decoder: StreamDecoder;
  writer: TakeWriter | undefined;
  nextIndex: number;
  /** All bytes have arrived; the codec may still be decoding. */
  isWhole: boolean;
  isOver: boolean;
};

const takes = new Map<string, LiveTake>();
const reply = (message: FromSoundWorker, transfer: Transferable[] = []): void => postMessage(message, { transfer });
const serveTakes = createTakeServer(readTake, reply);

holdLifeline();
addEventListener('message', ({ data }: MessageEvent<ToSoundWorker>) => {
  if (data.type === 'chunk') feed(data);
  else if (data.type === 'end') void end(data.takeId);
  else if (data.type === 'drop') drop(data.takeId);
  else if (data.type !== 'readPeaks') serveTakes(data);
  else
    void readPeaks(data.url, data.format)
      .catch(() => undefined)
      .then((peaks) => reply({ type: 'peaks', request: data.request, peaks }));
});

function feed({ takeId, index, format, pcmRateHz, bytes }: LiveChunk): void {
  const take = takes.get(takeId) ?? open(takeId, format, pcmRateHz);
  if (take.isOver) return;
  try {
    // A page that was opened late has missed the first chunks.
    if (index !== take.nextIndex) throw new Error('A chunk is missing.');
    take.nextIndex += 1;
    take.decoder.push(bytes);
  } catch {
    close(take, true);
  }
}

function open(takeId: string, format: LiveKind, pcmRateHz: number): LiveTake {
  const take: LiveTake = {
    writer: undefined,
    nextIndex: 0,
    isWhole: false,
    isOver: false,
    decoder: createStreamDecoder(format, pcmRateHz, {
      begin: (sound) => {
        if (!isPlayableRate(sound.rateHz)) throw new UnplayableStream('A rate that is not played.');
        take.writer = createTakeWriter(sound);
        reply({ type: 'begun', takeId, take: take.writer.take });
      },
      samples: (samples) => take.writer?.append(samples),
    }),
  };
  takes.set(takeId, take);
  return take;
}

async function end(takeId: string): Promise<void> {
  const take = takes.get(takeId);
  if (take === undefined || take.isOver || take.isWhole) return;
  take.isWhole = true;
  await take.decoder.end().then(
    () => close(take, false),
    () => close(take, true),
  );
}

function close(take: LiveTake, isCutShort: boolean): void {
  take.isOver = true;
  take.writer?.end(isCutShort);
  take.decoder.dispose();
}

/** Removes a take. If all its bytes have arrived it is still decoded to its end, because it may be playing. */
function drop(takeId: string): void {
  const take = takes.get(takeId);
  takes.delete(takeId);
  if (take !== undefined && !take.isOver && !take.isWhole) close(take, true);
}

async function readPeaks(url: string, format: LiveKind): Promise<Peaks | undefined> {
  const response = await fetch(url);
  if (!response.ok || response.body === null) return undefined;
  const list = createPeakList();
  const gatherer = createPeakGatherer(list.put);
  const decoder =
    KIND_FACTS[format].container === 'other'
      ? createStreamDecoder(format, 0, { begin: () => undefined, samples: gatherer.add })
      : undefined;
  const { push, end: endReading } = decoder ?? createWavPeaksReader(gatherer);
  try {
    const reader = response.body.getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      push(piece.value);
      await decoder?.ready();
    }
    await endReading();
  } finally {
    decoder?.dispose();
  }
  gatherer.end();
  return list.peaks();
}
