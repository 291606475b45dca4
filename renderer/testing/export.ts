// Takes in memory and exports of them, for tests that need no browser.

import { readFile } from 'node:fs/promises';
import { meterEncoded } from '../engines/audio/export/encode/encoded-meter.ts';
import { createEncoders } from '../engines/audio/export/encode/file-encoders.ts';
import type { ExportPlan, ExportSegment, ExportSettings, SoundExport } from '../engines/audio/export/plan.ts';
import { type ExportDeps, runExport } from '../engines/audio/export/run-export.ts';
import { type ReadTake, UnreadableTake } from '../engines/audio/export/takes/take-piece.ts';

/** A take: interleaved samples. */
export type MemoryTake = { samples: Float32Array<ArrayBuffer>; rateHz: number; channels: number };

const PIECE_FRAMES = 1001;

/** Takes by their address. */
export function memoryTakes(takes: Readonly<Record<string, MemoryTake>>): ReadTake {
  return async function* ({ url }) {
    const take = takes[url];
    if (take === undefined) throw new UnreadableTake('There is none.');
    const { samples, rateHz, channels } = take;
    for (let at = 0; at < samples.length; at += PIECE_FRAMES * channels)
      yield { rateHz, channels, samples: samples.slice(at, at + PIECE_FRAMES * channels) };
  };
}

/** One wav file with the takes as they are. */
const PLAIN_SETTINGS: ExportSettings = {
  kind: 'wav',
  bits: 16,
  channels: null,
  rateHz: null,
  bitrateKbps: null,
  loudness: null,
  split: 'none',
  isZip: false,
  isAudiobook: false,
};

/** A segment without any processing. Its take has the address `url`; null is silence. */
export function segmentOf(line: number, url: string | null, changes: Partial<ExportSegment> = {}): ExportSegment {
  return {
    line,
    itemId: url,
    take: url === null ? null : { url, kind: 'wav' },
    silenceMs: 0,
    gain: 1,
    isTrimmed: false,
    fadeMs: 0,
    pauseAfterMs: 0,
    role: '',
    text: '',
    chapter: null,
    cue: null,
    ...changes,
  };
}

/** A plan of segments. */
export function planOf(segments: readonly ExportSegment[], settings: Partial<ExportSettings> = {}): ExportPlan {
  return {
    title: 'Episode',
    settings: { ...PLAIN_SETTINGS, ...settings },
    segments,
    maxSpeedUp: 1,
    subtitles: null,
  };
}

/** A finished export: its files by name, and the progress it reported. */
type Made = SoundExport & { bytes: ReadonlyMap<string, Buffer>; progress: number[]; sizes: number[] };

/** Runs an export in memory. */
export async function makeExport(
  plan: ExportPlan,
  readTake: ReadTake,
  changes: Partial<ExportDeps> = {},
): Promise<Made> {
  const pieces = new Map<string, Uint8Array[]>();
  const progress: number[] = [];
  const sizes: number[] = [];
  let current: Uint8Array[] = [];
  const result = await runExport(plan, {
    readTake,
    encoders: createEncoders(compileLame),
    meterEncoded,
    openFile: async (name, remainingBytes) => {
      current = [];
      pieces.set(name, current);
      sizes.push(remainingBytes);
    },
    write: async (bytes) => void current.push(bytes),
    onProgress: (ratio) => progress.push(ratio),
    ...changes,
  });
  const bytes = new Map([...pieces].map(([name, parts]) => [name, Buffer.concat(parts)]));
  return { ...result, bytes, progress, sizes };
}

async function compileLame(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(new URL(import.meta.resolve('wasm-media-encoders/wasm/mp3'))));
}
