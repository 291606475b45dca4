import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../tests/support/runs.ts';
import { finish } from '../painting/operation.ts';
import type { BlendMode } from '../raster/blend.ts';
import { createTileStore, fillRect, type Rect, readCoverage, type Tile, type TileStore } from '../raster/tiles.ts';
import type { Point } from '../view/view.ts';
import { createSelector, type SelectBy, type Selector } from './selector.ts';

type Colour = readonly [red: number, green: number, blue: number, alpha?: number];
const SKY: Colour = [90, 140, 200];
const APPLE: Colour = [200, 50, 40];
const OTHER_APPLE: Colour = [200, 50, 40];
const LEAF: Colour = [60, 140, 50];

/** A picture made by code, and the mask on it. */
function scene(width: number, height: number, colourAt: (x: number, y: number) => Colour) {
  const part = ({ left, top, right, bottom }: Rect): Uint8ClampedArray => {
    const rgba = new Uint8ClampedArray(4 * (right - left) * (bottom - top));
    for (let y = top, to = 0; y < bottom; y++) {
      for (let x = left; x < right; x++, to += 4) {
        const grain = ((x * 7919 + y * 104_729) % 17) - 8;
        const [red, green, blue, alpha = 255] = colourAt(x, y);
        rgba.set([red + grain, green + grain, blue + grain, alpha], to);
      }
    }
    return rgba;
  };
  const read = (top: number, count: number) => part({ left: 0, top, right: width, bottom: top + count });
  const selector = finish(createSelector({ widthPx: width, heightPx: height, read }, { width, height }, part));
  return { width, height, selector, store: createTileStore(width, height), colourAt };
}

type Scene = { selector: Selector; store: TileStore };

function select({ selector, store }: Scene, mode: BlendMode, [first, ...rest]: Point[], how: SelectBy = 'stroke') {
  const stroke = selector.begin(store, mode, how, first ?? { x: 0, y: 0 });
  for (const point of rest) {
    stroke.move([point]);
    stroke.preview();
  }
  put(store, finish(stroke.finish()));
}

function put(store: TileStore, tiles: ReadonlyMap<number, Tile>): void {
  for (const [index, tile] of tiles) store.tiles[index] = tile;
}

/** What is selected and should be, as a share of what is selected or should be. */
function overlap({ store, width, colourAt }: ReturnType<typeof scene>, isThing: (colour: Colour) => boolean) {
  let [both, either] = [0, 0];
  for (const [at, value] of readCoverage(store).entries()) {
    const isIn = isThing(colourAt(at % width, Math.floor(at / width)));
    if (isIn && value >= 128) both += 1;
    if (isIn || value >= 128) either += 1;
  }
  return either === 0 ? 1 : both / either;
}

const disc = (cx: number, cy: number, radius: number) => (x: number, y: number) =>
  Math.hypot(x + 0.5 - cx, y + 0.5 - cy) < radius;
const isApple = (colour: Colour): boolean => colour === APPLE;

