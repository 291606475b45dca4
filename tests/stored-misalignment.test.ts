import { expect, it } from 'vitest';
import { libraryItemSchema } from '../shared/contract/library.ts';
import { editItem, editJob } from './support/owned-media.ts';

const file = { mediaId: 'a'.repeat(64), mime: 'image/png', widthPx: 20, heightPx: 20, sizeBytes: 64 } as const;
const shift = { dxPx: 3, dyPx: -1, scale: 1.01, confidence: 0.9 };

/** Reads an item whose misalignment is stored like this. */
function read(misalignment: object) {
  const item = editItem(editJob([file.mediaId], null), file);
  const measured = { outsideChangedPx: 0, rawOutsideChangedRatio: 0, rawInsideChangedRatio: 0, adjustments: null };
  const seam = { seamErrorBefore: 3, seamErrorAfter: 1 };
  return libraryItemSchema.safeParse({ ...item, protected: { picture: file, ...measured, misalignment, ...seam } });
}

it('a misalignment stored by an earlier version is a shift that was undone', () => {
  const { data } = read(shift);
  expect(data).toMatchObject({ protected: { misalignment: { ...shift, warp: null, isBetterUndone: true } } });
});

it('a field is stored with all its control points, or refused', () => {
  const points = Array.from({ length: 11 * 9 }, (_, i) => i / 50);
  const stored = (dyPx: readonly number[]) =>
    read({
      ...shift,
      isBetterUndone: true,
      warp: { linear: [0, -0.01, 0.01, 0], field: { columns: 8, rows: 6, dxPx: points, dyPx } },
    });
  expect(stored(points).data).toMatchObject({ protected: { misalignment: { warp: { field: { dxPx: points } } } } });
  expect(stored(points.slice(1)).success).toBe(false);
});
