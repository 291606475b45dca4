// The one place where the picture worker is wired: stored files in by id, made files out. It must not know stores or views.

import { REFERENCE_LIMITS } from '../../shared/images/limits.ts';
import { parseSize } from '../../shared/images/size.ts';
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
      const input = { bytes, plan, format: 'png', maxBytes } as const;
      return dataOf(await worker.makeWirePicture(input)).bytes;
    },
    wireMask: async (coverage, plan, isSoft) =>
      dataOf(await worker.makeWireMask({ coverage: own(coverage), plan, isSoft })).bytes,
    encodeCoverage: async (coverage, widthPx, heightPx) =>
      dataOf(await worker.encodeCoverage({ coverage: own(coverage), widthPx, heightPx })).bytes,
    decodeCoverage: async (mediaId) =>
      dataOf(await worker.decodeCoverage({ bytes: await readMedia(mediaId) })).coverage,
    makePng: async (mediaId) => dataOf(await worker.makePng({ bytes: await readMedia(mediaId) })).bytes,
    composite: async ({ sourceMediaId, rawMediaId, coverageMediaId, sentSize }) => {
      const [source, result, mask] = await Promise.all([sourceMediaId, rawMediaId, coverageMediaId].map(readMedia));
      if (!source || !result || !mask) throw new PictureProblem('unreadable');
      const { coverage, widthPx: width, heightPx: height } = dataOf(await worker.decodeCoverage({ bytes: mask }));
      const asked = sentSize === null ? undefined : parseSize(sentSize);
      const plan = planWire({ width, height }, asked ?? UNASKED);
      const made = dataOf(await worker.composite({ source, result, plan, coverage, growPx: 0, featherPx: 0 }));
      return {
        png: made.bytes,
        outsideChangedPx: made.outsideChangedPx,
        rawOutsideChangedRatio: made.rawChangedOutsideRatio ?? 0,
        rawInsideChangedRatio: made.insideChangedRatio ?? 0,
      };
    },
    dispose: () => worker.dispose(),
  };
}

/** Without a size in the request, the picture was brought to the relay's default. */
const UNASKED = { width: 1920, height: 1920 };

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
