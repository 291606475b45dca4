// The time from playable bytes to sound, live, compared with other players on the same streams; underruns; and the
// peaks of an hour. Independent of the app's window.

import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { createSplitter } from '../../renderer/engines/audio/decode/stream-decoder.ts';
import {
  FORMAT_FACTS,
  factsOfFormat,
  isLiveKind,
  isRaw,
  SPEECH_FORMATS,
  type SpeechFormat,
} from '../../shared/speech/formats.ts';
import { WAV_HEADER_BYTES } from '../../shared/speech/wav.ts';
import { type ServedPage, servePage } from '../../tests/browser/serve-page.ts';
import { AUTOPLAY, launchChromium } from '../../tests/support/launch-chromium.ts';
import { encode, pcmBytes, RATE_HZ, sweep, wavBytes } from '../../tests/support/sounds.ts';
import { type Bench, type Figure, percentile, repeat } from './bench.ts';
import type { PlayerName } from './player-page/main.ts';

const RUNS = { warmUps: 3, times: 25 };
const PEER_RUNS = { warmUps: 1, times: 5 };
const DRY_RUNS = { warmUps: 0, times: 3 };
const PEAK_RUNS = { warmUps: 2, times: 9 };
const PEER_PEAK_RUNS = { warmUps: 0, times: 2 };
const PEERS: readonly PlayerName[] = ['audio', 'howler', 'wavesurfer'];
const PEER_NAMES: Readonly<Record<string, string>> = { audio: '<audio>', howler: 'howler', wavesurfer: 'wavesurfer' };

const SECONDS = 5;
/**
 * The first piece of a stream contains this much playable sound; the rest is sent at `PACE` times real time, each piece
 * up to `JITTER_MS` late.
 */
const PLAYABLE_S = 0.12;
const PIECE_S = 0.02;
const PACE = 1.2;
const JITTER_MS = 100;
const START_AIM_MS = 40;
const PEAKS_AIM_MS = 150;
const HEADERS = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

/** All measurements in one browser, the app's player and the others in turn. */
export const benchPlayer: Bench = async () => {
  const sounds = new Map<SpeechFormat, Uint8Array>();
  for (const format of SPEECH_FORMATS) sounds.set(format, await encode(sweep(SECONDS), format));
  const streams = createStreams(sounds);
  const hour = wavBytes(hourOfPcm());
  const served = await servePage(
    new URL('player-page', import.meta.url).pathname,
    { '/hour': { type: 'audio/wav', bytes: hour } },
    { headers: HEADERS, answer: (request, response) => streams.answer(request.url ?? '', response) },
  );
  const browser = await launchChromium(AUTOPLAY);
  try {
    const page = await browser.newPage();
    await page.goto(served.url);
    await page.waitForFunction(() => 'benchPage' in window);
    const figures: Figure[] = [];
    for (const format of SPEECH_FORMATS) figures.push(...(await benchStart(page, streams, format)));
    for (const format of SPEECH_FORMATS) figures.push(await benchUnderruns(page, streams, format));
    figures.push(...(await benchPeaks(page, await browser.newBrowserCDPSession(), served)));
    return figures;
  } finally {
    await browser.close();
    await served.close();
  }
};

async function benchStart(page: Page, streams: Streams, format: SpeechFormat): Promise<Figure[]> {
  const measure = async (player: PlayerName): Promise<number> => {
    // The others cannot play headerless pcm; they get the same samples as wav.
    const stream = streams.open(isRaw(FORMAT_FACTS[format].kind) && player !== 'ours' ? 'wav' : format);
    const soundMs = await page.evaluate((given) => window.benchPage.firstSound(...given), [
      player,
      stream.url,
      format,
    ] as [PlayerName, string, SpeechFormat]);
    return soundMs - stream.playableMs();
  };
  const peers: Figure[] = [];
  for (const peer of PEERS)
    peers.push({
      name: `player ${format}: ${PEER_NAMES[peer]}, playable to first sample`,
      unit: 'ms',
      samples: await repeat(PEER_RUNS, () => measure(peer)),
    });
  const samples = await repeat(RUNS, () => measure('ours'));
  const p50 = percentile(samples, 0.5);
  const note = peers.map(
    (peer, i) => `${(percentile(peer.samples, 0.5) / p50).toFixed(0)} times as fast as ${PEER_NAMES[PEERS[i] ?? '']}`,
  );
  const name = `player ${format}: ours, playable to first sample`;
  return [{ name, unit: 'ms', samples, aim: START_AIM_MS, aimShare: 0.95, note: note.join(', ') }, ...peers];
}

async function benchUnderruns(page: Page, streams: Streams, format: SpeechFormat): Promise<Figure> {
  const samples = await repeat(DRY_RUNS, () =>
    page.evaluate((given) => window.benchPage.underruns(...given), [streams.open(format).url, format] as [
      string,
      SpeechFormat,
    ]),
  );
  const note = `${SECONDS} s at ${PACE} times real time, pieces up to ${JITTER_MS} ms late`;
  return { name: `player ${format}: underruns`, unit: 'times', samples, aim: 0, aimShare: 1, note };
}

