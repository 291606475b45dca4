import { longUnless } from '../support/long-unless.ts';
import {
  type At,
  coveredBox,
  expect,
  HOST,
  hardBrush,
  SERVED_PICTURE,
  settledShot,
  summaryOf,
  test,
} from './mask-fixtures.ts';

const CENTRE: At = [HOST.left + HOST.width / 2, HOST.top + HOST.height / 2];

/**
 * The picture position of a page position, for a picture of this size that is fitted, centred, and zoomed by `zoom`
 * around the middle.
 */
function inPicture([x, y]: At, widthPx: number, heightPx: number, zoom = 1): At {
  const scale = Math.min(HOST.width / widthPx, HOST.height / heightPx) * zoom;
  return [(x - CENTRE[0]) / scale + widthPx / 2, (y - CENTRE[1]) / scale + heightPx / 2];
}

function distanceToLine(x: number, y: number, [ax, ay]: At, [bx, by]: At): number {
  const t = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / Math.max(1e-9, (bx - ax) ** 2 + (by - ay) ** 2);
  const at = Math.min(1, Math.max(0, t));
  return Math.hypot(x - ax - at * (bx - ax), y - ay - at * (by - ay));
}

/**
 * How many pixels differ from what strokes of a hard brush along these lines produce; the one-pixel edge does not
 * count.
 */
function wrongPixels(
  coverage: Uint8Array,
  widthPx: number,
  sizePx: number,
  lines: readonly (readonly [At, At])[],
): number {
  return coverage.reduce((wrong, value, at) => {
    const x = (at % widthPx) + 0.5;
    const y = Math.floor(at / widthPx) + 0.5;
    const distance = Math.min(...lines.map(([a, b]) => distanceToLine(x, y, a, b)));
    if (distance <= sizePx / 2 - 1) return wrong + (value === 255 ? 0 : 1);
    return wrong + (distance >= sizePx / 2 + 0.75 && value !== 0 ? 1 : 0);
  }, 0);
}

