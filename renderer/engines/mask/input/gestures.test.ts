import { expect, test } from 'vitest';
import { DEFAULT_TOOL_SETTINGS, type ToolSettings } from '../../../../shared/images/mask-tools.ts';
import type { Operation } from '../painting/operation.ts';
import type { Modifiers } from '../tool-api.ts';
import { TOOLS } from '../tools/all-tools.ts';
import type { Point } from '../view/view.ts';
import { createGestures, type Gestures } from './gestures.ts';

/** The picture is shown at twice its size and begins at 100,100. */
const SCALE = 2;
const OFFSET = 100;
type At = readonly [x: number, y: number];
const seen = ([x, y]: At): Point => ({ x: x * SCALE + OFFSET, y: y * SCALE + OFFSET });
const point = ([x, y]: At) => ({ x, y });

const ALT = { isAlt: true };
const SHIFT = { isShift: true };

/** Gestures with the real tools, driven by positions in the picture, and a record of their effects. */
function start(initial: Partial<ToolSettings>) {
  let settings: ToolSettings = { ...DEFAULT_TOOL_SETTINGS, ...initial };
  const done: unknown[] = [];
  let outline: { points: readonly Point[]; isClosed: boolean } | undefined;
  const gestures: Gestures = createGestures(
    {
      toPicture: ({ x, y }) => ({ x: (x - OFFSET) / SCALE, y: (y - OFFSET) / SCALE }),
      scale: () => SCALE,
      beginStroke: (mode, at) => done.push(['begin', mode, at]),
      moveStroke: (points) => done.push(['move', ...points]),
      beginSelect: (mode, how, at) => done.push(['beginSelect', mode, how, at]),
      endStroke: () => done.push('end'),
      cancelStroke: () => done.push('cancel'),
      apply: (operation) => done.push(operation),
      select: (at, how, mode) => done.push(['select', at, how, mode]),
      showOutline: (points, isClosed) => {
        outline = points && { points: [...points], isClosed };
      },
      onBegin: () => undefined,
    },
    TOOLS,
    () => settings,
  );
  const keys = (held: Partial<Modifiers>): Modifiers => ({ isShift: false, isAlt: false, ...held });
  const drag = {
    press: (at: At, held: Partial<Modifiers> = {}, pressure = 1) =>
      gestures.begin({ ...seen(at), pressure }, keys(held)),
    move: (at: At, held: Partial<Modifiers> = {}, pressure = 1) =>
      gestures.move([{ ...seen(at), pressure }], keys(held)),
    click: (at: At, held: Partial<Modifiers> = {}) => {
      drag.press(at, held);
      gestures.end();
    },
    hover: (at: At) => gestures.hover(seen(at)),
  };
  return {
    ...drag,
    gestures,
    /** What was done since the last call. */
    take: () => done.splice(0),
    outline: () => outline,
    set: (change: Partial<ToolSettings>) => {
      settings = { ...settings, ...change };
    },
  };
}

const shape = (mode: 'paint' | 'erase', ...corners: At[]): Operation => ({
  type: 'shape',
  mode,
  outline: corners.map(point),
});

for (const [tool, mode] of [
  ['brush', 'paint'],
  ['eraser', 'erase'],
] as const)
  test(`the ${tool} passes on its points in picture pixels, with their pressure`, () => {
    const { press, gestures, take, outline } = start({ tool });
    press([10, 10], {}, 0.2);
    gestures.move(
      [
        { ...seen([20, 10]), pressure: 0.4 },
        { ...seen([30, 10]), pressure: 0.6 },
      ],
      { isShift: true, isAlt: true },
    );
    gestures.move([], { isShift: false, isAlt: false });
    gestures.end();
    expect(take()).toEqual([
      ['begin', mode, { x: 10, y: 10, pressure: 0.2 }],
      ['move', { x: 20, y: 10, pressure: 0.4 }, { x: 30, y: 10, pressure: 0.6 }],
      'end',
    ]);
    expect(outline()).toBeUndefined();
  });

test('a cancelled gesture has no further effect, whatever the pointer does afterwards', () => {
  for (const tool of ['brush', 'rectangle', 'lasso', 'wand'] as const) {
    const { press, move, gestures, take, outline } = start({ tool });
    press([10, 10]);
    move([40, 40]);
    take();
    expect(gestures.cancel(), tool).toBe(true);
    expect(take(), tool).toEqual(tool === 'brush' ? ['cancel'] : []);
    expect(outline(), tool).toBeUndefined();
    move([50, 50]);
    gestures.end();
    expect(gestures.cancel(), tool).toBe(false);
    expect(take(), tool).toEqual([]);
  }
});

test('with Shift the brush draws from press to release, and by a click from where the last stroke ended', () => {
  const { press, move, click, gestures, take, outline } = start({ tool: 'brush' });
  press([10, 10], SHIFT);
  move([50, 30], {}, 0.5);
  expect(take()).toEqual([]);
  expect(outline()).toMatchObject({
    points: [point([10, 10]), point([50, 30])],
    isClosed: false,
  });
  gestures.end();
  expect(take()).toEqual([
    ['begin', 'paint', { x: 10, y: 10, pressure: 0.5 }],
    ['move', { x: 50, y: 30, pressure: 0.5 }],
    'end',
  ]);
  click([90, 90], SHIFT);
  expect(take().slice(0, 2)).toEqual([
    ['begin', 'paint', { x: 50, y: 30, pressure: 1 }],
    ['move', { x: 90, y: 90, pressure: 1 }],
  ]);
  // On another picture there is no last stroke.
  gestures.forget();
  click([20, 20], SHIFT);
  expect(take()[0]).toEqual(['begin', 'paint', { x: 20, y: 20, pressure: 1 }]);
});

