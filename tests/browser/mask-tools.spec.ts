import sharp from 'sharp';
import { type At, coveredBox, expect, HOST, hardBrush, summaryOf, test } from './mask-fixtures.ts';

// The picture has the size of the host: one CSS pixel of the host is one pixel of the picture.
const [WIDTH, HEIGHT] = [HOST.width, HOST.height];
const at = (x: number, y: number): At => [HOST.left + x, HOST.top + y];

type Settings = Parameters<Window['maskPage']['engine']['configure']>[0];

for (const pixelRatio of [1, 2]) {
  test.describe(`shapes at pixel ratio ${pixelRatio}`, () => {
    test.use({ pixelRatio });

    test('rectangle and ellipse fill the dragged box; Alt subtracts, Shift keeps the sides equal', async ({ mask }) => {
      const { page } = mask;
      await mask.open('a', WIDTH, HEIGHT);
      await use(page, { tool: 'rectangle' });
      await mask.stroke(at(100, 80), at(300, 180));
      expect(areaOf(await mask.coverage('a'))).toBeCloseTo(200 * 100, 0);
      expect(coveredBox(await mask.coverage('a'), WIDTH)).toEqual({ left: 100, top: 80, right: 300, bottom: 180 });
      await use(page, { tool: 'ellipse' });
      await page.keyboard.down('Alt');
      await mask.stroke(at(150, 80), at(250, 180));
      await page.keyboard.up('Alt');
      expect(areaOf(await mask.coverage('a')) - (200 * 100 - Math.PI * 50 * 50)).toBeLessThan(5);
      await page.evaluate(() => window.maskPage.engine.apply({ type: 'clear' }));
      await page.keyboard.down('Shift');
      await mask.stroke(at(400, 300), at(460, 320));
      await page.keyboard.up('Shift');
      expect(coveredBox(await mask.coverage('a'), WIDTH)).toEqual({ left: 400, top: 300, right: 460, bottom: 360 });
      expect((await summaryOf(page)).revision).toBe(4);
    });
  });
}

test('a lasso closes automatically; a polygon by Enter, by a double click, or on its first corner', async ({
  mask,
}) => {
  const { page } = mask;
  await mask.open('a', WIDTH, HEIGHT);
  await use(page, { tool: 'lasso' });
  await mask.stroke(at(100, 100), at(300, 100), at(300, 200), at(100, 200));
  expect(Math.abs(areaOf(await mask.coverage('a')) - 200 * 100)).toBeLessThan(200);
  const corners = [at(400, 100), at(500, 100), at(500, 200)] as const;
  const clear = () => page.evaluate(() => window.maskPage.engine.apply({ type: 'clear' }));
  for (const close of ['Enter', 'double click', 'first corner', 'Alt'] as const) {
    await clear();
    await use(page, { isPolygon: close !== 'Alt' });
    if (close === 'Alt') await page.keyboard.down('Alt');
    for (const corner of corners) await page.mouse.click(...corner);
    if (close === 'Alt') await page.keyboard.up('Alt');
    if (close === 'double click') await page.mouse.dblclick(...corners[2]);
    else if (close === 'first corner') await page.mouse.click(corners[0][0] + 3, corners[0][1] + 2);
    else await page.keyboard.press('Enter');
    expect(Math.abs(areaOf(await mask.coverage('a')) - 5000), close).toBeLessThan(30);
  }
  await clear();
  await use(page, { isPolygon: true });
  for (const corner of corners) await page.mouse.click(...corner);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  expect((await summaryOf(page)).isEmpty).toBe(true);
});

test('Shift draws a straight line: from press to release, and from click to click', async ({ mask }) => {
  const { page } = mask;
  await mask.open('a', WIDTH, HEIGHT);
  await hardBrush(page, 10);
  await page.keyboard.down('Shift');
  await mask.stroke(at(100, 100), at(200, 300), at(300, 100));
  const line = coveredBox(await mask.coverage('a'), WIDTH);
  expect(line).toEqual({ left: 95, top: 95, right: 305, bottom: 105 });
  await mask.stroke(at(300, 250));
  await page.keyboard.up('Shift');
  const coverage = await mask.coverage('a');
  expect(coverage[175 * WIDTH + 300]).toBe(255);
  expect((await summaryOf(page)).revision).toBe(2);
});

