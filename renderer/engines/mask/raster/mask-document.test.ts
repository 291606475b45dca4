import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../tests/support/runs.ts';
import { tilesAfter } from '../painting/operation.ts';
import { createHistory } from './history.ts';
import { type KeptTile, packTile, unpackTile } from './kept-tile.ts';
import { createMaskDocument, type MaskDocument } from './mask-document.ts';
import { createTileStore, TILE_BYTES, TILE_PX, type Tile } from './tiles.ts';

const WIDTH = 300;
const HEIGHT = 270;

const points = fc.record({
  x: fc.double({ min: -30, max: WIDTH + 30, noNaN: true }),
  y: fc.double({ min: -30, max: HEIGHT + 30, noNaN: true }),
  pressure: fc.constant(1),
});
const gestures = fc.record({
  type: fc.constant('gesture' as const),
  mode: fc.constantFrom('paint' as const, 'erase' as const),
  brush: fc.record({
    sizePx: fc.integer({ min: 1, max: 120 }),
    hardness: fc.double({ min: 0, max: 1, noNaN: true }),
    opacity: fc.double({ min: 0, max: 1, noNaN: true }),
    pressureToSize: fc.constant(0),
    leashPx: fc.constantFrom(0, 12),
  }),
  path: fc.array(points, { minLength: 1, maxLength: 5 }),
  isDropped: fc.boolean(),
});
const others = fc.record({ type: fc.constantFrom('undo', 'redo', 'clear', 'invert', 'import') });
const actions = fc.array(fc.oneof({ weight: 3, arbitrary: gestures }, { weight: 2, arbitrary: others }), {
  maxLength: 14,
});
type Action = typeof actions extends fc.Arbitrary<(infer A)[]> ? A : never;

const HARD = { sizePx: 40, hardness: 1, opacity: 1, pressureToSize: 0, leashPx: 0 };
const CENTRE = { x: 100, y: 100, pressure: 1 };

function perform(document: MaskDocument, action: Action): void {
  if (action.type === 'gesture' && 'path' in action) {
    const [first, ...rest] = action.path;
    if (first !== undefined) document.begin(action.mode, action.brush, first);
    document.move(rest);
    if (action.isDropped) document.cancel();
    else document.end();
  } else if (action.type === 'undo') document.undo();
  else if (action.type === 'redo') document.redo();
  else if (action.type === 'clear') document.apply({ type: 'clear' });
  else if (action.type === 'invert') document.apply({ type: 'invert' });
  else
    document.apply({
      type: 'replace',
      coverage: Uint8Array.from({ length: WIDTH * HEIGHT }, (_none, i) => (i * 31) >> 4),
    });
}

