// Where in its picture a stored mask lies.

import { boundsOf } from '../../engines/pixels/mask-bounds.ts';

/** The mask is looked at in this many columns and rows: close enough for a line that a hand moves. */
const CELLS = 256;

/** The middle of a mask, from 0 at the picture's left edge to 1 at its right; null if it is empty or cannot be read. */
export async function maskCentre(coverageMediaId: string): Promise<number | null> {
  const reply = await fetch(`/media/${coverageMediaId}`).catch(() => null);
  if (reply === null || !reply.ok) return null;
  const sizes = { resizeWidth: CELLS, resizeHeight: CELLS, resizeQuality: 'medium' } as const;
  const bitmap = await createImageBitmap(await reply.blob(), sizes).catch(() => null);
  const context = new OffscreenCanvas(CELLS, CELLS).getContext('2d');
  if (bitmap === null || context === null) return null;
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data } = context.getImageData(0, 0, CELLS, CELLS);
  // The mask is transparent where it is painted.
  const coverage = Uint8Array.from({ length: CELLS * CELLS }, (_, at) => 255 - (data[4 * at + 3] ?? 255));
  const bounds = boundsOf({ data: coverage, width: CELLS, height: CELLS });
  return bounds === undefined ? null : (bounds.left + bounds.right) / 2 / CELLS;
}