test('a pen paints by its pressure, and evenly if pressure is switched off', async ({ mask }) => {
  const { page } = mask;
  await mask.open('a', WIDTH, HEIGHT);
  await hardBrush(page, 40);
  const browser = await page.context().newCDPSession(page);
  const pen = async (y: number, forces: readonly number[]): Promise<void> => {
    const send = (type: string, step: number, force: number) =>
      browser.send('Input.dispatchMouseEvent', {
        type: type as 'mouseMoved',
        x: HOST.left + 100 + 60 * step,
        y: HOST.top + y,
        button: 'left',
        buttons: type === 'mouseReleased' ? 0 : 1,
        clickCount: 1,
        pointerType: 'pen',
        force,
      });
    await send('mousePressed', 0, forces[0] ?? 0);
    for (const [step, force] of forces.entries()) await send('mouseMoved', step, force);
    await send('mouseReleased', forces.length - 1, 0);
  };
  await pen(100, [0.25, 0.25, 0.25, 1, 1, 1]);
  const heightAt = async (x: number): Promise<number> => {
    const coverage = await mask.coverage('a');
    return Array.from({ length: HEIGHT }, (_none, y) => coverage[y * WIDTH + x] ?? 0).filter((value) => value > 127)
      .length;
  };
  expect(await heightAt(160)).toBeCloseTo(10, -0.5);
  expect(await heightAt(390)).toBe(40);
  await page.evaluate(() => window.maskPage.engine.apply({ type: 'clear' }));
  await use(page, { pressureToSize: 0 });
  await pen(100, [0.25, 0.25, 0.25]);
  expect(await heightAt(160)).toBe(40);
});

test('the keyboard paints: arrows move, Space presses, Escape cancels', async ({ mask }) => {
  const { page } = mask;
  await mask.open('a', WIDTH, HEIGHT);
  await hardBrush(page, 20);
  await page.locator('#host').focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.down(' ');
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowUp');
  await page.keyboard.up(' ');
  // From the centre 40 px to the left, then 20 px up.
  expect(coveredBox(await mask.coverage('a'), WIDTH)).toEqual({ left: 350, top: 270, right: 370, bottom: 310 });
  await page.keyboard.down(' ');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Escape');
  await page.keyboard.up(' ');
  expect((await summaryOf(page)).revision).toBe(1);
  await use(page, { tool: 'rectangle' });
  await page.keyboard.down(' ');
  for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.up(' ');
  expect(coveredBox(await mask.coverage('a'), WIDTH)).toMatchObject({ left: 350, right: 440, bottom: 400 });
});

test('two fingers zoom and pan, and cancel the dot that the first one made', async ({ mask }) => {
  const { page } = mask;
  await mask.open('a', WIDTH, HEIGHT);
  const browser = await page.context().newCDPSession(page);
  const touch = (type: string, ...points: At[]) =>
    browser.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    });
  await touch('touchStart', at(300, 300));
  await touch('touchStart', at(300, 300), at(500, 300));
  await touch('touchMove', at(200, 300), at(600, 300));
  await touch('touchEnd');
  const summary = await summaryOf(page);
  expect(summary.zoom).toBeCloseTo(2, 1);
  expect(summary).toMatchObject({ isEmpty: true, canUndo: false });
  await touch('touchStart', at(300, 300));
  await touch('touchEnd');
  expect((await summaryOf(page)).isEmpty).toBe(false);
});

