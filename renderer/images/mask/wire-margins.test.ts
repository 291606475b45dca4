import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_SIZE_RULES, matchPicture } from '../../../shared/images/size.ts';
import { planWire } from '../../../shared/images/wire-geometry.ts';
import { wireMargins } from './wire-margins.ts';

const side = fc.integer({ min: 1, max: 8000 });
const size = fc.record({ width: side, height: side });

test('a picture with the same aspect ratio has none', () => {
  expect(wireMargins(planWire({ width: 800, height: 600 }, { width: 2304, height: 1728 }))).toBeNull();
});

test('a wide picture in a square gets them above and below', () => {
  expect(wireMargins(planWire({ width: 3840, height: 1920 }, { width: 1920, height: 1920 }))).toEqual({
    edges: 'ends',
    px: [480, 480],
    areas: [
      { left: 0, top: -960, width: 3840, height: 960 },
      { left: 0, top: 1920, width: 3840, height: 960 },
    ],
    size: '1920x1920',
  });
});

test('a picture with a more extreme ratio than relays accept gets margins', () => {
  const long = { width: 100, height: 4000 };
  expect(wireMargins(planWire(long, matchPicture(long, DEFAULT_SIZE_RULES)))).toMatchObject({ edges: 'sides' });
});

test('picture and margins fill exactly what is sent and do not overlap', () => {
  fc.assert(
    fc.property(size, size, (source, wire) => {
      const plan = planWire(source, wire);
      const margins = wireMargins(plan);
      const area = ({ width, height }: { width: number; height: number }): number => width * height;
      const scale = area(plan.placed) / area(source);
      const added = margins === null ? 0 : area(margins.areas[0]) + area(margins.areas[1]);
      expect(((area(source) + added) * scale) / area(wire)).toBeCloseTo(1, 6);
      for (const { left, top, width, height } of margins?.areas ?? []) {
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(-1e-9);
        const isBeside = left + width <= 1e-6 || left >= source.width - 1e-6;
        const isBeyond = top + height <= 1e-6 || top >= source.height - 1e-6;
        expect(isBeside || isBeyond).toBe(true);
      }
    }),
  );
});
