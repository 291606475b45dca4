// The sound of one segment as it will be in the output: trimmed, in the output's channels and rate, sped up, with gain
// and fades.
// The order of processing is in docs/decisions/0027-export.md.

import { createTimeStretcher } from '../../sequence/time-stretch.ts';
import { createResampler, resampledLength } from '../dsp/resampler.ts';
import { type Block, type ExportSegment, MAX_FADE_MS } from '../plan.ts';
import type { Range, TakeScan } from './scan-take.ts';
import type { TakePiece } from './take-piece.ts';

/** The output's format. */
export type OutputFormat = { rateHz: number; channels: 1 | 2 };

/** The part of a take that is used. */
export function usedRange(scan: TakeScan, { isTrimmed }: Pick<ExportSegment, 'isTrimmed'>): Range {
  return {
    from: isTrimmed === true || isTrimmed === 'start' ? scan.sound.from : 0,
    to: isTrimmed === true || isTrimmed === 'end' ? scan.sound.to : scan.frames,
  };
}

/** Length of a segment at the output's rate, before it is sped up, in samples of one channel. */
export function segmentLength(scan: TakeScan, segment: Pick<ExportSegment, 'isTrimmed'>, rateHz: number): number {
  const { from, to } = usedRange(scan, segment);
  return resampledLength(to - from, scan.rateHz, rateHz);
}

/** Number of samples of `frames` that are played `speedUp` times as fast. */
export function stretchedLength(frames: number, speedUp: number): number {
  return Math.round(frames / speedUp);
}

/**
 * Returns the segment's sound: `segmentLength` samples, or `speedUp` times fewer. Without trimming, resampling, speeding
 * up, gain and fades, and with as many channels, they are those of the take.
 */
export async function* segmentStream(
  pieces: AsyncIterable<TakePiece>,
  scan: TakeScan,
  segment: ExportSegment,
  { rateHz, channels }: OutputFormat,
  speedUp: number,
): AsyncGenerator<Block, void> {
  const range = usedRange(scan, segment);
  const length = stretchedLength(segmentLength(scan, segment, rateHz), speedUp);
  const mixed = scan.channels === 2 && channels === 2 ? 2 : 1;
  const steps = [
    ...(scan.rateHz === rateHz ? [] : [createResampler(scan.rateHz, rateHz, mixed)]),
    ...(speedUp === 1 ? [] : [createTimeStretcher(speedUp, rateHz, mixed)]),
  ];
  const fadeFrames = Math.min(
    Math.round((Math.min(segment.fadeMs, MAX_FADE_MS) / 1000) * rateHz),
    Math.floor(length / 2),
  );
  let read = 0;
  let made = 0;
  const finish = (block: Block): Block => {
    for (const samples of block) {
      if (segment.gain !== 1) for (let i = 0; i < samples.length; i++) samples[i] = (samples[i] ?? 0) * segment.gain;
      fade(samples, made, length, fadeFrames);
    }
    made += block[0]?.length ?? 0;
    const [only] = block;
    return channels === 2 && block.length === 1 && only !== undefined ? [only, only] : block;
  };
  for await (const piece of pieces) {
    const frames = piece.samples.length / piece.channels;
    const from = Math.min(frames, Math.max(0, range.from - read));
    const to = Math.max(from, Math.min(frames, range.to - read));
    read += frames;
    if (to === from) continue;
    const block = separated(piece, from, to, mixed);
    yield finish(steps.reduce((sound, step) => step.push(sound), block));
    if (read >= range.to) break;
  }
  for (const [i, step] of steps.entries())
    yield finish(steps.slice(i + 1).reduce((sound, next) => next.push(sound), step.end()));
}

/** Frames `from` to `to` as one or two channels. More than two are mixed to one. */
export function separated({ samples, channels }: TakePiece, from: number, to: number, wanted: 1 | 2): Block {
  if (channels === 1) return [samples.subarray(from, to)];
  if (wanted === 2) {
    const left = new Float32Array(to - from);
    const right = new Float32Array(to - from);
    for (let i = 0; i < left.length; i++) {
      left[i] = samples[(from + i) * 2] ?? 0;
      right[i] = samples[(from + i) * 2 + 1] ?? 0;
    }
    return [left, right];
  }
  const mono = new Float32Array(to - from);
  for (let i = 0; i < mono.length; i++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += samples[(from + i) * channels + channel] ?? 0;
    mono[i] = sum / channels;
  }
  return [mono];
}

/** Fades the parts of a segment that are at its ends, by a raised cosine. `at` is the position of the first sample. */
function fade(samples: Float32Array, at: number, length: number, fadeFrames: number): void {
  const level = (index: number): number => 0.5 - 0.5 * Math.cos((Math.PI * (index + 0.5)) / fadeFrames);
  for (let i = 0; i < samples.length && at + i < fadeFrames; i++) samples[i] = (samples[i] ?? 0) * level(at + i);
  for (let i = Math.max(0, length - fadeFrames - at); i < samples.length; i++)
    samples[i] = (samples[i] ?? 0) * level(length - 1 - at - i);
}
