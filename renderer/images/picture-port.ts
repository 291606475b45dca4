// The one place where the picture worker is wired: stored files in by id, made files out. It must not know stores or views.

import { REFERENCE_LIMITS } from '../../shared/images/limits.ts';
import { readPictureHeader, uprightSize } from '../../shared/images/picture-header.ts';
import { wireSize } from '../../shared/images/size.ts';
import { planWire } from '../../shared/images/wire-geometry.ts';
import type { Result } from '../../shared/result.ts';
import { startWorker } from '../trusted-types.ts';
import pictureWorkerUrl from './pipeline/picture-worker.ts?worker&url';
import { createPictureWorker } from './pipeline/picture-worker-client.ts';
import type { PictureFailure } from './pipeline/tasks-contract.ts';
import { type Bytes, type PicturePort, PictureProblem } from './ports.ts';

/** The picture worker as the store uses it. */
export function createPicturePort(): PicturePort & { dispose: () => void } {
  const worker = createPictureWorker(() => startWorker(pictureWorkerUrl));

  return {
    working: async (bytes) => {
      const { bytes: made, widthPx, heightPx } = dataOf(await worker.makeWorkingPicture({ bytes: own(bytes) }));
      return { bytes: made ?? bytes, widthPx, heightPx };
    },
    wire: async (mediaId, plan, maxBytes = REFERENCE_LIMITS.maxBytes) => {
      const bytes = await readMedia(mediaId);
      // What came as a JPEG has lost what a PNG would keep at many times the size. With alpha it becomes a PNG all the same.
      const format = readPictureHeader(bytes)?.format === 'jpeg' ? 'jpeg' : 'png';
      const input = { bytes, plan, format, maxBytes } as const;
      return dataOf(await worker.makeWirePicture(input)).bytes;
    },
    wireMask: async (coverage, plan, isSoft) =>
      dataOf(await worker.makeWireMask({ coverage: own(coverage), plan, isSoft })).bytes,
    markedCopy: async (mediaId, coverage, plan, maxBytes) => {
      const input = { bytes: await readMedia(mediaId), coverage: own(coverage), plan, maxBytes };
      return dataOf(await worker.makeMarkedPicture(input)).bytes;
    },
    maskBoxes: async (coverage, widthPx, heightPx) =>
      dataOf(await worker.findMaskBoxes({ coverage: own(coverage), widthPx, heightPx })).boxes,
    encodeCoverage: async (coverage, widthPx, heightPx) =>
      dataOf(await worker.encodeCoverage({ coverage: own(coverage), widthPx, heightPx })).bytes,
    decodeCoverage: async (mediaId) =>
      dataOf(await worker.decodeCoverage({ bytes: await readMedia(mediaId) })).coverage,
    makePng: async (mediaId) => dataOf(await worker.makePng({ bytes: await readMedia(mediaId) })).bytes,
    encodeAs: async (mediaId, as, signal) =>
      dataOf(await worker.encodeAs({ bytes: await readMedia(mediaId), ...as }, signal)),
    composite: async ({ sourceMediaId, rawMediaId, coverageMediaId, sentSize, adjustments }) => {
      const [source, result, mask] = await Promise.all([sourceMediaId, rawMediaId, coverageMediaId].map(readMedia));
      if (!source || !result || !mask) throw new PictureProblem('unreadable');
      const { coverage, widthPx: width, heightPx: height } = dataOf(await worker.decodeCoverage({ bytes: mask }));
      const plan = planWire({ width, height }, wireSize(sentSize, { width, height }));
      const made = dataOf(await worker.composite({ source, result, plan, coverage, ...adjustments }));
      return {
        png: made.bytes,
        used: made.used,
        outsideChangedPx: made.outsideChangedPx,
        rawOutsideChangedRatio: made.rawChangedOutsideRatio ?? 0,
        rawInsideChangedRatio: made.insideChangedRatio ?? 0,
        adjustments,
        alignment: made.alignment,
        seamErrorBefore: made.seamErrorBefore,
        seamErrorAfter: made.seamErrorAfter,
      };
    },
    checkUse: async ({ sourceMediaId, rawMediaId, sentSize }) => {
      const [source, result] = await Promise.all([sourceMediaId, rawMediaId].map(readMedia));
      const header = source && readPictureHeader(source);
      if (!source || !result || !header) throw new PictureProblem('unreadable');
      const size = uprightSize(header);
      const plan = planWire(size, wireSize(sentSize, size));
      return dataOf(await worker.checkUse({ source, result, plan, coverage: null })).used;
    },
    dispose: () => worker.dispose(),
  };
}

/** A copy that can be given away. */
function own(bytes: Uint8Array): Bytes {
  return new Uint8Array(bytes);
}

async function readMedia(mediaId: string): Promise<Bytes> {
  const reply = await fetch(`/media/${mediaId}`);
  if (!reply.ok) throw new PictureProblem('unreadable');
  return new Uint8Array(await reply.arrayBuffer());
}

function dataOf<T>(result: Result<T, PictureFailure>): T {
  if (result.ok) return result.data;
  throw new PictureProblem(result.error);
}
