// Generated pictures for tests of pixel code: textured sources, and results as a model could return them.

import type { Coverage, Pixels } from '../engines/pixels/pixels.ts';
import type { Shift } from '../engines/pixels/resampling/shift.ts';

/**
 * Brightness of red, green and blue at a point, 0–255. Continuous, so that a misaligned picture is exact, without
 * resampling.
 */
export type Scenery = (x: number, y: number) => readonly [number, number, number];

/** Waves of many directions and lengths, so that no two places are alike. */
export function waves(seed: number): Scenery {
  const parts = Array.from({ length: 9 }, (_, i) => {
    const angle = (seed * 7.31 + i * 2.399) % (2 * Math.PI);
    const length = 9 * 1.6 ** i;
    return { u: Math.cos(angle) / length, v: Math.sin(angle) / length, phase: seed * 1.7 + i * i, strength: 14 };
  });
  return (x, y) => {
    let sum = 0;
    for (const { u, v, phase, strength } of parts) sum += strength * Math.sin(2 * Math.PI * (u * x + v * y) + phase);
    return [128 + sum, 120 + 0.8 * sum, 100 + 0.6 * sum];
  };
}

/** The scenery as pixels of an opaque picture. */
export function render(width: number, height: number, scenery: Scenery): Pixels {
  const data = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0, i = 4 * y * width; x < width; x++, i += 4) {
      const [red, green, blue] = scenery(x + 0.5, y + 0.5);
      data[i] = red;
      data[i + 1] = green;
      data[i + 2] = blue;
      data[i + 3] = 255;
    }
  }
  return { data, width, height, isOpaque: true };
}

/** The scenery of a `width` × `height` source as it appears misaligned, and at `enlarged` times its size. */
export function misalignedScenery(
  scenery: Scenery,
  width: number,
  height: number,
  shift: Shift,
  enlarged = 1,
): Scenery {
  return (x, y) =>
    scenery(
      width / 2 + (x / enlarged - width / 2 - shift.dxPx) / shift.scale,
      height / 2 + (y / enlarged - height / 2 - shift.dyPx) / shift.scale,
    );
}

/** A single colour everywhere. */
export function plain(red: number, green = red, blue = red): Scenery {
  return () => [red, green, blue];
}

/** A mask that covers a rectangle. */
export function boxMask(width: number, height: number, box: { x: number; y: number; w: number; h: number }): Coverage {
  const data = new Uint8Array(width * height);
  for (let y = box.y; y < box.y + box.h; y++) data.fill(255, y * width + box.x, y * width + box.x + box.w);
  return { data, width, height };
}
