// Connects the picture worker: reads stored files by id and returns the files it makes. Independent of stores and
// views.

import { REFERENCE_LIMITS } from '../../shared/images/limits.ts';
import { readPictureHeader, uprightSize } from '../../shared/images/picture-header.ts';
import { type Size, wireSize } from '../../shared/images/size.ts';
import { planWire } from '../../shared/images/wire-geometry.ts';
import type { Result } from '../../shared/result.ts';
import { startWorker } from '../trusted-types.ts';
import pictureWorkerUrl from './pipeline/picture-worker.ts?worker&url';
import { createPictureWorker } from './pipeline/picture-worker-client.ts';
import type { PictureFailure } from './pipeline/tasks-contract.ts';
import { type Bytes, type PicturePort, PictureProblem } from './ports.ts';

/** Creates the picture port over its copyOf worker. */
export function createPicturePort(): PicturePort & { dispose: () => void } {
  const worker = createPictureWorker(() => startWorker(pictureWorkerUrl));

  return {
    working: async (bytes) => {
      const { bytes: made, widthPx, heightPx } = dataOf(await worker.makeWorkingPicture({ bytes: copyOf(bytes) }));
      return { bytes: made ?? bytes, widthPx, heightPx };
    },
    wire: async (mediaId, plan, maxBytes = REFERENCE_LIMITS.maxBytes) => {
      const bytes = await readMedia(mediaId);
      // A JPEG source has already lost what a PNG would preserve at many times the size. A picture with alpha becomes a
      // PNG regardless.
      const format = readPictureHeader(bytes)?.format === 'jpeg' ? 'jpeg' : 'png';
      const input = { bytes, plan, format, maxBytes } as const;
      return dataOf(await worker.makeWirePicture(input)).bytes;
    },
    wireMask: async (coverage, plan, isSoft) =>
      dataOf(await worker.makeWireMask({ coverage: copyOf(coverage), plan, isSoft })).bytes,
    annotatedImage: async (mediaId, coverage, plan, maxBytes) => {
      const input = { bytes: await readMedia(mediaId), coverage: copyOf(coverage), plan, maxBytes };
      return dataOf(await worker.makeAnnotatedImage(input)).bytes;
    },
    maskBoxes: async (coverage, widthPx, heightPx) =>
      dataOf(await worker.findMaskBoxes({ coverage: copyOf(coverage), widthPx, heightPx })).boxes,
    encodeCoverage: async (coverage, widthPx, heightPx) =>
      dataOf(await worker.encodeCoverage({ coverage: copyOf(coverage), widthPx, heightPx })).bytes,
    decodeCoverage: async (mediaId) =>
      dataOf(await worker.decodeCoverage({ bytes: await readMedia(mediaId) })).coverage,
    makePng: async (mediaId) => dataOf(await worker.makePng({ bytes: await readMedia(mediaId) })).bytes,
    encodeAs: async (mediaId, as, signal) =>
      dataOf(await worker.encodeAs({ bytes: await readMedia(mediaId), ...as }, signal)),
    composite: async (
      { sourceMediaId, rawMediaId, coverageMediaId, sentSize, adjustments },
      { signal, onProgress },
    ) => {
      const [source, result, mask] = await Promise.all(
        [sourceMediaId, rawMediaId, coverageMediaId].map((mediaId) => readMedia(mediaId, signal)),
      );
      if (!source || !result || !mask) throw new PictureProblem('unreadable');
      const {
        coverage,
        widthPx: width,
        heightPx: height,
      } = dataOf(await worker.decodeCoverage({ bytes: mask }, signal));
      const plan = planWire({ width, height }, wireSize(sentSize, { width, height }));
      const input = { source, result, plan, coverage, ...adjustments };
      const made = dataOf(await worker.composite(input, signal, onProgress));
      return {
        png: made.bytes,
        used: made.used,
        outsideChangedPx: made.outsideChangedPx,
        rawOutsideChangedRatio: made.rawChangedOutsideRatio ?? 0,
        rawInsideChangedRatio: made.insideChangedRatio ?? 0,
        adjustments,
        misalignment: made.misalignment,
        seamErrorBefore: made.seamErrorBefore,
        seamErrorAfter: made.seamErrorAfter,
      };
    },
    checkUsage: async ({ sourceMediaId, rawMediaId, sentSize }, { signal, onProgress }) => {
      const [source, result] = await Promise.all([sourceMediaId, rawMediaId].map((id) => readMedia(id, signal)));
      if (!source || !result) throw new PictureProblem('unreadable');
      const size = sizeOfFile(source);
      const input = { source, result, plan: planWire(size, wireSize(sentSize, size)), coverage: null };
      return dataOf(await worker.checkUsage(input, signal, onProgress)).used;
    },
    difference: async (job, { signal, onProgress }) => {
      const shownId = job.protectedMediaId ?? job.rawMediaId;
      const [source, result] = await Promise.all([job.sourceMediaId, shownId].map((id) => readMedia(id, signal)));
      if (!source || !result) throw new PictureProblem('unreadable');
      const size = sizeOfFile(source);
      const mask = job.coverageMediaId === null ? null : await readMedia(job.coverageMediaId, signal);
      const coverage = mask && dataOf(await worker.decodeCoverage({ bytes: mask }, signal)).coverage;
      const plan = planWire(size, job.protectedMediaId === null ? wireSize(job.sentSize, size) : size);
      const { growPx, featherPx } = job.adjustments;
      const input = { source, result, plan, coverage, growPx, featherPx, ...drawingSize(size) };
      return dataOf(await worker.makeDifference(input, signal, onProgress));
    },
    dispose: () => worker.dispose(),
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

async function readMedia(mediaId: string, signal?: AbortSignal): Promise<Bytes> {
  try {
    const reply = await fetch(`/media/${mediaId}`, signal && { signal });
    if (reply.ok) return new Uint8Array(await reply.arrayBuffer());
  } catch {
    // Reported below.
  }
  throw new PictureProblem(signal?.aborted ? 'cancelled' : 'unreadable');
}

function dataOf<T>(result: Result<T, PictureFailure>): T {
  if (result.ok) return result.data;
  throw new PictureProblem(result.error);
}