describe('a mask', () => {
  test('an undone step cannot be redone after another change', () => {
    const document = createMaskDocument(WIDTH, HEIGHT);
    document.apply({ type: 'selectAll' });
    document.undo();
    expect(document.state().canRedo).toBe(true);
    document.begin('paint', HARD, CENTRE);
    document.end();
    const painted = document.exportCoverage();
    expect(document.state().canRedo).toBe(false);
    document.redo();
    expect(document.exportCoverage()).toEqual(painted);
  });

  test('returns to its start by undo and to its end by redo, whatever was done', () => {
    fc.assert(
      fc.property(actions, (list) => {
        const document = createMaskDocument(WIDTH, HEIGHT);
        for (const action of list) perform(document, action);
        const end = document.exportCoverage();
        const steps: Uint8Array[] = [];
        while (document.state().canUndo) {
          steps.push(document.exportCoverage());
          document.undo();
        }
        expect(document.state().isEmpty).toBe(true);
        expect(document.exportCoverage().every((value) => value === 0)).toBe(true);
        for (const expected of steps.reverse()) {
          document.redo();
          expect(Buffer.compare(document.exportCoverage(), expected)).toBe(0);
        }
        while (document.state().canRedo) document.redo();
        if (!list.some((action) => action.type === 'undo')) {
          expect(Buffer.compare(document.exportCoverage(), end)).toBe(0);
        }
      }),
      { numRuns: runs(60) },
    );
  });

  test('reports its covered share, and which tiles may have changed', () => {
    fc.assert(
      fc.property(actions, (list) => {
        const document = createMaskDocument(WIDTH, HEIGHT);
        let before = document.exportCoverage();
        for (const action of list) {
          perform(document, action);
          const after = document.exportCoverage();
          const covered = after.reduce((sum, value) => sum + (value > 0 ? 1 : 0), 0);
          expect(document.state().coveredRatio).toBe(covered / after.length);
          for (const { left, top, right, bottom } of document.takeDirty().values())
            for (let y = top; y < bottom; y++)
              before.set(after.subarray(y * WIDTH + left, y * WIDTH + right), y * WIDTH + left);
          expect(Buffer.compare(before, after)).toBe(0);
          before = after;
        }
      }),
      { numRuns: runs(30) },
    );
  });

  test('records a gesture as one step, and none for a cancelled or empty one', () => {
    const document = createMaskDocument(WIDTH, HEIGHT);
    document.begin('paint', HARD, CENTRE);
    document.move([{ ...CENTRE, x: 200 }]);
    document.cancel();
    document.begin('erase', HARD, CENTRE);
    document.end();
    expect(document.state()).toMatchObject({ isEmpty: true, canUndo: false, revision: 0 });
    document.begin('paint', HARD, CENTRE);
    document.move([{ ...CENTRE, x: 200 }]);
    document.end();
    expect(document.state()).toMatchObject({ canUndo: true, revision: 1 });
    document.undo();
    expect(document.state()).toMatchObject({ isEmpty: true, canUndo: false, canRedo: true, revision: 2 });
  });

  test('ends a gesture in progress before any other change', () => {
    const document = createMaskDocument(WIDTH, HEIGHT);
    document.begin('paint', HARD, CENTRE);
    document.apply({ type: 'invert' });
    document.move([{ x: 0, y: 0, pressure: 1 }]);
    document.undo();
    expect(document.exportCoverage()[100 * WIDTH + 100]).toBe(255);
    document.undo();
    expect(document.state().isEmpty).toBe(true);
  });

  test('restores saved tiles without recording a step, and rejects a plane of another size', () => {
    const document = createMaskDocument(WIDTH, HEIGHT, new Map([[0, new Uint8Array(TILE_BYTES).fill(3, 50, 60)]]));
    const plane = new Uint8Array(WIDTH * HEIGHT).fill(3, 50, 60);
    expect(Buffer.compare(document.exportCoverage(), plane)).toBe(0);
    expect(document.state()).toMatchObject({ canUndo: false, coveredRatio: 10 / plane.length });
    expect(document.hasUnsaved()).toBe(false);
    expect(() => document.apply({ type: 'replace', coverage: new Uint8Array(5) })).toThrow(RangeError);
  });

  test('the tiles it reports as unsaved restore the same mask, whatever was done and whenever they are taken', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.oneof(gestures, others), fc.boolean()), { maxLength: 12 }), (list) => {
        const document = createMaskDocument(WIDTH, HEIGHT);
        const kept = new Map<number, KeptTile>();
        const keep = (): void => {
          for (const [index, tile] of document.takeUnsaved()) kept.set(index, packTile(index, tile));
        };
        for (const [action, isKept] of list) {
          perform(document, action);
          if (isKept) keep();
        }
        // A gesture in progress is not saved, but the state before it is.
        const finished = document.exportCoverage();
        document.begin('paint', HARD, CENTRE);
        keep();
        const tiles = new Map([...kept].map(([index, tile]) => [index, unpackTile(tile)]));
        expect(Buffer.compare(createMaskDocument(WIDTH, HEIGHT, tiles).exportCoverage(), finished)).toBe(0);
      }),
      { numRuns: runs(40) },
    );
  });

  test('shows a preview that becomes a step only when it is accepted', () => {
    const document = createMaskDocument(WIDTH, HEIGHT);
    const isFull = (): boolean => document.state().coveredRatio === 1;
    document.preview(tilesAfter(document.base(), { type: 'selectAll' }));
    expect(isFull()).toBe(true);
    expect(document.takeUnsaved().size).toBe(0);
    document.cancel();
    expect(document.state()).toMatchObject({ isEmpty: true, canUndo: false, revision: 0 });
    document.preview(tilesAfter(document.base(), { type: 'selectAll' }));
    document.undo();
    expect(document.state()).toMatchObject({ isEmpty: true, canRedo: false });
    document.preview(tilesAfter(document.base(), { type: 'selectAll' }));
    document.accept();
    expect(isFull()).toBe(true);
    document.undo();
    expect(document.state()).toMatchObject({ isEmpty: true, canRedo: true });
  });

  test('draws only what differs from the preview before, and is undone as a whole', () => {
    const document = createMaskDocument(3 * TILE_PX, TILE_PX);
    document.preview(new Map([0, 1].map((index) => [index, 255])));
    document.takeDirty();
    document.preview(new Map([1, 2].map((index) => [index, 255])));
    expect([...document.takeDirty().keys()].sort()).toEqual([0, 2]);
    expect(document.store.tiles).toEqual([0, 255, 255]);
    document.accept();
    document.undo();
    expect(document.store.tiles).toEqual([0, 0, 0]);
  });
});

describe('a history', () => {
  const noise = (seed: number): Tile => Uint8Array.from({ length: TILE_BYTES }, (_none, i) => (i * i * seed) >> 5);

  test('discards the oldest steps at its limit and reports it', () => {
    const store = createTileStore(256, 256);
    const history = createHistory(3 * TILE_BYTES);
    for (let step = 1; step <= 5; step++) {
      const before = new Map([[0, store.tiles[0] ?? 0]]);
      store.tiles[0] = noise(step);
      expect(history.record(store, before)).toEqual([0]);
      expect(history.sizeBytes()).toBeLessThanOrEqual(3 * TILE_BYTES);
      expect(history.hasDropped()).toBe(step > 2);
    }
    let undone = 0;
    while (history.undo(store).length > 0) undone += 1;
    expect(undone).toBe(2);
    expect(Buffer.compare(store.tiles[0] as Uint8Array, noise(3) as Uint8Array)).toBe(0);
  });
});
