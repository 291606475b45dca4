// A page with only the player engine, driven by its spec. Sounds are passed by URL or in pieces, samples are returned
// as Base64.

import { createLiveOutput } from '../../../renderer/engines/audio/live-output.ts';
import workletUrl from '../../../renderer/engines/audio/live-worklet.ts?worker&url';
import type { Peaks } from '../../../renderer/engines/audio/peaks.ts';
import { createPlayer, type Player } from '../../../renderer/engines/audio/player.ts';
import type { SequenceEntry, SequenceSource } from '../../../renderer/engines/audio/sequence/sequence.ts';
import { openContextOutput, type SequenceOutput } from '../../../renderer/engines/audio/sequence/sequence-output.ts';
import { createSequencePlayer, type SequencePlayer } from '../../../renderer/engines/audio/sequence/sequence-player.ts';
import { peaksOf, type SharedTake, SLOT } from '../../../renderer/engines/audio/shared-take.ts';
import { createSoundDecoder, type SoundDecoder } from '../../../renderer/engines/audio/sound-decoder.ts';
import workerUrl from '../../../renderer/engines/audio/sound-worker.ts?worker&url';
import { installTrustedTypesPolicy, startWorker } from '../../../renderer/trusted-types.ts';
import type { SpeechFormat } from '../../../shared/speech/formats.ts';
import { installRecorder, recorded, recordedCount, recordOutput, setUsualRate } from './recorder.ts';

/** A take's counters. */
export type TakeFacts = Record<
  'written' | 'isEnded' | 'read' | 'underruns' | 'rendered' | 'rateHz' | 'channels',
  number
>;

/** What the spec uses on the page. */
type PlayerPage = {
  player: Player;
  decoder: SoundDecoder;
  /** Feeds the decoder with the bytes at `path` from `from` to `to`, in pieces of these sizes, repeated in order. */
  feed: (
    takeId: string,
    format: SpeechFormat,
    path: string,
    from: number,
    to: number,
    sizes: readonly number[],
  ) => Promise<void>;
  /** Plays a take as soon as it has begun. */
  playWhenBegun: (takeId: string) => void;
  facts: (takeId: string) => TakeFacts | undefined;
  samples: (takeId: string) => string;
  livePeaks: (takeId: string) => number[];
  readPeaks: (path: string, format: SpeechFormat) => Promise<number[] | undefined>;
  recorded: () => string;
  /** Number of samples that have been output so far, including silence. */
  recordedCount: () => number;
  /** The first channel of a whole file, as the browser decodes it. */
  decodeFile: (path: string, rateHz: number) => Promise<string>;
  /** Sample rates of the open audio contexts. */
  openRates: () => number[];
  /** Suspends every audio context without the engine's knowledge, as a lost device does. */
  loseDevice: () => Promise<void>;
  /** Plays takes one after the other; `openSequence` creates its output, which is recorded, in a context of this rate. */
  sequence: SequencePlayer;
  openSequence: (rateHz: number) => Promise<void>;
  /** Plays these entries from the first one on. */
  playSequence: (entries: SequenceEntry[]) => void;
  /** The same; resolves when its first sample has been output, with the time until then in milliseconds. */
  firstSampleMs: (entries: SequenceEntry[]) => Promise<number>;
  /** Replaces the entries of the sequence. */
  changeSequence: (entries: SequenceEntry[]) => void;
  violations: string[];
};

declare global {
  interface Window {
    playerPage: PlayerPage;
  }
}

