import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SIZE_RULES, isSameShape, matchPicture } from './size.ts';
import { isIdentity, marginsOf, mustBringBack, planWire, toSource, toWire } from './wire-geometry.ts';

const side = fc.integer({ min: 1, max: 16_384 });
const size = fc.record({ width: side, height: side });
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('planWire', () => {
  it('uses the whole area for the same shape', () => {
    expect(planWire({ width: 1280, height: 720 }, { width: 2560, height: 1440 }).placed).toEqual({
      x: 0,
      y: 0,
      width: 2560,
      height: 1440,
    });
  });

  it('centres another shape', () => {
    expect(planWire({ width: 1000, height: 500 }, { width: 1920, height: 1920 }).placed).toEqual({
      x: 0,
      y: 480,
      width: 1920,
      height: 960,
    });
    expect(planWire({ width: 500, height: 1000 }, { width: 1921, height: 1920 }).placed).toEqual({
      x: 480,
      y: 0,
      width: 960,
      height: 1920,
    });
  });

  it('is inside the wire picture, touches two of its edges and keeps the shape', () => {
    fc.assert(
      fc.property(size, size, (source, wire) => {
        const { placed } = planWire(source, wire);
        expect(placed.x).toBeGreaterThanOrEqual(0);
        expect(placed.y).toBeGreaterThanOrEqual(0);
        expect(placed.x + placed.width).toBeLessThanOrEqual(wire.width);
        expect(placed.y + placed.height).toBeLessThanOrEqual(wire.height);
        expect(placed.width === wire.width || placed.height === wire.height).toBe(true);
        expect(Object.values(placed).every(Number.isInteger)).toBe(true);
        // One side is full, the other within half a pixel of the shape's side.
        const scale = Math.min(wire.width / source.width, wire.height / source.height);
        const ideal = { width: Math.max(1, scale * source.width), height: Math.max(1, scale * source.height) };
        if (!isSameShape(source, wire)) {
          expect(Math.abs(placed.width - ideal.width)).toBeLessThanOrEqual(0.5 + 1e-6);
          expect(Math.abs(placed.height - ideal.height)).toBeLessThanOrEqual(0.5 + 1e-6);
        }
      }),
    );
  });

  it('is the identity exactly when the sizes agree', () => {
    fc.assert(
      fc.property(size, (source) => {
        const plan = planWire(source, source);
        expect(isIdentity(plan)).toBe(true);
        expect(toWire(plan, { x: 3.25, y: 7.5 })).toEqual({ x: 3.25, y: 7.5 });
      }),
    );
  });

  it('fills the wire for a matched picture within the ratio limit', () => {
    fc.assert(
      fc.property(size, (source) => {
        fc.pre(Math.max(source.width / source.height, source.height / source.width) <= 16);
        const wire = matchPicture(source, DEFAULT_SIZE_RULES);
        expect(planWire(source, wire).placed).toEqual({ x: 0, y: 0, ...wire });
      }),
    );
  });
});

describe('toWire and toSource', () => {
  it('are inverse within half a pixel', () => {
    fc.assert(
      fc.property(size, size, share, share, (source, wire, u, v) => {
        const plan = planWire(source, wire);
        const inSource = { x: u * source.width, y: v * source.height };
        const back = toSource(plan, toWire(plan, inSource));
        expect(Math.abs(back.x - inSource.x)).toBeLessThan(1e-6);
        expect(Math.abs(back.y - inSource.y)).toBeLessThan(1e-6);
      }),
    );
  });

  it('map the corners of the picture onto the corners of its place', () => {
    fc.assert(
      fc.property(size, size, (source, wire) => {
        const plan = planWire(source, wire);
        const { placed } = plan;
        expect(toWire(plan, { x: 0, y: 0 })).toEqual({ x: placed.x, y: placed.y });
        const corner = toWire(plan, { x: source.width, y: source.height });
        expect(corner.x).toBeCloseTo(placed.x + placed.width, 6);
        expect(corner.y).toBeCloseTo(placed.y + placed.height, 6);
      }),
    );
  });
});

describe('marginsOf', () => {
  it('are the area outside the picture, and empty within the ratio limit', () => {
    fc.assert(
      fc.property(size, size, (source, wire) => {
        const plan = planWire(source, wire);
        const { left, top, right, bottom } = marginsOf(plan);
        expect(Math.min(left, top, right, bottom)).toBeGreaterThanOrEqual(0);
        expect([left + plan.placed.width + right, top + plan.placed.height + bottom]).toEqual([
          wire.width,
          wire.height,
        ]);
        expect(Math.abs(left - right)).toBeLessThanOrEqual(1);
      }),
    );
    const long = { width: 16_384, height: 1 };
    expect(marginsOf(planWire(long, matchPicture(long, DEFAULT_SIZE_RULES)))).toEqual({
      left: 0,
      top: 511,
      right: 0,
      bottom: 512,
    });
  });
});

describe('bringing back', () => {
  const plan = planWire({ width: 6000, height: 4000 }, { width: 5016, height: 3344 });

  it('is needed unless the result has the size of its source', () => {
    expect(mustBringBack(plan, { width: 5016, height: 3344 })).toBe(true);
    expect(mustBringBack(plan, { width: 1536, height: 1024 })).toBe(true);
    expect(mustBringBack(plan, { width: 6000, height: 4000 })).toBe(false);
  });

  it('does not distort a result of another shape', () => {
    expect(mustBringBack(plan, { width: 1024, height: 1024 })).toBe(false);
    expect(mustBringBack(plan, { width: 3344, height: 5016 })).toBe(false);
  });
});
