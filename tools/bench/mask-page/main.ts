// The page of the mask benchmark: one contender at a time, and measurements that only the page can make.

import { createMaskEngine } from '../../../renderer/mask/engine.ts';
import type { MaskEngine } from '../../../renderer/mask/engine-api.ts';
import workerUrl from '../../../renderer/mask/mask-worker.ts?worker&url';
import { TOOLS } from '../../../renderer/mask/tools/all-tools.ts';
import encoderUrl from './bare-encoder.ts?worker&url';
import { type Mount, mountKonva, mountOurs, mountSketch } from './contenders.ts';
import { PICTURE } from './strokes.ts';

/** `nothing` is an empty page: what the browser itself needs for an event. */
export type ContenderName = 'ours' | 'konva' | 'konva cached' | 'react-sketch-canvas' | 'nothing';

/** What the benchmark calls. Times are milliseconds. */
type BenchPage = {
  mount: (name: ContenderName, strokes: number) => Promise<void>;
  /** From the last pointer event until what it changed is drawn, for each event from now on; the list grows. */
  watchFrames: () => number[];
  /** What a message to the worker and its answer take. */
  roundTrips: (times: number) => Promise<number[]>;
  /** Main-thread tasks over 50 ms, from now on; the list grows. */
  watchLongTasks: () => number[];
  undoRedo: (times: number) => Promise<number[]>;
  /** Frames while zooming and panning. */
  zoomAndPan: (times: number) => Promise<number[]>;
  /** Our PNG of the mask, the longest time meanwhile that the page could do nothing else, the same when nothing is done, and the browser's own encoder. */
  encode: () => Promise<{
    oursMs: number;
    gapMs: number;
    idleGapMs: number;
    bareMs: number;
    oursBytes: number;
    bareBytes: number;
  }>;
  /** From asking for a picture to its first frame; and what decoding it into a plain `<img>` takes. */
  open: (url: string, widthPx: number, heightPx: number) => Promise<{ oursMs: number; imageMs: number }>;
  memoryBytes: () => Promise<number>;
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

/** The shortest that timers can be set to again and again. */
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

/** Does something and tells the longest time meanwhile that the page could do nothing else, beyond the wait of the timers that look. */
async function longestGap<T>(work: () => Promise<T>): Promise<{ result: T; gapMs: number }> {
  let gapMs = 0;
  let lastMs = performance.now();
  // Timers, as a thread that never rests is made to wait by the system's scheduler.
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
      // An answer to a later message: the worker is done with the one before.
      await ours(host).exportCoverage('none');
      took.push(performance.now() - beganMs);
    }
    return took;
  },
  zoomAndPan: async (times) => {
    const took: number[] = [];
    for (let i = 0; i < times; i++) {
      const beganMs = performance.now();
      ours(host).zoomBy(i < times / 2 ? 1.05 : 1 / 1.05);
      await ours(host).settled();
      // Two frames of the worker: the one that draws and the one after.
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
  memoryBytes: async () => {
    const measured = performance as unknown as { measureUserAgentSpecificMemory: () => Promise<{ bytes: number }> };
    return (await measured.measureUserAgentSpecificMemory()).bytes;
  },
  close: () => ours(host).close('picture'),
};