for (const pixelRatio of [1, 2]) {
  test.describe(`at pixel ratio ${pixelRatio}`, () => {
    test.use({ pixelRatio });

    for (const zoom of [1, 0.4, 3]) {
      // In `npm test` each pixel ratio and each zoom.
      const isShort = pixelRatio === 1 ? zoom === 1 : zoom !== 1;
      const title = `a stroke covers the pixels under it, seen at ${zoom} times the fit`;
      test(title, longUnless(isShort), async ({ mask }) => {
        const [width, height] = [640, 400];
        await mask.open('a', width, height);
        await hardBrush(mask.page, 24);
        await mask.page.evaluate(
          (factor) => window.maskPage.engine.zoomTo(factor * window.maskPage.engine.summary().zoom),
          zoom,
        );
        const from: At = [CENTRE[0] - 90, CENTRE[1] - 40];
        const to: At = [CENTRE[0] + 75, CENTRE[1] + 61];
        await mask.stroke(from, to);
        const line = [inPicture(from, width, height, zoom), inPicture(to, width, height, zoom)] as const;
        const coverage = await mask.coverage('a');
        expect(coverage.length).toBe(width * height);
        expect(wrongPixels(coverage, width, 24, [line])).toBe(0);
        const covered = coverage.filter((value) => value > 0).length;
        expect((await summaryOf(mask.page)).coveredRatio).toBeCloseTo(covered / coverage.length, 12);
      });
    }

    test('the overlay matches the mask to the device pixel', async ({ mask }) => {
      await mask.open('a', 100, 75, '#888');
      // One picture pixel is eight CSS pixels.
      const plane = Array.from({ length: 7500 }, (_none, at) => (at === 20 * 100 + 30 ? 255 : 0));
      await mask.page.evaluate(
        (values) => window.maskPage.engine.apply({ type: 'replace', coverage: Uint8Array.from(values) }),
        plane,
      );
      const pixel = await mask.look();
      const [left, top] = [HOST.left + 240, HOST.top + 160];
      const step = 1 / pixelRatio;
      for (const [x, y] of [
        [left, top],
        [left + 8 - step, top + 8 - step],
        [left + 4, top + 4],
      ] as const)
        expect(pixel(x, y)).not.toEqual([136, 136, 136]);
      for (const [x, y] of [
        [left - step, top + 4],
        [left + 8, top + 4],
        [left + 4, top - step],
        [left + 4, top + 8],
      ] as const)
        expect(pixel(x, y)).toEqual([136, 136, 136]);
    });

    test('a picture beneath is seen where the mask covers, at rest and while the view moves', async ({ mask }) => {
      const { page } = mask;
      const [width, height] = [640, 400];
      const opened = await page.evaluate(() => window.maskPage.openColor('a', 640, 400, '#c02020', '#2040c0'));
      expect(opened).toEqual({ ok: true });
      // All of it in the left third, half of it in the middle one, nothing in the right one.
      await page.evaluate(
        ([columns, rows]) => {
          const coverage = Uint8Array.from({ length: columns * rows }, (_none, at) => {
            const x = at % columns;
            return x < columns / 3 ? 255 : x < (2 * columns) / 3 ? 128 : 0;
          });
          window.maskPage.engine.apply({ type: 'replace', coverage });
        },
        [width, height] as const,
      );
      const expectColours = async (zoom: number): Promise<void> => {
        const pixel = await mask.look();
        const shown = HOST.width * zoom;
        const at = (share: number) => pixel(CENTRE[0] + (share - 0.5) * shown, CENTRE[1] + 20);
        expect([at(0.2), at(0.8)]).toEqual([
          [32, 64, 192],
          [192, 32, 32],
        ]);
        for (const [i, value] of [112, 48, 112].entries()) expect(Math.abs((at(0.5)[i] ?? 0) - value)).toBeLessThan(3);
      };
      await expectColours(1);
      await page.mouse.move(...CENTRE);
      await page.keyboard.down('Control');
      for (let i = 0; i < 6; i++) await page.mouse.wheel(0, -10);
      const { zoom } = await page.evaluate(() => window.maskPage.engine.summary());
      await expectColours(zoom / (HOST.width / width) / (await page.evaluate(() => devicePixelRatio)));
      await page.keyboard.up('Control');
    });

    test('the picture point under the cursor stays there while zooming', async ({ mask }) => {
      await mask.open('a', 1200, 900);
      await hardBrush(mask.page, 9);
      const at: At = [HOST.left + 213, HOST.top + 377];
      const expected = inPicture(at, 1200, 900);
      for (const turns of [-500, -700, 300, 200]) {
        await mask.stroke(at);
        await mask.page.mouse.move(...at);
        await mask.page.keyboard.down('Control');
        await mask.page.mouse.wheel(0, turns);
        await mask.page.keyboard.up('Control');
        await mask.page.evaluate(() => window.maskPage.engine.settled());
      }
      await mask.stroke(at);
      const box = coveredBox(await mask.coverage('a'), 1200);
      expect(box?.left).toBeGreaterThanOrEqual(Math.floor(expected[0] - 5));
      expect(box?.right).toBeLessThanOrEqual(Math.ceil(expected[0] + 5));
      expect(box?.top).toBeGreaterThanOrEqual(Math.floor(expected[1] - 5));
      expect(box?.bottom).toBeLessThanOrEqual(Math.ceil(expected[1] + 5));
    });

    test('pans with the middle button and with Space, and paints at the new position', async ({ mask }) => {
      const { page } = mask;
      await mask.open('a', 800, 600);
      await hardBrush(page, 20);
      const drag = async (button: 'left' | 'middle', by: At): Promise<void> => {
        await page.mouse.move(...CENTRE);
        await page.mouse.down({ button });
        await page.mouse.move(CENTRE[0] + by[0], CENTRE[1] + by[1], { steps: 4 });
        await page.mouse.up({ button });
      };
      await drag('middle', [100, 40]);
      await page.keyboard.down('Space');
      await drag('left', [-30, 60]);
      await page.keyboard.up('Space');
      expect((await summaryOf(page)).isEmpty).toBe(true);
      await mask.stroke(CENTRE);
      // 70 px right and 100 px down: the middle now shows what was to the left of it and above it.
      expect(
        wrongPixels(await mask.coverage('a'), 800, 20, [
          [
            [330, 200],
            [330, 200],
          ],
        ]),
      ).toBe(0);
      const pixel = await mask.look();
      expect(pixel(HOST.left + 60, HOST.top + 300)).not.toEqual([136, 136, 136]);
      expect(pixel(HOST.left + 80, HOST.top + 300)).toEqual([136, 136, 136]);
    });
  });
}

