// The page of the mask benchmark: shows one implementation at a time, and takes the measurements that are possible only
// in the page.

import { createMaskEngine } from '../../../renderer/engines/mask/engine.ts';
import type { MaskEngine } from '../../../renderer/engines/mask/engine-api.ts';
import workerUrl from '../../../renderer/engines/mask/mask-worker.ts?worker&url';
import { TOOLS } from '../../../renderer/engines/mask/tools/all-tools.ts';
import encoderUrl from './bare-encoder.ts?worker&url';
import { type Mount, mountKonva, mountOurs, mountSketch } from './contenders.ts';
import { PICTURE } from './strokes.ts';

/** `nothing` is an empty page: the browser's own cost of an event. */
export type ContenderName = 'ours' | 'konva' | 'konva cached' | 'react-sketch-canvas' | 'nothing';

/** Called by the benchmark. Times are milliseconds. */
type BenchPage = {
  mount: (name: ContenderName, strokes: number) => Promise<void>;
  /** Times from the last pointer event until its effect is drawn, for each event from now on; the list grows. */
  watchFrames: () => number[];
  /** Times of a message to the worker and its reply. */
  roundTrips: (times: number) => Promise<number[]>;
  /** Main-thread tasks over 50 ms, from now on; the list grows. */
  watchLongTasks: () => number[];
  undoRedo: (times: number) => Promise<number[]>;
  /** Times of frames while zooming and panning. */
  zoomAndPan: (times: number) => Promise<number[]>;
  /**
   * Encodes the mask as PNG; returns the longest time in which the page was blocked, the same without encoding, and the
   * time of the browser's own encoder.
   */
  encode: () => Promise<{
    oursMs: number;
    gapMs: number;
    idleGapMs: number;
    bareMs: number;
    oursBytes: number;
    bareBytes: number;
  }>;
  /** Time from requesting a picture to its first frame, and the time to decode it into a plain `<img>`. */
  open: (url: string, widthPx: number, heightPx: number) => Promise<{ oursMs: number; imageMs: number }>;
  close: () => void;
};

declare global {
  interface Window {
    bench: BenchPage;
  }
}

type Policy = { createScriptURL: (url: string) => string };
type PolicyFactory = { createPolicy: (name: string, rules: Policy) => Policy };
const { trustedTypes } = globalThis as unknown as { trustedTypes: PolicyFactory };
const policy = trustedTypes.createPolicy('app', { createScriptURL: (url) => url });
const startWorker = (url: string): Worker => new Worker(policy.createScriptURL(url), { type: 'module' });

/** The shortest interval of repeated timers. */
const PROBE_MS = 4;

const host = document.querySelector<HTMLElement>('#host');
if (host === null) throw new Error('The page has no host.');
let engine: MaskEngine | undefined;

function ours(place: HTMLElement): MaskEngine {
  engine ??= createMaskEngine({
    host: place,
    tools: TOOLS,
    createWorker: () => startWorker(workerUrl),
    hasSharedMemory: crossOriginIsolated,
    onRestart: () => console.error('The worker was started again.'),
    onCrash: (message) => console.error(message),
  });
  return engine;
}

const mounts: Record<ContenderName, (place: HTMLElement) => Mount> = {
  ours: (place) => mountOurs(ours(place), place),
  konva: () => mountKonva(false),
  'konva cached': () => mountKonva(true),
  'react-sketch-canvas': () => mountSketch,
  nothing: () => async () => undefined,
};

/**
 * Calls `work` and returns the longest time in which the page was blocked, beyond the interval of the timers that
 * detect it.
 */
async function longestGap<T>(work: () => Promise<T>): Promise<{ result: T; gapMs: number }> {
  let gapMs = 0;
  let lastMs = performance.now();
  // Timers, because the system's scheduler pauses a thread that never waits.
  const timer = setInterval(() => {
    gapMs = Math.max(gapMs, performance.now() - lastMs);
    lastMs = performance.now();
  }, PROBE_MS);
  const result = await work();
  clearInterval(timer);
  return { result, gapMs: Math.max(gapMs, performance.now() - lastMs) - PROBE_MS };
}

window.bench = {
  mount: (name, strokes) => mounts[name](host)(host, strokes),
  watchFrames: () => {
    const times: number[] = [];
    host.addEventListener('pointerrawupdate', (event) => {
      void ours(host)
        .settled()
        .then(() => times.push(performance.now() - event.timeStamp));
    });
    return times;
  },
  roundTrips: async (times) => {
    const took: number[] = [];
    for (let i = 0; i < times; i++) {
      const beganMs = performance.now();
      await ours(host).exportCoverage('none');
      took.push(performance.now() - beganMs);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return took;
  },
  watchLongTasks: () => {
    const times: number[] = [];
    new PerformanceObserver((list) => times.push(...list.getEntries().map(({ duration }) => duration))).observe({
      entryTypes: ['longtask'],
    });
    return times;
  },
  undoRedo: async (times) => {
    const took: number[] = [];
    for (let i = 0; i < times; i++) {
      const beganMs = performance.now();
      ours(host)[i % 2 === 0 ? 'undo' : 'redo']();
      // The reply to a later message: the worker has finished the one before.
      await ours(host).exportCoverage('none');
      took.push(performance.now() - beganMs);
    }
    return took;
  },
  zoomAndPan: async (times) => {
    const took: number[] = [];
    const first = ours(host).summary().zoom;
    for (let i = 0; i < times; i++) {
      const beganMs = performance.now();
      ours(host).zoomTo(first * 1.05 ** (i < times / 2 ? i + 1 : times - i - 1));
      await ours(host).settled();
      // Two frames of the worker: the one that draws and the next.
      took.push((performance.now() - beganMs) / 2);
    }
    return took;
  },
  encode: async () => {
    const beganMs = performance.now();
    const { result: png, gapMs } = await longestGap(() => ours(host).exportPng('picture'));
    const oursMs = performance.now() - beganMs;
    const idle = await longestGap(() => new Promise((resolve) => setTimeout(resolve, oursMs)));
    const coverage = await ours(host).exportCoverage('picture');
    if (png === undefined || coverage === undefined) throw new Error('There is no mask.');
    const bare = startWorker(encoderUrl);
    const answer = await new Promise<{ ms: number; sizeBytes: number }>((resolve) => {
      bare.onmessage = ({ data }) => resolve(data);
      bare.postMessage({ coverage, widthPx: PICTURE.widthPx }, [coverage.buffer]);
    });
    bare.terminate();
    return {
      oursMs,
      gapMs,
      idleGapMs: idle.gapMs,
      bareMs: answer.ms,
      oursBytes: png.length,
      bareBytes: answer.sizeBytes,
    };
  },
  open: async (url, widthPx, heightPx) => {
    const image = new Image();
    image.src = url;
    const imageBeganMs = performance.now();
    await image.decode();
    const imageMs = performance.now() - imageBeganMs;
    const beganMs = performance.now();
    const opened = await ours(host).open({ pictureId: url, source: url, widthPx, heightPx });
    if (!opened.ok) throw new Error(opened.error);
    await ours(host).settled();
    const oursMs = performance.now() - beganMs;
    ours(host).close(url);
    return { oursMs, imageMs };
  },
  close: () => ours(host).close('picture'),
};
