import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  follow,
  isWhole,
  resizeView,
  scrollBy,
  timeAt,
  type WaveView,
  wholeView,
  zoomAround,
} from './waveform-view.ts';

const lengths = fc.double({ min: 0.01, max: 10_000, noNaN: true });
const shares = fc.double({ min: 0, max: 1, noNaN: true });
const factors = fc.double({ min: 0.1, max: 10, noNaN: true });
const span = (view: WaveView): number => view.toS - view.fromS;

test('every change of the view stays inside the sound', () => {
  fc.assert(
    fc.property(
      lengths,
      lengths,
      shares,
      factors,
      fc.double({ min: -1e4, max: 1e4, noNaN: true }),
      (length, next, share, factor, delta) => {
        const zoomed = zoomAround(wholeView(length), length, share * length, factor);
        const moved = scrollBy(zoomed, length, delta);
        const followed = follow(moved, length, share * length);
        for (const view of [zoomed, moved, followed]) {
          expect(view.fromS).toBeGreaterThanOrEqual(0);
          expect(view.toS).toBeLessThanOrEqual(length + 1e-6);
          expect(span(view)).toBeGreaterThanOrEqual(Math.min(1, length) - 1e-6);
        }
        expect(followed.fromS - 1e-6 <= share * length && share * length <= followed.toS + 1e-6).toBe(true);
        expect(span(resizeView(moved, length, next))).toBeLessThanOrEqual(next + 1e-6);
      },
    ),
  );
});

test('zooming keeps the position under the cursor', () => {
  fc.assert(
    fc.property(shares, fc.double({ min: 1, max: 20, noNaN: true }), (share, factor) => {
      const at = share * 600;
      const view = zoomAround(wholeView(600), 600, at, factor);
      expect(timeAt(view, share)).toBeCloseTo(at, 6);
      expect(isWhole(zoomAround(view, 600, at, 1000 / 1e6), 600)).toBe(true);
    }),
  );
});

test('while a sound grows, a view of all of it stays complete, and a view of a part stays the same part', () => {
  expect(resizeView(wholeView(3), 3, 4)).toEqual({ fromS: 0, toS: 4 });
  expect(resizeView({ fromS: 10, toS: 12 }, 60, 61)).toEqual({ fromS: 10, toS: 12 });
});
