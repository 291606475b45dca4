import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../tests/support/runs.ts';
import { feather, grow } from '../../pixels/compositing/feather.ts';
import { finish } from '../painting/operation.ts';
import { mapLocally } from './local-map.ts';
import { createTileStore, fillRect, readCoverage } from './tiles.ts';

// More tiles than a part has, and an incomplete tile in each direction.
const [WIDTH, HEIGHT] = [1300, 1100];
const rects = fc.array(
  fc.record({
    left: fc.integer({ min: -50, max: WIDTH }),
    top: fc.integer({ min: -50, max: HEIGHT }),
    width: fc.integer({ min: 1, max: 500 }),
    height: fc.integer({ min: 1, max: 500 }),
    value: fc.constantFrom(0, 90, 255),
  }),
  { maxLength: 5 },
);

test('part by part gives the same result as everywhere at once', () => {
  const changes = [
    { change: grow, fixed: 255 },
    { change: feather, fixed: undefined },
  ];
  fc.assert(
    fc.property(
      rects,
      fc.constantFrom(...changes),
      fc.integer({ min: 1, max: 90 }),
      (filled, { change, fixed }, radius) => {
        const store = createTileStore(WIDTH, HEIGHT);
        for (const { left, top, width, height, value } of filled)
          fillRect(store, { left, top, right: left + width, bottom: top + height }, value);
        const whole = change({ data: readCoverage(store), width: WIDTH, height: HEIGHT }, radius);
        const after = finish(
          mapLocally(store, {
            change: (part) => change(part, radius),
            reachPx: radius,
            ...(fixed === undefined ? {} : { fixed }),
          }),
        );
        for (const [index, tile] of after) store.tiles[index] = tile;
        expect(Buffer.compare(readCoverage(store), whole.data)).toBe(0);
      },
    ),
    { numRuns: runs(12) },
  );
});