test('a box follows the modifier keys pressed last; a click draws no box', () => {
  const { press, move, click, gestures, take, outline } = start({ tool: 'rectangle' });
  press([10, 10], ALT);
  move([40, 20], SHIFT);
  expect(outline()).toMatchObject({
    points: (
      [
        [10, 10],
        [40, 10],
        [40, 40],
        [10, 40],
      ] as const
    ).map(point),
    isClosed: true,
  });
  move([40, 20]);
  gestures.end();
  expect(take()).toMatchObject([shape('paint', [10, 10], [40, 10], [40, 20], [10, 20])]);
  press([10, 10]);
  move([40, 20], ALT);
  gestures.end();
  expect(take()).toMatchObject([{ mode: 'erase' }]);
  click([10, 10]);
  press([10, 10]);
  move([11, 11]);
  gestures.end();
  expect(take()).toEqual([]);
});

test('a subtracting tool adds with Alt', () => {
  const { press, move, gestures, take } = start({ tool: 'ellipse', isSubtracting: true });
  for (const held of [{}, ALT]) {
    press([10, 10], held);
    move([40, 20], held);
    gestures.end();
  }
  expect(take()).toMatchObject([{ mode: 'erase' }, { mode: 'paint' }]);
});

test('a lasso skips points that are too close, and needs an area', () => {
  const { press, move, gestures, take, outline } = start({ tool: 'lasso' });
  press([10, 10]);
  for (const at of [
    [10.2, 10],
    [30, 10],
    [30, 10.3],
    [30, 30],
    [31, 30],
  ] as const)
    move(at);
  expect(outline()).toMatchObject({ isClosed: true });
  gestures.end();
  expect(take()).toMatchObject([shape('paint', [10, 10], [30, 10], [30, 30], [31, 30])]);
  press([10, 10]);
  move([30, 10]);
  gestures.end();
  expect(take()).toEqual([]);
});

test('a polygon grows by one corner per click until it is closed', () => {
  const corners: At[] = [
    [10, 10],
    [50, 10],
    [50, 50],
  ];
  const polygon = start({ tool: 'lasso', isPolygon: true });
  const { click, hover, press, move, gestures, take, outline } = polygon;
  for (const close of [() => gestures.close(), () => click([12, 12])]) {
    for (const corner of corners) click(corner);
    expect(take()).toEqual([]);
    close();
    expect(take()).toMatchObject([shape('paint', ...corners)]);
    expect(outline()).toBeUndefined();
    expect(gestures.close()).toBe(false);
  }
  // Near the first corner, but not near enough to close the polygon.
  for (const corner of [...corners, [16, 10] as const]) click(corner);
  gestures.close();
  expect(take()).toMatchObject([shape('paint', ...corners, [16, 10])]);
  // Alt also starts a polygon when the lasso is freehand; Alt then does not subtract.
  polygon.set({ isPolygon: false });
  for (const corner of corners) click(corner, ALT);
  hover([20, 60]);
  expect(outline()?.points).toMatchObject([...corners, [20, 60] as const].map(point));
  // A press sets a corner; dragging afterwards does not move it.
  press([30, 60]);
  move([90, 90]);
  gestures.end();
  expect(outline()?.points).toMatchObject([...corners, [30, 60] as const, [30, 60] as const].map(point));
  expect(gestures.removeCorner()).toBe(true);
  gestures.close();
  expect(take()).toMatchObject([shape('paint', ...corners)]);
});

test('a polygon is cancelled by Escape, or when its last corner is taken back', () => {
  const { click, gestures, take, outline } = start({ tool: 'lasso', isPolygon: true });
  expect(gestures.removeCorner()).toBe(false);
  click([10, 10]);
  click([50, 10]);
  expect([gestures.removeCorner(), outline() !== undefined]).toEqual([true, true]);
  expect([gestures.removeCorner(), outline()]).toEqual([true, undefined]);
  expect(gestures.removeCorner()).toBe(false);
  for (const corner of [
    [10, 10],
    [50, 10],
    [50, 50],
  ] as const)
    click(corner);
  expect([gestures.cancel(), outline()]).toEqual([true, undefined]);
  expect(gestures.close()).toBe(false);
  expect(take()).toEqual([]);
});

test('the wand uses the position of the press, even if the pointer moves before release, and its settings', () => {
  const { press, move, gestures, take } = start({ tool: 'wand', tolerance: 7, isContiguous: false });
  press([10, 10], ALT);
  move([30, 30]);
  gestures.end();
  expect(take()).toEqual([['select', { x: 10, y: 10, pressure: 1 }, { tolerance: 7, isContiguous: false }, 'erase']]);
});

test('a gesture is ended by the tool that began it', () => {
  const { press, gestures, set, take } = start({ tool: 'brush' });
  press([10, 10]);
  set({ tool: 'wand' });
  gestures.end();
  expect(take().at(-1)).toBe('end');
});
