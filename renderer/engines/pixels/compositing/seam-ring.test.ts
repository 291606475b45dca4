import { describe, expect, it } from 'vitest';
import { boxMask } from '../../../testing/test-pictures.ts';
import { keptRing, ringAround } from './seam-ring.ts';

const size = { width: 80, height: 60 };
const ring = await ringAround(boxMask(80, 60, { x: 30, y: 20, w: 20, h: 20 }));
const columnsOf = (part: Uint32Array): number[] => [...part].map((i) => i % size.width);

describe('keptRing', () => {
  it('leaves out what is missing in the result, and takes what nothing is known of', () => {
    expect(keptRing(ring, size, ['++', '++'])).toEqual(ring);
    expect(keptRing(ring, size, [])).toEqual(ring);
    const left = keptRing(ring, size, ['+-', '+-']);
    expect(left.length).toBe(columnsOf(ring).filter((x) => x < 40).length);
    expect(Math.max(...columnsOf(left))).toBe(39);
  });

  it('judges a block that cannot be compared by those around it', () => {
    expect(keptRing(ring, size, ['+++', '+.+', '+++'])).toEqual(ring);
    expect(columnsOf(keptRing(ring, size, ['--+', '-.+', '--+'])).every((x) => x >= 53)).toBe(true);
  });

  it('is empty if next to nothing shows the source', () => {
    expect(keptRing(ring, size, ['-'])).toHaveLength(0);
  });
});
