import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Size } from '../../../shared/images/size.ts';
import { fitView, levelFor, MAX_SCALE, panBy, resizeView, toPicture, toViewport, type View, zoomTo } from './view.ts';
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
