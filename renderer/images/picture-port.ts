// Connects the picture worker: reads stored files by id and returns the files it makes. Independent of stores and
// views.

import type { PicturePart } from '../../shared/images/detail.ts';
import { REFERENCE_LIMITS } from '../../shared/images/limits.ts';
import { readPictureHeader, uprightSize } from '../../shared/images/picture-header.ts';
import { type Size, wireSize } from '../../shared/images/size.ts';
import { mustBringBack, planWire, type WirePlan } from '../../shared/images/wire-geometry.ts';
import { cropCoverage } from '../engines/pixels/crop.ts';
import type { PictureFile, PictureFileOptions } from '../saving/picture/picture-file.ts';
import { startWorker } from '../trusted-types.ts';
import pictureWorkerUrl from './pipeline/picture-worker.ts?worker&url';
import { createPictureWorker, type TaskResult } from './pipeline/picture-worker-client.ts';
import { repeated } from './pipeline/repeated.ts';
import type { Composite as CompositeOutput, UsageCheck } from './pipeline/tasks-contract.ts';
import { type Bytes, type PicturePort, PictureProblem, type StoredResult, startingAdjustments } from './ports.ts';

/** Encodes a stored picture as it is to be saved. @throws PictureProblem */
type EncodeAs = (mediaId: string, as: PictureFileOptions, signal: AbortSignal) => Promise<PictureFile>;

/** Creates the picture port over its own worker. */
export function createPicturePort(): PicturePort & { encodeAs: EncodeAs; dispose: () => void } {
  const worker = createPictureWorker(() => startWorker(pictureWorkerUrl));
  const decodeMask = async (mediaId: string, part: PicturePart | null = null, signal?: AbortSignal): Promise<Bytes> =>
    (await run(async () => worker.decodeCoverage({ bytes: await readMedia(mediaId, signal), part }, signal))).coverage;

  return {
    working: async (bytes) => {
      const made = await run(() => worker.makeWorkingPicture({ bytes: copyOf(bytes) }));
      return { bytes: made.bytes ?? bytes, widthPx: made.widthPx, heightPx: made.heightPx };
    },
    wire: async (mediaId, plan, { maxBytes = REFERENCE_LIMITS.maxBytes, part = null } = {}) => {
      const { bytes } = await run(async () => {
        const file = await readMedia(mediaId);
        // A JPEG source has already lost what a PNG would preserve at many times the size. A picture with alpha becomes
        // a PNG regardless.
        const format = readPictureHeader(file)?.format === 'jpeg' ? 'jpeg' : 'png';
        return worker.makeWirePicture({ bytes: file, part, plan, format, maxBytes });
      });
      return bytes;
    },
    wireMask: async (coverage, plan, isSoft) =>
      (await run(() => worker.makeWireMask({ coverage: copyOf(coverage), plan, isSoft }))).bytes,
    annotatedImage: async (mediaId, coverage, plan, how) => {
      const { bytes } = await run(async () => {
        const input = { bytes: await readMedia(mediaId), coverage: copyOf(coverage), plan, ...how };
        return worker.makeAnnotatedImage(input);
      });
      return bytes;
    },
    maskBoxes: async (coverage, widthPx, heightPx) =>
      (await run(() => worker.findMaskBoxes({ coverage: copyOf(coverage), widthPx, heightPx }))).boxes,
    encodeCoverage: async (coverage, widthPx, heightPx) =>
      (await run(() => worker.encodeCoverage({ coverage: copyOf(coverage), widthPx, heightPx }))).bytes,
    decodeCoverage: (mediaId) => decodeMask(mediaId),
    extend: (mediaId, margins, fill, signal) =>
      run(async () => worker.extend({ bytes: await readMedia(mediaId, signal), margins, fill }, signal)),
    cutOut: async (mediaId, coverage, signal) => {
      const made = await run(async () =>
        worker.cutOut({ bytes: await readMedia(mediaId, signal), coverage: copyOf(coverage) }, signal),
      );
      return made.bytes;
    },
    crop: (mediaId, crop, mask, signal) =>
      run(async () => {
        const coverage = mask && copyOf(mask.coverage);
        return worker.crop(
          { bytes: await readMedia(mediaId, signal), crop, coverage, from: mask?.from ?? crop },
          signal,
        );
      }),
    layBack: async ({ mediaId, crop, resultMediaId }, signal) => {
      const made = await run(async () => {
        const [bytes, result] = await readBoth({ sourceMediaId: mediaId, rawMediaId: resultMediaId }, signal);
        return worker.layBack({ bytes, result, crop }, signal);
      });
      return made.bytes;
    },
    makePng: async (mediaId) => (await run(async () => worker.makePng({ bytes: await readMedia(mediaId) }))).bytes,
    encodeAs: (mediaId, as, signal) =>
      run(async () => worker.encodeAs({ bytes: await readMedia(mediaId), ...as }, signal)),
    composite: async ({ coverageMediaId: maskId, paintedBack, adjustments, ...stored }, { signal, onProgress }) => {
      const { part } = stored;
      const mask = maskId === null ? null : await decodeMask(maskId, part, signal);
      const output = await run(async () => {
        const [source, result] = await readBoth(stored, signal);
        const sent = { part, plan: planOf(source, stored) };
        const parts = { coverage: mask && copyOf(mask), paintedBack: paintedBack && partOf(paintedBack, source, part) };
        const input = { source, result, ...sent, ...parts, ...(mask === null ? WITHOUT_MASK : adjustments) };
        return worker.composite(input, signal, onProgress);
      });
      const { used, changedRatio } = output;
      if (!('bytes' in output)) return { png: null, used, changedRatio };
      return { ...compositeOf(output), adjustments: mask === null ? null : adjustments };
    },
    bringBack: async (stored, { signal, onProgress }) => {
      const output = await run(async (): Promise<TaskResult<CompositeOutput | UsageCheck | null>> => {
        const [source, result] = await readBoth(stored, signal);
        const plan = planOf(source, stored);
        if (!mustBringBack(plan, sizeOfFile(result))) return { ok: true, data: null };
        const input = { source, result, part: stored.part, plan, coverage: null, ...WITHOUT_MASK };
        return worker.composite(input, signal, onProgress);
      });
      return output !== null && 'bytes' in output ? { ...compositeOf(output), adjustments: null } : null;
    },
    checkDecoding: async (mediaId, { signal }) =>
      (await run(async () => worker.checkDecoding({ bytes: await readMedia(mediaId, signal) }, signal))).extent,
    checkUsage: async (stored, { signal, onProgress }) => {
      const { used, changedRatio } = await run(async () => {
        const [source, result] = await readBoth(stored, signal);
        const input = { source, result, part: stored.part, plan: planOf(source, stored), coverage: null };
        return worker.checkUsage(input, signal, onProgress);
      });
      return { used, changedRatio };
    },
    difference: async (job, { signal, onProgress }) => {
      const isRaw = job.protectedMediaId === null;
      const part = isRaw ? job.part : null;
      const mask = job.coverageMediaId === null ? null : await decodeMask(job.coverageMediaId, part, signal);
      const { growPx, featherPx } = job.adjustments;
      return run(async () => {
        const shown = { ...job, rawMediaId: job.protectedMediaId ?? job.rawMediaId };
        const [source, result] = await readBoth(shown, signal);
        const size = sizeOfFile(source);
        const plan = isRaw ? planOf(source, job) : planWire(size, size);
        const coverage = mask && copyOf(mask);
        const input = { source, result, part, plan, coverage, growPx, featherPx, ...drawingSize(size) };
        return worker.makeDifference(input, signal, onProgress);
      });
    },
    dispose: () => worker.dispose(),
  };
}

