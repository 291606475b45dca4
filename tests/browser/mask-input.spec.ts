// How events of pointers, wheel and keys on the canvas are interpreted. The surface is 400x300 CSS pixels at 50,40,
// with two device pixels per CSS pixel.

import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from './mask-parts-fixtures.ts';

type Call = ReturnType<Window['maskParts']['takeCalls']>[number];
type Touch = readonly [id: number, x: number, y: number];

const LEFT = 50;
const TOP = 40;
const NO_KEYS = { isShift: false, isAlt: false };

const take = (page: Page): Promise<Call[]> => page.evaluate(() => window.maskParts.takeCalls());
/** The names of the calls; consecutive calls of the same name count once. */
const names = (calls: readonly Call[]): string[] =>
  calls.map(([name]) => name).filter((name, i, all) => name !== all[i - 1]);
const point = (x: number, y: number, pressure = 1) => ({ x: 2 * x, y: 2 * y, pressure });
const moveTo = (page: Page, x: number, y: number) => page.mouse.move(LEFT + x, TOP + y);

async function press(page: Page, x: number, y: number): Promise<void> {
  await moveTo(page, x, y);
  await page.mouse.down();
}

async function touches(page: Page): Promise<(type: string, ...points: Touch[]) => Promise<unknown>> {
  const browser: CDPSession = await page.context().newCDPSession(page);
  return (type, ...points) =>
    browser.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: points.map(([id, x, y]) => ({ id, x: LEFT + x, y: TOP + y })),
    });
}

/**
 * Dispatches a synthetic pointer event at the last of these positions; `getCoalescedEvents` returns one event for each.
 */
function dispatch(page: Page, type: string, ...places: (readonly [x: number, y: number])[]) {
  return page.evaluate(
    ([name, all]) => {
      const events = all.map(
        ([clientX, clientY]) => new PointerEvent(name, { pointerId: 77, bubbles: true, buttons: 1, clientX, clientY }),
      );
      const { clientX = 0, clientY = 0 } = events.at(-1) ?? {};
      const init = { pointerId: 77, bubbles: true, buttons: 1, clientX, clientY, coalescedEvents: events };
      document.querySelector('#surface')?.dispatchEvent(new PointerEvent(name, init));
    },
    [type, places.map(([x, y]) => [LEFT + x, TOP + y] as const)] as const,
  );
}

test('press, move and release are a gesture in device pixels, with the modifier keys', async ({ parts: page }) => {
  await page.keyboard.down('Shift');
  await press(page, 10, 20);
  await page.keyboard.up('Shift');
  await page.keyboard.down('Alt');
  await moveTo(page, 30, 40);
  await page.mouse.up();
  await page.keyboard.up('Alt');
  const calls = await take(page);
  expect(calls[0]).toEqual(['begin', point(10, 20), { isShift: true, isAlt: false }]);
  expect(calls[1]).toEqual(['move', [point(30, 40)], { isShift: false, isAlt: true }]);
  expect(names(calls)).toEqual(['begin', 'move', 'end']);
  expect(calls.filter(([name]) => name === 'end')).toHaveLength(1);
});

test('the right button begins no gesture, and a second button ends none', async ({ parts: page }) => {
  await moveTo(page, 10, 10);
  await page.mouse.down({ button: 'right' });
  await page.mouse.up({ button: 'right' });
  expect(await take(page)).toEqual([]);
  await page.mouse.down();
  await page.mouse.down({ button: 'right' });
  await page.mouse.up({ button: 'right' });
  await moveTo(page, 20, 20);
  await page.mouse.up();
  expect(names(await take(page))).toEqual(['begin', 'move', 'end']);
});

