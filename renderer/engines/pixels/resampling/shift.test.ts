import fc from 'fast-check';
import { expect, it } from 'vitest';
import { combined, NO_SHIFT, type Shift, shiftedArea } from './shift.ts';

const shift: fc.Arbitrary<Shift> = fc.record({
  dxPx: fc.double({ min: -32, max: 32, noNaN: true }),
  dyPx: fc.double({ min: -32, max: 32, noNaN: true }),
  scale: fc.double({ min: 0.9, max: 1.1, noNaN: true }),
});
const side = fc.integer({ min: 1, max: 9000 });
const size = fc.record({ width: side, height: side });
const whole = ({ width, height }: { width: number; height: number }) => ({ x: 0, y: 0, width, height });

/** The position at which a point of the source is found, by definition. */
const moved = (by: Shift, of: { width: number; height: number }, x: number, y: number) => ({
  x: of.width / 2 + by.scale * (x - of.width / 2) + by.dxPx,
  y: of.height / 2 + by.scale * (y - of.height / 2) + by.dyPx,
});

it('shiftedArea spans from the position of the first corner to that of the last', () => {
  fc.assert(
    fc.property(shift, size, (by, of) => {
      const area = shiftedArea(whole(of), of, by);
      const [from, to] = [moved(by, of, 0, 0), moved(by, of, of.width, of.height)];
      expect(area.x).toBeCloseTo(from.x, 6);
      expect(area.y).toBeCloseTo(from.y, 6);
      expect(area.x + area.width).toBeCloseTo(to.x, 6);
      expect(area.y + area.height).toBeCloseTo(to.y, 6);
      expect(shiftedArea(whole(of), of, NO_SHIFT)).toEqual(whole(of));
    }),
  );
});

it('combined is one shift after the other', () => {
  fc.assert(
    fc.property(shift, shift, size, (first, second, of) => {
      const inner = moved(second, of, 0, of.height);
      const twice = moved(first, of, inner.x, inner.y);
      const once = moved(combined(first, second), of, 0, of.height);
      expect(once.x).toBeCloseTo(twice.x, 6);
      expect(once.y).toBeCloseTo(twice.y, 6);
    }),
  );
});
