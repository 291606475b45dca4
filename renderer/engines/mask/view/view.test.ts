import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Size } from '../../../../shared/images/size.ts';
import {
  fitView,
  levelFor,
  MAX_SCALE,
  panBy,
  resizeView,
  steppedScale,
  toPicture,
  toViewport,
  type View,
  zoomTo,
} from './view.ts';
import { createViews } from './views.ts';

const size = (max: number): fc.Arbitrary<Size> =>
  fc.record({ width: fc.integer({ min: 1, max }), height: fc.integer({ min: 1, max }) });
const viewports = size(5120);
const pictures = size(16_384);
const points = fc.record({
  x: fc.double({ min: -500, max: 5500, noNaN: true }),
  y: fc.double({ min: -500, max: 5500, noNaN: true }),
});
const views = fc.record({
  scale: fc.double({ min: 0.01, max: MAX_SCALE, noNaN: true }),
  offsetX: fc.double({ min: -20_000, max: 5000, noNaN: true }),
  offsetY: fc.double({ min: -20_000, max: 5000, noNaN: true }),
});

function isInside(picture: Size, { x, y }: { x: number; y: number }): boolean {
  return x >= 0 && y >= 0 && x <= picture.width && y <= picture.height;
}

describe('a view', () => {
  test('converts to picture pixels and back', () => {
    fc.assert(
      fc.property(views, points, (view, point) => {
        const back = toViewport(view, toPicture(view, point));
        expect(back.x).toBeCloseTo(point.x, 6);
        expect(back.y).toBeCloseTo(point.y, 6);
      }),
    );
  });

  test('fits the whole picture in the middle, touching two sides', () => {
    fc.assert(
      fc.property(viewports, pictures, (viewport, picture) => {
        const view = fitView(viewport, picture);
        const end = toViewport(view, { x: picture.width, y: picture.height });
        expect(view.offsetX).toBeCloseTo(viewport.width - end.x, 6);
        expect(view.offsetY).toBeCloseTo(viewport.height - end.y, 6);
        expect(Math.min(view.offsetX, view.offsetY)).toBeGreaterThan(-1e-6);
        if (view.scale < MAX_SCALE) expect(Math.min(view.offsetX, view.offsetY)).toBeLessThan(1e-6);
      }),
    );
  });

  test('keeps the picture point under the cursor when zooming', () => {
    fc.assert(
      fc.property(
        views,
        fc.double({ min: 0.001, max: 100, noNaN: true }),
        points,
        viewports,
        pictures,
        (view, scale, at, viewport, picture) => {
          const before = toPicture(view, at);
          const zoomed = zoomTo(view, scale, at, viewport, picture);
          expect(zoomed.scale).toBeLessThanOrEqual(MAX_SCALE);
          expect(zoomed.scale).toBeGreaterThanOrEqual(Math.min(0.05, fitView(viewport, picture).scale));
          if (!isInside(picture, before)) return;
          const after = toPicture(zoomed, at);
          expect(Math.abs(after.x - before.x) * zoomed.scale).toBeLessThan(1e-6);
          expect(Math.abs(after.y - before.y) * zoomed.scale).toBeLessThan(1e-6);
        },
      ),
    );
  });

  test('is stepped through fixed scales from 12.5 % to 800 %, and to where a huge picture fits', () => {
    const [viewport, picture] = [
      { width: 1000, height: 800 },
      { width: 2000, height: 1000 },
    ];
    const steps = (from: number, direction: 1 | -1, of = picture): number[] => {
      const all = [from];
      for (let i = 0; i < 20; i++) all.push(steppedScale(all.at(-1) ?? 0, direction, viewport, of));
      return [...new Set(all)].slice(1).map((scale) => Math.round(scale * 1000) / 10);
    };
    expect(steps(0.01, 1)).toEqual([12.5, 16.7, 25, 33.3, 50, 66.7, 100, 150, 200, 300, 400, 600, 800]);
    expect(steps(32, -1)).toEqual([800, 600, 400, 300, 200, 150, 100, 66.7, 50, 33.3, 25, 16.7, 12.5]);
    expect(steps(0.25, -1, { width: 16_000, height: 1000 })).toEqual([16.7, 12.5, 6.3]);
    expect(steppedScale(20, 1, viewport, picture)).toBe(20);
    fc.assert(
      fc.property(views, viewports, pictures, fc.constantFrom<1 | -1>(1, -1), ({ scale }, seen, of, direction) => {
        const next = steppedScale(scale, direction, seen, of);
        expect((next - scale) * direction).toBeGreaterThanOrEqual(0);
        expect(steppedScale(next, direction, seen, of) === next || next !== scale).toBe(true);
      }),
    );
  });

  test('keeps part of the picture visible when panning', () => {
    fc.assert(
      fc.property(
        viewports,
        pictures,
        fc.array(fc.tuple(points, fc.boolean()), { maxLength: 5 }),
        (viewport, picture, moves) => {
          let view: View = fitView(viewport, picture);
          for (const [by, isBack] of moves) {
            view = panBy(view, isBack ? -by.x * 9 : by.x * 9, isBack ? -by.y * 9 : by.y * 9, viewport, picture);
            expect(view.offsetX).toBeLessThan(viewport.width);
            expect(view.offsetX + picture.width * view.scale).toBeGreaterThan(0);
            expect(view.offsetY).toBeLessThan(viewport.height);
            expect(view.offsetY + picture.height * view.scale).toBeGreaterThan(0);
          }
        },
      ),
    );
  });

  test('keeps its middle when the viewport changes size', () => {
    fc.assert(
      fc.property(views, viewports, viewports, (view, from, to) => {
        const before = toPicture(view, { x: from.width / 2, y: from.height / 2 });
        const after = toPicture(resizeView(view, from, to), { x: to.width / 2, y: to.height / 2 });
        expect(after.x).toBeCloseTo(before.x, 5);
        expect(after.y).toBeCloseTo(before.y, 5);
      }),
    );
  });

  test('is drawn from the smallest version that does not need enlarging', () => {
    expect([1, 0.51, 0.5, 0.26, 0.25, 0.05, 4].map((scale) => levelFor({ scale, offsetX: 0, offsetY: 0 }))).toEqual([
      0, 0, 1, 1, 2, 4, 0,
    ]);
  });
});

describe('the views of several pictures', () => {
  const viewport = { width: 1000, height: 800 };

  test('are kept per picture; a fitted one fits a viewport that has changed meanwhile', () => {
    const all = createViews(viewport);
    all.open('a', { width: 500, height: 400 });
    all.open('b', { width: 100, height: 100 });
    all.zoomTo('b', 3);
    all.resize({ width: 500, height: 400 });
    expect(all.open('a', { width: 500, height: 400 })).toEqual({ scale: 1, offsetX: 0, offsetY: 0 });
    expect(all.view('b')).toEqual({ scale: 3, offsetX: 100, offsetY: 50 });
    all.fit('b');
    expect(all.view('b')?.scale).toBe(4);
  });

  test('ignore a viewport without area', () => {
    const all = createViews(viewport);
    expect(all.resize({ width: 0, height: 0 })).toBe(false);
    expect(all.viewport()).toBe(viewport);
  });
});