test('a pen reports its pressure, and keeps the last value where it is lifted', async ({ parts: page }) => {
  const browser = await page.context().newCDPSession(page);
  for (const [type, x, force] of [
    ['mousePressed', 10, 0.25],
    ['mouseMoved', 20, 0.5],
    ['mouseReleased', 20, 0],
  ] as const)
    await browser.send('Input.dispatchMouseEvent', {
      type,
      x: LEFT + x,
      y: TOP + 10,
      button: 'left',
      buttons: type === 'mouseReleased' ? 0 : 1,
      clickCount: 1,
      pointerType: 'pen',
      force,
    });
  const points = (await take(page)).flatMap((call) =>
    call[0] === 'begin' ? [call[1]] : call[0] === 'move' ? call[1] : [],
  );
  expect(points[0]).toEqual(point(10, 10, 0.25));
  expect(points.slice(1).map(({ pressure }) => pressure)).toEqual(points.slice(1).map(() => 0.5));
  expect(points.at(-1)).toEqual(point(20, 10, 0.5));
});

test('coalesced events are all passed on, in their order', async ({ parts: page }) => {
  await dispatch(page, 'pointerdown', [10, 10]);
  await dispatch(page, 'pointerrawupdate', [20, 10], [30, 10], [40, 10]);
  expect((await take(page)).slice(1)).toEqual([['move', [point(20, 10), point(30, 10), point(40, 10)], NO_KEYS]]);
});

test('a pointer that is cancelled, or whose capture is lost, ends its gesture once', async ({ parts: page }) => {
  const touch = await touches(page);
  await touch('touchStart', [1, 10, 10]);
  await touch('touchMove', [1, 20, 20]);
  await touch('touchCancel');
  expect(names(await take(page))).toEqual(['begin', 'move', 'end']);
  await press(page, 10, 10);
  // A capture takes effect with the next event; only then can it be lost.
  await moveTo(page, 20, 20);
  await page.evaluate(() => {
    const surface = document.querySelector('#surface');
    for (let id = 0; id < 9; id++) if (surface?.hasPointerCapture(id)) surface.releasePointerCapture(id);
  });
  await moveTo(page, 30, 30);
  // Raw moves may come before the event.
  await expect.poll(async () => names(await take(page)).at(-1)).toBe('end');
  await page.mouse.up();
  expect(await take(page)).toEqual([]);
  // A pointer that was never captured.
  await dispatch(page, 'pointerdown', [10, 10]);
  await dispatch(page, 'pointercancel', [10, 10]);
  expect(names(await take(page))).toEqual(['begin', 'end']);
});

test('when the window loses the focus, the gesture ends and pressed keys are forgotten', async ({ parts: page }) => {
  await press(page, 10, 10);
  await page.keyboard.down('Space');
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await page.mouse.up();
  expect(names(await take(page))).toEqual(['begin', 'end']);
  await press(page, 20, 20);
  await page.mouse.up();
  expect(names(await take(page)).slice(0, 1)).toEqual(['begin']);
});

test('a second pointer does not affect a gesture', async ({ parts: page }) => {
  await press(page, 10, 10);
  for (const type of ['pointerdown', 'pointerrawupdate', 'pointerup', 'pointercancel', 'lostpointercapture'])
    await dispatch(page, type, [100, 100]);
  expect(names(await take(page))).toEqual(['begin']);
  await moveTo(page, 20, 10);
  await page.mouse.up();
  expect(names(await take(page))).toEqual(['move', 'end']);
});

test('a second finger turns the gesture into a pinch; the next finger after it draws again', async ({
  parts: page,
}) => {
  const touch = await touches(page);
  await touch('touchStart', [1, 100, 100]);
  await touch('touchStart', [1, 100, 100], [2, 200, 100]);
  expect(names(await take(page))).toEqual(['begin', 'cancel']);
  // In one event: the first finger moves to twice its distance from the second, then the second follows.
  await touch('touchMove', [1, 100, 120], [2, 300, 120]);
  const pinch = await take(page);
  expect(new Set(names(pinch))).toEqual(new Set(['pan', 'zoom']));
  const factor = pinch.reduce((product, call) => (call[0] === 'zoom' ? product * call[1] : product), 1);
  const panned = pinch.reduce((sum, call) => (call[0] === 'pan' ? sum + call[2] : sum), 0);
  expect(factor).toBeCloseTo(2, 5);
  expect(panned).toBeCloseTo(2 * 20, 5);
  await touch('touchEnd', [1, 100, 120]);
  await touch('touchMove', [1, 50, 50]);
  await touch('touchEnd');
  expect(await take(page)).toEqual([]);
  await touch('touchStart', [3, 10, 10]);
  await touch('touchEnd');
  expect(names(await take(page))).toEqual(['begin', 'move', 'end']);
});