describe('a stroke selects what it is on', () => {
  const apple = disc(130, 100, 60);

  test('a click is enough for a thing of one colour', () => {
    const on = scene(300, 220, (x, y) => (apple(x, y) ? APPLE : SKY));
    select(on, 'paint', [{ x: 130, y: 100 }]);
    expect(overlap(on, isApple)).toBeGreaterThan(0.98);
  });

  test('a stroke over two colours selects both, a box around them too', () => {
    const leaf = disc(190, 60, 25);
    const draw = (x: number, y: number) => (leaf(x, y) ? LEAF : apple(x, y) ? APPLE : SKY);
    const isThing = (colour: Colour) => colour === APPLE || colour === LEAF;
    const stroked = scene(300, 220, draw);
    select(stroked, 'paint', [
      { x: 120, y: 120 },
      { x: 195, y: 58 },
    ]);
    expect(overlap(stroked, isThing)).toBeGreaterThan(0.97);
    const boxed = scene(300, 220, draw);
    const corners = [
      { x: 225, y: 170 },
      { x: 60, y: 25 },
    ];
    select(boxed, 'paint', corners, 'box');
    expect(overlap(boxed, isThing)).toBeGreaterThan(0.97);
  });

  test('nothing jumps to another thing of the same colour', () => {
    const other = disc(240, 170, 30);
    const on = scene(300, 220, (x, y) => (other(x, y) ? OTHER_APPLE : apple(x, y) ? APPLE : SKY));
    select(on, 'paint', [{ x: 130, y: 100 }]);
    expect(overlap(on, isApple)).toBeGreaterThan(0.98);
  });

  test('at the border, on a transparent picture, and in a picture of one row', () => {
    const corner = disc(0, 0, 90);
    const cut = scene(300, 220, (x, y) => (corner(x, y) ? APPLE : SKY));
    select(cut, 'paint', [{ x: 20, y: 20 }]);
    expect(overlap(cut, isApple)).toBeGreaterThan(0.98);
    const clear = scene(300, 220, (x, y) => (apple(x, y) ? APPLE : [0, 0, 0, 0]));
    select(clear, 'paint', [{ x: 130, y: 100 }]);
    expect(overlap(clear, isApple)).toBeGreaterThan(0.98);
    const row = scene(1, 5000, (_x, y) => (y > 1000 && y < 1500 ? APPLE : SKY));
    select(row, 'paint', [{ x: 0.5, y: 1200 }]);
    expect(overlap(row, isApple)).toBeGreaterThan(0.98);
  });

  test('a thing of one pixel is selected alone', () => {
    const on = scene(120, 90, (x, y) => (x === 40 && y === 30 ? APPLE : SKY));
    select(on, 'paint', [{ x: 40.5, y: 30.5 }]);
    const coverage = readCoverage(on.store);
    expect(coverage[30 * 120 + 40]).toBe(255);
    expect(coverage.filter((value) => value >= 128).length).toBeLessThan(10);
  });

  test('a stroke that begins outside counts where it is inside; one that is outside does nothing', () => {
    const on = scene(300, 220, (x, y) => (apple(x, y) ? APPLE : SKY));
    select(on, 'paint', [
      { x: -50, y: -900 },
      { x: -40, y: 400 },
    ]);
    expect(readCoverage(on.store).some((value) => value > 0)).toBe(false);
    const left = disc(0, 100, 60);
    const at = scene(300, 220, (x, y) => (left(x, y) ? APPLE : SKY));
    select(at, 'paint', [
      { x: -30, y: 100 },
      { x: 20, y: 100 },
    ]);
    expect(overlap(at, isApple)).toBeGreaterThan(0.97);
  });
});

describe('strokes one after the other', () => {
  const [one, two] = [disc(90, 110, 50), disc(170, 110, 60)];
  const draw = (x: number, y: number) => (one(x, y) ? APPLE : two(x, y) ? LEAF : SKY);

  test('add the next part, and take one away again', () => {
    const on = scene(300, 220, draw);
    select(on, 'paint', [{ x: 80, y: 110 }]);
    select(on, 'paint', [{ x: 190, y: 110 }]);
    expect(overlap(on, (colour) => colour !== SKY)).toBeGreaterThan(0.98);
    select(on, 'erase', [{ x: 190, y: 110 }]);
    expect(overlap(on, isApple)).toBeGreaterThan(0.97);
  });

  test('what was taken away is not added again, unless that was undone', () => {
    const flat = scene(200, 160, () => SKY);
    fillRect(flat.store, { left: 0, top: 0, right: 100, bottom: 160 }, 255);
    const before = [...flat.store.tiles];
    select(flat, 'erase', [{ x: 60, y: 80 }]);
    select(flat, 'paint', [{ x: 150, y: 80 }]);
    expect(readCoverage(flat.store)[80 * 200 + 60]).toBe(0);
    for (const [index, tile] of before.entries()) flat.store.tiles[index] = tile;
    select(flat, 'paint', [
      { x: 60, y: 80 },
      { x: 150, y: 80 },
    ]);
    expect(readCoverage(flat.store)[80 * 200 + 60]).toBe(255);
  });

  test('a stroke that is not finished changes nothing; a preview without changes has the same tiles', () => {
    const on = scene(300, 220, draw);
    const stroke = on.selector.begin(on.store, 'paint', 'stroke', { x: 80, y: 110 });
    const first = stroke.preview();
    stroke.move([{ x: 80, y: 110 }]);
    expect([...stroke.preview()]).toEqual([...first]);
    for (const [index, tile] of stroke.preview()) expect(tile).toBe(first.get(index));
    const refining = stroke.finish();
    refining.next();
    expect(readCoverage(on.store).some((value) => value > 0)).toBe(false);
  });
});