async function benchPeaks(page: Page, cdp: CDPSession, { url }: ServedPage): Promise<Figure[]> {
  await page.evaluate((file) => window.benchPage.loadFile(file), `${url}hour`);
  const measure = async (make: 'peaksOurs' | 'peaksWavesurfer'): Promise<number> => {
    const before = await rendererCpuMs(cdp);
    await page.evaluate((name) => window.benchPage[name](), make);
    return (await rendererCpuMs(cdp)) - before;
  };
  const peer = await repeat(PEER_PEAK_RUNS, () => measure('peaksWavesurfer'));
  const ours = await repeat(PEAK_RUNS, () => measure('peaksOurs'));
  const ratio = percentile(peer, 0.5) / percentile(ours, 0.5);
  const note = `CPU of the page's process; ${ratio.toFixed(0)} times as fast as wavesurfer`;
  return [
    { name: 'player: ours, peaks of one hour of pcm', unit: 'ms', samples: ours, aim: PEAKS_AIM_MS, note },
    { name: 'player: wavesurfer, decoding the same', unit: 'ms', samples: peer },
  ];
}

/** CPU time of all pages so far, including all their threads. */
async function rendererCpuMs(cdp: CDPSession): Promise<number> {
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { type, cpuTime }) => sum + (type === 'renderer' ? cpuTime * 1000 : 0), 0);
}

/** One hour at 24 kHz: a minute of a tone, sixty times. */
function hourOfPcm(): Uint8Array {
  const minute = pcmBytes(sweep(60));
  return Buffer.concat(Array.from({ length: 60 }, () => minute));
}

type Stream = {
  url: string /** The time when the playable part was sent, in milliseconds since the epoch. */;
  playableMs: () => number;
};
type Streams = {
  open: (format: SpeechFormat) => Stream;
  answer: (url: string, response: ServerResponse) => boolean;
};

/**
 * Creates streams as a relay may send them. Bytes correspond to seconds in proportion: all formats here have a constant
 * bit rate, or nearly.
 */
function createStreams(sounds: ReadonlyMap<SpeechFormat, Uint8Array>): Streams {
  const waiting = new Map<string, { bytes: Uint8Array; format: SpeechFormat; sentMs: number }>();
  let count = 0;
  return {
    open: (format) => {
      const url = `/live/${count++}`;
      const stream = { bytes: sounds.get(format) ?? new Uint8Array(0), format, sentMs: Number.NaN };
      waiting.set(url, stream);
      return { url, playableMs: () => stream.sentMs };
    },
    answer: (url, response) => {
      const stream = waiting.get(url);
      if (stream === undefined) return false;
      response.writeHead(200, { ...HEADERS, 'content-type': factsOfFormat(stream.format).mime });
      void send(response, stream.bytes, playableBytes(stream.format, stream.bytes), () => {
        // Some players repeat the request; the time of the first one is used.
        if (Number.isNaN(stream.sentMs)) stream.sentMs = performance.timeOrigin + performance.now();
      });
      return true;
    },
  };
}

/** Returns the length of the shortest start with enough sound to play. */
function playableBytes(format: SpeechFormat, bytes: Uint8Array): number {
  const { kind } = FORMAT_FACTS[format];
  // It cannot be played before it is complete.
  if (!isLiveKind(kind)) return bytes.length;
  const split = createSplitter(kind);
  if (split === undefined) return PLAYABLE_S * RATE_HZ * 2 + (isRaw(kind) ? 0 : WAV_HEADER_BYTES);
  let neededFrames = Number.POSITIVE_INFINITY;
  for (let at = 0; at < bytes.length; at++)
    for (const part of split(bytes.subarray(at, at + 1))) {
      if (part.type === 'begin') neededFrames = PLAYABLE_S * part.rateHz;
      else neededFrames += part.type === 'drop' ? part.toFrame - part.fromFrame : -part.frames;
      if (neededFrames <= 0) return at + 1;
    }
  return bytes.length;
}

async function send(
  response: ServerResponse,
  bytes: Uint8Array,
  firstBytes: number,
  onPlayable: () => void,
): Promise<void> {
  const toBytes = (seconds: number): number =>
    Math.min(bytes.length, firstBytes + Math.ceil((seconds / SECONDS) * bytes.length));
  const startMs = performance.now();
  let random = 1;
  response.write(bytes.subarray(0, firstBytes));
  onPlayable();
  for (let at = 0; toBytes(at) < bytes.length && !response.destroyed; at += PIECE_S) {
    random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
    const dueMs = startMs + (at / PACE) * 1000 + (random / 2 ** 32) * JITTER_MS;
    const restMs = dueMs - performance.now();
    if (restMs > 0) await delay(restMs);
    response.write(bytes.subarray(toBytes(at), toBytes(at + PIECE_S)));
  }
  response.end();
}