test('the wand selects similar pixels, connected or everywhere, and nothing outside the picture', async ({ mask }) => {
  const { page } = mask;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#345"/>
    <rect x="100" y="100" width="50" height="40" fill="#f80"/><rect x="400" y="100" width="30" height="30" fill="#f70"/></svg>`;
  const png = [...(await sharp(Buffer.from(svg)).png().toBuffer())];
  await page.evaluate(
    ([bytes, widthPx, heightPx]) =>
      window.maskPage.engine.open({ pictureId: 'a', source: new Blob([Uint8Array.from(bytes)]), widthPx, heightPx }),
    [png, WIDTH, HEIGHT] as const,
  );
  await use(page, { tool: 'wand', tolerance: 20 });
  await mask.stroke(at(120, 120));
  expect(areaOf(await mask.coverage('a'))).toBe(50 * 40);
  await use(page, { isContiguous: false });
  await mask.stroke(at(120, 120));
  expect(areaOf(await mask.coverage('a'))).toBe(50 * 40 + 30 * 30);
  await use(page, { isSubtracting: true, tolerance: 5 });
  await mask.stroke(at(420, 120));
  expect(areaOf(await mask.coverage('a'))).toBe(50 * 40);
});

test('an exported mask can be imported again, by brightness or transparency, at any size', async ({ mask }) => {
  const { page } = mask;
  await mask.open('a', WIDTH, HEIGHT);
  await page.evaluate(() => window.maskPage.engine.configure({ sizePx: 90, hardness: 0.2 }));
  await mask.stroke(at(200, 200), at(400, 300));
  const painted = await mask.coverage('a');
  const png = Buffer.from(await page.evaluate(async () => [...((await window.maskPage.engine.exportPng('a')) ?? [])]));
  const decoded = await sharp(png).toColourspace('b-w').raw().toBuffer();
  expect(Buffer.compare(decoded, painted)).toBe(0);
  const preview = (bytes: Buffer, choice: Parameters<Window['maskPage']['engine']['previewFile']>[1]) =>
    page.evaluate(([list, how]) => window.maskPage.engine.previewFile(new Blob([Uint8Array.from(list)]), how), [
      [...bytes],
      choice,
    ] as const);
  await page.evaluate(() => window.maskPage.engine.apply({ type: 'clear' }));
  expect(await preview(png, { isInverted: false })).toBe('luminance');
  expect(Buffer.compare(await mask.coverage('a'), painted)).toBe(0);
  await page.evaluate(() => window.maskPage.engine.cancelGesture());
  expect(await summaryOf(page)).toMatchObject({ isEmpty: true, isPreview: false });
  const rgba = Buffer.from([...decoded].flatMap((value) => [10, 20, 30, 255 - value]));
  const transparent = await sharp(rgba, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
    .png()
    .toBuffer();
  expect(await preview(transparent, { isInverted: false })).toBe('alpha');
  await page.evaluate(() => window.maskPage.engine.acceptPreview());
  expect(Buffer.compare(await mask.coverage('a'), painted)).toBe(0);
  await page.evaluate(() => window.maskPage.engine.undo());
  expect((await summaryOf(page)).isEmpty).toBe(true);
  // Half the size, and inverted.
  const small = await sharp(png)
    .resize(WIDTH / 2, HEIGHT / 2, { kernel: 'nearest' })
    .png()
    .toBuffer();
  expect(await preview(small, { isInverted: true })).toBe('luminance');
  await page.evaluate(() => window.maskPage.engine.acceptPreview());
  expect((await mask.coverage('a')).filter((value) => value > 200).length).toBeGreaterThan(0.8 * WIDTH * HEIGHT);
  expect(await preview(Buffer.from('no picture'), { isInverted: false })).toBeUndefined();
});

test('saved tiles restore the same mask in another engine', async ({ mask }) => {
  const { page } = mask;
  await mask.open('a', 2000, 1500);
  await mask.stroke(at(100, 100), at(600, 500));
  await page.evaluate(() => window.maskPage.engine.apply({ type: 'feather', radiusPx: 20 }));
  await page.evaluate(() => window.maskPage.engine.undo());
  await mask.stroke(at(500, 100));
  const painted = await mask.coverage('a');
  await expect.poll(() => page.evaluate(() => window.maskPage.kept.size)).toBeGreaterThan(4);
  // Waits for the last portion.
  await summaryOf(page);
  await page.evaluate(() => window.maskPage.openKept('b', 2000, 1500));
  expect(Buffer.compare(await mask.coverage('b'), painted)).toBe(0);
  expect(await summaryOf(page)).toMatchObject({ canUndo: false, isEmpty: false });
});

function use(page: Parameters<typeof hardBrush>[0], settings: Settings): Promise<void> {
  return page.evaluate((change) => window.maskPage.engine.configure(change), settings);
}

function areaOf(coverage: Uint8Array): number {
  return coverage.reduce((sum, value) => sum + value, 0) / 255;
}

test('works on a side of 16 384 pixels', async ({ mask }) => {
  const { page } = mask;
  const [width, height] = [16_384, 96];
  await mask.open('a', width, height);
  await use(page, { tool: 'rectangle' });
  const scale = HOST.width / width;
  const top = (HOST.height - height * scale) / 2;
  await mask.stroke(at(HOST.width / 2, top), at(HOST.width, top + height * scale));
  const coverage = await mask.coverage('a');
  expect(Math.abs(areaOf(coverage) / (width * height) - 0.5)).toBeLessThan(0.02);
  expect(coverage[width - 10]).toBe(255);
  await page.evaluate(() => window.maskPage.engine.apply({ type: 'grow', radiusPx: 30 }));
  const png = await page.evaluate(async () => [...((await window.maskPage.engine.exportPng('a')) ?? [])]);
  expect(await sharp(Buffer.from(png)).metadata()).toMatchObject({ width, height });
});

test('fifty pictures opened, painted on and closed leave no memory behind', { tag: '@long' }, async ({ mask }) => {
  test.setTimeout(180_000);
  const { page } = mask;
  const memory = () =>
    page.evaluate(async () => {
      const measured = performance as unknown as { measureUserAgentSpecificMemory: () => Promise<{ bytes: number }> };
      return (await measured.measureUserAgentSpecificMemory()).bytes / 2 ** 20;
    });
  const openOne = async (index: number): Promise<void> => {
    await mask.open(`${index}`, 2000, 1500);
    await page.evaluate(() => window.maskPage.engine.apply({ type: 'selectAll' }));
    await mask.stroke(at(200, 200), at(500, 400));
    await page.evaluate((id) => window.maskPage.engine.close(id), `${index}`);
  };
  for (let i = 0; i < 3; i++) await openOne(i);
  await page.evaluate(() => window.maskPage.kept.clear());
  const before = await memory();
  for (let i = 3; i < 53; i++) await openOne(i);
  await page.evaluate(() => window.maskPage.kept.clear());
  // One picture of this size takes 11 MiB.
  expect((await memory()) - before).toBeLessThan(11);
});

test('a slow preview reports progress, yields to anything else, and can be accepted early', async ({ mask }) => {
  const { page } = mask;
  await mask.open('a', 2000, 1300);
  await page.evaluate(() => window.maskPage.engine.configure({ sizePx: 330, hardness: 0.3 }));
  await mask.stroke([100, 200], [800, 250], [120, 330], [800, 420]);
  const before = await mask.coverage('a');
  const cancelled = page.evaluate(() => window.maskPage.engine.preview({ type: 'grow', radiusPx: 200 }));
  const share = await page.waitForFunction(() => window.maskPage.engine.summary().previewShare);
  expect(await share.jsonValue()).toBeLessThan(1);
  await page.evaluate(() => window.maskPage.engine.cancelGesture());
  expect(await cancelled).toBe(false);
  expect(Buffer.compare(await mask.coverage('a'), before)).toBe(0);
  await page.evaluate(() => {
    void window.maskPage.engine.preview({ type: 'grow', radiusPx: 200 });
    window.maskPage.engine.acceptPreview();
  });
  const grown = await mask.coverage('a');
  expect(grown.every((value, at) => value >= (before[at] ?? 0))).toBe(true);
  expect(Buffer.compare(grown, before)).not.toBe(0);
  expect(await summaryOf(page)).toMatchObject({ isPreview: false, revision: 2 });
});