test('a stroke’s own pixels are always in, or out; adding takes nothing away, and removing adds nothing', () => {
  const [width, height] = [90, 70];
  const place = fc.record({ x: fc.integer({ min: -5, max: width + 5 }), y: fc.integer({ min: -5, max: height + 5 }) });
  const strokes = fc.array(
    fc.record({
      mode: fc.constantFrom<BlendMode>('paint', 'erase'),
      points: fc.array(place, { minLength: 1, maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 4 },
  );
  const kinds = fc.constantFrom('flat', 'noise', 'things');
  fc.assert(
    fc.property(strokes, kinds, (all, kind) => {
      const thing = disc(40, 30, 20);
      const on = scene(width, height, (x, y) => {
        if (kind === 'noise') return [(x * 7919 * y) % 256, (y * 104_729) % 256, (x * y * 31) % 256];
        return kind === 'things' && thing(x, y) ? APPLE : SKY;
      });
      for (const { mode, points } of all) {
        const before = readCoverage(on.store);
        select(on, mode, points);
        const after = readCoverage(on.store);
        for (const { x, y } of points) {
          if (x < 0 || y < 0 || x >= width || y >= height) continue;
          expect(after[y * width + x]).toBe(mode === 'paint' ? 255 : 0);
        }
        for (const [at, value] of after.entries())
          if (mode === 'paint' ? value < (before[at] ?? 0) : value > (before[at] ?? 0))
            throw new Error(`${mode} at ${at}`);
      }
    }),
    { numRuns: runs(40) },
  );
});

describe('an edge refined by the picture', () => {
  const apple = disc(150, 110, 60);
  const draw = (x: number, y: number) => (apple(x, y) ? APPLE : SKY);

  test('is drawn to the edge nearby, and what is farther away stays', () => {
    const on = scene(300, 220, draw);
    fillRect(on.store, { left: 0, top: 0, right: 20, bottom: 20 }, 100);
    const rough = disc(153, 107, 56);
    for (let y = 0; y < 220; y++)
      for (let x = 0; x < 300; x++)
        if (rough(x, y)) fillRect(on.store, { left: x, top: y, right: x + 1, bottom: y + 1 }, 255);
    expect(overlap(on, isApple)).toBeLessThan(0.92);
    put(on.store, finish(on.selector.refine(on.store, { type: 'edge', radiusPx: 12 })));
    expect(overlap(on, isApple)).toBeGreaterThan(0.98);
    expect(readCoverage(on.store)[10 * 300 + 10]).toBe(100);
  });

  test('finds hair that the mask left out, and that is half transparent', () => {
    const isHair = (x: number, y: number) => x % 12 < 2 && y > 25 && y < 50;
    const mixed: Colour = [145, 95, 120];
    const on = scene(300, 220, (x, y) => (y >= 50 ? APPLE : isHair(x, y) ? (x % 12 === 0 ? APPLE : mixed) : SKY));
    fillRect(on.store, { left: 0, top: 50, right: 300, bottom: 220 }, 255);
    put(on.store, finish(on.selector.refine(on.store, { type: 'hair', radiusPx: 30 })));
    const coverage = readCoverage(on.store);
    const at = (x: number, y: number): number => coverage[y * 300 + x] ?? 0;
    expect(at(144, 45)).toBeGreaterThan(120);
    expect(at(145, 45)).toBeGreaterThan(40);
    expect(at(145, 45)).toBeLessThan(120);
    expect(at(150, 45)).toBeLessThan(20);
    expect(at(150, 60)).toBeGreaterThan(230);
  });
});
