import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CROP_SHAPES,
  type Crop,
  canStraighten,
  drawnFrame,
  type Field,
  fieldOf,
  flippedCrop,
  followed,
  isInside,
  isPossible,
  isSameCrop,
  largestOf,
  levellingAngle,
  longestSide,
  moved,
  movedFrame,
  placed,
  ratioOf,
  reversed,
  roundedAngle,
  shapedFrame,
  straightenedFrame,
  toCropped,
  turnedCrop,
  wholeCrop,
} from './cropping.ts';
import type { Size } from './size.ts';

const side = fc.integer({ min: 2, max: 5000 });
const size: fc.Arbitrary<Size> = fc.record({ width: side, height: side });
const angle = fc.oneof(
  fc.constant(0),
  fc.integer({ min: -450, max: 450 }).map((tenths) => tenths / 10),
);
const share = fc.double({ min: 0, max: 1, noNaN: true });

/** Any crop that a person can come to. */
const cropOf = (picture: Size): fc.Arbitrary<Crop> =>
  fc
    .record({
      turns: fc.constantFrom(0, 1, 2, 3),
      isFlipped: fc.boolean(),
      angle,
      width: share,
      height: share,
      x: share,
      y: share,
    })
    .map(({ turns, isFlipped, angle: by, ...at }) => {
      const crop: Crop = { ...wholeCrop(picture), turns, isFlipped, angle: by };
      const field = fieldOf(crop, picture);
      const { width, height } = field.turned;
      return {
        ...crop,
        frame: placed(
          { width: Math.max(1, at.width * width), height: Math.max(1, at.height * height) },
          { x: at.x * width, y: at.y * height },
          field,
        ),
      };
    });
const pictureAndCrop = size.chain((picture) => cropOf(picture).map((crop) => ({ picture, crop })));

describe('frames', () => {
  test('lie in their picture at any angle, at whole pixels where it is not straightened', () => {
    fc.assert(
      fc.property(pictureAndCrop, ({ picture, crop }) => {
        expect(isPossible(crop, picture)).toBe(true);
      }),
    );
  });

  test('stay there however they are moved and drawn, and what is opposite to a handle stays', () => {
    const handle = fc.record({ x: fc.constantFrom(-1, 0, 1), y: fc.constantFrom(-1, 0, 1) });
    const by = fc.record({ x: fc.integer({ min: -6000, max: 6000 }), y: fc.integer({ min: -6000, max: 6000 }) });
    fc.assert(
      fc.property(pictureAndCrop, handle, by, ({ picture, crop }, one, distance) => {
        const field = fieldOf(crop, picture);
        expect(isPossible({ ...crop, frame: movedFrame(crop.frame, distance, field) }, picture)).toBe(true);
        const drawn = drawnFrame(crop.frame, one, distance, null, field);
        expect(isPossible({ ...crop, frame: drawn }, picture)).toBe(true);
        // A side that is not drawn stays, too.
        if (one.x <= 0) expect(drawn.x + drawn.width).toBeCloseTo(crop.frame.x + crop.frame.width, 6);
        if (one.x >= 0) expect(drawn.x).toBeCloseTo(crop.frame.x, 6);
        if (one.y <= 0) expect(drawn.y + drawn.height).toBeCloseTo(crop.frame.y + crop.frame.height, 6);
        if (one.y >= 0) expect(drawn.y).toBeCloseTo(crop.frame.y, 6);
      }),
    );
  });

  test('keep their shape: to the pixel when one is chosen, drawn, or straightened', () => {
    const shape = fc.constantFrom(...CROP_SHAPES.filter((one) => one !== 'free'));
    const big = fc.record({ width: fc.integer({ min: 200, max: 5000 }), height: fc.integer({ min: 200, max: 5000 }) });
    fc.assert(
      fc.property(
        big,
        shape,
        angle,
        angle,
        fc.integer({ min: -3000, max: 3000 }),
        (picture, one, before, after, by) => {
          const ratio = ratioOf(one, picture, false) ?? 1;
          fc.pre(ratio < 8 && ratio > 1 / 8);
          const field: Field = { turned: picture, angle: before };
          const isOfShape = ({ width, height }: Size, shape = ratio): void => {
            expect(Math.abs(width - height * shape)).toBeLessThanOrEqual(1 + shape);
          };
          const chosen = shapedFrame({ x: 0, y: 0, ...picture }, ratio, field);
          isOfShape(chosen);
          expect(Math.abs(chosen.width - largestOf(ratio, field).width)).toBeLessThanOrEqual(1 + ratio);
          const drawn = drawnFrame(chosen, { x: 1, y: 1 }, { x: by, y: by }, ratio, field);
          isOfShape(drawn);
          expect(isInside(drawn, field)).toBe(true);
          const next: Field = { turned: picture, angle: after };
          const straightened = straightenedFrame(drawn, field, next);
          expect(isInside(straightened, next)).toBe(true);
          // That of the frame before, which has been rounded itself.
          isOfShape(straightened, drawn.width / drawn.height);
        },
      ),
    );
  });

  test('are as large as before once a picture is straight again', () => {
    const picture = { width: 400, height: 300 };
    const straight: Field = { turned: picture, angle: 0 };
    const frame = { x: 20, y: 30, width: 350, height: 251 };
    const tilted = straightenedFrame(frame, straight, { turned: picture, angle: 12 });
    expect(tilted.width).toBeLessThan(350);
    expect(straightenedFrame(frame, straight, straight)).toEqual(frame);
  });

  test('are the largest without empty corners: one more pixel would have some', () => {
    fc.assert(
      fc.property(size, angle, share, (picture, by, part) => {
        const field: Field = { turned: picture, angle: by };
        const height = Math.max(1, Math.floor(part * largestOf(1, field).height));
        const width = longestSide('width', height, field);
        const middle = { x: picture.width / 2, y: picture.height / 2 };
        expect(placed({ width, height }, middle, field)).toMatchObject({ width, height });
        expect(placed({ width: width + 1, height }, middle, field).width).toBeLessThanOrEqual(width);
      }),
    );
  });

  test('there is always room for one in a picture of two pixels or more', () => {
    expect(canStraighten({ width: 1, height: 5000 })).toBe(false);
    fc.assert(
      fc.property(angle, side, (by, height) => {
        const field: Field = { turned: { width: 2, height }, angle: by };
        expect(isInside(placed({ width: 2, height }, { x: 1, y: height / 2 }, field), field)).toBe(true);
      }),
    );
  });
});

