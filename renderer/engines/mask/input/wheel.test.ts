import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createWheel, wheelFactor } from './wheel.ts';

type Turn = {
  deltaX: number;
  deltaY: number;
  deltaMode: number;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
};

/** Turns a wheel on a screen with 1.5 device pixels per CSS pixel, and collects what it does. */
function start(isWheelZoom = false) {
  const done: (readonly ['pan', number, number] | readonly ['zoom', number])[] = [];
  const wheel = createWheel({
    pan: (x, y) => done.push(['pan', x, y]),
    zoom: (factor) => done.push(['zoom', factor]),
    isWheelZoom: () => isWheelZoom,
  });
  return (turn: Partial<Turn>) => {
    const event = { deltaX: 0, deltaY: 0, deltaMode: 0, ctrlKey: false, metaKey: false, shiftKey: false, ...turn };
    wheel(event as WheelEvent, { x: 0, y: 0 }, 1.5);
    return done.splice(0);
  };
}

describe('the wheel', () => {
  test('pans in both directions, sideways with Shift', () => {
    const turn = start();
    expect(turn({ deltaX: 20, deltaY: -100 })).toEqual([['pan', -30, 150]]);
    expect(turn({ deltaY: 100, shiftKey: true })).toEqual([['pan', -150, 0]]);
    expect(turn({ deltaX: 100, shiftKey: true })).toEqual([['pan', -150, 0]]);
    expect(turn({ deltaY: 2, deltaMode: 1 })).toEqual([['pan', 0, -48]]);
  });

  test('zooms with Ctrl or ⌘, and alone only if it is set so', () => {
    for (const turn of [start(), start(true)])
      for (const keys of [{ ctrlKey: true }, { metaKey: true }])
        expect(turn({ deltaY: -100, ...keys })).toEqual([['zoom', expect.closeTo(1.09, 1)]]);
    expect(start(true)({ deltaY: -100 })).toEqual([['zoom', expect.closeTo(1.083, 3)]]);
    expect(start(true)({ deltaY: 100, shiftKey: true })).toEqual([['pan', -150, 0]]);
  });

  test('pans by whole device pixels and loses none of its travel', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -50, max: 50, noNaN: true }), { maxLength: 30 }), (travels) => {
        const turn = start();
        const moved = travels.flatMap((deltaY) => turn({ deltaY }));
        for (const call of moved) expect(Number.isInteger(call[2] ?? 0)).toBe(true);
        const sum = moved.reduce((total, call) => total + (call[2] ?? 0), 0);
        expect(Math.abs(sum + 1.5 * travels.reduce((total, one) => total + one, 0))).toBeLessThanOrEqual(0.5 + 1e-6);
      }),
    );
  });
});

test('a notch zooms by at most 10 %, and there and back is the same', () => {
  fc.assert(
    fc.property(fc.double({ min: -2000, max: 2000, noNaN: true }), fc.boolean(), (travelPx, isPinch) => {
      const factor = wheelFactor(travelPx, isPinch);
      const limit = 1.1 ** Math.max(1, Math.abs(travelPx) / 120);
      expect(Math.max(factor, 1 / factor)).toBeLessThanOrEqual(limit + 1e-9);
      expect(factor * wheelFactor(-travelPx, isPinch)).toBeCloseTo(1, 9);
    }),
  );
  for (const notch of [100, 120]) expect(wheelFactor(-notch, true)).toBeCloseTo(1.1, 9);
  // A pinch moves in small steps, and follows the fingers.
  expect(wheelFactor(-5, true)).toBeCloseTo(1.051, 3);
});
