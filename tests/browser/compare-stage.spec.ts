import { expect, type Page } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { SECURITY_HEADERS } from '../../electron/security.ts';
import type { LaidPair } from '../../renderer/images/compare/compare-drawing.ts';
import { WHOLE_FRAME } from '../../renderer/images/compare/compare-geometry.ts';
import type { Size } from '../../shared/images/size.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { test as base, type LoadPage, reusePages } from './chromium.ts';
import type {} from './compare-page/main.ts';
import { type ServedPage, servePage } from './serve-page.ts';

/** The surface, in CSS pixels, which equal device pixels here. */
const SURFACE = { width: 400, height: 300 };
/** A picture that is shown at half its size when it is fitted. */
const LARGE = { width: 800, height: 600 };
const RED = [255, 0, 0];
const BLUE = [0, 0, 255];

/** A picture of one colour. */
const plain = (size: Size, background: string): Sharp => sharp({ create: { ...size, channels: 4, background } });

type Comparison = {
  page: Page;
  /** Serves a picture at a URL. */
  serve: (url: string, picture: Sharp) => Promise<void>;
  /** Serves bytes at a URL as a picture of that type. */
  serveFile: (url: string, type: string, bytes: Uint8Array) => void;
  /** How often a URL was requested. */
  readings: (url: string) => number;
  lay: (before: string | null, after: string | null) => Promise<void>;
  /** Shows pictures side by side; null for one of which nothing can be shown. */
  layPanes: (...urls: (string | null)[]) => Promise<void>;
  cover: (drawing: Sharp | null) => Promise<void>;
  show: (sourceId: string, size: Size) => Promise<void>;
  /** The colour at a position of the surface, after everything requested has been drawn. */
  colourAt: (x: number, y: number) => Promise<number[]>;
  /** CSS pixels per picture pixel, and the position of the picture's top left corner. */
  view: () => Promise<{ scale: number; x: number; y: number }>;
};
type Served = { page: ServedPage; files: Record<string, { type: string; bytes: Uint8Array }>; requested: string[] };

/** Playwright's test with the comparison's page; every page must end without a CSP violation. */
const test = base.extend<{ comparison: Comparison }, { loadPage: LoadPage; served: Served }>({
  loadPage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it should provide from this pattern.
    async ({}, use) => {
      const browser = await launchChromium();
      await use(reusePages(browser));
      await browser.close();
    },
    { scope: 'worker' },
  ],
  served: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const files = {};
      const requested: string[] = [];
      const answer = ({ url = '' }: { url?: string | undefined }): boolean => {
        requested.push(url);
        return false;
      };
      // Tests serve different pictures at the same URLs.
      const headers = { ...SECURITY_HEADERS, 'cache-control': 'no-store' };
      const page = await servePage(new URL('compare-page', import.meta.url).pathname, files, { answer, headers });
      await use({ page, files, requested });
      await page.close();
    },
    { scope: 'worker' },
  ],
  comparison: async ({ loadPage, served: { page: served, files, requested } }, use) => {
    const page = await loadPage(served.url);
    await page.waitForFunction(() => 'comparePage' in window);
    requested.length = 0;
    await use({
      page,
      serve: async (url, picture) => {
        files[url] = { type: 'image/png', bytes: await picture.png({ compressionLevel: 1 }).toBuffer() };
      },
      serveFile: (url, type, bytes) => {
        files[url] = { type, bytes };
      },
      readings: (url) => requested.filter((one) => one === url).length,
      lay: (before, after) => {
        const laid = (url: string) => ({ url, place: WHOLE_FRAME });
        const pair: LaidPair = {
          before: before === null ? null : laid(before),
          after: after === null ? null : laid(after),
        };
        return page.evaluate((argument) => window.comparePage.stage.lay(argument), [pair]);
      },
      layPanes: async (...urls) => {
        const pairs = urls.map((url) => ({ before: null, after: url === null ? null : { url, place: WHOLE_FRAME } }));
        await page.evaluate((argument) => {
          window.comparePage.stage.setMode('side');
          window.comparePage.stage.lay(argument);
        }, pairs satisfies LaidPair[]);
      },
      cover: async (drawing) => {
        const bytes = drawing && [...(await drawing.png().toBuffer())];
        await page.evaluate(
          (file) => window.comparePage.stage.cover(file && new Blob([new Uint8Array(file)], { type: 'image/png' })),
          bytes,
        );
      },
      show: (sourceId, size) =>
        page.evaluate(([id, pictureSize]) => window.comparePage.stage.show(id, pictureSize), [sourceId, size] as const),
      colourAt: async (x, y) => {
        await page.evaluate(() => window.comparePage.stage.settled());
        const shot = await page.screenshot({ clip: { x, y, width: 1, height: 1 } });
        return [...(await sharp(shot).removeAlpha().raw().toBuffer())];
      },
      view: () =>
        page.evaluate(async () => {
          await window.comparePage.stage.settled();
          const { style } = window.comparePage.surface;
          const read = (name: string): number => Number.parseFloat(style.getPropertyValue(name));
          return { scale: read('--scale'), x: read('--x'), y: read('--y') };
        }),
    });
    expect(await page.evaluate(() => window.comparePage.violations)).toEqual([]);
    for (const url of Object.keys(files)) delete files[url];
  },
});

