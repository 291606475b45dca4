import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitView, panBy, zoomTo } from '../../engines/mask/view/view.ts';
import { dividerPx, dividerShare, isZoomedIn, placeReply } from './compare-geometry.ts';

const NO_SIZE = { width: 0, height: 0 };

test('a result with the same aspect ratio fills the frame', () => {
  expect(placeReply({ width: 800, height: 600 }, '2216x1662', NO_SIZE)).toMatchObject({ width: 1, height: 1 });
});

test('the margins that were added for sending lie outside the frame', () => {
  for (const sent of ['1920x1920', null]) {
    const place = placeReply({ width: 1000, height: 500 }, sent, { width: 1024, height: 1024 });
    expect(place).toMatchObject({ width: 1, height: 2, top: -0.5 });
    expect(place.left).toBeCloseTo(0);
  }
});

test('a result of another shape is drawn whole, in its own shape', () => {
  const place = placeReply({ width: 1000, height: 500 }, '2000x1000', { width: 600, height: 600 });
  expect(place).toEqual({ left: 0.25, top: 0, width: 0.5, height: 1 });
  const tall = placeReply({ width: 500, height: 500 }, '1000x1000', { width: 400, height: 800 });
  expect(tall).toEqual({ left: 0.25, top: 0, width: 0.5, height: 1 });
});

const sides = fc.integer({ min: 50, max: 8000 });
const looks = fc
  .tuple(sides, sides, sides, sides, fc.double({ min: 0.05, max: 32, noNaN: true }), fc.integer(), fc.integer())
  .map(([width, height, viewWidth, viewHeight, scale, byX, byY]) => {
    const picture = { width, height };
    const viewport = { width: viewWidth, height: viewHeight };
    const zoomed = zoomTo(
      fitView(viewport, picture),
      scale,
      { x: viewWidth / 3, y: viewHeight / 3 },
      viewport,
      picture,
    );
    return { picture, viewport, view: panBy(zoomed, byX, byY, viewport, picture) };
  });

test('at any zoom and position the divider is visible and can be placed', () => {
  fc.assert(
    fc.property(looks, fc.double({ min: 0, max: 1, noNaN: true }), ({ picture, viewport, view }, share) => {
      const atPx = dividerPx(share, view, viewport, picture);
      expect(atPx).toBeGreaterThanOrEqual(-1e-6);
      expect(atPx).toBeLessThanOrEqual(viewport.width + 1e-6);
      expect(dividerShare(atPx, view, viewport, picture)).toBeCloseTo(share, 4);
    }),
  );
});

test('a fitted picture is not zoomed in', () => {
  fc.assert(
    fc.property(looks, ({ picture, viewport }) => {
      expect(isZoomedIn(fitView(viewport, picture), viewport, picture)).toBe(false);
    }),
  );
});
