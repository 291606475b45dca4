import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitView, panBy, zoomTo } from '../../engines/mask/view/view.ts';
import {
  dividerPx,
  dividerShare,
  isZoomedIn,
  onePane,
  paneAt,
  panesOf,
  placeInPart,
  placeReply,
  placeWhole,
} from './compare-geometry.ts';

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

test('a result of a part lies where the part does', () => {
  const [part, frame] = [
    { x: 250, y: 100, width: 500, height: 250 },
    { width: 1000, height: 500 },
  ];
  const place = placeReply(part, '2000x1000', { width: 2000, height: 1000 });
  expect(placeInPart(place, part, frame)).toEqual({ left: 0.25, top: 0.2, width: 0.5, height: 0.5 });
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

const PORTRAIT = { width: 600, height: 1600 };
const WIDE = { width: 2400, height: 400 };
const STAGE = { width: 1000, height: 600 };

test('panes are beside each other, below each other or in two rows: as the pictures are largest', () => {
  expect(panesOf(2, PORTRAIT, STAGE, 8)).toEqual({
    columns: 2,
    size: { width: 496, height: 600 },
    origins: [
      { x: 0, y: 0 },
      { x: 504, y: 0 },
    ],
  });
  expect(panesOf(2, WIDE, STAGE, 8)).toMatchObject({ columns: 1, size: { width: 1000, height: 296 } });
  expect([3, 4].map((count) => panesOf(count, PORTRAIT, STAGE, 8).columns)).toEqual([3, 4]);
  expect([3, 4].map((count) => panesOf(count, WIDE, STAGE, 8).columns)).toEqual([1, 1]);
  expect([3, 4].map((count) => panesOf(count, STAGE, STAGE, 8).columns)).toEqual([2, 2]);
  // Where both ways are equal, a row.
  expect(panesOf(2, { width: 100, height: 100 }, { width: 500, height: 500 }, 0).columns).toBe(2);
  expect(panesOf(1, WIDE, STAGE, 8)).toEqual(onePane(STAGE));
});

const divided = fc
  .tuple(fc.integer({ min: 1, max: 4 }), sides, sides, sides, sides, fc.integer({ min: 0, max: 16 }))
  .map(([count, width, height, viewWidth, viewHeight, gapPx]) => {
    const [picture, viewport] = [
      { width, height },
      { width: viewWidth, height: viewHeight },
    ];
    return { count, picture, viewport, panes: panesOf(count, picture, viewport, gapPx) };
  });

test('panes have one size, lie in the viewport and do not overlap, and each is where it is looked for', () => {
  fc.assert(
    fc.property(divided, fc.double({ min: 0, max: 1, noNaN: true }), ({ count, viewport, panes }, share) => {
      const { size, origins } = panes;
      expect(origins).toHaveLength(count);
      for (const [index, { x, y }] of origins.entries()) {
        expect([x, y].every((px) => Number.isInteger(px) && px >= 0)).toBe(true);
        expect(x + size.width).toBeLessThanOrEqual(viewport.width);
        expect(y + size.height).toBeLessThanOrEqual(viewport.height);
        for (const other of origins.slice(0, index))
          expect(Math.abs(other.x - x) >= size.width || Math.abs(other.y - y) >= size.height).toBe(true);
        // At its very edge a place may belong to the next one.
        const inside = { x: x + 0.5 + share * (size.width - 1), y: y + 0.5 + share * (size.height - 1) };
        expect(paneAt(panes, inside)).toBe(index);
      }
    }),
  );
});

test('every place of the viewport belongs to a pane', () => {
  fc.assert(
    fc.property(divided, fc.integer(), fc.integer(), ({ count, panes }, x, y) => {
      const index = paneAt(panes, { x, y });
      expect(index >= 0 && index < count).toBe(true);
    }),
  );
});

test('a whole picture keeps its shape in a frame of another one, and fills it along one side', () => {
  fc.assert(
    fc.property(sides, sides, sides, sides, (width, height, frameWidth, frameHeight) => {
      const place = placeWhole({ width: frameWidth, height: frameHeight }, { width, height });
      expect((place.width * frameWidth) / (place.height * frameHeight)).toBeCloseTo(width / height, 6);
      expect(Math.max(place.width, place.height)).toBeCloseTo(1);
      expect([place.left * 2 + place.width, place.top * 2 + place.height].map((one) => Math.round(one * 1e6))).toEqual([
        1e6, 1e6,
      ]);
    }),
  );
  expect(placeWhole(STAGE, NO_SIZE)).toEqual({ left: 0, top: 0, width: 1, height: 1 });
});