test('undo and redo step by gesture; clear and invert are steps too', async ({ mask }) => {
  const { page } = mask;
  const run = (what: 'undo' | 'redo' | 'clear' | 'invert'): Promise<void> =>
    page.evaluate((name) => {
      const { engine } = window.maskPage;
      if (name === 'undo' || name === 'redo') engine[name]();
      else engine.apply({ type: name });
    }, what);
  await mask.open('a', 400, 300);
  await mask.stroke([200, 200], [400, 220]);
  const one = await mask.coverage('a');
  await mask.stroke([300, 100], [310, 400]);
  const two = await mask.coverage('a');
  expect(Buffer.compare(one, two)).not.toBe(0);
  await run('invert');
  await run('clear');
  expect(await summaryOf(page)).toMatchObject({ isEmpty: true, canUndo: true, canRedo: false });
  await run('undo');
  expect(await mask.coverage('a')).toEqual(two.map((value) => 255 - value));
  await run('undo');
  expect(await mask.coverage('a')).toEqual(two);
  await run('undo');
  expect(await mask.coverage('a')).toEqual(one);
  await run('undo');
  expect(await summaryOf(page)).toMatchObject({ isEmpty: true, canUndo: false, canRedo: true });
  await run('redo');
  expect(await mask.coverage('a')).toEqual(one);
});

test('the eraser removes coverage', async ({ mask }) => {
  await mask.open('a', 800, 600);
  await hardBrush(mask.page, 60);
  await mask.stroke([300, 300], [500, 300]);
  await mask.page.evaluate(() => window.maskPage.engine.configure({ tool: 'eraser' }));
  await mask.stroke([400, 200], [400, 400]);
  const coverage = await mask.coverage('a');
  const at = (x: number, y: number): number | undefined => coverage[(y - HOST.top) * 800 + x - HOST.left];
  expect([at(330, 300), at(400, 300), at(470, 300)]).toEqual([255, 0, 255]);
});

test('Escape during a stroke cancels the stroke, and nothing else', async ({ mask }) => {
  const { page } = mask;
  await mask.open('a', 400, 300);
  await mask.stroke([200, 200], [400, 220]);
  const before = await mask.coverage('a');
  await page.mouse.move(300, 300);
  await page.mouse.down();
  await page.mouse.move(500, 400, { steps: 5 });
  await page.keyboard.press('Escape');
  await page.mouse.move(600, 300, { steps: 5 });
  await page.mouse.up();
  expect(await mask.coverage('a')).toEqual(before);
  expect(await summaryOf(page)).toMatchObject({ canUndo: true, canRedo: false, revision: 1 });
  await mask.stroke([300, 300], [310, 300]);
  expect((await summaryOf(page)).revision).toBe(2);
});

test('a stroke may begin outside the picture, leave the canvas and return', async ({ mask }) => {
  const [width, height] = [400, 600];
  await mask.open('a', width, height);
  await hardBrush(mask.page, 20);
  const path: At[] = [
    [HOST.left + 50, HOST.top + 100],
    [HOST.left + 850, HOST.top + 150],
    [HOST.left + 820, HOST.top + 420],
    [HOST.left + 300, HOST.top + 400],
  ];
  await mask.stroke(...path);
  const lines = path.slice(1).map((to, i) => {
    const from = path[i] ?? to;
    return [inPicture(from, width, height), inPicture(to, width, height)] as const;
  });
  expect(wrongPixels(await mask.coverage('a'), width, 20, lines)).toBe(0);
  await mask.page.evaluate(() => window.maskPage.engine.undo());
  expect(await summaryOf(mask.page)).toMatchObject({ isEmpty: true, canUndo: false });
});

test('a lost pointer ends its stroke and does not affect the next', async ({ mask }) => {
  const { page } = mask;
  await mask.open('a', 800, 600);
  await hardBrush(page, 20);
  const browser = await page.context().newCDPSession(page);
  await page.mouse.move(200, 200);
  await page.mouse.down();
  await page.mouse.move(300, 200, { steps: 4 });
  // The button is released where no event is received: the next move arrives without it.
  await browser.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 500, y: 400, buttons: 0 });
  await page.mouse.up();
  const lost = await mask.coverage('a');
  expect(
    wrongPixels(lost, 800, 20, [
      [
        [160, 170],
        [260, 170],
      ],
    ]),
  ).toBe(0);
  const touchPoints = [{ x: 400, y: 400 }];
  await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await browser.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: 450, y: 400 }] });
  await browser.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
  await mask.stroke([600, 100], [650, 100]);
  expect((await summaryOf(page)).revision).toBe(3);
  for (let i = 0; i < 2; i++) await page.evaluate(() => window.maskPage.engine.undo());
  expect(await mask.coverage('a')).toEqual(lost);
});

