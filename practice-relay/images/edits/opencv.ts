// Inpainting by OpenCV: the only module that knows it, and its memory. Knows nothing of pictures' files or regions.

/// <reference path="./opencv.d.ts" />

import { createRequire } from 'node:module';
import type { Mat, OpenCv } from '@techstark/opencv-js';

/** Pixels around a hole that take part in filling it. More is smoother and slower. */
const RADIUS_PX = 3;

/** The package's CommonJS export is a promise: an `import()` of it can be taken for one, so it is required. */
const load = createRequire(import.meta.url);
let loading: Promise<OpenCv> | undefined;

/**
 * Makes up the pixels where `holes` is not 0 by the Navier-Stokes method; Telea's, as OpenCV has it, grows
 * brighter towards the middle of a large hole. Blocks for about 0.4 µs a hole pixel; the first call
 * loads OpenCV, about 0.3 s. @param rgb three bytes a pixel. @param holes one byte a pixel. @returns like `rgb`.
 */
export async function inpaint(rgb: Uint8Array, holes: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  loading ??= load('@techstark/opencv-js') as Promise<OpenCv>;
  const cv = await loading;
  const mats: Mat[] = [];
  const own = (mat: Mat): Mat => {
    mats.push(mat);
    return mat;
  };
  try {
    const source = own(new cv.Mat(height, width, cv.CV_8UC3));
    source.data.set(rgb);
    const mask = own(new cv.Mat(height, width, cv.CV_8UC1));
    mask.data.set(holes);
    const result = own(new cv.Mat());
    cv.inpaint(source, mask, result, RADIUS_PX, cv.INPAINT_NS);
    return result.data.slice();
  } finally {
    for (const mat of mats) mat.delete();
  }
}