describe('turns and flips', () => {
  test('four turns to one side, a turn and its opposite, and two flips are nothing', () => {
    fc.assert(
      fc.property(pictureAndCrop, ({ picture, crop }) => {
        const back = (other: Crop): void => {
          expect(other).toMatchObject({ turns: crop.turns, isFlipped: crop.isFlipped, angle: crop.angle });
          for (const name of ['x', 'y', 'width', 'height'] as const)
            expect(other.frame[name]).toBeCloseTo(crop.frame[name], 6);
        };
        for (const to of ['left', 'right'] as const) {
          let turned = crop;
          for (let i = 0; i < 4; i++) turned = turnedCrop(turned, picture, to);
          back(turned);
        }
        back(turnedCrop(turnedCrop(crop, picture, 'left'), picture, 'right'));
        for (const axis of ['horizontal', 'vertical'] as const)
          back(flippedCrop(flippedCrop(crop, picture, axis), picture, axis));
      }),
    );
  });

  test('show what was in the frame, turned or mirrored', () => {
    fc.assert(
      fc.property(pictureAndCrop, share, share, ({ picture, crop }, u, v) => {
        const at = { x: u * crop.frame.width, y: v * crop.frame.height };
        const { width, height } = crop.frame;
        const inPicture = moved(reversed(toCropped(crop, picture)), at);
        const seen = (other: Crop) => moved(toCropped(other, picture), inPicture);
        const near = (found: { x: number; y: number }, x: number, y: number): void => {
          expect(found.x).toBeCloseTo(x, 5);
          expect(found.y).toBeCloseTo(y, 5);
        };
        near(seen(turnedCrop(crop, picture, 'right')), height - at.y, at.x);
        near(seen(turnedCrop(crop, picture, 'left')), at.y, width - at.x);
        near(seen(flippedCrop(crop, picture, 'horizontal')), width - at.x, at.y);
        near(seen(flippedCrop(crop, picture, 'vertical')), at.x, height - at.y);
      }),
    );
  });

  test('are whole pixels without an angle, so that they are exact', () => {
    const straight = pictureAndCrop.filter(({ crop }) => crop.angle === 0);
    fc.assert(
      fc.property(straight, ({ picture, crop }) => {
        for (const one of [crop, turnedCrop(crop, picture, 'left'), flippedCrop(crop, picture, 'vertical')])
          expect(Object.values(toCropped(one, picture)).every(Number.isInteger)).toBe(true);
        const there = toCropped(crop, picture);
        const { e, f, ...turn } = followed(there, reversed(there));
        expect([turn.a, turn.b + 0, turn.c + 0, turn.d, e + 0, f + 0]).toEqual([1, 0, 0, 1, 0, 0]);
      }),
    );
  });
});

test('a line along the horizon becomes level, one along a mast upright, to the tenth of a degree', () => {
  expect(levellingAngle(0, { x: 0, y: 0 }, { x: 100, y: 10 })).toBe(-5.7);
  expect(levellingAngle(0, { x: 100, y: 10 }, { x: 0, y: 0 })).toBe(-5.7);
  expect(levellingAngle(3, { x: 0, y: 0 }, { x: 100, y: 0 })).toBe(3);
  expect(levellingAngle(0, { x: 0, y: 0 }, { x: -10, y: 100 })).toBe(-5.7);
  expect(levellingAngle(40, { x: 0, y: 0 }, { x: 100, y: -50 })).toBe(45);
  expect(Object.is(roundedAngle(-0.01), 0)).toBe(true);
});

test('crops are compared by all that they are', () => {
  const crop = wholeCrop({ width: 4, height: 3 });
  expect(isSameCrop(crop, wholeCrop({ width: 4, height: 3 }))).toBe(true);
  for (const change of [{ turns: 2 as const }, { isFlipped: true }, { angle: 1 }, { frame: { ...crop.frame, x: 1 } }])
    expect(isSameCrop(crop, { ...crop, ...change })).toBe(false);
});
