import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../tests/support/runs.ts';
import { createTileStore, fillRect, pixelAt } from '../raster/tiles.ts';
import { createCoveragePyramid } from './coverage-pyramid.ts';
import { type OverlayLook, renderOverlay } from './overlay.ts';
import { levelFor, type View } from './view.ts';

const LOOK: OverlayLook = { color: [10, 20, 30], opacity: 0.45, lineWidthPx: 1 };
const PLAIN = { ...LOOK, lineWidthPx: 0 };
const BLACK = 0xff000000;
const WHITE = 0xffffffff;

function render(
  store: ReturnType<typeof createTileStore>,
  view: View,
  width: number,
  height: number,
  look = LOOK,
): Uint32Array {
  const level = levelFor(view);
  const pixels = new Uint32Array(width * height).fill(0x12345678);
  const rect = { left: 0, top: 0, right: width, bottom: height };
  renderOverlay(createCoveragePyramid(store).level(level), level, view, rect, look, pixels);
  return pixels;
}

describe('the overlay', () => {
  test('has 45 % colour inside, black and white on the edge, nothing outside', () => {
    const store = createTileStore(40, 40);
    fillRect(store, { left: 10, top: 10, right: 30, bottom: 30 }, 255);
    const pixels = render(store, { scale: 1, offsetX: 0, offsetY: 0 }, 40, 40);
    const inside = ((115 << 24) | (30 << 16) | (20 << 8) | 10) >>> 0;
    pixels.forEach((pixel, at) => {
      const x = at % 40;
      const y = Math.floor(at / 40);
      if (x < 10 || y < 10 || x >= 30 || y >= 30) expect(pixel).toBe(0);
      else if (x > 10 && y > 10 && x < 29 && y < 29) expect(pixel).toBe(inside);
      else expect([BLACK, WHITE]).toContain(pixel);
    });
    expect(pixels).toContain(BLACK);
    expect(pixels).toContain(WHITE);
  });

  test('shows each picture pixel as its square when enlarged', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 32, noNaN: true }),
        fc.double({ min: -60, max: 60, noNaN: true }),
        fc.double({ min: -60, max: 60, noNaN: true }),
        (scale, offsetX, offsetY) => {
          const store = createTileStore(30, 20);
          fillRect(store, { left: 3, top: 4, right: 17, bottom: 11 }, 255);
          const pixels = render(store, { scale, offsetX, offsetY }, 64, 48, PLAIN);
          pixels.forEach((pixel, at) => {
            const x = Math.floor(((at % 64) + 0.5 - offsetX) / scale);
            const y = Math.floor((Math.floor(at / 64) + 0.5 - offsetY) / scale);
            expect(pixel !== 0).toBe(pixelAt(store, x, y) > 0);
          });
        },
      ),
      { numRuns: runs(60) },
    );
  });

  test('never hides a covered pixel, however small the picture is shown', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.02, max: 1, noNaN: true }),
        fc.nat({ max: 1999 }),
        fc.nat({ max: 1499 }),
        fc.double({ min: 0, max: 20, noNaN: true }),
        (scale, x, y, offset) => {
          const store = createTileStore(2000, 1500);
          fillRect(store, { left: x, top: y, right: x + 1, bottom: y + 1 }, 255);
          const width = Math.ceil(2000 * scale + offset) + 2;
          const height = Math.ceil(1500 * scale + offset) + 2;
          const pixels = render(store, { scale, offsetX: offset, offsetY: offset }, width, height);
          const at = Math.floor((y + 0.5) * scale + offset) * width + Math.floor((x + 0.5) * scale + offset);
          expect(pixels[at]).not.toBe(0);
        },
      ),
      { numRuns: runs(60) },
    );
  });

  test('drawn in parts equals drawn whole', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.05, max: 6, noNaN: true }),
        fc.nat({ max: 90 }),
        fc.nat({ max: 70 }),
        fc.integer({ min: 1, max: 3 }),
        (scale, left, top, lineWidthPx) => {
          const store = createTileStore(700, 600);
          fillRect(store, { left: 50, top: 60, right: 410, bottom: 300 }, 255);
          fillRect(store, { left: 100, top: 90, right: 200, bottom: 260 }, 0);
          const look = { ...LOOK, lineWidthPx };
          const view = { scale, offsetX: 3.3, offsetY: -2.7 };
          const whole = render(store, view, 100, 80, look);
          const rect = { left, top, right: Math.min(100, left + 10), bottom: Math.min(80, top + 10) };
          const width = rect.right - rect.left;
          const part = new Uint32Array(width * (rect.bottom - rect.top));
          const level = levelFor(view);
          renderOverlay(createCoveragePyramid(store).level(level), level, view, rect, look, part);
          part.forEach((pixel, at) => {
            expect(pixel).toBe(whole[(top + Math.floor(at / width)) * 100 + left + (at % width)]);
          });
        },
      ),
      { numRuns: runs(60) },
    );
  });
});