test('before is left of the line and after right of it, or one of them everywhere', async ({ comparison }) => {
  const { page, serve, show, lay, colourAt } = comparison;
  await serve('/red', plain(LARGE, 'red'));
  await serve('/blue', plain(LARGE, 'blue'));
  await show('source', LARGE);
  await lay('/red', '/blue');
  const sides = async () => [await colourAt(10, 150), await colourAt(390, 150)];
  expect(await sides()).toEqual([RED, BLUE]);
  await page.evaluate(() => window.comparePage.stage.setDivider(0));
  expect(await sides()).toEqual([BLUE, BLUE]);
  await page.evaluate(() => window.comparePage.stage.setMode('hold'));
  await page.evaluate(() => window.comparePage.stage.hold(true));
  expect(await sides()).toEqual([RED, RED]);
  await page.evaluate(() => window.comparePage.stage.hold(false));
  expect(await sides()).toEqual([BLUE, BLUE]);
  await page.evaluate(() => window.comparePage.stage.setDivider(1));
  await page.evaluate(() => window.comparePage.stage.setMode('difference'));
  expect(await sides()).toEqual([BLUE, BLUE]);
});

test('transparent parts show a checkerboard, and enlarged pixels are squares', async ({ comparison }) => {
  const { page, serve, show, lay, colourAt, view } = comparison;
  const size = { width: 4, height: 3 };
  await serve('/clear', plain(size, 'transparent'));
  // Red on the left, blue on the right: they meet in the middle of the surface.
  await serve('/halves', plain({ width: 2, height: 3 }, 'red').extend({ right: 2, background: 'blue' }));
  await show('source', size);
  await lay('/clear', '/halves');
  expect(await view()).toMatchObject({ scale: 32 });
  const greys = [await colourAt(140, 150), await colourAt(148, 150), await colourAt(156, 150)];
  for (const [red, green, blue] of greys) expect([green, blue]).toEqual([red, red]);
  expect(new Set(greys.map(String)).size).toBe(2);
  await page.evaluate(() => window.comparePage.stage.setDivider(0));
  expect([await colourAt(199, 150), await colourAt(200, 150)]).toEqual([RED, BLUE]);
});

