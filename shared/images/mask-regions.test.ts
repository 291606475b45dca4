import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Box, boxInPicture, boxTag, MAX_BOXES, maskBoxes, readBoxTags } from './mask-regions.ts';
import { planWire } from './wire-geometry.ts';

const side = fc.integer({ min: 1, max: 40 });
const masked = fc
  .record({ width: side, height: side })
  .chain((size) => fc.record({ size: fc.constant(size), dots: fc.array(fc.nat(1599), { maxLength: 20 }) }))
  .map(({ size, dots }) => {
    const coverage = new Uint8Array(size.width * size.height);
    for (const dot of dots) coverage[dot % coverage.length] = 1 + (dot % 255);
    return { size, coverage };
  });
const holds = (box: Box, x: number, y: number): boolean =>
  x >= box.left && x < box.right && y >= box.top && y < box.bottom;

describe('maskBoxes', () => {
  it('contains every covered pixel in few boxes, none larger than necessary', () => {
    fc.assert(
      fc.property(masked, fc.integer({ min: 1, max: 4 }), ({ size, coverage }, most) => {
        const boxes = maskBoxes(coverage, size, most);
        expect(boxes.length).toBeLessThanOrEqual(most);
        const painted = [...coverage.keys()].filter((i) => coverage[i]);
        const places = painted.map((i) => [i % size.width, Math.floor(i / size.width)] as const);
        for (const [x, y] of places) expect(boxes.some((box) => holds(box, x, y))).toBe(true);
        for (const box of boxes) {
          const own = places.filter(([x, y]) => holds(box, x, y));
          expect(Math.min(...own.map(([x]) => x))).toBe(box.left);
          expect(Math.max(...own.map(([, y]) => y))).toBe(box.bottom - 1);
        }
      }),
    );
  });

  it('separates parts that do not touch, the largest first', () => {
    const coverage = new Uint8Array(100 * 60);
    for (const [x, y, w, h] of [
      [5, 5, 3, 3],
      [40, 10, 30, 20],
      [90, 50, 10, 10],
    ] as const) {
      for (let row = y; row < y + h; row++) coverage.fill(200, row * 100 + x, row * 100 + x + w);
    }
    expect(maskBoxes(coverage, { width: 100, height: 60 })).toEqual([
      { left: 40, top: 10, right: 70, bottom: 30 },
      { left: 90, top: 50, right: 100, bottom: 60 },
      { left: 5, top: 5, right: 8, bottom: 8 },
    ]);
  });

  it('is fast and returns few boxes for thousands of dots', () => {
    const [width, height] = [2000, 1500];
    const coverage = Uint8Array.from({ length: width * height }, (_, i) =>
      (i % width) % 20 === 0 && Math.floor(i / width) % 20 === 0 ? 255 : 0,
    );
    expect(maskBoxes(coverage, { width, height }).length).toBeLessThanOrEqual(MAX_BOXES);
  });
});

describe('boxTag', () => {
  const PICTURE = { width: 400, height: 300 };

  it('writes coordinates on a grid of 0 to 999 over the sent picture', () => {
    const whole = { left: 0, top: 0, right: 200, bottom: 100 };
    expect(boxTag(whole, planWire({ width: 200, height: 100 }, { width: 2716, height: 1358 }))).toBe(
      '<bbox>0 0 999 999</bbox>',
    );
    expect(boxTag(whole, planWire({ width: 200, height: 100 }, { width: 2000, height: 2000 }))).toBe(
      '<bbox>0 250 999 750</bbox>',
    );
  });

  it('is read back as a box that contains the original one and is little larger', () => {
    const box = fc.record({ left: fc.nat(399), top: fc.nat(299), width: side, height: side });
    fc.assert(
      fc.property(box, ({ left, top, width, height }) => {
        const given = { left, top, right: Math.min(400, left + width), bottom: Math.min(300, top + height) };
        const [tag, ...more] = readBoxTags(`here: ${boxTag(given, planWire(PICTURE, PICTURE))}.`);
        if (tag === undefined) throw new Error('not read');
        expect(more).toEqual([]);
        const read = boxInPicture(tag, PICTURE);
        expect(read.left).toBeLessThanOrEqual(given.left);
        expect(read.top).toBeLessThanOrEqual(given.top);
        expect(read.right).toBeGreaterThanOrEqual(given.right);
        expect(read.bottom).toBeGreaterThanOrEqual(given.bottom);
        expect(read.right - read.left).toBeLessThanOrEqual(given.right - given.left + 2);
      }),
    );
  });

  it('always covers the whole box', () => {
    const box = fc.record({ left: fc.nat(399), top: fc.nat(299), width: side, height: side });
    fc.assert(
      fc.property(box, ({ left, top, width, height }) => {
        const right = Math.min(400, left + width);
        const bottom = Math.min(300, top + height);
        const plan = planWire({ width: 400, height: 300 }, { width: 3000, height: 2250 });
        const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = (boxTag({ left, top, right, bottom }, plan).match(/\d+/g) ?? [])
          .slice(0)
          .map(Number);
        expect(x1 / 1000).toBeLessThanOrEqual(left / 400);
        expect(y1 / 1000).toBeLessThanOrEqual(top / 300);
        // The last coordinate of the grid is the edge of the picture.
        expect((x2 === 999 ? 1000 : x2) / 1000).toBeGreaterThanOrEqual(right / 400);
        expect((y2 === 999 ? 1000 : y2) / 1000).toBeGreaterThanOrEqual(bottom / 300);
      }),
    );
  });
});