test('the overlay is visible on black, on white and on its own colours', async ({ mask }) => {
  const { page } = mask;
  for (const [index, color] of ['#000', '#fff', 'rgb(235 64 52)', 'rgb(48 196 92)'].entries()) {
    await mask.open(`p${index}`, 800, 600, color);
    await hardBrush(page, 200);
    await mask.stroke(CENTRE);
    await page.mouse.move(5, 5);
    const pixel = await mask.look();
    const outside = pixel(CENTRE[0] - 150, CENTRE[1]);
    const edge = Array.from({ length: 200 }, (_none, i) =>
      pixel(CENTRE[0] - 101 + (i % 6), CENTRE[1] - 12 + Math.floor(i / 8)),
    );
    expect(edge).toContainEqual([0, 0, 0]);
    expect(edge).toContainEqual([255, 255, 255]);
    if (!color.startsWith('rgb(235')) expect(pixel(...CENTRE)).not.toEqual(outside);
    await page.evaluate(() => window.maskPage.engine.look({ color: 'green' }));
    const next = await mask.look();
    expect(next(...CENTRE)).not.toEqual(pixel(...CENTRE));
    await page.evaluate(() => window.maskPage.engine.look({ color: 'red' }));
  }
});

test('the mask alone is white on black', async ({ mask }) => {
  await mask.open('a', 800, 600, '#0a0');
  await mask.stroke(CENTRE);
  await mask.page.mouse.move(5, 5);
  await mask.page.evaluate(() => window.maskPage.engine.look({ isMaskOnly: true }));
  const pixel = await mask.look();
  expect([pixel(...CENTRE), pixel(HOST.left + 50, HOST.top + 50)]).toEqual([
    [255, 255, 255],
    [0, 0, 0],
  ]);
});

test('each picture keeps its mask, its undo and its view', async ({ mask }) => {
  const { page } = mask;
  await mask.open('a', 400, 300, '#111');
  await mask.stroke([200, 200], [300, 300]);
  await page.evaluate(() => window.maskPage.engine.zoomTo(3));
  const first = await mask.coverage('a');
  await mask.open('b', 300, 300, '#999');
  expect(await summaryOf(page)).toMatchObject({ pictureId: 'b', isEmpty: true, canUndo: false, zoom: 2 });
  await mask.stroke(CENTRE);
  await mask.open('a', 400, 300, '#111');
  expect(await summaryOf(page)).toMatchObject({ pictureId: 'a', isEmpty: false, canUndo: true, zoom: 3 });
  expect(await mask.coverage('a')).toEqual(first);
  await page.evaluate(() => window.maskPage.engine.undo());
  expect((await mask.coverage('a')).every((value) => value === 0)).toBe(true);
  expect((await mask.coverage('b')).some((value) => value > 0)).toBe(true);
  await page.evaluate(() => window.maskPage.engine.close('b'));
  expect(await mask.coverage('b')).toEqual(new Uint8Array());
});

test('opens a served picture with a saved mask, and reports why one cannot be opened', async ({ mask }) => {
  const { page } = mask;
  const { path, widthPx, heightPx } = SERVED_PICTURE;
  const opened = await page.evaluate(
    async ([source, width, height]) => {
      const { engine } = window.maskPage;
      const size = { widthPx: width, heightPx: height };
      const coverage = new Uint8Array(width * height).fill(7, 100, 200);
      return Promise.all([
        engine.open({ pictureId: 'missing', source: '/media/none', ...size }),
        engine.open({ pictureId: 'hurried', source, ...size }),
        engine.open({ pictureId: 'a', source, ...size, restored: coverage }),
      ]);
    },
    [path, widthPx, heightPx] as const,
  );
  expect(opened[1]).toEqual({ ok: false, error: 'superseded' });
  expect(opened[2]).toEqual({ ok: true });
  expect((await mask.coverage('a')).filter((value) => value === 7).length).toBe(100);
  expect(await summaryOf(page)).toMatchObject({ pictureId: 'a', canUndo: false, isEmpty: false });
  const pixel = await mask.look();
  expect([pixel(CENTRE[0] - 50, CENTRE[1]), pixel(CENTRE[0] + 50, CENTRE[1])]).toEqual([
    [255, 0, 0],
    [0, 0, 255],
  ]);
  const failures = await page.evaluate(async (source) => {
    const { engine } = window.maskPage;
    const missing = await engine.open({ pictureId: 'b', source: '/media/none', widthPx: 5, heightPx: 5 });
    const notOne = await engine.open({ pictureId: 'c', source: new Blob(['text']), widthPx: 5, heightPx: 5 });
    return [missing, notOne, await engine.open({ pictureId: 'd', source, widthPx: 9, heightPx: 9 })];
  }, path);
  expect(failures).toEqual([
    { ok: false, error: 'unreadable' },
    { ok: false, error: 'unreadable' },
    { ok: false, error: 'wrongSize' },
  ]);
});

