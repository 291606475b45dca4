import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../tests/support/runs.ts';
import { createMaskDocument } from '../raster/mask-document.ts';
import { createMessageReader, createMessageWriter } from './point-messages.ts';
import { createPointMemory, createRingReader, createRingWriter } from './point-ring.ts';
import type { PointReader, PointWriter } from './points.ts';

const point = (x: number) => ({ x, y: -x, pressure: 0.5 });
const upTo = (count: number): number[] => Array.from({ length: count }, (_none, i) => i);

type Ends = { writer: PointWriter; reader: PointReader };

function byMemory(): Ends {
  const memory = createPointMemory();
  return { writer: createRingWriter(memory), reader: createRingReader(memory) };
}

function byMessages(): Ends {
  const reader = createMessageReader();
  return { writer: createMessageWriter((message) => reader.add(structuredClone(message))), reader };
}

function all(reader: PointReader, stroke: number): number[] {
  const found: number[] = [];
  for (let next = reader.next(stroke); next !== undefined; next = reader.next(stroke)) found.push(next.x);
  return found;
}

describe.each([
  ['shared memory', byMemory],
  ['messages', byMessages],
])('points by %s', (_name, open) => {
  test('arrive once each and in order, however writing and reading alternate', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 6000 }), { maxLength: 12 }), (portions) => {
        const { writer, reader } = open();
        let count = 0;
        const found: number[] = [];
        for (const portion of portions) {
          writer.write(
            1,
            upTo(portion).map(() => point(count++)),
          );
          found.push(...all(reader, 1));
        }
        expect(found).toEqual(upTo(count));
      }),
    );
  });

  test('keep their coordinates and pressure', () => {
    const { writer, reader } = open();
    writer.write(1, [{ x: 16_383.123456789, y: -0.25, pressure: 0.3 }]);
    expect(reader.next(1)).toEqual({ x: 16_383.123456789, y: -0.25, pressure: 0.3 });
  });

  test('of one stroke never appear in another', () => {
    const { writer, reader } = open();
    writer.write(1, [point(10), point(11)]);
    writer.write(2, [point(20)]);
    writer.write(2, [point(21), point(22)]);
    writer.write(4, [point(40)]);
    expect(all(reader, 1)).toEqual([10, 11]);
    expect(reader.next(2)?.x).toBe(20);
    expect(reader.next(2)?.x).toBe(21);
    // The second stroke was cancelled with one point unread.
    expect(all(reader, 3)).toEqual([]);
    expect(all(reader, 4)).toEqual([40]);
  });
});

test('the same gestures produce the same pixels with either transport', () => {
  const place = fc.record({
    x: fc.double({ min: -20, max: 320, noNaN: true }),
    y: fc.double({ min: -20, max: 220, noNaN: true }),
    pressure: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  const event = fc.record({ points: fc.array(place, { minLength: 1, maxLength: 4 }), isFrameAfter: fc.boolean() });
  const gesture = fc.record({ from: place, events: fc.array(event, { maxLength: 8 }), isDropped: fc.boolean() });
  type Gesture = typeof gesture extends fc.Arbitrary<infer G> ? G : never;
  const brush = { sizePx: 40, hardness: 0.5, opacity: 0.8, pressureToSize: 0.7, leashPx: 6 };
  const paint = ({ writer, reader }: Ends, gestures: readonly Gesture[]) => {
    const document = createMaskDocument(300, 200);
    for (const [stroke, { from, events, isDropped }] of gestures.entries()) {
      const paintWaiting = (): void => {
        for (let next = reader.next(stroke); next !== undefined; next = reader.next(stroke)) document.move([next]);
      };
      document.begin('paint', brush, from);
      for (const { points, isFrameAfter } of events) {
        writer.write(stroke, points);
        if (isFrameAfter) paintWaiting();
      }
      if (!isDropped) paintWaiting();
      document[isDropped ? 'cancel' : 'end']();
    }
    return document.exportCoverage();
  };
  fc.assert(
    fc.property(fc.array(gesture, { minLength: 1, maxLength: 4 }), (gestures) => {
      expect(Buffer.compare(paint(byMessages(), gestures), paint(byMemory(), gestures))).toBe(0);
    }),
    { numRuns: runs(40) },
  );
});

test('shared memory drops points when it is full, and works again after reading', () => {
  const { writer, reader } = byMemory();
  writer.write(1, upTo(10_000).map(point));
  const found = all(reader, 1);
  expect(found).toEqual(upTo(found.length));
  expect(found.length).toBeGreaterThan(8000);
  writer.write(1, [point(-1)]);
  expect(all(reader, 1)).toEqual([-1]);
});