test('a resized surface keeps its centre or stays fitted; another source is fitted', async ({ comparison }) => {
  const { page, serve, show, lay, view } = comparison;
  await serve('/blue', plain(LARGE, 'blue'));
  await lay(null, '/blue');
  const resize = (width: number) =>
    page.evaluate((px) => {
      window.comparePage.surface.style.width = `${px}px`;
    }, width);
  await show('source', LARGE);
  expect(await view()).toEqual({ scale: 0.5, x: 0, y: 0 });
  await resize(200);
  await expect.poll(view).toEqual({ scale: 0.25, x: 0, y: 75 });
  await page.evaluate(() => window.comparePage.stage.actualSize());
  await expect.poll(view).toEqual({ scale: 1, x: -300, y: -150 });
  await resize(SURFACE.width);
  await expect.poll(view).toEqual({ scale: 1, x: -200, y: -150 });
  await page.evaluate(() => window.comparePage.unmount());
  await page.evaluate(() => window.comparePage.mount());
  expect(await view()).toEqual({ scale: 1, x: -200, y: -150 });
  await show('another', LARGE);
  expect(await view()).toEqual({ scale: 0.5, x: 0, y: 0 });
});

test('a picture that cannot be read is left to the browser, and requested again when it is laid again', async ({
  comparison,
}) => {
  const { page, serve, show, lay, readings, colourAt } = comparison;
  const isLeft = () => page.evaluate(() => window.comparePage.surface.hasAttribute('data-plain'));
  await serve('/blue', plain(LARGE, 'blue'));
  await show('source', LARGE);
  await lay(null, '/late');
  await expect.poll(isLeft).toBe(true);
  await lay(null, '/blue');
  expect(await isLeft()).toBe(false);
  expect(await colourAt(390, 150)).toEqual(BLUE);
  await serve('/late', plain(LARGE, 'red'));
  await lay(null, '/late');
  expect(await colourAt(390, 150)).toEqual(RED);
  expect(await isLeft()).toBe(false);
  expect(readings('/late')).toBe(2);
});

test('of a cut picture the part that arrived is drawn, and nothing else stands in for the rest', async ({
  comparison,
}) => {
  const { page, serve, serveFile, show, lay, colourAt } = comparison;
  await serve('/red', plain(LARGE, 'red'));
  await show('source', LARGE);
  await page.evaluate(() => window.comparePage.stage.setDivider(0));
  const noise = Buffer.from(Array.from({ length: 3 * 64 * 600 }, (_, at) => (at * 7919 + (at >> 6)) & 255));
  const striped = plain(LARGE, 'blue')
    .removeAlpha()
    .composite([{ input: noise, raw: { width: 64, height: 600, channels: 3 }, left: 0, top: 0 }]);
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    const file = await striped.clone()[format]({ quality: 100 }).toBuffer();
    serveFile(`/cut.${format}`, `image/${format}`, file.subarray(0, Math.floor(file.length / 2)));
    await lay('/red', `/cut.${format}`);
    const [top, bottom] = [await colourAt(200, 20), await colourAt(200, 290)];
    for (const [channel, value] of BLUE.entries()) expect(Math.abs((top[channel] ?? 0) - value)).toBeLessThan(6);
    expect([RED, BLUE, top]).not.toContainEqual(bottom);
  }
  await lay('/red', null);
  expect([RED, BLUE]).not.toContainEqual(await colourAt(200, 20));
});

test('side by side each pane has its picture, as large as possible, and the gap between them is empty', async ({
  comparison,
}) => {
  const { page, serve, show, layPanes, colourAt, view } = comparison;
  const LIME = [0, 255, 0];
  const EMPTY = [255, 255, 255];
  const tall = { width: 300, height: 600 };
  await serve('/red', plain(tall, 'red'));
  await serve('/lime', plain(tall, 'lime'));
  await serve('/blue', plain(tall, 'blue'));
  await show('source', tall);
  await layPanes('/red', '/lime');
  // 196 by 300 each, in which the pictures are 150 wide.
  expect([await colourAt(98, 150), await colourAt(200, 150), await colourAt(302, 150)]).toEqual([RED, EMPTY, LIME]);
  expect(await view()).toEqual({ scale: 0.5, x: 23, y: 0 });
  await layPanes('/red', '/lime', '/blue');
  expect([await colourAt(64, 150), await colourAt(200, 150), await colourAt(336, 150)]).toEqual([RED, LIME, BLUE]);
  // Of a wide picture the panes are below each other.
  const wide = { width: 1200, height: 100 };
  await serve('/red', plain(wide, 'red'));
  await serve('/lime-wide', plain(wide, 'lime'));
  await serve('/blue-wide', plain(wide, 'blue'));
  await show('wide', wide);
  await layPanes('/lime-wide', '/blue-wide');
  expect([await colourAt(200, 73), await colourAt(200, 150), await colourAt(200, 227)]).toEqual([LIME, EMPTY, BLUE]);
  // What cannot be shown is a pattern, and nothing of its neighbour.
  await layPanes('/lime-wide', null);
  const missing = await colourAt(200, 227);
  expect([LIME, BLUE, EMPTY]).not.toContainEqual(missing);
  expect(await colourAt(200, 73)).toEqual(LIME);
  // One picture again has the whole surface.
  await page.evaluate(() => window.comparePage.stage.setMode('hold'));
  await comparison.lay(null, '/blue-wide');
  expect(await colourAt(200, 150)).toEqual(BLUE);
});

