import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPointMemory, createPointReader, createPointWriter, type PointReader } from './point-ring.ts';

const point = (x: number) => ({ x, y: -x, pressure: 0.5 });

function bothEnds() {
  const memory = createPointMemory();
  return { writer: createPointWriter(memory), reader: createPointReader(memory) };
}

function all(reader: PointReader, stroke: number): number[] {
  const found: number[] = [];
  for (let next = reader.next(stroke); next !== undefined; next = reader.next(stroke)) found.push(next.x);
  return found;
}

describe('point ring', () => {
  test('gives each point once, in order, however reading and writing take turns', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 6000 }), { maxLength: 12 }), (portions) => {
        const { writer, reader } = bothEnds();
        let count = 0;
        const found: number[] = [];
        for (const portion of portions) {
          for (let i = 0; i < portion; i++) writer.write(1, point(count++));
          found.push(...all(reader, 1));
        }
        expect(found).toEqual(Array.from({ length: count }, (_none, i) => i));
      }),
    );
  });

  test('keeps coordinates and pressure as they are', () => {
    const { writer, reader } = bothEnds();
    writer.write(1, { x: 16_383.123456789, y: -0.25, pressure: 0.3 });
    expect(reader.next(1)).toEqual({ x: 16_383.123456789, y: -0.25, pressure: 0.3 });
  });

  test('never gives a stroke the points of another', () => {
    const { writer, reader } = bothEnds();
    writer.write(1, point(10));
    writer.write(2, point(20));
    writer.write(2, point(21));
    writer.write(4, point(40));
    expect(all(reader, 1)).toEqual([10]);
    // The second stroke was dropped with its points unread.
    expect(all(reader, 3)).toEqual([]);
    expect(all(reader, 4)).toEqual([40]);
  });

  test('leaves out what comes while nobody has read for very long, and goes on afterwards', () => {
    const { writer, reader } = bothEnds();
    for (let i = 0; i < 10_000; i++) writer.write(1, point(i));
    const found = all(reader, 1);
    expect(found).toEqual(Array.from({ length: found.length }, (_none, i) => i));
    expect(found.length).toBeGreaterThan(8000);
    writer.write(1, point(-1));
    expect(all(reader, 1)).toEqual([-1]);
  });
});