test('Escape cancels a gesture, and what the pointer does until it is lifted', async ({ parts: page }) => {
  await page.evaluate(() => {
    document.addEventListener('keydown', ({ key }) => document.body.setAttribute('data-heard', key));
  });
  await press(page, 10, 10);
  await page.keyboard.press('Escape');
  await moveTo(page, 50, 50);
  await page.mouse.up();
  expect(names(await take(page))).toEqual(['begin', 'cancel']);
  // During a gesture the engine consumes Escape; without one the page receives it.
  expect(await page.locator('body').getAttribute('data-heard')).toBeNull();
  await page.keyboard.press('Escape');
  expect(await page.locator('body').getAttribute('data-heard')).toBe('Escape');
});

test('holding the space bar pans by whole pixels, but does not change a stroke that has begun', async ({
  parts: page,
}) => {
  const purpose = (): Promise<string | undefined> => page.evaluate(() => window.maskParts.purpose());
  await press(page, 10, 10);
  await page.keyboard.down('Space');
  expect(await purpose()).toBe('draw');
  await moveTo(page, 20, 10);
  await page.mouse.up();
  expect(names(await take(page))).toEqual(['begin', 'move', 'end']);
  expect(await purpose()).toBe('pan');
  await press(page, 10.3, 10);
  await page.keyboard.up('Space');
  expect(await purpose()).toBe('pan');
  await moveTo(page, 20.6, 15);
  await page.mouse.up();
  const pans = await take(page);
  expect(names(pans)).toEqual(['pan']);
  expect(pans.reduce((sum, call) => (call[0] === 'pan' ? sum + call[1] : sum), 0)).toBe(20);
  expect(await purpose()).toBe('draw');
  await press(page, 10, 10);
  await page.mouse.up();
  expect(names(await take(page)).slice(0, 1)).toEqual(['begin']);
});

test('the space bar is left to a focused control, and while the pointer is elsewhere', async ({ parts: page }) => {
  await moveTo(page, 10, 10);
  await page.getByRole('button', { name: 'Elsewhere' }).focus();
  await page.keyboard.down('Space');
  expect(await page.evaluate(() => window.maskParts.purpose())).toBe('draw');
  await page.keyboard.up('Space');
  await page.getByRole('button', { name: 'Elsewhere' }).blur();
  await page.mouse.move(5, 5);
  await page.keyboard.down('Space');
  await press(page, 10, 10);
  await page.mouse.up();
  await page.keyboard.up('Space');
  expect(names(await take(page)).slice(0, 1)).toEqual(['begin']);
});

test('the wheel pans; with Ctrl, or if it is set so, it zooms at the pointer; and nothing during a gesture', async ({
  parts: page,
}) => {
  const wheel = async (init: { deltaX?: number; deltaY: number; ctrlKey?: boolean }): Promise<Call[]> => {
    await page.evaluate((options) => {
      const event = new WheelEvent('wheel', { clientX: 150, clientY: 140, cancelable: true, ...options });
      document.querySelector('#surface')?.dispatchEvent(event);
      if (!event.defaultPrevented) throw new Error('The page would have scrolled.');
    }, init);
    return take(page);
  };
  const atPointer = { x: 200, y: 200 };
  expect(await wheel({ deltaX: 10, deltaY: -100 })).toEqual([['pan', -20, 200]]);
  expect(await wheel({ deltaY: -100, ctrlKey: true })).toEqual([['zoom', expect.closeTo(1.1, 5), atPointer]]);
  await page.evaluate(() => window.maskParts.choose('draw', true));
  expect(await wheel({ deltaY: -120 })).toEqual([['zoom', expect.closeTo(1.1, 5), atPointer]]);
  await press(page, 10, 10);
  await take(page);
  expect(await wheel({ deltaY: -100 })).toEqual([]);
  await page.mouse.up();
});

