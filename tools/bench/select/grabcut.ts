// The peer: GrabCut by OpenCV, which gets the same strokes.

/// <reference path="../erase/opencv.d.ts" />

import type { Mat, OpenCv } from '@techstark/opencv-js';
import type { Raster } from '../trust/pictures.ts';
import type { Stroke } from './person.ts';

const ROUNDS = 3;
/** How far from a stroke's line its pixels are. */
const HALF_WIDTH_PX = 2;

/** A selection by GrabCut. `stroke` returns it after one more stroke, 255 inside. */
export type GrabCut = { stroke: (stroke: Stroke) => Uint8Array; dispose: () => void };

/** Begins a selection of a picture, in which everything is probably outside. */
export function startGrabCut(cv: OpenCv, { data, width, height }: Raster): GrabCut {
  const mats: Mat[] = [];
  const own = (mat: Mat): Mat => {
    mats.push(mat);
    return mat;
  };
  const source = own(new cv.Mat(height, width, cv.CV_8UC3));
  source.data.set(data);
  const mask = own(new cv.Mat(height, width, cv.CV_8UC1));
  mask.data.fill(cv.GC_PR_BGD);
  const [behind, front] = [own(new cv.Mat()), own(new cv.Mat())];
  const box = new cv.Rect(0, 0, width, height);
  return {
    stroke: ({ isAdding, points }) => {
      for (const [at, to] of points.entries()) {
        const from = points[at - 1] ?? to;
        const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y)) + 1;
        for (let step = 0; step <= steps; step++) {
          const [x, y] = [from.x + ((to.x - from.x) * step) / steps, from.y + ((to.y - from.y) * step) / steps];
          for (let dy = -HALF_WIDTH_PX; dy <= HALF_WIDTH_PX; dy++) {
            for (let dx = -HALF_WIDTH_PX; dx <= HALF_WIDTH_PX; dx++) {
              const [px, py] = [Math.floor(x) + dx, Math.floor(y) + dy];
              if (px >= 0 && py >= 0 && px < width && py < height)
                mask.data[py * width + px] = isAdding ? cv.GC_FGD : cv.GC_BGD;
            }
          }
        }
      }
      cv.grabCut(source, mask, box, behind, front, ROUNDS, cv.GC_INIT_WITH_MASK);
      return mask.data.map((kind) => (kind === cv.GC_FGD || kind === cv.GC_PR_FGD ? 255 : 0));
    },
    dispose: () => {
      for (const mat of mats) mat.delete();
    },
  };
}
