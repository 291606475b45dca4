import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Frame, Handle } from './cropping.ts';
import { drawnAround, leastAround, marginsOf, placedAround, resizedAround, shapedAround } from './extended-frame.ts';
import { FRAME_SHAPES, frameProblem } from './extending.ts';
import { IMPORT_LIMITS } from './limits.ts';
import type { Size } from './size.ts';

const side = fc.integer({ min: 1, max: 3000 });
const size = fc.record({ width: side, height: side });
const sign = fc.constantFrom<-1 | 0 | 1>(-1, 0, 1);
const handle: fc.Arbitrary<Handle> = fc.record({ x: sign, y: sign });
const by = fc.record({ x: fc.integer({ min: -5000, max: 20_000 }), y: fc.integer({ min: -5000, max: 20_000 }) });
const ratio = fc.option(
  fc.constantFrom(...FRAME_SHAPES).map((shape) => Number(shape.split(':')[0]) / Number(shape.split(':')[1])),
);
/** A picture, and a frame around it. */
const framed = size.chain((picture) =>
  fc
    .tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 900 }), fc.nat(900), fc.nat(900))
    .map(([left, top, right, bottom]) => ({
      picture,
      frame: { x: 0 - left, y: 0 - top, width: left + picture.width + right, height: top + picture.height + bottom },
    })),
);

function expectAround(frame: Frame, picture: Size): void {
  const margins = Object.values(marginsOf(frame, picture));
  expect(margins.every((margin) => Number.isInteger(margin) && margin >= 0)).toBe(true);
}

test('whatever is drawn, the whole picture stays in the frame, and the frame can be made', () => {
  fc.assert(
    fc.property(framed, handle, by, ratio, ({ picture, frame }, one, to, kept) => {
      const start = kept === null ? frame : shapedAround(frame, kept, picture);
      const drawn = drawnAround(start, one, to, kept, picture);
      expectAround(drawn, picture);
      if (frameProblem(picture, start) === 'tooLarge') return;
      expect(frameProblem(picture, drawn)).not.toBe('tooLarge');
      expect(drawn.width * drawn.height).toBeLessThanOrEqual(IMPORT_LIMITS.maxPixels);
      if (kept !== null) expect(Math.abs(drawn.width - drawn.height * kept)).toBeLessThanOrEqual(1 + kept);
    }),
  );
});

test('a side that is drawn goes where it is drawn to, and the others stay', () => {
  const picture = { width: 400, height: 300 };
  const frame = { x: -10, y: -20, width: 420, height: 340 };
  expect(drawnAround(frame, { x: -1, y: 0 }, { x: -50, y: 9 }, null, picture)).toEqual({
    ...frame,
    x: -60,
    width: 470,
  });
  expect(drawnAround(frame, { x: 1, y: 1 }, { x: 5, y: 6 }, null, picture)).toEqual({
    ...frame,
    width: 425,
    height: 346,
  });
  // Inwards, as far as the picture.
  expect(drawnAround(frame, { x: -1, y: 0 }, { x: 500, y: 0 }, null, picture)).toEqual({ ...frame, x: 0, width: 410 });
  expect(drawnAround(frame, { x: 0, y: 1 }, { x: 0, y: -500 }, null, picture)).toEqual({ ...frame, height: 320 });
});

test('a shape is the smallest around the picture, in its middle; the picture can be moved in it, but not out of it', () => {
  const picture = { width: 800, height: 600 };
  const frame = shapedAround({ x: 0, y: 0, ...picture }, 16 / 9, picture);
  expect(frame).toEqual({ x: -133, y: 0, width: 1067, height: 600 });
  expect(placedAround(frame, { x: frame.x - 40, y: 50 }, picture)).toEqual({ ...frame, x: -173 });
  expect(placedAround(frame, { x: 40, y: 0 }, picture)).toEqual({ ...frame, x: 0 });
  expect(resizedAround(frame, { width: 1100, height: 700 }, picture)).toMatchObject({
    width: 1100,
    height: 700,
    y: -50,
  });
  expect(leastAround(1, picture)).toEqual({ width: 800, height: 800 });
});