test('panes are zoomed and moved together, around the place that is pointed at in any of them', async ({
  comparison,
}) => {
  const { page, serve, show, layPanes, colourAt, view } = comparison;
  // A square of 20 pixels right of the centre.
  const marked = (ground: string, mark: string): Sharp =>
    plain(LARGE, ground).composite([
      { input: { create: { width: 20, height: 20, channels: 4, background: mark } }, left: 600, top: 290 },
    ]);
  await serve('/red', marked('red', 'blue'));
  await serve('/blue', marked('blue', 'red'));
  await show('source', LARGE);
  await layPanes('/red', '/blue');
  const { scale: fitted } = await view();
  // Each pane is 196 by 300, and the second one begins at 204.
  const place = Math.round((await view()).x + 610 * fitted);
  await page.mouse.move(204 + place, 150);
  await page.keyboard.down('Control');
  for (let times = 0; times < 3; times++) await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  const zoomed = await view();
  expect(zoomed.scale).toBeGreaterThan(fitted * 2);
  expect([await colourAt(place, 150), await colourAt(204 + place, 150)]).toEqual([BLUE, RED]);
  await page.mouse.down();
  await page.mouse.move(204 + place - 60, 150 - 20, { steps: 3 });
  await page.mouse.up();
  const moved = await view();
  expect([moved.x - zoomed.x, moved.y - zoomed.y]).toEqual([-60, -20]);
  expect([await colourAt(place - 60, 130), await colourAt(204 + place - 60, 130)]).toEqual([BLUE, RED]);
  // One picture over the other is at the same place and scale.
  await page.evaluate(() => window.comparePage.stage.setMode('slider'));
  await comparison.lay('/red', '/blue');
  const single = await view();
  expect(single.scale).toBe(moved.scale);
  expect([single.x - moved.x, single.y - moved.y]).toEqual([(400 - 196) / 2, 0]);
});

test('a click chooses a pane and a double click opens it, also with the hand; a drag and the zoom tool do not', async ({
  comparison,
}) => {
  const { page, serve, show, layPanes } = comparison;
  await serve('/red', plain(LARGE, 'red'));
  await serve('/blue', plain(LARGE, 'blue'));
  await show('source', LARGE);
  await layPanes('/red', '/blue');
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    window.comparePage.stage.bindPanes({
      choose: (index) => said.push(`choose ${index}`),
      open: (index) => said.push(`open ${index}`),
    });
  });
  const said = (): Promise<string[]> => page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0));
  await page.mouse.click(302, 20);
  expect(await said()).toEqual(['choose 1']);
  await page.mouse.move(98, 150);
  await page.mouse.down();
  await page.mouse.move(138, 150, { steps: 3 });
  await page.mouse.up();
  expect(await said()).toEqual([]);
  await page.mouse.dblclick(98, 150);
  expect(await said()).toEqual(['choose 0', 'choose 0', 'open 0']);
  await page.evaluate(() => window.comparePage.navigateBy('pan'));
  await page.mouse.click(98, 150);
  expect(await said()).toEqual(['choose 0']);
  await page.evaluate(() => window.comparePage.navigateBy('zoom'));
  await page.mouse.dblclick(302, 150);
  expect(await said()).toEqual([]);
  await page.evaluate(() => window.comparePage.navigateBy(undefined));
  await page.evaluate(() => window.comparePage.stage.setMode('slider'));
  await page.mouse.dblclick(200, 150);
  expect(await said()).toEqual([]);
});

