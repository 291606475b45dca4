// A page with only the export engine, driven by its spec and by the benchmark. The sink keeps the bytes in memory, or
// only counts them.

import lameUrl from 'wasm-media-encoders/wasm/mp3?url';
import levelWorkerUrl from '../../../renderer/engines/audio/export/encode/level-worker.ts?worker&url';
import workerUrl from '../../../renderer/engines/audio/export/export-worker.ts?worker&url';
import type { ExportPlan, SoundExport } from '../../../renderer/engines/audio/export/plan.ts';
import { createSoundExporter, type SoundSink } from '../../../renderer/engines/audio/export/port.ts';
import { installTrustedTypesPolicy, startWorker } from '../../../renderer/trusted-types.ts';
import type { AppError } from '../../../shared/errors.ts';

/** How an export ended: `error` has its code and details. */
export type Ended = {
  result: SoundExport | null;
  error: AppError | null;
  /** The files in the order they came, as Base64, or empty. */
  files: { name: string; base64: string }[];
  calls: string[];
  progress: number[];
  /** From what upset it to its end. */
  cancelMs: number;
};

type ExportPage = {
  /**
   * Runs an export. @param upset cancels it, or ends its worker, after so many pieces.
   */
  run: (plan: ExportPlan, upset?: { how: 'cancel' | 'kill' | 'refuse'; afterPieces: number }) => Promise<Ended>;
  /** The same without keeping the bytes; returns the time it took, in milliseconds. */
  time: (plan: ExportPlan) => Promise<{ ms: number; bytes: number }>;
  /** All channels of a whole file, as the browser decodes it, as Base64. */
  decodeFile: (base64: string, rateHz: number) => Promise<{ frames: number; channels: string[] }>;
  violations: string[];
};

declare global {
  interface Window {
    exportPage: ExportPage;
  }
}

const violations: string[] = [];
document.addEventListener('securitypolicyviolation', (event) => {
  violations.push(`${event.violatedDirective}: ${event.blockedURI}`);
});
installTrustedTypesPolicy();
const workers: Worker[] = [];
const exportSound = createSoundExporter(
  () => {
    const worker = startWorker(workerUrl);
    workers.push(worker);
    return worker;
  },
  { lame: lameUrl, levelWorker: levelWorkerUrl },
);
const done = { ok: true, data: null } as const;

window.exportPage = {
  violations,
  run: async (plan, upset) => {
    const files: { name: string; pieces: Uint8Array[] }[] = [];
    const calls: string[] = [];
    const progress: number[] = [];
    const controller = new AbortController();
    let pieces = 0;
    let cancelledAtMs = 0;
    const sink: SoundSink = {
      openFile: async (name) => {
        calls.push(`open ${name}`);
        files.push({ name, pieces: [] });
        return done;
      },
      write: async (bytes) => {
        files.at(-1)?.pieces.push(bytes.slice());
        pieces += 1;
        if (pieces !== upset?.afterPieces) return done;
        cancelledAtMs = performance.now();
        if (upset.how === 'cancel') controller.abort();
        else if (upset.how === 'kill') workers.at(-1)?.terminate();
        else return { ok: false, error: refusal };
        return done;
      },
      finish: async () => {
        calls.push('finish');
        return done;
      },
      abort: async () => {
        calls.push('abort');
        return done;
      },
    };
    const ended = await exportSound(plan, sink, (ratio) => progress.push(ratio), controller.signal);
    const cancelMs = performance.now() - cancelledAtMs;
    return {
      result: ended.ok ? ended.data : null,
      error: ended.ok ? null : ended.error,
      files: files.map((file) => ({ name: file.name, base64: toBase64(file.pieces) })),
      calls,
      progress,
      cancelMs,
    };
  },
  time: async (plan) => {
    let bytes = 0;
    const startMs = performance.now();
    const sink: SoundSink = {
      openFile: async () => done,
      write: async ({ length }) => {
        bytes += length;
        return done;
      },
      finish: async () => done,
      abort: async () => done,
    };
    const ended = await exportSound(plan, sink, () => undefined, new AbortController().signal);
    if (!ended.ok) throw new Error(`${ended.error.code} ${JSON.stringify(ended.error.details)}`);
    return { ms: performance.now() - startMs, bytes };
  },
  decodeFile: async (base64, rateHz) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const sound = await new OfflineAudioContext(1, 1, rateHz).decodeAudioData(bytes.buffer);
    const channels = Array.from({ length: sound.numberOfChannels }, (_, i) => {
      const samples = sound.getChannelData(i);
      return toBase64([new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)]);
    });
    return { frames: sound.length, channels };
  },
};

const refusal: AppError = {
  code: 'storage.failed',
  retryable: false,
  billed: 'no',
  details: { problem: 'full' },
  traceId: '',
};

function toBase64(pieces: readonly Uint8Array[]): string {
  let text = '';
  for (const bytes of pieces)
    for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