test('with the hand a drag pans; with the zoom tool it zooms where it began, and a click by a step', async ({
  parts: page,
}) => {
  await page.evaluate(() => window.maskParts.choose('pan', false));
  await press(page, 10, 10);
  expect(await page.evaluate(() => window.maskParts.purpose())).toBe('pan');
  await moveTo(page, 30, 25);
  await page.mouse.up();
  const pans = await take(page);
  expect(names(pans)).toEqual(['pan']);
  expect(pans.reduce((sum, call) => (call[0] === 'pan' ? sum + call[1] : sum), 0)).toBe(40);
  await page.evaluate(() => window.maskParts.choose('zoom', false));
  await press(page, 50, 50);
  expect(await page.evaluate(() => window.maskParts.purpose())).toBe('zoom');
  await page.mouse.up();
  await page.keyboard.down('Alt');
  await press(page, 50, 50);
  await page.mouse.up();
  await page.keyboard.up('Alt');
  expect(await take(page)).toEqual([
    ['stepZoom', 1, point(50, 50)],
    ['stepZoom', -1, point(50, 50)],
  ]);
  await press(page, 50, 50);
  await moveTo(page, 110, 80);
  await page.mouse.up();
  const zooms = await take(page);
  expect(names(zooms)).toEqual(['zoom']);
  for (const call of zooms) expect(call[0] === 'zoom' && call[2]).toEqual(point(50, 50));
  expect(zooms.reduce((product, call) => (call[0] === 'zoom' ? product * call[1] : product), 1)).toBeGreaterThan(1.5);
});

for (const [keys, button] of [
  [['Alt'], 'right'],
  [['Control', 'Alt'], 'left'],
] as const)
  test(`${keys.join('+')} and the ${button} button change the brush size, and nothing else`, async ({
    parts: page,
  }) => {
    await page.evaluate(() => {
      document.addEventListener('contextmenu', () => document.body.setAttribute('data-menu', ''));
    });
    for (const key of keys) await page.keyboard.down(key);
    await moveTo(page, 100, 100);
    await page.mouse.down({ button });
    await moveTo(page, 140, 110);
    await moveTo(page, 90, 120);
    await page.mouse.up({ button });
    for (const key of keys) await page.keyboard.up(key);
    expect(await take(page)).toEqual([]);
    const resized = await page.evaluate(() => window.maskParts.takeResized());
    expect([...new Set(resized)]).toEqual([80, -20]);
    expect(await page.locator('body').getAttribute('data-menu')).toBeNull();
    await press(page, 10, 10);
    await page.mouse.up();
    expect(names(await take(page)).slice(0, 1)).toEqual(['begin']);
  });

for (const [how, ending] of [
  ['cancel', 'cancel'],
  ['finish', 'end'],
  ['dispose', 'cancel'],
] as const)
  test(`${how} from outside ends a gesture once`, async ({ parts: page }) => {
    await press(page, 10, 10);
    await page.evaluate((name) => void window.maskParts.input[name](), how);
    await moveTo(page, 30, 30);
    await page.mouse.up();
    expect(names(await take(page))).toEqual(['begin', ending]);
    await press(page, 10, 10);
    await page.mouse.up();
    expect(names(await take(page)).slice(0, 1)).toEqual(how === 'dispose' ? [] : ['begin']);
  });

test('over the canvas Alt opens no menu bar, elsewhere it does what the system does', async ({ parts: page }) => {
  const prevented = () =>
    page.evaluate(() =>
      (['keydown', 'keyup'] as const).map((type) => {
        const event = new KeyboardEvent(type, { key: 'Alt', altKey: true, bubbles: true, cancelable: true });
        document.body.dispatchEvent(event);
        return event.defaultPrevented;
      }),
    );
  await page.mouse.move(5, 5);
  expect(await prevented()).toEqual([false, false]);
  await moveTo(page, 100, 100);
  expect(await prevented()).toEqual([true, true]);
  // A drag may leave the canvas.
  await press(page, 100, 100);
  await page.mouse.move(5, 5);
  expect(await prevented()).toEqual([true, true]);
});