test('notifies a few times a second, not per event, and removes its elements when disposed', async ({ mask }) => {
  const { page } = mask;
  await mask.open('a', 400, 300);
  await page.evaluate(() => {
    const notified = { count: 0 };
    Object.assign(window, { notified });
    window.maskPage.engine.subscribe(() => {
      notified.count += 1;
    });
  });
  const began = Date.now();
  await mask.stroke([200, 200], [300, 300], [400, 200], [500, 300], [600, 200]);
  await summaryOf(page);
  const count = await page.evaluate(() => (window as unknown as { notified: { count: number } }).notified.count);
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(2 + (Date.now() - began) / 60);
  await page.evaluate(() => window.maskPage.engine.dispose());
  expect(await page.locator('#host > *').count()).toBe(0);
});

test('a panned view equals the same view drawn completely', async ({ mask }) => {
  const { page } = mask;
  await mask.open('a', 3000, 2000, '#2a6');
  await page.evaluate(() => window.maskPage.engine.configure({ sizePx: 400, hardness: 0.4 }));
  await mask.stroke([200, 200], [600, 450], [300, 500]);
  await page.evaluate(() => window.maskPage.engine.zoomTo(2 * window.maskPage.engine.summary().zoom));
  await page.mouse.move(...CENTRE);
  await page.mouse.down({ button: 'middle' });
  for (const [x, y] of [
    [13, 0],
    [-170, 40],
    [-40, -133],
    [90, 21],
  ] as const) {
    await page.mouse.move(CENTRE[0] + x, CENTRE[1] + y, { steps: 3 });
    await page.evaluate(() => window.maskPage.engine.settled());
  }
  await page.mouse.up({ button: 'middle' });
  await page.mouse.move(5, 5);
  const panned = await settledShot(page);
  await page.evaluate(() => window.maskPage.engine.look({ opacity: 0.45 }));
  expect(Buffer.compare(panned, await settledShot(page))).toBe(0);
});

test('while it paints, the brush is drawn at its true size, and leaves no trace', async ({ mask }) => {
  const { page } = mask;
  await mask.open('a', 800, 600, '#2a6');
  await page.evaluate(() => window.maskPage.engine.configure({ tool: 'eraser', sizePx: 100 }));
  await page.mouse.move(300, 300);
  await page.mouse.down();
  await page.mouse.move(400, 330, { steps: 4 });
  const painting = await mask.look();
  for (const side of [-1, 1]) {
    expect(Math.min(...painting(400 + 49.5 * side, 330)), 'white just within').toBeGreaterThan(200);
    expect(Math.max(...painting(400 + 50.5 * side, 330)), 'black just around it').toBeLessThan(55);
  }
  expect(painting(300 - 49.5, 300)).toEqual([0x22, 0xaa, 0x66]);
  await page.evaluate(() => window.maskPage.engine.zoomTo(1.5 * window.maskPage.engine.summary().zoom));
  await page.mouse.up();
  await page.mouse.move(5, 5);
  const left = await settledShot(page);
  await page.evaluate(() => window.maskPage.engine.look({ opacity: 0.45 }));
  expect(Buffer.compare(left, await settledShot(page))).toBe(0);
});

test('disposed of during a stroke, it leaves no listener, element or worker behind', async ({ mask }) => {
  const { page } = mask;
  await mask.open('a', 800, 600);
  await page.mouse.move(...CENTRE);
  await page.mouse.down();
  const devTools = await page.context().newCDPSession(page);
  /** Listeners on objects that outlive the engine, without the page's own. */
  const listeners = async (): Promise<string[]> => {
    const lists = ['document', 'window', 'document.querySelector("#host")'].map(async (expression) => {
      const { result } = await devTools.send('Runtime.evaluate', { expression });
      const { objectId = '' } = result;
      return (await devTools.send('DOMDebugger.getEventListeners', { objectId })).listeners.map(({ type }) => type);
    });
    return (await Promise.all(lists)).flat().filter((type) => type !== 'securitypolicyviolation');
  };
  expect((await listeners()).length).toBeGreaterThan(5);
  expect(page.workers()).toHaveLength(1);
  await page.evaluate(() => window.maskPage.engine.dispose());
  expect(await listeners()).toEqual([]);
  expect(await page.locator('#host > *').count()).toBe(0);
  await expect.poll(() => page.workers().length).toBe(0);
});
