// The peer: inpainting by OpenCV, with both of its methods.

/// <reference path="./opencv.d.ts" />

import { createRequire } from 'node:module';
import type { Mat, OpenCv } from '@techstark/opencv-js';
import type { Raster } from '../trust/pictures.ts';

/** How many pixels around a hole are used to fill it. More is smoother and slower. */
const RADIUS_PX = 3;

export type Method = 'INPAINT_NS' | 'INPAINT_TELEA';

/**
 * The package's CommonJS export is a promise, so the module itself could be awaited as one by `import()`; hence
 * `require`.
 */
const load = createRequire(import.meta.url);

/** Loads OpenCV, which takes some 0.3 s. */
export async function loadOpenCv(): Promise<OpenCv> {
  return (await load('@techstark/opencv-js')) as OpenCv;
}

/** Returns a copy with the pixels filled where `inside` is 1. */
export function inpaint(cv: OpenCv, { data, width, height }: Raster, inside: Uint8Array, method: Method): Raster {
  const mats: Mat[] = [];
  const own = (mat: Mat): Mat => {
    mats.push(mat);
    return mat;
  };
  try {
    const source = own(new cv.Mat(height, width, cv.CV_8UC3));
    source.data.set(data);
    const mask = own(new cv.Mat(height, width, cv.CV_8UC1));
    mask.data.set(inside);
    const result = own(new cv.Mat());
    cv.inpaint(source, mask, result, RADIUS_PX, cv[method]);
    return { data: result.data.slice(), width, height };
  } finally {
    for (const mat of mats) mat.delete();
  }
}