test('a WebP that EXIF turns is drawn upright', async ({ comparison }) => {
  const { serveFile, show, lay, colourAt } = comparison;
  await show('source', LARGE);
  // Stored upside down: blue above, red below.
  const file = await plain({ width: 800, height: 300 }, 'blue')
    .extend({ bottom: 300, background: 'red' })
    .withMetadata({ orientation: 3 })
    .webp({ lossless: true })
    .toBuffer();
  serveFile('/turned.webp', 'image/webp', file);
  await lay(null, '/turned.webp');
  expect([await colourAt(390, 20), await colourAt(390, 280)]).toEqual([RED, BLUE]);
});

test('pictures that are no longer shown are cached up to 40 million pixels', async ({ comparison }) => {
  const { serve, show, lay, readings, colourAt } = comparison;
  // Two of them exceed the cache.
  const size = { width: 4500, height: 4500 };
  for (const [url, colour] of [
    ['/1', 'red'],
    ['/2', 'lime'],
    ['/3', 'blue'],
  ] as const)
    await serve(url, plain(size, colour));
  await show('source', size);
  const shown: number[][] = [];
  for (const url of ['/1', '/2', '/1', '/3', '/1', '/2']) {
    await lay(null, url);
    shown.push(await colourAt(200, 150));
  }
  const LIME = [0, 255, 0];
  expect(shown).toEqual([RED, LIME, RED, BLUE, RED, LIME]);
  expect(['/1', '/2', '/3'].map(readings)).toEqual([1, 2, 1]);
});

test('a drawing covers both pictures, and every bitmap of one no longer shown is closed', async ({ comparison }) => {
  const { page, serve, show, lay, cover, colourAt } = comparison;
  await serve('/red', plain(LARGE, 'red'));
  await serve('/blue', plain(LARGE, 'blue'));
  await show('source', LARGE);
  await lay('/red', '/blue');
  const sides = async () => [await colourAt(10, 150), await colourAt(390, 150)];
  expect(await sides()).toEqual([RED, BLUE]);
  const openBitmaps = await countBitmaps(page);
  const LIME = [0, 255, 0];
  for (let times = 0; times < 3; times++) {
    await cover(plain(LARGE, 'lime'));
    expect(await sides()).toEqual([LIME, LIME]);
    expect(await openBitmaps()).toBeGreaterThan(0);
    await cover(null);
    expect(await sides()).toEqual([RED, BLUE]);
  }
  // One that is not decoded yet, and one in place of another.
  await cover(plain(LARGE, 'lime'));
  await cover(plain(LARGE, 'white'));
  expect(await sides()).toEqual([
    [255, 255, 255],
    [255, 255, 255],
  ]);
  await cover(null);
  await expect.poll(openBitmaps).toBe(0);
});

/** From now on counts the bitmaps that the worker has made and not closed. */
async function countBitmaps(page: Page): Promise<() => Promise<number>> {
  const [worker] = page.workers();
  if (worker === undefined) throw new Error('The comparison has no worker.');
  await worker.evaluate(() => {
    const [make, { close }] = [createImageBitmap, ImageBitmap.prototype];
    const open = new Set<ImageBitmap>();
    const counted = async (...given: Parameters<typeof make>) => {
      const bitmap = await make(...given);
      open.add(bitmap);
      return bitmap;
    };
    ImageBitmap.prototype.close = function () {
      open.delete(this);
      close.call(this);
    };
    Object.assign(globalThis, { createImageBitmap: counted, countOpen: () => open.size });
  });
  return () => worker.evaluate(() => (globalThis as unknown as { countOpen: () => number }).countOpen());
}
