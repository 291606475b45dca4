// The page of the player benchmark: the app's player and three others with the same streams. Independent of the timing
// of streams.

import { Howl } from 'howler';
import WaveSurfer from 'wavesurfer.js';
import { createLiveOutput } from '../../../renderer/engines/audio/live-output.ts';
import workletUrl from '../../../renderer/engines/audio/live-worklet.ts?worker&url';
import { createPeakGatherer, createPeakList } from '../../../renderer/engines/audio/peaks.ts';
import { createPlayer } from '../../../renderer/engines/audio/player.ts';
import { type SharedTake, SLOT } from '../../../renderer/engines/audio/shared-take.ts';
import { createSoundDecoder } from '../../../renderer/engines/audio/sound-decoder.ts';
import workerUrl from '../../../renderer/engines/audio/sound-worker.ts?worker&url';
import { createWavPeaksReader } from '../../../renderer/engines/audio/wav-peaks.ts';
import { FORMAT_FACTS, factsOfFormat, type SpeechFormat } from '../../../shared/speech/formats.ts';

/** The compared players. */
export type PlayerName = 'ours' | 'audio' | 'howler' | 'wavesurfer';

type BenchPage = {
  /** Plays a stream and returns the time of its first rendered sample, in milliseconds since the epoch. */
  firstSound: (player: PlayerName, url: string, format: SpeechFormat) => Promise<number>;
  /** Plays a complete stream with the app's player and returns the number of underruns. */
  underruns: (url: string, format: SpeechFormat) => Promise<number>;
  /** Fetches the file for the computation of peaks. */
  loadFile: (url: string) => Promise<void>;
  /** Compute the peaks of the file. */
  peaksOurs: () => void;
  peaksWavesurfer: () => Promise<void>;
};

declare global {
  interface Window {
    benchPage: BenchPage;
  }
}

const CHUNK_BYTES = 64 * 1024;
const decoder = createSoundDecoder(() => new Worker(workerUrl, { type: 'module' }), true);
const player = createPlayer(createLiveOutput(workletUrl));
let takes = 0;
let file = new ArrayBuffer(0);

window.benchPage = {
  firstSound: (name, url, format) => (name === 'ours' ? ours(url, format) : others[name](url, format)),
  underruns: async (url, format) => {
    const { take, arrived } = await playStream(url, format);
    await arrived;
    await until(() => !player.snapshot().isPlaying);
    const underruns = read(take, SLOT.underruns);
    if (read(take, SLOT.rendered) !== read(take, SLOT.written)) throw new Error('Not all of it was played');
    player.unload();
    return underruns;
  },
  loadFile: async (url) => {
    file = await (await fetch(url)).arrayBuffer();
  },
  peaksOurs: () => {
    const bytes = new Uint8Array(file);
    const list = createPeakList();
    const gatherer = createPeakGatherer(list.put);
    const { push, end } = createWavPeaksReader(gatherer);
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) push(bytes.subarray(at, at + CHUNK_BYTES));
    end();
    gatherer.end();
    if (list.peaks().length < 1000) throw new Error('No peaks');
  },
  peaksWavesurfer: async () => {
    const wave = WaveSurfer.create({ container: '#wave' });
    const decoded = new Promise((resolve) => wave.once('decode', resolve));
    await wave.loadBlob(new Blob([file]));
    await decoded;
    wave.destroy();
  },
};

async function ours(url: string, format: SpeechFormat): Promise<number> {
  const { take, stop } = await playStream(url, format);
  await until(() => read(take, SLOT.rendered) > 0);
  const at = now();
  player.unload();
  stop();
  return at;
}

/** Like the app: ready before the request, chunks to the decoder as they arrive, playing as soon as possible. */
async function playStream(
  url: string,
  format: SpeechFormat,
): Promise<{ take: SharedTake; arrived: Promise<void>; stop: () => void }> {
  takes += 1;
  const takeId = String(takes);
  player.warm(factsOfFormat(format).rateHz ?? 24_000);
  const cut = new AbortController();
  const begun = new Promise<SharedTake>((resolve) => {
    const leave = decoder.onBegun((id, take) => {
      if (id !== takeId || take === null) return;
      leave();
      player.playLive(id, take);
      resolve(take);
    });
  });
  const arrived = feed(url, format, takeId, cut.signal).catch(() => undefined);
  return { take: await begun, arrived, stop: () => cut.abort() };
}

async function feed(url: string, format: SpeechFormat, takeId: string, signal: AbortSignal): Promise<void> {
  const reader = (await fetch(url, { signal })).body?.getReader();
  for (let index = 0; reader !== undefined; index++) {
    const { done, value } = await reader.read();
    if (done) break;
    decoder.feed({ takeId, index, format: FORMAT_FACTS[format].kind, pcmRateHz: 24_000, bytes: value });
  }
  decoder.end(takeId);
}

const others: Record<Exclude<PlayerName, 'ours'>, (url: string, format: SpeechFormat) => Promise<number>> = {
  audio: async (url) => {
    const audio = new Audio(url);
    await audio.play();
    return soundOf(audio);
  },
  howler: async (url, format) => {
    const howl = new Howl({ src: [url], html5: true, format: [factsOfFormat(format).extension] });
    const played = new Promise((resolve) => howl.once('play', resolve));
    howl.play();
    await played;
    await until(() => Number(howl.seek()) > 0);
    const at = now();
    howl.unload();
    return at;
  },
  wavesurfer: async (url) => {
    const wave = WaveSurfer.create({ container: '#wave', url });
    await new Promise((resolve) => wave.once('ready', resolve));
    await wave.play();
    await until(() => wave.getCurrentTime() > 0);
    const at = now();
    wave.destroy();
    return at;
  },
};

async function soundOf(audio: HTMLMediaElement): Promise<number> {
  await until(() => audio.currentTime > 0);
  const at = now();
  audio.pause();
  audio.removeAttribute('src');
  audio.load();
  return at;
}

function read(take: SharedTake, slot: number): number {
  return Atomics.load(new Int32Array(take.control), slot);
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

/** Checks again in a separate task each time: a message to itself is not throttled like timers. */
function until(isSo: () => boolean): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      if (!isSo()) return port2.postMessage(null);
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
