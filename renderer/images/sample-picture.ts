// The sample picture: a table by a window with a cup on it, and the position of the cup.

import samplePictureUrl from '../../assets/sample-picture.jpg';
import type { Bytes } from './ports.ts';

/** An ellipse around the cup, in pixels of the picture. */
const CUP = { x: 1270, y: 965, radiusX: 340, radiusY: 235 } as const;

/** Reads the sample's file. */
export async function readSamplePicture(): Promise<Bytes> {
  const reply = await fetch(samplePictureUrl);
  if (!reply.ok) throw new Error('The sample picture is missing.');
  return new Uint8Array(await reply.arrayBuffer());
}

/** Returns a mask over the cup and its saucer, one byte per pixel. */
export function sampleMask(widthPx: number, heightPx: number): Bytes {
  const coverage = new Uint8Array(widthPx * heightPx);
  const { x, y, radiusX, radiusY } = CUP;
  for (let row = Math.max(0, y - radiusY); row < Math.min(heightPx, y + radiusY); row++) {
    const half = Math.floor(radiusX * Math.sqrt(1 - ((row - y) / radiusY) ** 2));
    coverage.fill(255, row * widthPx + Math.max(0, x - half), row * widthPx + Math.min(widthPx, x + half));
  }
  return coverage;
}