/** A whole result is only scaled: nothing joins it to its source. */
const WITHOUT_MASK = startingAdjustments({
  isAligned: false,
  isSeamMatched: false,
  isLightMatched: false,
  isGrainMatched: false,
  isBlended: false,
});

function compositeOf(output: CompositeOutput) {
  return {
    png: output.bytes,
    used: output.used,
    changedRatio: output.changedRatio,
    outsideChangedPx: output.outsideChangedPx,
    rawOutsideChangedRatio: output.rawChangedOutsideRatio ?? 0,
    rawInsideChangedRatio: output.changedRatio,
    misalignment: output.misalignment,
    seamErrorBefore: output.seamErrorBefore,
    seamErrorAfter: output.seamErrorAfter,
    corrections: output.corrections,
  };
}

/** A copy whose buffer can be transferred to the worker. */
function copyOf(bytes: Uint8Array): Bytes {
  return new Uint8Array(bytes);
}

/**
 * The drawing of a difference has the size of the source, but at most this number of pixels, to limit the waiting time.
 */
const DRAWING_PIXELS = 3840 * 2160;

function drawingSize({ width, height }: Size): { widthPx: number; heightPx: number } {
  const scale = Math.min(1, Math.sqrt(DRAWING_PIXELS / (width * height)));
  return { widthPx: Math.max(1, Math.round(width * scale)), heightPx: Math.max(1, Math.round(height * scale)) };
}

/** The upright size of a stored picture. */
function sizeOfFile(bytes: Bytes): Size {
  const header = readPictureHeader(bytes);
  if (header === undefined) throw new PictureProblem('unreadable');
  return uprightSize(header);
}

/** The geometry with which a source, or a part of it, was sent. */
function planOf(source: Bytes, { part, sentSize }: StoredResult): WirePlan {
  const { width, height } = part ?? sizeOfFile(source);
  return planWire({ width, height }, wireSize(sentSize, { width, height }));
}

/** A copy of the coverage of a picture, or of a part of it. */
function partOf(coverage: Bytes, source: Bytes, part: PicturePart | null): Bytes {
  return part === null ? copyOf(coverage) : cropCoverage({ data: coverage, ...sizeOfFile(source) }, part).data;
}

async function readBoth(
  { sourceMediaId, rawMediaId }: Pick<StoredResult, 'sourceMediaId' | 'rawMediaId'>,
  signal: AbortSignal,
): Promise<[Bytes, Bytes]> {
  return Promise.all([readMedia(sourceMediaId, signal), readMedia(rawMediaId, signal)]);
}

async function readMedia(mediaId: string, signal?: AbortSignal): Promise<Bytes> {
  try {
    const reply = await fetch(`/media/${mediaId}`, signal && { signal });
    if (reply.ok) return new Uint8Array(await reply.arrayBuffer());
  } catch {
    // Reported below.
  }
  throw new PictureProblem(signal?.aborted ? 'cancelled' : 'unreadable');
}

/** Runs a task of the worker, again if the worker has died. @throws PictureProblem */
async function run<T>(task: () => Promise<TaskResult<T>>): Promise<T> {
  const result = await repeated(task);
  if (result.ok) return result.data;
  throw new PictureProblem(result.error);
}
