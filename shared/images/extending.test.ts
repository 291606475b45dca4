import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FRAME_SHAPES, frameOfShape, frameProblem, marginsFor } from './extending.ts';

const side = fc.integer({ min: 1, max: 5000 });
const size = fc.record({ width: side, height: side });
const share = fc.double({ min: 0, max: 1, noNaN: true });

test('a frame of a shape is the smallest that has the picture in it, to the pixel', () => {
  fc.assert(
    fc.property(size, fc.constantFrom(...FRAME_SHAPES), (picture, shape) => {
      const frame = frameOfShape(picture, shape);
      const [across = 1, down = 1] = shape.split(':').map(Number);
      expect(frame.width === picture.width || frame.height === picture.height).toBe(true);
      expect(frame.width).toBeGreaterThanOrEqual(picture.width);
      expect(frame.height).toBeGreaterThanOrEqual(picture.height);
      // One side follows from the other, to the nearest pixel.
      const errors = [frame.width - (frame.height * across) / down, frame.height - (frame.width * down) / across];
      expect(Math.min(...errors.map(Math.abs))).toBeLessThanOrEqual(0.5);
    }),
  );
  expect(frameOfShape({ width: 1920, height: 1080 }, '16:9')).toEqual({ width: 1920, height: 1080 });
  expect(frameOfShape({ width: 1000, height: 1000 }, '16:9')).toEqual({ width: 1778, height: 1000 });
});

test('the margins fill the frame, wherever the picture lies in it', () => {
  fc.assert(
    fc.property(size, side, side, share, share, (picture, across, down, x, y) => {
      const frame = { width: picture.width + across, height: picture.height + down };
      const { left, top, right, bottom } = marginsFor(picture, frame, { x, y });
      expect([left + picture.width + right, top + picture.height + bottom]).toEqual([frame.width, frame.height]);
      expect(Math.min(left, top, right, bottom)).toBeGreaterThanOrEqual(0);
    }),
  );
  expect(marginsFor({ width: 2, height: 4 }, { width: 6, height: 4 }, { x: 0, y: 0.5 })).toEqual({
    left: 0,
    top: 0,
    right: 4,
    bottom: 0,
  });
});

test('a frame that cuts the picture, adds nothing, or is too large says so', () => {
  const picture = { width: 100, height: 50 };
  const problem = (width: number, height: number) => frameProblem(picture, { width, height });
  expect([problem(99, 60), problem(100, 49), problem(Number.NaN, 60)]).toEqual(['smaller', 'smaller', 'smaller']);
  expect([problem(100, 50), problem(101, 50)]).toEqual(['same', null]);
  expect([problem(16_385, 50), problem(11_001, 10_000)]).toEqual(['tooLarge', 'tooLarge']);
});
