// A page with only the picture worker, driven by its specs. Files are passed by URL and returned as Base64.

import { decodePixels, decodeStrips } from '../../../renderer/engines/pixels/codec/decode.ts';
import type { Pixels } from '../../../renderer/engines/pixels/pixels.ts';
import workerUrl from '../../../renderer/images/pipeline/picture-worker.ts?worker&url';
import { createPictureWorker } from '../../../renderer/images/pipeline/picture-worker-client.ts';
import { installTrustedTypesPolicy, startWorker } from '../../../renderer/trusted-types.ts';
import decodeWorkerUrl from './decode-worker.ts?worker&url';
import type { DecodedBy } from './picture-page.ts';

installTrustedTypesPolicy();
const worker = createPictureWorker(() => startWorker(workerUrl));
const violations: string[] = [];
document.addEventListener('securitypolicyviolation', (event) => {
  violations.push(`${event.violatedDirective}: ${event.blockedURI}`);
});

window.picturePage = {
  violations,
  decode: async (path, how) => {
    const bytes = await fetchBytes(path);
    const { data, ...rest } = await DECODERS[how](bytes);
    return { ...rest, data: await toBase64(data) };
  },
  run: async (task, input, files, abortAfterMs) => {
    const loaded = await Promise.all(
      Object.entries(files).map(async ([name, path]) => [name, await fetchBytes(path)] as const),
    );
    const stop = new AbortController();
    if (abortAfterMs !== undefined) setTimeout(() => stop.abort(), abortAfterMs);
    const progress: number[] = [];
    const call = worker[task] as (
      input: object,
      signal: AbortSignal,
      onProgress: (doneRatio: number) => void,
    ) => Promise<{ ok: boolean; data?: object }>;
    const startMs = performance.now();
    const pulse = startPulse();
    const result = await call({ ...input, ...Object.fromEntries(loaded) }, stop.signal, (doneRatio) =>
      progress.push(doneRatio),
    );
    const run = { elapsedMs: performance.now() - startMs, progress, ...pulse.stop() };
    const bytes = result.data && 'bytes' in result.data ? result.data.bytes : undefined;
    if (!(bytes instanceof Uint8Array)) return { result, ...run };
    return {
      result: { ...result, data: { ...result.data, bytes: await toBase64(bytes as Uint8Array<ArrayBuffer>) } },
      ...run,
    };
  },
};

const DECODERS: Readonly<Record<DecodedBy, (bytes: Uint8Array<ArrayBuffer>) => Promise<Pixels>>> = {
  page: (bytes) => decodePixels(bytes),
  worker: decodeInWorker,
  strips: async (bytes) => {
    const strips: Pixels[] = [];
    let height = 0;
    await decodeStrips(bytes, true, (strip, top) => {
      if (top !== height) throw new Error(`A strip begins at ${top} after ${height} rows.`);
      strips.push({ ...strip, data: strip.data.slice() });
      height += strip.height;
    });
    const data = new Uint8ClampedArray(await new Blob(strips.map((strip) => strip.data)).arrayBuffer());
    return { data, width: strips[0]?.width ?? 0, height, isOpaque: strips.every(({ isOpaque }) => isOpaque) };
  },
};

/**
 * Measures how responsive this thread is: the longest interval of a 4 ms timer, the longest interval between frames,
 * and the number of long tasks.
 */
function startPulse(): { stop: () => { longestPauseMs: number; longestFrameMs: number; longTasks: number } } {
  const [turns, frames] = [createGaps(), createGaps()];
  let longTasks = 0;
  const observer = new PerformanceObserver((list) => {
    longTasks += list.getEntries().length;
  });
  observer.observe({ entryTypes: ['longtask'] });
  const timer = setInterval(turns.note, 4);
  let frame = requestAnimationFrame(function next(): void {
    frames.note();
    frame = requestAnimationFrame(next);
  });
  return {
    stop: () => {
      clearInterval(timer);
      cancelAnimationFrame(frame);
      longTasks += observer.takeRecords().length;
      observer.disconnect();
      return { longestPauseMs: turns.longestMs(), longestFrameMs: frames.longestMs(), longTasks };
    },
  };
}

function createGaps(): { note: () => void; longestMs: () => number } {
  let lastMs = performance.now();
  let longest = 0;
  const note = (): void => {
    const nowMs = performance.now();
    longest = Math.max(longest, nowMs - lastMs);
    lastMs = nowMs;
  };
  return {
    note,
    longestMs: () => {
      note();
      return longest;
    },
  };
}

async function fetchBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await fetch(path)).arrayBuffer());
}

function decodeInWorker(bytes: Uint8Array<ArrayBuffer>): Promise<Pixels> {
  return new Promise((resolve, reject) => {
    const decoder = startWorker(decodeWorkerUrl);
    decoder.addEventListener('message', ({ data }: MessageEvent<{ pixels?: Pixels; problem?: string }>) => {
      decoder.terminate();
      if (data.pixels) resolve(data.pixels);
      else reject(new Error(data.problem));
    });
    decoder.postMessage(bytes);
  });
}

function toBase64(bytes: Uint8Array<ArrayBuffer> | Uint8ClampedArray<ArrayBuffer>): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^.*?,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(new Blob([bytes]));
  });
}