const violations: string[] = [];
document.addEventListener('securitypolicyviolation', (event) => {
  violations.push(`${event.violatedDirective}: ${event.blockedURI}`);
});
const contexts: AudioContext[] = [];
installTrustedTypesPolicy();
installRecorder((context) => contexts.push(context));
const decoder = createSoundDecoder(() => startWorker(workerUrl), true);
const player = createPlayer(createLiveOutput(workletUrl));
let output: SequenceOutput | undefined;
let entries: SequenceEntry[] = [];
let onSequenceChange: () => void = () => undefined;
const source: SequenceSource = {
  count: () => entries.length,
  entryAt: (index) => entries[index],
  indexOf: (id) => entries.findIndex((entry) => entry.id === id),
  subscribe: (listener) => {
    onSequenceChange = listener;
    return () => undefined;
  },
};
const sequence = createSequencePlayer({
  openTake: decoder.openTake,
  openOutput: (onLost) => output ?? openContextOutput(onLost),
});
const takes = new Map<string, SharedTake>();
const nextIndex = new Map<string, number>();
const waiting = new Set<string>();
decoder.onBegun((takeId, take) => {
  if (take === null) return;
  takes.set(takeId, take);
  if (waiting.delete(takeId)) player.playLive(takeId, take);
});

window.playerPage = {
  player,
  decoder,
  violations,
  feed: async (takeId, format, path, from, to, sizes) => {
    const bytes = new Uint8Array(await (await fetch(path)).arrayBuffer()).subarray(from, to);
    for (let at = 0, turn = 0; at < bytes.length; turn++) {
      const size = sizes[turn % sizes.length] ?? 1;
      const index = nextIndex.get(takeId) ?? 0;
      nextIndex.set(takeId, index + 1);
      decoder.feed({ takeId, index, format, pcmRateHz: 24_000, bytes: bytes.subarray(at, at + size) });
      at += size;
    }
  },
  playWhenBegun: (takeId) => {
    const take = takes.get(takeId);
    if (take === undefined) waiting.add(takeId);
    else player.playLive(takeId, take);
  },
  facts: (takeId) => {
    const take = takes.get(takeId);
    if (take === undefined) return undefined;
    const read = (slot: number): number => Atomics.load(new Int32Array(take.control), slot);
    return {
      written: read(SLOT.written),
      isEnded: read(SLOT.isEnded),
      read: read(SLOT.read),
      underruns: read(SLOT.underruns),
      rendered: read(SLOT.rendered),
      rateHz: take.rateHz,
      channels: take.channels,
    };
  },
  samples: (takeId) => {
    const take = takes.get(takeId);
    if (take === undefined) return '';
    const written = Atomics.load(new Int32Array(take.control), SLOT.written);
    return toBase64(new Float32Array(take.samples).slice(0, written * take.channels));
  },
  livePeaks: (takeId) => {
    const take = takes.get(takeId);
    return take === undefined ? [] : toList(peaksOf(take));
  },
  readPeaks: async (path, format) => {
    const peaks = await decoder.readPeaks(path, format);
    return peaks && toList(peaks);
  },
  recorded: () => toBase64(recorded()),
  recordedCount,
  decodeFile: async (path, rateHz) => {
    const bytes = await (await fetch(path)).arrayBuffer();
    const audio = await new OfflineAudioContext(1, 1, rateHz).decodeAudioData(bytes);
    return toBase64(audio.getChannelData(0));
  },
  openRates: () => contexts.filter(({ state }) => state !== 'closed').map(({ sampleRate }) => sampleRate),
  sequence,
  openSequence: async (rateHz) => {
    setUsualRate(rateHz);
    output = openContextOutput(() => undefined);
    const context = contexts.at(-1);
    if (context !== undefined) await recordOutput(context);
  },
  playSequence: (given) => {
    entries = given;
    sequence.play(source, entries[0]?.id ?? '');
  },
  firstSampleMs: async (given) => {
    sequence.stop();
    const before = recordedCount();
    const startMs = performance.now();
    entries = given;
    sequence.play(source, entries[0]?.id ?? '');
    while (
      !recorded()
        .subarray(before)
        .some((sample) => sample !== 0)
    )
      await new Promise((resolve) => setTimeout(resolve));
    return performance.now() - startMs;
  },
  changeSequence: (given) => {
    entries = given;
    onSequenceChange();
  },
  loseDevice: async () => {
    await Promise.all(contexts.map((context) => context.suspend()));
  },
};

function toList({ values, length }: Peaks): number[] {
  return [...values.subarray(0, 2 * length)];
}

function toBase64(samples: Float32Array): string {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
