import { expect, test } from 'vitest';
import { LIBRARY_TILE_PX } from '../../../shared/app/layout.ts';
import { cellSize, GAP_PX } from './cell-size.ts';

test('cells fill the width, are never lower than their text, and one is always there', () => {
  for (const widthPx of [0, 180, 640, 1024, 1440, 3840])
    for (const tilePx of [LIBRARY_TILE_PX.min, LIBRARY_TILE_PX.default, LIBRARY_TILE_PX.max]) {
      const { columns, columnPx, linePx } = cellSize(widthPx, tilePx);
      expect(columns).toBeGreaterThanOrEqual(1);
      expect(columns * columnPx - GAP_PX).toBeCloseTo(widthPx);
      expect(linePx - GAP_PX).toBeGreaterThanOrEqual(92);
      if (columns > 1) expect(columnPx - GAP_PX).toBeGreaterThanOrEqual(tilePx - 0.001);
    }
});

test('in a large window cells are larger, not only more', () => {
  expect(cellSize(3840, LIBRARY_TILE_PX.default).columnPx).toBeGreaterThan(2 * LIBRARY_TILE_PX.default);
});
