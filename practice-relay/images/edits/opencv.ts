// Inpainting by OpenCV: the only module that uses it and manages its memory.

/// <reference path="./opencv.d.ts" />

import { createRequire } from 'node:module';
import type { Mat, OpenCv } from '@techstark/opencv-js';

/** How many pixels around a hole are used to fill it. More is smoother and slower. */
const RADIUS_PX = 3;

/**
 * The package's CommonJS export is a promise, so the module itself could be awaited as one by `import()`; hence
 * `require`.
 */
const load = createRequire(import.meta.url);
let loading: Promise<OpenCv> | undefined;

/**
 * Fills the pixels where `holes` is not 0 by the Navier-Stokes method; OpenCV's implementation of Telea's method grows
 * brighter towards the middle of a large hole. Blocks for about 0.4 µs per hole pixel; the first call also loads
 * OpenCV, about 0.3 s.
 * @param rgb three bytes per pixel.
 * @param holes one byte per pixel.
 * @returns like `rgb`.
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
