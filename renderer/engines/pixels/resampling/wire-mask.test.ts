import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planWire, toSource, toWire } from '../../../../shared/images/wire-geometry.ts';
import { toWireCoverage } from './wire-mask.ts';

const side = fc.integer({ min: 1, max: 30 });
const size = fc.record({ width: side, height: side });

describe('toWireCoverage', () => {
  it('covers every pixel of the picture sent that a painted pixel touches, and no other', async () => {
    await fc.assert(
      fc.asyncProperty(
        size,
        size,
        fc.array(fc.nat(899), { maxLength: 8 }),
        fc.integer({ min: 1, max: 255 }),
        async (source, wire, dots, value) => {
          const data = new Uint8Array(source.width * source.height);
          for (const dot of dots) data[dot % data.length] = value;
          const plan = planWire(source, wire);
          const sent = await toWireCoverage({ data, ...source }, plan, false);
          const { placed } = plan;
          for (let y = 0; y < wire.height; y++) {
            for (let x = 0; x < wire.width; x++) {
              const isPlaced =
                x >= placed.x && y >= placed.y && x < placed.x + placed.width && y < placed.y + placed.height;
              const from = toSource(plan, { x, y });
              const to = toSource(plan, { x: x + 1, y: y + 1 });
              let isTouched = false;
              for (let v = 0; v < source.height; v++)
                for (let u = 0; u < source.width; u++)
                  if (data[v * source.width + u] && overlap(u, from.x, to.x) && overlap(v, from.y, to.y))
                    isTouched = true;
              expect(sent.data[y * wire.width + x]).toBe(isPlaced && isTouched ? value : 0);
            }
          }
        },
      ),
    );
  });

  it('loses no stroke: painted pixels are covered at their new position', async () => {
    await fc.assert(
      fc.asyncProperty(size, size, fc.nat(29), fc.nat(29), fc.boolean(), async (source, wire, x, y, isSoft) => {
        const at = { x: (x % source.width) + 0.5, y: (y % source.height) + 0.5 };
        const data = new Uint8Array(source.width * source.height);
        data[Math.floor(at.y) * source.width + Math.floor(at.x)] = 255;
        const plan = planWire(source, wire);
        const landed = toWire(plan, at);
        const sent = await toWireCoverage({ data, ...source }, plan, isSoft);
        const index = Math.floor(landed.y) * wire.width + Math.floor(landed.x);
        if (!isSoft) expect(sent.data[index]).toBe(255);
      }),
    );
  });

  it('is the same mask if nothing is scaled', async () => {
    await fc.assert(
      fc.asyncProperty(size, fc.boolean(), async (source, isSoft) => {
        const data = Uint8Array.from({ length: source.width * source.height }, (_, i) => (i * 37) % 256);
        expect((await toWireCoverage({ data, ...source }, planWire(source, source), isSoft)).data).toEqual(data);
      }),
    );
  });
});

/** Whether pixel `i` overlaps the stretch by more than a rounding error. */
function overlap(i: number, from: number, to: number): boolean {
  return Math.min(i + 1, to) - Math.max(i, from) > 1e-9;
}
